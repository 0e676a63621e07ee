import type { Address, Hex } from 'viem'
import { encodeCall, readSingleString } from '@/lib/base/abi'
import { type BatchAnswer, dataOf, wordOf } from '@/lib/base/batch-answer'
import { timeReply } from '@/lib/base/rpc/schemas'
import type { Connection } from '@/lib/base/rpc/types'
import * as selectors from '@/lib/base/signatures/selectors'
import { permit2Address } from '@/lib/reading/calls/published-contracts'

/**
 * What a chain says of an account and of the tokens a payment could be made with. On the pending state: what is only
 * pre-confirmed counts.
 */
export interface ChainFacts {
  /** Unix seconds of the newest block; `null` when it does not say. */
  now: number | null
  /** The account has code, its own or a delegate's (EIP-7702); `null` when it does not say. */
  hasCode: boolean | null
  tokens: ReadonlyMap<Address, TokenFacts>
}

export interface TokenFacts {
  /** EIP-712 domain separator by which the token checks signatures; `null` where it has none. */
  separator: Hex | null
  balance: bigint | null
  /** What Permit2 may take already. */
  allowance: bigint | null
  /** Next nonce of EIP-2612; `null` where it has none. */
  permitNonce: bigint | null
  /** What `name()` and `version()` say; `null` where it has none. */
  name: string | null
  version: string | null
}

const perToken = 6

/** One batch. @throws RpcError when the chain could not be asked */
export async function readChainFacts(
  connection: Connection,
  account: Address,
  tokens: readonly Address[],
): Promise<ChainFacts> {
  const call = (to: Address, data: Hex) => ({ method: 'eth_call', params: [{ to, data }, 'pending'] })
  const items = await connection.batch([
    { method: 'eth_getBlockByNumber', params: ['latest', false] },
    { method: 'eth_getCode', params: [account, 'pending'] },
    ...tokens.flatMap(token => [
      call(token, selectors.domainSeparator),
      call(token, encodeCall(selectors.balanceOf, [account])),
      call(token, encodeCall(selectors.allowance, [account, permit2Address])),
      call(token, encodeCall(selectors.nonces, [account])),
      call(token, selectors.name),
      call(token, selectors.version),
    ]),
  ])
  const [head, code] = items
  if (head === undefined || !head.ok) throw head?.error ?? new Error('a batch answered with fewer items')
  const block = timeReply.safeParse(head.result)
  return {
    now: block.success && block.data !== null ? Number(block.data.timestamp) : null,
    hasCode: codeIn(code),
    tokens: new Map(
      tokens.map((token, index): [Address, TokenFacts] => {
        const [separator, balance, allowance, permitNonce, name, version] = items.slice(
          2 + index * perToken,
          2 + (index + 1) * perToken,
        )
        return [
          token,
          {
            ...{ separator: hashIn(separator), name: nameIn(name), version: nameIn(version) },
            ...{ balance: wordOf(balance), allowance: wordOf(allowance), permitNonce: wordOf(permitNonce) },
          },
        ]
      }),
    ),
  }
}

function codeIn(item: BatchAnswer): boolean | null {
  const data = dataOf(item)
  return data === null ? null : data !== '0x'
}

function hashIn(item: BatchAnswer): Hex | null {
  const data = dataOf(item)
  return data?.length === 66 ? data : null
}

function nameIn(item: BatchAnswer): string | null {
  const data = dataOf(item)
  return data === null ? null : readSingleString(data)
}
