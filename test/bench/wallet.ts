import { makePlan } from '../chaos/plan.ts'
import { inTurns } from './lines.ts'
import { runBench } from './measurement.ts'
import { measureOpenings } from './popup-opening.ts'
import { measureScale } from './scale.ts'
import { measureStarts } from './start-memory.ts'
import {
  begin,
  connectedSite,
  measureDecision,
  measureFirstAnswer,
  measurePushes,
  measureTransfer,
  measureUnlock,
  prepare,
  type WalletBench,
} from './wallet-measures.ts'
import { measureHeap } from './worker-heap.ts'

/**
 * `npm run bench:wallet [-- runs] [--beside FOLDER]`: the built extension against the embedded network.
 * `npm run bench:wallet -- --scale [runs]`: the same at 1, 10 and 100 times a hundredth of what a wallet in long use
 * holds, with the ratio.
 */

/** The pushes that each run of the bench adds: ten runs see a hundred pushes. */
const pushesPerRun = 10

async function measureWallet(bench: WalletBench): Promise<void> {
  const { lifetime, runs } = bench
  const sessions = await begin(bench)
  await inTurns(sessions, runs, measureTransfer)
  await inTurns(sessions, 1, session => measurePushes(session, runs * pushesPerRun))
  await inTurns(sessions, runs, measureFirstAnswer)
  await inTurns(sessions, runs, measureUnlock)
  for (const { side, wallet, note } of sessions) {
    const lookUps = await side.drivers.lookUps.measureLookUps(lifetime, wallet, 200)
    note('host looked up, lists of 354,000 hosts', lookUps.later, '≤ 1')
    note('the same, first look-up of a worker', lookUps.first)
  }
  const shops = await Promise.all(
    sessions.map(async session => ({
      session,
      site: await connectedSite(bench, session.side, session.wallet, 'https://shop.example/'),
    })),
  )
  await inTurns(shops, runs, ({ session, site }) => measureDecision(session, site))
  for (const { wallet } of sessions) await wallet.context.close()

  await measureOpenings(bench)
  await measureStarts(bench)
  for (const side of bench.sides) await measureHeap(bench, side)
  for (const side of bench.sides) await measureBurst(bench, side)
}

async function measureBurst({ lifetime, lines, browser }: WalletBench, side: WalletBench['sides'][number]) {
  const kills = [6, 12, 20].map(afterApprovals => ({
    afterApprovals,
    delayMs: 0,
    fault: { kind: 'kill-worker' } as const,
  }))
  const plan = { ...makePlan(1), faults: kills }
  const { sealedMs, faults } = await side.drivers.burst.runPlan(lifetime, browser, side.built, plan)
  lines.note(side.column, '100 transfers, worker killed three times: all sealed', sealedMs)
  lines.note(side.column, '100 transfers: what is wrong afterwards', faults.length, '0', '')
}

await (process.argv.includes('--scale')
  ? runBench('scale', 10, async measurement => measureScale(await prepare(measurement)))
  : runBench('wallet', 10, async measurement => measureWallet(await prepare(measurement))))
