import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { Hash } from 'viem'
import { z } from 'zod'
import { root } from '../commands/project.ts'
import { inTurns } from './lines.ts'
import { type Measurement, runBench } from './measurement.ts'
import { call, type LoadTarget, listen, now, richAccount, sendAll, signTransfers } from './network-load.ts'
import { kindOf } from './sides.ts'

/**
 * `npm run bench:network [-- runs] [--beside FOLDER]`: the embedded network under load, as a client sees it. The folder
 * beside is a checkout. An extension has no part in it, so there is no floor.
 */

const readySchema = z.object({ rpcUrl: z.string(), wsUrl: z.string(), chainId: z.number() })
const tickSchema = z.object({ dueAt: z.number(), doneAt: z.number(), transactions: z.number(), isSealing: z.boolean() })
const headSchema = z.object({ number: z.string() })
const receiptsSchema = z.array(z.object({ transactionHash: z.custom<Hash>(), blockNumber: z.string() }))

async function startNetwork(checkout: string): Promise<{ target: LoadTarget; child: ChildProcess }> {
  const main = join(checkout, 'test', 'preview-network', 'main.ts')
  const child = spawn(process.execPath, [main, '--control', '--faucet-cooldown-seconds', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface({ input: child.stdout })) {
    return { target: readySchema.parse(JSON.parse(line)), child }
  }
  throw new Error('the network did not start')
}

async function ticksOf(target: LoadTarget): Promise<z.infer<typeof tickSchema>[]> {
  return z.array(tickSchema).parse(await (await fetch(`${target.rpcUrl}/control/ticks`)).json())
}

/** Reads as a wallet does, one after the other, until told to stop. Returns how long each took. */
function startReading(target: LoadTarget, address: string): () => Promise<number[]> {
  const reads: [string, unknown[]][] = [
    ['eth_getTransactionCount', [address, 'pending']],
    ['eth_getBalance', [address, 'pending']],
    ['eth_getBlockByNumber', ['pending', false]],
    ['eth_call', [{ to: address, from: address }, 'pending']],
    ['eth_blockNumber', []],
    ['eth_getBalance', [address, 'latest']],
  ]
  const took: number[] = []
  let isOver = false
  const reading = (async () => {
    for (let index = 0; !isOver; index++) {
      const [method, params] = reads[index % reads.length] ?? ['eth_blockNumber', []]
      const start = now()
      await call(target, method, params)
      took.push(now() - start)
      // The pace of a reader, not a wait for anything.
      await new Promise(resolve => setTimeout(resolve, 5))
    }
  })()
  return async () => {
    isOver = true
    await reading
    return took
  }
}

/** Sends so many transfers as fast as possible and sees each of them pre-confirmed and sealed. */
async function burst(target: LoadTarget, count: number) {
  const account = await richAccount(target)
  const raws = await signTransfers(target, account, count)
  const preconfirmed = new Map<Hash, number>()
  const sealed = new Map<Hash, { at: number; number: bigint }>()
  const done = Promise.withResolvers<void>()
  const ear = await listen(target, [['newFlashblockTransactions'], ['transactionReceipts']], (position, result, at) => {
    if (position === 0) preconfirmed.set(z.custom<Hash>().parse(result), at)
    else {
      for (const receipt of receiptsSchema.parse(result)) {
        sealed.set(receipt.transactionHash, { at, number: BigInt(receipt.blockNumber) })
      }
    }
    if (raws.length > 0 && [...accepted.keys()].filter(hash => sealed.has(hash)).length === count) done.resolve()
  })
  let accepted = new Map<Hash, number>()
  const stopReading = startReading(target, account.address)
  const start = now()
  accepted = await sendAll(target, raws, 8)
  await done.promise
  const reads = await stopReading()
  ear.close()
  const lastAccepted = Math.max(...accepted.values())
  const lastPreconfirmed = Math.max(...[...accepted.keys()].map(hash => preconfirmed.get(hash) ?? Number.NaN))
  const ticks = (await ticksOf(target)).filter(tick => tick.doneAt > lastAccepted && tick.dueAt <= lastPreconfirmed)
  const during = (await ticksOf(target)).filter(tick => tick.doneAt >= start)
  return {
    sendingMs: lastAccepted - start,
    lastAcceptedToPreconfirmedMs: lastPreconfirmed - lastAccepted,
    partialBlocksAfterLastAcceptance: ticks.length,
    acceptedToPreconfirmedMs: [...accepted].map(([hash, at]) => (preconfirmed.get(hash) ?? Number.NaN) - at),
    acceptedToSealedMs: [...accepted].map(([hash, at]) => (sealed.get(hash)?.at ?? Number.NaN) - at),
    blocks: new Set([...accepted.keys()].map(hash => sealed.get(hash)?.number)).size,
    mostInOneBlock: Math.max(...during.map(tick => tick.transactions)),
    tickMs: during.map(tick => tick.doneAt - tick.dueAt),
    reads,
  }
}

/** So many sockets with three subscriptions each, while transfers go on: how late each hears of a tick. */
async function audience(target: LoadTarget, sockets: number) {
  const heard: { at: number }[] = []
  let next = Promise.withResolvers<void>()
  const ears = await Promise.all(
    Array.from({ length: sockets }, () =>
      listen(target, [['newHeads'], ['logs', {}], ['newFlashblockTransactions', true]], (position, result, at) => {
        if (position === 0) headSchema.parse(result)
        heard.push({ at })
        next.resolve()
      }),
    ),
  )
  const account = await richAccount(target)
  const raws = await signTransfers(target, account, 200)
  const start = now()
  for (let index = 0; index < raws.length; index += 10) {
    next = Promise.withResolvers()
    await sendAll(target, raws.slice(index, index + 10), 2)
    // At the pace of the network: on with what it tells next.
    await next.promise
  }
  const ticks = (await ticksOf(target)).filter(tick => tick.doneAt >= start)
  for (const ear of ears) ear.close()
  const first = ticks[0]?.doneAt ?? 0
  // A notification belongs to the last tick that was due before it arrived.
  const owned = heard
    .filter(({ at }) => at >= first)
    .flatMap(({ at }) => {
      const tick = ticks.findLast(({ dueAt }) => dueAt <= at)
      return tick === undefined ? [] : [{ at, tick }]
    })
  return {
    dueToHeardMs: owned.map(({ at, tick }) => at - tick.dueAt),
    doneToHeardMs: owned.map(({ at, tick }) => Math.max(0, at - tick.doneAt)),
    tickMs: ticks.map(tick => tick.doneAt - tick.dueAt),
  }
}

async function measureNetwork({ lifetime, lines, runs, beside }: Measurement): Promise<void> {
  const kind = beside === undefined ? undefined : await kindOf(resolve(beside))
  if (kind !== undefined && kind !== 'checkout')
    throw new Error(`${beside} is a built extension: bench:network needs a checkout, whose embedded network it runs.`)
  const networks: { column: 'ours' | 'beside'; target: LoadTarget }[] = []
  const start = async (column: 'ours' | 'beside', checkout: string) => {
    const { target, child } = await startNetwork(checkout)
    lifetime.onEnd(async () => {
      child.kill()
      await once(child, 'exit')
    })
    networks.push({ column, target })
  }
  await start('ours', root)
  if (beside !== undefined) await start('beside', resolve(beside))

  await inTurns(networks, runs, async ({ column, target }) => {
    const note = (name: string, value: number | number[], budget = '', unit = 'ms') =>
      lines.note(column, name, value, budget, unit)
    const hundred = await burst(target, 100)
    note('100 transfers: sending', hundred.sendingMs)
    note('100 transfers: accepted → pre-confirmed', hundred.acceptedToPreconfirmedMs)
    note('100 transfers: accepted → sealed', hundred.acceptedToSealedMs)
    note('100 transfers: partial blocks after the last', hundred.partialBlocksAfterLastAcceptance, '≤ 3', '')
    note('100 transfers: blocks they are in', hundred.blocks, '≤ 2', '')
    note('100 transfers: a read beside them', hundred.reads, 'p95 ≤ 60')
    const fiveHundred = await burst(target, 500)
    note('500 transfers: sending', fiveHundred.sendingMs)
    note('500 transfers: most in one block', fiveHundred.mostInOneBlock, '', '')
    note('500 transfers: tick due → done', fiveHundred.tickMs, '≤ 200')
    note('500 transfers: accepted → pre-confirmed', fiveHundred.acceptedToPreconfirmedMs)
    note('500 transfers: a read beside them', fiveHundred.reads, 'p95 ≤ 60')
    const heard = await audience(target, 50)
    note('50 sockets × 3: tick due → heard', heard.dueToHeardMs)
    note('50 sockets × 3: tick done → heard', heard.doneToHeardMs, '≤ 50')
    note('50 sockets × 3: tick due → done', heard.tickMs)
  })
}

await runBench('network', 3, measureNetwork)
