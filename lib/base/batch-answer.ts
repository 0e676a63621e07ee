import type { Hex } from 'viem'
import { readBytes32String, readSingleString, readSingleWord } from './abi'
import { hexSchema } from './hex-schemas'
import type { RpcCall } from './rpc/types'
import * as selectors from './signatures/selectors'

/** What a node answered to one call of a batch. */
export type BatchAnswer = { ok: true; result: unknown } | { ok: false } | undefined

/** @returns `null` where there is no answer, or one that is no data */
export function dataOf(item: BatchAnswer): Hex | null {
  const data = item?.ok === true ? hexSchema.safeParse(item.result) : undefined
  return data?.success === true ? data.data : null
}

/**
 * Asks an address that has no code for its decimals. An older gateway answers such calls by itself, with the same name
 * and decimals for every token.
 */
export const inventionQuestion = {
  method: 'eth_call',
  params: [{ to: `0x${'ff'.repeat(20)}`, data: selectors.decimals }, 'pending'],
} as const satisfies RpcCall

/** @returns true where the answer to `inventionQuestion` shows that the endpoint invents what tokens say */
export function isInvented(item: BatchAnswer): boolean {
  return wordOf(item) !== null
}

/** @returns `null` where the answer is not exactly one word */
export function wordOf(item: BatchAnswer): bigint | null {
  const data = dataOf(item)
  return data === null ? null : readSingleWord(data)
}

/** @returns the text of a `string`, or of a `bytes32` as old tokens return it; empty where there is none */
export function textOf(item: BatchAnswer): string {
  const data = dataOf(item)
  return data === null ? '' : (readSingleString(data) ?? readBytes32String(data) ?? '')
}
