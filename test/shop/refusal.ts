import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { type Abi, BaseError, decodeErrorResult, type Hex, isHex } from 'viem'
import { checkoutAbi } from '../preview-network/contracts/abi/checkout.ts'
import { escrowAbi } from '../preview-network/contracts/abi/escrow.ts'
import { smartAccountAbi, spendPermissionManagerAbi } from '../preview-network/contracts/abi/spend-permissions.ts'
import { testDollarAbi } from '../preview-network/contracts/abi/test-dollar.ts'

const errors: Abi = [
  ...testDollarAbi,
  ...checkoutAbi,
  ...escrowAbi,
  ...spendPermissionManagerAbi,
  ...smartAccountAbi,
].filter(({ type }) => type === 'error')

/** What the shop answers when it will not do a thing: a sentence. */
export function refusal(status: 400 | 404 | 409, message: string): HTTPException {
  return new HTTPException(status, { message })
}

/** Every failure of the shop's API as JSON; what the chain refused, in the contract's own words. */
export function answerFailure(error: Error, context: Context): Response {
  if (error instanceof HTTPException) return context.json({ error: error.message }, error.status)
  const reason = revertReason(error)
  if (reason !== undefined) return context.json({ error: reason }, 409)
  console.error(error)
  return context.json({ error: 'The shop could not do this.' }, 500)
}

/** The text or the name of the error with which a contract refused; nothing when that is not what happened. */
export function revertReason(error: unknown): string | undefined {
  if (!(error instanceof BaseError)) return undefined
  const data = dataOf(error.walk(cause => dataOf(cause) !== undefined))
  if (data === undefined) return undefined
  const { errorName, args = [] } = decodeErrorResult({ abi: errors, data })
  return errorName === 'Error' ? String(args[0]) : `${errorName}(${args.map(String).join(', ')})`
}

function dataOf(error: unknown): Hex | undefined {
  if (typeof error !== 'object' || error === null || !('data' in error)) return undefined
  return isHex(error.data) && error.data.length >= 10 ? error.data : undefined
}
