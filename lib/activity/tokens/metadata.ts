import type { Address } from 'viem'
import { textOf, wordOf } from '@/lib/base/batch-answer'
import { cleanForeignText } from '@/lib/base/foreign-text'
import { dataReply } from '@/lib/base/rpc/schemas'
import type { Connection } from '@/lib/base/rpc/types'
import * as selectors from '@/lib/base/signatures/selectors'
import type { TokenMetadata } from '@/lib/reading/calls/description'

/** With more decimals no amount fits a screen, or 256 bits. */
const mostDecimals = 36n
const symbolLength = 12
const nameLength = 40

/**
 * @returns name, symbol and decimals that a contract gives, its texts cleaned, because they appear beside ours; `null`
 * where there is no code, or no token
 * @throws RpcError where the chain cannot be asked
 * @see EIP-20, the optional methods
 */
export async function readTokenMetadata(connection: Connection, token: Address): Promise<TokenMetadata | null> {
  const call = (data: string) => ({ method: 'eth_call', params: [{ to: token, data }, 'pending'] })
  const [code, symbol, name, decimals] = await connection.batch([
    { method: 'eth_getCode', params: [token, 'pending'] },
    call(selectors.symbol),
    call(selectors.name),
    call(selectors.decimals),
  ])
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
