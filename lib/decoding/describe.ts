import type { Address } from 'viem'
import type { Description, TransactionPurpose, TransactionRequest } from '@/lib/approvals/types'
import { type KnownCall, readCalldata } from './calldata'

/** What is known of a token: from the token list, or read on the chain. */
export interface KnownToken {
  symbol: string
  name?: string
  decimals: number
}

/**
 * What a transaction does, as a code of the message catalogue (`does_<code>`) and its values: amounts as decimal text in the smallest unit, `symbol` and
 * `decimals` empty where the token is not known.
 *
 * | code | values |
 * |---|---|
 * | `send-native` | amount, to |
 * | `send-token` | amount, token, symbol, decimals, to |
 * | `send-token-memo` | as `send-token`, and memo |
 * | `move-token` | as `send-token`, and from |
 * | `move-item` | token, symbol, tokenId, from, to |
 * | `move-items` | as `move-item`, and count; where several kinds move at once, both are lists in the same order, separated by commas |
 * | `allow-token`, `allow-more`, `allow-less` | amount, token, symbol, decimals, spender |
 * | `allow-unlimited`, `revoke-token` | token, symbol, decimals, spender |
 * | `revoke-item` | token, symbol, tokenId |
 * | `allow-everything`, `revoke-everything` | token, symbol, operator |
 * | `create-contract` | amount |
 * | `call-contract` | amount, to, selector (may be empty) |
 * | `unreadable-call` | amount, to, selector, function |
 * | `cancel-transaction`, `fill-nonce`, `clear-delegation` | |
 */
export function describeTransaction(
  transaction: Pick<TransactionRequest, 'to' | 'value' | 'data'>,
  context: { purpose: TransactionPurpose; tokenOf(address: Address): KnownToken | null },
): Description {
  const { to } = transaction
  const amount = BigInt(transaction.value).toString()
  switch (context.purpose) {
    case 'cancel':
      return { code: 'cancel-transaction', values: {}, counterparty: null }
    case 'fill-nonce':
      return { code: 'fill-nonce', values: {}, counterparty: null }
    case 'clear-delegation':
      return { code: 'clear-delegation', values: {}, counterparty: null }
    default:
  }
  // Without a recipient the data is the code of a new contract; reading it as a call would say what is not so.
  if (to === null) return { code: 'create-contract', values: { amount }, counterparty: null }
  const calldata = readCalldata(transaction.data)
  switch (calldata.kind) {
    case 'none':
      return { code: 'send-native', values: { amount, to }, counterparty: to }
    case 'unknown':
      return { code: 'call-contract', values: { amount, to, selector: calldata.selector ?? '' }, counterparty: to }
    case 'unreadable':
      return {
        code: 'unreadable-call',
        values: { amount, to, selector: calldata.selector, function: calldata.name },
        counterparty: to,
      }
    case 'known':
      // A payable look-alike of a token function: the sentence about tokens would hide the money that goes with it.
      if (BigInt(transaction.value) > 0n)
        return { code: 'call-contract', values: { amount, to, selector: calldata.selector }, counterparty: to }
      return describeCall(calldata.call, to, context.tokenOf)
  }
}

/** What it does apart from the money that goes with it: an allowance with a wei in it is no less of an allowance. */
export const describeAct: typeof describeTransaction = (transaction, context) =>
  describeTransaction({ ...transaction, value: '0x0' }, context)

const zeroAddress: Address = `0x${'00'.repeat(20)}`

/** From here on an allowance is as good as unlimited: no token has that many units. */
export const unlimitedAllowance = 1n << 128n

function describeCall(call: KnownCall, to: Address, tokenOf: (address: Address) => KnownToken | null): Description {
  const about = (token: Address): Record<string, string> => {
    const known = tokenOf(token)
    return { token, symbol: known?.symbol ?? '', decimals: known?.decimals.toString() ?? '' }
  }
  switch (call.name) {
    case 'transfer':
      return {
        code: 'send-token',
        values: { ...about(to), amount: call.args.amount.toString(), to: call.args.to },
        counterparty: call.args.to,
      }
    case 'transferWithMemo':
      return {
        code: 'send-token-memo',
        values: { ...about(to), amount: call.args.amount.toString(), to: call.args.to, memo: call.args.memo },
        counterparty: call.args.to,
      }
    case 'transferFrom':
      return {
        code: 'move-token',
        values: { ...about(to), amount: call.args.amount.toString(), from: call.args.from, to: call.args.to },
        counterparty: call.args.to,
      }
    case 'safeTransferFrom':
    case 'safeTransferFromWithData':
    case 'safeTransferItems':
    case 'safeBatchTransferFrom': {
      const { args } = call
      const count = 'count' in args ? { count: args.count.toString() } : null
      return {
        code: count === null ? 'move-item' : 'move-items',
        values: { ...about(to), ...count, tokenId: args.tokenId.toString(), from: args.from, to: args.to },
        counterparty: args.to,
      }
    }
    case 'approve':
      // ERC-721 §approve: the zero address takes the item's approval back. Of an ERC-20 it allows nobody anything.
      if (call.args.spender === zeroAddress)
        return {
          code: 'revoke-item',
          values: { token: to, symbol: about(to).symbol ?? '', tokenId: call.args.amount.toString() },
          counterparty: null,
        }
      return describeAllowance(about(to), call.args.spender, call.args.amount)
    case 'permit2Approve':
      return describeAllowance(about(call.args.token), call.args.spender, call.args.amount)
    case 'increaseAllowance':
    case 'increaseApproval': {
      const { spender, amount } = call.args
      if (amount >= unlimitedAllowance) return describeAllowance(about(to), spender, amount)
      return { code: 'allow-more', values: { ...about(to), amount: amount.toString(), spender }, counterparty: spender }
    }
    case 'decreaseAllowance': {
      const { spender, amount } = call.args
      return { code: 'allow-less', values: { ...about(to), amount: amount.toString(), spender }, counterparty: spender }
    }
    case 'setApprovalForAll': {
      const { operator, approved } = call.args
      const code = approved ? 'allow-everything' : 'revoke-everything'
      return { code, values: { ...about(to), operator }, counterparty: operator }
    }
  }
}

function describeAllowance(token: Record<string, string>, spender: Address, amount: bigint): Description {
  if (amount === 0n) return { code: 'revoke-token', values: { ...token, spender }, counterparty: spender }
  if (amount >= unlimitedAllowance)
    return { code: 'allow-unlimited', values: { ...token, spender }, counterparty: spender }
  return { code: 'allow-token', values: { ...token, amount: amount.toString(), spender }, counterparty: spender }
}

/** What a transaction speaks about that is a token, or would be a loss if it were one: to be read while the person waits. */
export function tokensOf(transaction: Pick<TransactionRequest, 'to' | 'data'>): Address[] {
  if (transaction.to === null) return []
  const calldata = readCalldata(transaction.data)
  if (calldata.kind !== 'known') return []
  const { name, args } = calldata.call
  if (name === 'permit2Approve') return [args.token]
  return 'to' in args ? [transaction.to, args.to] : [transaction.to]
}
