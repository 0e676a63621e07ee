import type { Address, Hex } from 'viem'
import { toFunctionSelector } from 'viem/utils'
import { getAddress } from '@/lib/base/checksum'
import { isSameAddress } from '@/lib/base/hex'
import type { TransactionRequest } from '@/lib/reading/calls/transaction-request'
import { type AbiValue, hexOf, listOf, numberOf, readAbiValues } from './abi-values'
import { delegationManager, permit2Address, spendPermissionManager } from './published-contracts'

/** What a call of a payment contract asks of it, for the sentence `pays_<code>`. */
export interface PaymentCall {
  code: string
  /** Addresses, counts and times (unix seconds) by the names the sentence uses. */
  values: Record<string, string>
  /** Smallest unit, by name. */
  amounts: Record<string, bigint>
  /** The token, where the call names it; `null` where only the contract knows it. */
  token: Address | null
  counterparty: Address | null
  /** Who gets how much, where there are several. */
  legs: { to: Address; amount: bigint; basisPoints?: number }[]
}

/** @param contract that is called */
type Reading = (args: readonly AbiValue[], contract: Address) => PaymentCall | null

const said = (code: string, parts: Partial<PaymentCall> = {}): PaymentCall => ({
  ...{ values: {}, amounts: {}, token: null, counterparty: null, legs: [], ...parts },
  code,
})
const addressOf = (value: AbiValue | undefined): Address => getAddress(hexOf(value))

const moveAuthorized: Reading = ([payer, payee, value], token) => {
  const [from, to] = [addressOf(payer), addressOf(payee)]
  const amounts = { amount: numberOf(value) }
  return said('move-authorized', { values: { from, to }, amounts, token, counterparty: to })
}

const takeAuthorized: Reading = ([payer, , value], token) => {
  const from = addressOf(payer)
  return said('take-authorized', { values: { from }, amounts: { amount: numberOf(value) }, token, counterparty: from })
}

const cancelAuthorized: Reading = (_args, token) => said('cancel-authorization', { token })

const usePermit: Reading = ([from, taker, value], token) => {
  const [owner, spender, amount] = [addressOf(from), addressOf(taker), numberOf(value)]
  const parts = { values: { owner, spender }, amounts: { amount }, token, counterparty: spender }
  return said(amount === 0n ? 'permit-nothing' : 'use-permit', parts)
}

const payOut: Reading = ([, recipients, parts]) => {
  const [payees, amounts] = [listOf(recipients), listOf(parts).map(numberOf)]
  if (payees.length !== amounts.length) return null
  const legs = payees.map((payee, index) => ({ to: addressOf(payee), amount: amounts[index] ?? 0n }))
  const amount = amounts.reduce((sum, each) => sum + each, 0n)
  return said('pay-out', { values: { count: `${legs.length}` }, amounts: { amount }, legs })
}

const split: Reading = ([, whole, recipients, parts, remainderIndex]) => {
  const [payees, shares, amount] = [listOf(recipients), listOf(parts).map(numberOf), numberOf(whole)]
  if (payees.length !== shares.length || numberOf(remainderIndex) >= BigInt(shares.length)) return null
  const floors = shares.map(share => (amount * share) / 10_000n)
  const remainder = amount - floors.reduce((sum, floor) => sum + floor, 0n)
  const legs = payees.map((payee, index) => ({
    to: addressOf(payee),
    amount: (floors[index] ?? 0n) + (BigInt(index) === remainderIndex ? remainder : 0n),
    basisPoints: Number(shares[index] ?? 0n),
  }))
  return said('split', { values: { count: `${legs.length}` }, amounts: { amount }, legs })
}

const permitted =
  (code: string): Reading =>
  ([permission, value]) => {
    const [from, taker, token, allowance, period] = listOf(permission)
    const [account, spender] = [addressOf(from), addressOf(taker)]
    const isSpent = code === 'spend-permitted'
    return said(code, {
      values: { account, spender, period: `${numberOf(period)}` },
      amounts: { amount: numberOf(isSpent ? value : allowance) },
      token: addressOf(token),
      counterparty: isSpent ? account : spender,
    })
  }

const delegated =
  (code: string): Reading =>
  ([delegation]) => {
    const [delegate, delegator] = listOf(delegation).slice(0, 2).map(addressOf)
    return delegate === undefined || delegator === undefined
      ? null
      : said(code, { values: { delegator, delegate }, counterparty: delegate })
  }

const captureBelow: Reading = ([, from, actual, authorized]) => {
  const payer = addressOf(from)
  const amounts = { amount: numberOf(actual), maximum: numberOf(authorized) }
  return said('capture-below', { values: { payer }, amounts, counterparty: payer })
}

const escrowed =
  (code: string, counterparty: 'operator' | 'payer' | 'receiver'): Reading =>
  ([info, amount]) => {
    const [operator, payer, receiver, token, most] = listOf(info)
    const values = { payer: addressOf(payer), receiver: addressOf(receiver), operator: addressOf(operator) }
    const amounts = { amount: numberOf(amount ?? most) }
    return said(code, { values, amounts, token: addressOf(token), counterparty: values[counterparty] })
  }

const inChannel =
  (code: string): Reading =>
  ([config, amount]) => {
    const [, , payee, , token, delay] = listOf(config)
    const receiver = addressOf(payee)
    return said(code, {
      values: { receiver, delay: `${numberOf(delay)}` },
      amounts: amount === undefined ? {} : { amount: numberOf(amount) },
      token: addressOf(token),
      counterparty: receiver,
    })
  }

const vrs = 'uint8,bytes32,bytes32'
const authorization = 'address,address,uint256,uint256,uint256,bytes32'
const permission = '(address,address,address,uint160,uint48,uint48,uint48,uint256,bytes)'
const delegation = '(address,address,bytes32,(address,bytes,bytes)[],uint256,bytes)'
const info = '(address,address,address,address,uint120,uint48,uint48,uint48,uint16,uint16,address,uint256)'
const config = '(address,address,address,address,address,uint40,bytes32)'

/**
 * The functions with which payments are made, captured and taken back, by signature: EIP-3009, EIP-2612, Permit2, the
 * checkout and payout contracts of the service description, spend permissions, ERC-7710 delegations, commerce escrow,
 * and x402 batch settlement.
 */
const readings: Readonly<Record<string, Reading>> = {
  [`transferWithAuthorization(${authorization},bytes)`]: moveAuthorized,
  [`transferWithAuthorization(${authorization},${vrs})`]: moveAuthorized,
  [`receiveWithAuthorization(${authorization},bytes)`]: takeAuthorized,
  [`receiveWithAuthorization(${authorization},${vrs})`]: takeAuthorized,
  'cancelAuthorization(address,bytes32,bytes)': cancelAuthorized,
  [`cancelAuthorization(address,bytes32,${vrs})`]: cancelAuthorized,
  [`permit(address,address,uint256,uint256,${vrs})`]: usePermit,
  'permit(address,address,uint256,uint256,bytes)': usePermit,
  'invalidateUnorderedNonces(uint256,uint256)': () => said('void-permit2'),
  'lockdown((address,address)[])': ([approvals]) =>
    said('lock-permit2', { values: { count: `${listOf(approvals).length}` } }),
  [`capture(bytes32,address,uint256,uint256,uint256,${vrs})`]: captureBelow,
  'sendPayouts(bytes32,address[],uint256[])': payOut,
  'splitPayment(bytes32,uint256,address[],uint16[],uint256)': split,
  [`approve(${permission})`]: permitted('allow-spending'),
  [`approveWithSignature(${permission},bytes)`]: permitted('allow-spending'),
  [`revoke(${permission})`]: permitted('revoke-spending'),
  [`revokeAsSpender(${permission})`]: permitted('revoke-spending'),
  [`spend(${permission},uint160)`]: permitted('spend-permitted'),
  [`disableDelegation(${delegation})`]: delegated('disable-delegation'),
  [`enableDelegation(${delegation})`]: delegated('enable-delegation'),
  [`authorize(${info},uint256,address,bytes)`]: escrowed('escrow-authorize', 'operator'),
  [`capture(${info},uint256,uint256,address)`]: escrowed('escrow-capture', 'receiver'),
  [`void(${info})`]: escrowed('escrow-void', 'payer'),
  [`reclaim(${info})`]: escrowed('escrow-reclaim', 'operator'),
  [`refund(${info},uint256,address,bytes)`]: escrowed('escrow-refund', 'payer'),
  [`deposit(${config},uint128,address,bytes)`]: inChannel('channel-deposit'),
  [`initiateWithdraw(${config},uint128)`]: inChannel('channel-withdraw'),
  [`finalizeWithdraw(${config})`]: inChannel('channel-finish'),
}

/** Where a sentence about taking back is true: the contracts that hold what is taken back, the same on every chain. */
const keepers: Readonly<Record<string, Address>> = {
  lockdown: permit2Address,
  invalidateUnorderedNonces: permit2Address,
  revoke: spendPermissionManager,
  revokeAsSpender: spendPermissionManager,
  disableDelegation: delegationManager,
}

let bySelector: ReadonlyMap<string, { name: string; types: string; read: Reading }> | null = null

function functions() {
  bySelector ??= new Map(
    Object.entries(readings).map(([signature, read]) => {
      const at = signature.indexOf('(')
      return [toFunctionSelector(signature), { name: signature.slice(0, at), types: signature.slice(at + 1, -1), read }]
    }),
  )
  return bySelector
}

/**
 * Reads a call of one of the payment contracts; `null` for any other. Strictly, by `readAbiValues`: arguments that are
 * encoded in another way, or with more bytes after them, are none of them. It says what the function of this name is
 * for. Whether the contract at the address keeps to it, only simulating shows.
 */
export function readPaymentCall({ to, data }: Pick<TransactionRequest, 'to' | 'data'>): PaymentCall | null {
  const known = functions().get(data.slice(0, 10).toLowerCase())
  if (to === null || known === undefined || data.length % 2 > 0) return null
  // A function that takes something back reassures only on the contract that holds it.
  if (Object.hasOwn(keepers, known.name) && !isSameAddress(keepers[known.name], to)) return null
  const args: Hex = `0x${data.slice(10)}`
  const given = readAbiValues(known.types, args)
  return typeof given === 'string' || given.rest > 0 ? null : known.read(given.values, to)
}
