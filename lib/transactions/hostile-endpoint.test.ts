import 'fake-indexeddb/auto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FaultyGateway, startFaultyGateway } from '@/test/faulty-gateway'
import { lies } from '@/test/hostile/endpoint-lies'
import { type Place, type Since, sufferLie } from '@/test/hostile/endpoint-run'
import { createPreviewNetwork, type PreviewNetwork } from '@/test/preview-network/index'
import { newAccount } from '@/test/transactions/connect'
import { createStage } from '@/test/transactions/stage'

/** All cells wait for the same blocks, so many at once. */
const atOnce = 16
const places: readonly Place[] = ['alone', 'first of two', 'second of two', 'first of three']
const sinces: readonly Since[] = ['the start', 'it has the bytes']

/** `npm run test:hostile`: every cell. Otherwise each lie alone, and those that could end something against two. */
const isLong = process.env.HOSTILE_CELLS === 'all'
const ending = /Receipt|Count|sendRaw|all of it/
const isShort = (place: Place, since: Since, method: string): boolean =>
  (place === 'alone' && since === 'the start') ||
  (place === 'first of three' && since === 'it has the bytes' && ending.test(method))

const cells = places
  .flatMap(place => sinces.flatMap(since => lies.map(lie => ({ place, since, lie }))))
  .filter(({ place, since, lie }) => isLong || isShort(place, since, lie.method))
  .map(cell => ({ ...cell, account: newAccount(), outcome: Promise.withResolvers<string[]>() }))

let network: PreviewNetwork
let honest: FaultyGateway
const stage = createStage(() => network)

beforeAll(async () => {
  const options = { blockMs: 300, preconfirmMs: 60, safeBlocks: 1, finalizedBlocks: 2 }
  // Not the chain id of a preset network, whose money is worth nothing.
  network = await createPreviewNetwork({ chainId: 424_242, ...options })
  honest = await startFaultyGateway(network)
  for (const { account } of cells)
    await network.faults.alter('anvil_setBalance', [account.address, '0x8ac7230489e80000'])
  const waiting = [...cells]
  const lane = async () => {
    for (let cell = waiting.shift(); cell !== undefined; cell = waiting.shift()) {
      const { resolve, reject } = cell.outcome
      await sufferLie({ network, honest, stage }, cell).then(resolve, reject)
    }
  }
  for (let index = 0; index < atOnce; index++) void lane()
}, 60_000)
afterAll(async () => {
  stage.clear()
  await honest.close()
  await network.stop()
})

/**
 * Of every cell holds, see `endpoint-run.ts`: what is signed is what was shown; each payee is paid once at most; a
 * transaction that is on the chain is never called ended; no number is used twice; what cannot be done is said with a
 * code. Where another endpoint could be asked, nothing is final that is not so. And when the liar has gone, the journal
 * says what the chain says, and the next payment is made.
 */
describe.each(places.filter(place => cells.some(cell => cell.place === place)))(
  'of an endpoint that is %s nothing lasts',
  { timeout: 600_000 },
  place => {
    const rows = cells.filter(cell => cell.place === place)
    const named = rows.map(
      cell => [`${cell.lie.method} ${cell.lie.field}`.trim(), cell.lie.says, cell.since, cell] as const,
    )
    it.each(named)('%s says %s, since %s', async (_where, _says, _since, { outcome }) => {
      expect(await outcome.promise).toEqual([])
    })
  },
)
