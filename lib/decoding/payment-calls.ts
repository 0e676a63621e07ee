import type { Address, Hex } from 'viem'
import { decodeFunctionData, encodeFunctionData } from 'viem/utils'
import type { TransactionRequest } from '@/lib/approvals/types'
import { isSameAddress, isSameHex } from '@/lib/values/hex'
import {
  authorizationAbi,
  channelAbi,
  checkoutAbi,
  delegationAbi,
  escrowAbi,
  payoutsAbi,
  permit2Abi,
  permitAbi,
  spendPermissionAbi,
} from './payment-abi'
import { delegationManager, permit2Address, spendPermissionManager } from './published-contracts'

const abi = [
  ...authorizationAbi,
  ...permitAbi,
  ...permit2Abi,
  ...checkoutAbi,
  ...payoutsAbi,
  ...spendPermissionAbi,
  ...delegationAbi,
  ...escrowAbi,
  ...channelAbi,
]

/** What a call of a payment contract asks of it, for the sentence `pays_<code>`. */
export interface PaymentCall {
  code: string
  /** Addresses, counts and times (unix seconds) by the names the sentence uses. */
  values: Record<string, string>
  /** Smallest unit, by name. */
  amounts: Record<string, bigint>
  /** Of which token, where the call says so itself; `null` where only the contract knows. */
  token: Address | null
  counterparty: Address | null
  /** Who gets how much, where there are several. */
  legs: { to: Address; amount: bigint; basisPoints?: number }[]
}

const nothing = { values: {}, amounts: {}, token: null, counterparty: null, legs: [] }

/**
 * Reads a call of one of the payment contracts; `null` for any other. Strictly: what does not encode to the very same
 * bytes again is none of them. It says what the function of this name is for. Whether the contract at the address keeps
 * to it, only simulating shows.
 */
export function readPaymentCall({ to, data }: Pick<TransactionRequest, 'to' | 'data'>): PaymentCall | null {
  if (to === null) return null
  const call = decode(data)
  if (call === null || !mayReassure(call.functionName, to)) return null
  switch (call.functionName) {
    case 'transferWithAuthorization': {
      const [from, recipient, value] = call.args
      return {
        ...nothing,
        code: 'move-authorized',
        values: { from, to: recipient },
        amounts: { amount: value },
        token: to,
        counterparty: recipient,
      }
    }
    case 'receiveWithAuthorization': {
      const [from, , value] = call.args
      return {
        ...nothing,
        code: 'take-authorized',
        values: { from },
        amounts: { amount: value },
        token: to,
        counterparty: from,
      }
    }
    case 'cancelAuthorization':
      return { ...nothing, code: 'cancel-authorization', token: to }
    case 'permit': {
      const [owner, spender, value] = call.args
      return {
        ...nothing,
        code: value === 0n ? 'permit-nothing' : 'use-permit',
        values: { owner, spender },
        amounts: { amount: value },
        token: to,
        counterparty: spender,
      }
    }
    case 'invalidateUnorderedNonces':
      return { ...nothing, code: 'void-permit2' }
    case 'lockdown': {
      const [approvals] = call.args
      return { ...nothing, code: 'lock-permit2', values: { count: `${approvals.length}` } }
    }
    case 'sendPayouts': {
      const [, recipients, amounts] = call.args
      if (recipients.length !== amounts.length) return null
      const legs = recipients.map((recipient, index) => ({ to: recipient, amount: amounts[index] ?? 0n }))
      return {
        ...nothing,
        code: 'pay-out',
        values: { count: `${legs.length}` },
        amounts: { amount: amounts.reduce((sum, each) => sum + each, 0n) },
        legs,
      }
    }
    case 'splitPayment': {
      const [, amount, recipients, shares, remainderIndex] = call.args
      if (recipients.length !== shares.length || remainderIndex >= BigInt(shares.length)) return null
      const floors = shares.map(share => (amount * BigInt(share)) / 10_000n)
      const remainder = amount - floors.reduce((sum, floor) => sum + floor, 0n)
      const legs = recipients.map((recipient, index) => ({
        to: recipient,
        amount: (floors[index] ?? 0n) + (BigInt(index) === remainderIndex ? remainder : 0n),
        basisPoints: shares[index] ?? 0,
      }))
      return { ...nothing, code: 'split', values: { count: `${legs.length}` }, amounts: { amount }, legs }
    }
    case 'approve':
    case 'approveWithSignature':
    case 'revoke':
    case 'revokeAsSpender':
    case 'spend': {
      const [permission] = call.args
      const { account, spender, token, allowance } = permission
      const codes = {
        approve: 'allow-spending',
        approveWithSignature: 'allow-spending',
        revoke: 'revoke-spending',
        revokeAsSpender: 'revoke-spending',
        spend: 'spend-permitted',
      } as const
      return {
        ...nothing,
        code: codes[call.functionName],
        values: { account, spender, period: `${permission.period}` },
        amounts: { amount: call.functionName === 'spend' ? call.args[1] : allowance },
        token,
        counterparty: call.functionName === 'spend' ? account : spender,
      }
    }
    case 'disableDelegation':
    case 'enableDelegation': {
      const [{ delegator, delegate }] = call.args
      return {
        ...nothing,
        code: call.functionName === 'disableDelegation' ? 'disable-delegation' : 'enable-delegation',
        values: { delegator, delegate },
        counterparty: delegate,
      }
    }
    case 'capture': {
      if (call.args.length === 8) {
        const [, payer, actualAmount, authorizedMaximum] = call.args
        return {
          ...nothing,
          code: 'capture-below',
          values: { payer },
          amounts: { amount: actualAmount, maximum: authorizedMaximum },
          counterparty: payer,
        }
      }
      const [info, amount] = call.args
      return escrowed('escrow-capture', info, amount, info.receiver)
    }
    case 'authorize':
      return escrowed('escrow-authorize', call.args[0], call.args[1], call.args[0].operator)
    case 'void':
      return escrowed('escrow-void', call.args[0], call.args[0].maxAmount, call.args[0].payer)
    case 'reclaim':
      return escrowed('escrow-reclaim', call.args[0], call.args[0].maxAmount, call.args[0].operator)
    case 'refund':
      return escrowed('escrow-refund', call.args[0], call.args[1], call.args[0].payer)
    case 'deposit':
    case 'initiateWithdraw':
    case 'finalizeWithdraw': {
      const [config] = call.args
      const codes = {
        deposit: 'channel-deposit',
        initiateWithdraw: 'channel-withdraw',
        finalizeWithdraw: 'channel-finish',
      } as const
      return {
        ...nothing,
        code: codes[call.functionName],
        values: { receiver: config.receiver, delay: `${config.withdrawDelay}` },
        amounts: call.functionName === 'finalizeWithdraw' ? {} : { amount: call.args[1] },
        token: config.token,
        counterparty: config.receiver,
      }
    }
  }
}

/** Where a sentence about taking back is true: the contracts that hold what is taken back, the same on every chain. */
const keepers: Readonly<Record<string, Address>> = {
  lockdown: permit2Address,
  invalidateUnorderedNonces: permit2Address,
  revoke: spendPermissionManager,
  revokeAsSpender: spendPermissionManager,
  disableDelegation: delegationManager,
}

/** False for a function that takes something back, on a contract that does not hold it. */
function mayReassure(name: string, contract: Address): boolean {
  return !Object.hasOwn(keepers, name) || isSameAddress(keepers[name], contract)
}

function escrowed(
  code: string,
  { payer, receiver, operator, token }: { payer: Address; receiver: Address; operator: Address; token: Address },
  amount: bigint,
  counterparty: Address,
): PaymentCall {
  return { ...nothing, code, values: { payer, receiver, operator }, amounts: { amount }, token, counterparty }
}

function decode(data: Hex) {
  try {
    const call = decodeFunctionData({ abi, data })
    return isSameHex(encodeFunctionData({ abi, ...call }), data) ? call : null
  } catch {
    // Another function's data: an answer, no fault.
    return null
  }
}
