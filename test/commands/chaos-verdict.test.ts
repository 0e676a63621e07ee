import { expect, it } from 'vitest'
import { faultsOf } from '../chaos/verdict.ts'
import type { LevelSpan } from '../preview-network/levels.ts'

const hash = `0x${'ab'.repeat(32)}` as const
const blockHash = `0x${'cd'.repeat(32)}` as const
const from = '0x00000000000000000000000000000000000000aa'
const to = '0x00000000000000000000000000000000000000bb'
const sealed = [
  { level: 'acceptedAt', from: 0 },
  { level: 'preconfirmedAt', from: 200 },
  { level: 'sealedAt', from: 2_000 },
] as const

/** The verdict on a journal that calls one transaction safe after 22 s and final after 42 s. */
function verdictWith(spans: readonly LevelSpan[]): string[] {
  const levels = ['accepted', 'preconfirmed', 'sealed', 'safe', 'final'] as const
  const times = [100, 300, 2_100, 22_000, 42_000]
  const history = levels.map((level, index) => ({ level, at: times[index] ?? 0 }))
  const receipt = { blockHash, blockNumber: 1n, status: 'success' }
  return faultsOf({
    asked: [{ from, to, wei: 1n, answer: hash }],
    sealed: [{ from, to, wei: 1n, nonce: 0, hash, blockHash, cost: 2n }],
    journal: [{ hash, from, to, nonce: 0, level: 'final', ended: null, receipt, history }],
    screens: [],
    funds: { before: 10n, after: new Map([[from, 8n]]) },
    levelsOf: () => spans,
  })
}

it('what is safe and final by the network’s own record may be called so', () => {
  expect(verdictWith([...sealed, { level: 'safeAt', from: 21_000 }, { level: 'finalAt', from: 41_000 }])).toEqual([])
})

it('that it is sealed is no proof that it is safe or final', () => {
  expect(verdictWith(sealed)).toEqual([
    `${hash} was called safe at 22000, which the network did not know`,
    `${hash} was called final at 42000, which the network did not know`,
  ])
})

it('nothing is called safe or final before it is', () => {
  expect(verdictWith([...sealed, { level: 'safeAt', from: 23_000 }, { level: 'finalAt', from: 43_000 }])).toHaveLength(
    2,
  )
})
