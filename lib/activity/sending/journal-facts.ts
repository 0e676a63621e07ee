import type { Address } from 'viem'
import { lowerCaseAddress, toQuantity } from '@/lib/base/hex'
import { isAtLeast } from '@/lib/base/level'
import { distribution } from '@/lib/chain/shared/statistics'
import { describeTransaction } from '@/lib/reading/calls/describe'
import type { JournalFacts } from './draft-reading'
import { atLeast, leastReplacement } from './fees'
import type { Journal } from './journal'
import type { NonceLedger } from './nonce-ledger'

/** What the journal can tell those who prepare a transaction. */
export function createJournalFacts(dependencies: { journal: Journal; nonces: NonceLedger }): JournalFacts {
  const { journal, nonces } = dependencies
  const rowsOf = journal.recentOf

  return {
    expectedNonce: async (networkId, from, count) => nonces.next(await nonces.slotOf(networkId, from), count),
    takenNonce: async (networkId, from, nonce, count) =>
      nonces.taken(await nonces.slotOf(networkId, from), nonce, count),
    freeBelow: async (networkId, from, nonce) => nonces.freeBelow(await nonces.slotOf(networkId, from), nonce),
    committed(networkId, from) {
      // Only one of several transactions with one nonce can be included.
      const dearest = new Map<number, bigint>()
      for (const row of journal.live()) {
        if (row.networkId !== networkId || row.from !== from || row.ended !== null || row.inFlight === 0) continue
        if (isAtLeast(row.level, 'preconfirmed')) continue
        const cost = row.value + row.gas * row.maxFeePerGas
        const before = dearest.get(row.nonce) ?? 0n
        if (cost > before) dearest.set(row.nonce, cost)
      }
      return [...dearest.values()].reduce((sum, cost) => sum + cost, 0n)
    },
    async contacts(networkId) {
      const known = new Set<Address>()
      for (const row of await rowsOf(networkId)) {
        // What a site sent of others' says nothing of whom this person knows.
        if (row.foreign === true) continue
        known.add(row.from)
        if (!isAtLeast(row.level, 'preconfirmed')) continue
        const { to, data, delegate } = row
        const transaction = {
          ...{ to, value: toQuantity(row.value), data },
          ...(delegate === undefined ? {} : { delegate }),
        }
        const { counterparty } = describeTransaction(transaction, {
          purpose: row.purpose,
          account: row.from,
          contractOf: () => null,
        })
        if (counterparty !== null) known.add(lowerCaseAddress(counterparty))
      }
      return [...known]
    },
    async measured(networkId) {
      const rows = await rowsOf(networkId)
      const times = distribution(rows, 'preconfirmed') ?? distribution(rows, 'sealed')
      return times === null ? null : { medianMs: Math.round(times.medianMs), p95Ms: Math.round(times.p95Ms) }
    },
    async least(replaces) {
      const replaced = await journal.get(replaces)
      if (replaced === undefined) return null
      // An earlier replacement of the same nonce must be outbid as well.
      const rivals = (await journal.withNonce(replaced)).filter(row => row.inFlight === 1 && row.ended === null)
      return rivals.map(leastReplacement).reduce(atLeast, leastReplacement(replaced))
    },
  }
}
