import type { Address } from 'viem'
import { inventionQuestion, isInvented, textOf, wordOf } from '@/lib/base/batch-answer'
import { cleanForeignText } from '@/lib/base/foreign-text'
import { RpcError } from '@/lib/base/rpc/errors'
import { dataReply } from '@/lib/base/rpc/schemas'
import type { BatchItem, Connection } from '@/lib/base/rpc/types'
import * as selectors from '@/lib/base/signatures/selectors'
import type { TokenMetadata } from '@/lib/reading/calls/description'

/** With more decimals no amount fits a screen, or 256 bits. */
const mostDecimals = 36n
const symbolLength = 12
const nameLength = 40

/**
 * @returns name, symbol and decimals that a contract gives, its texts cleaned, because they appear beside ours; `null`
 * where there is no code, or no token
 * @throws RpcError where the chain cannot be asked, or no endpoint asks the contract
 * @see EIP-20, the optional methods
 */
export async function readTokenMetadata(connection: Connection, token: Address): Promise<TokenMetadata | null> {
  const call = (data: string) => ({ method: 'eth_call', params: [{ to: token, data }, 'pending'] })
  const questions = [
    inventionQuestion,
    { method: 'eth_getCode', params: [token, 'pending'] },
    call(selectors.symbol),
    call(selectors.name),
    call(selectors.decimals),
  ]
  let answers: BatchItem[] | undefined = await connection.batch(questions)
  if (isInvented(answers[0]))
    answers = (await connection.others(questions, answers[0]?.by)).find(([control]) => !isInvented(control))
  if (answers === undefined) throw new RpcError('node-error', 'The endpoint invents names and decimals of tokens')
  const [, code, symbol, name, decimals] = answers
  if (code === undefined || !code.ok) throw code?.error ?? new Error('a batch answered with fewer items')
  if (dataReply.parse(code.result) === '0x') return null
  const places = wordOf(decimals)
  if (places === null || places > mostDecimals) return null
  return {
    symbol: cleanForeignText(textOf(symbol), symbolLength),
    name: cleanForeignText(textOf(name), nameLength),
    decimals: Number(places),
  }
}
