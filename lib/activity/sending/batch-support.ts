import type { Address, Hex } from 'viem'
import * as z from 'zod/mini'
import { readSingleWord, wordToAddress } from '@/lib/base/abi'
import { batchDelegate, batchDelegateCode, batchDelegateEntryPoint, designator } from '@/lib/base/batch-delegate'
import type { Clock } from '@/lib/base/clock'
import { isSameAddress, keccak256, lowerCaseAddress } from '@/lib/base/hex'
import type { NetworkId } from '@/lib/base/network-id'
import { dataReply } from '@/lib/base/rpc/schemas'
import type { BatchItem, Connection, RpcCall } from '@/lib/base/rpc/types'
import * as selectors from '@/lib/base/signatures/selectors'
import type { Account } from '@/lib/keys/shared/account'
import type { AtomicBatch } from '@/lib/language/requests'
import { readDelegate } from './delegation'

/**
 * Whether an account can make several calls together on a chain. `supported`: it runs the delegate's code already.
 * `ready`: it can with the next transaction.
 */
export type BatchSupport =
  | { status: 'supported' | 'ready' }
  | {
      status: 'unsupported'
      /**
       * `no-key`: the key is not in the wallet. `other-code`: the account runs the code of another contract.
       * `no-delegate`: the delegate, with exactly its code, is not on the chain. `no-set-code`: the chain, or what its
       * endpoint can try out, has no such transactions.
       */
      reason: 'no-key' | 'other-code' | 'no-delegate' | 'no-set-code' | 'unreachable'
    }

export type ReadBatchSupport = (networkId: NetworkId, account: Address) => Promise<BatchSupport>

const texts = z.lazy(() => z.array(dataReply).check(z.length(3)))

/** How calls may be made together: for once where that is required, else as the person chooses; `null`: not at all. */
export function offerTogether(support: BatchSupport, isRequired: boolean): AtomicBatch | null {
  if (support.status === 'unsupported') return null
  const isDelegated = support.status === 'supported'
  return { choice: isDelegated ? 'keep' : isRequired ? 'once' : 'apart', isRequired, isDelegated }
}

/** A decision does not wait longer than this for an endpoint: one transaction after the other will do. */
const longestMs = 2_000

/** Asks the chain each time: what an account runs may change with every block. Does not throw. */
export function createBatchSupport({
  accounts,
  clock,
  connectionOf,
}: {
  accounts(): Promise<readonly Pick<Account, 'address' | 'kind'>[]>
  clock: Pick<Clock, 'after'>
  connectionOf(networkId: NetworkId): Connection
}): ReadBatchSupport {
  /** @returns the answers; `null` where there are none in time */
  function asked(networkId: NetworkId, account: Address): Promise<BatchItem[] | null> {
    return new Promise(resolve => {
      const cancel = clock.after(longestMs, () => resolve(null))
      connectionOf(networkId)
        .batch(questions(account))
        // Without an answer, which the connection reports, nothing is promised.
        .catch(() => null)
        .then(items => {
          cancel()
          resolve(items)
        })
    })
  }

  return async (networkId, account) => {
    const own = lowerCaseAddress(account)
    const kind = (await accounts()).find(({ address }) => isSameAddress(address, own))?.kind
    if (kind !== 'phrase' && kind !== 'key') return { status: 'unsupported', reason: 'no-key' }
    const items = await asked(networkId, own)
    return items === null ? { status: 'unsupported', reason: 'unreachable' } : readSupport(items)
  }
}

function questions(account: Address): RpcCall[] {
  const delegated = { [account]: { code: `${designator}${batchDelegate.slice(2)}` } }
  return [
    { method: 'eth_getCode', params: [batchDelegate, 'latest'] },
    { method: 'eth_getCode', params: [account, 'pending'] },
    // An account that delegates answers as the delegate does, where the chain knows delegations (EIP-7702).
    { method: 'eth_call', params: [{ to: account, data: selectors.entryPoint }, 'pending', delegated] },
  ]
}

function readSupport(items: readonly BatchItem[]): BatchSupport {
  const [delegate, account, answer] = items
  const codes = texts.safeParse([resultOf(delegate), resultOf(account), '0x'])
  if (!codes.success) return { status: 'unsupported', reason: 'unreachable' }
  const [delegateCode = '0x', accountCode = '0x'] = codes.data
  if (keccak256(delegateCode) !== batchDelegateCode) return { status: 'unsupported', reason: 'no-delegate' }
  if (accountCode !== '0x' && readDelegate(accountCode) !== batchDelegate)
    return { status: 'unsupported', reason: 'other-code' }
  if (!isEntryPoint(resultOf(answer))) return { status: 'unsupported', reason: 'no-set-code' }
  return { status: accountCode === '0x' ? 'ready' : 'supported' }
}

function isEntryPoint(answer: unknown): boolean {
  const data = dataReply.safeParse(answer)
  const word = data.success && data.data.length === 66 ? readSingleWord(data.data as Hex) : null
  return word !== null && wordToAddress(word) === batchDelegateEntryPoint
}

function resultOf(item: BatchItem | undefined): unknown {
  return item?.ok === true ? item.result : null
}
