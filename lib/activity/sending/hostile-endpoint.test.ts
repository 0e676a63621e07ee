import 'fake-indexeddb/auto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FaultyGateway, startFaultyGateway } from '@/test/faulty-gateway'
import { type Lie, lies } from '@/test/hostile/endpoint-lies'
import { type Place, type Since, sufferLie } from '@/test/hostile/endpoint-run'
import { createPreviewNetwork, type PreviewNetwork } from '@/test/preview-network/index'
import type { Mode } from '@/test/preview-network/modes'
import { newAccount } from '@/test/transactions/connect'
import { createStage, type Stage } from '@/test/transactions/stage'

/** All cells wait for the same blocks, so many at once. */
const atOnce = 24
const places: readonly Place[] = [
  'alone',
  'first of two',
  'second of two',
  'first of three',
  'last of three',
  'second of two with the only socket',
  'last of three with the only socket',
  'first of two without the only socket',
]
const sinces: readonly Since[] = ['the start', 'it has the bytes']

/**
 * `npm run test:hostile`: every cell; with a part of a place's name in `HOSTILE_CELLS`, every cell there. Otherwise
 * each lie alone, those that could end something against one and two, and the gravest where it is asked last and where
 * only one has a socket.
 */
const { HOSTILE_CELLS: wanted } = process.env
const isLong = (place: Place): boolean => wanted === 'all' || (wanted !== undefined && place.includes(wanted))
const ending = /Receipt|Count|sendRaw|all of it/
const gravest = /all of it|Receipt$/
const isShort = (place: Place, since: Since, method: string): boolean => {
  if (place === 'alone') return since === 'the start'
  if (since === 'the start') return false
  if (place === 'first of three') return ending.test(method)
  return place !== 'second of two' && gravest.test(method)
}

const cells = places
  .flatMap(place => sinces.flatMap(since => lies.map(lie => ({ place, since, lie }))))
  // Without a socket nothing is pushed.
  .filter(({ place, lie }) => lie.isPushed !== true || !place.includes('without'))
  .filter(({ place, since, lie }) => isLong(place) || (wanted === undefined && isShort(place, since, lie.method)))
  .map(cell => ({ ...cell, account: newAccount(), outcome: Promise.withResolvers<string[]>() }))

const worlds = new Map<Mode, { network: PreviewNetwork; honest: FaultyGateway; stage: Stage }>()

beforeAll(async () => {
  const options = { blockMs: 300, preconfirmMs: 60, safeBlocks: 1, finalizedBlocks: 2 }
  const modes = new Set(cells.map(modeOf))
  await Promise.all(
    [...modes].map(async mode => {
      // Not the chain id of a preset network, whose money is worth nothing.
      const network = await createPreviewNetwork({ chainId: 424_242, mode, ...options })
      worlds.set(mode, { network, honest: await startFaultyGateway(network), stage: createStage(() => network) })
    }),
  )
  await Promise.all(
    cells.map(cell =>
      worldOf(cell).network.faults.alter('anvil_setBalance', [cell.account.address, '0x8ac7230489e80000']),
    ),
  )
  // What lasts longest begins first.
  const waiting = [...cells].sort((one, next) => (next.lie.lastsMs ?? 0) - (one.lie.lastsMs ?? 0))
  const lane = async () => {
    for (let cell = waiting.shift(); cell !== undefined; cell = waiting.shift()) {
      const { resolve, reject } = cell.outcome
      await sufferLie(worldOf(cell), cell).then(resolve, reject)
    }
  }
  for (let index = 0; index < atOnce; index++) void lane()
}, 180_000)
afterAll(async () => {
  for (const { network, honest, stage } of worlds.values()) {
    stage.clear()
    await honest.close()
    await network.stop()
  }
})

function modeOf({ lie }: { lie: Lie }): Mode {
  return lie.mode ?? 'preconfirmed'
}

function worldOf(cell: { lie: Lie }) {
  const world = worlds.get(modeOf(cell))
  if (world === undefined) throw new Error('a cell without a network')
  return world
}

/**
 * Every cell keeps these rules, see `endpoint-run.ts`: what is signed is what was shown; each payee is paid once at
 * most; a transaction that is on the chain is never called ended; no nonce is used twice; what cannot be done is said
 * with a code. If another endpoint could be asked, no wrong state is final. After the liar has gone, the journal says
 * what the chain says, and the next payment is made.
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
