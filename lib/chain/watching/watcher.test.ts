import { recordFaults } from '@/lib/base/faults.fixture'
import { firstNetworkOf } from '@/lib/base/network-id'
import 'fake-indexeddb/auto'
import { type Hash, type Hex, keccak256, parseEther, parseGwei } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, it, type TestContext, vi } from 'vitest'
import { systemClock } from '@/lib/base/clock'
import { toQuantity } from '@/lib/base/hex'
import { createManualClock } from '@/lib/base/manual-clock.fixture'
import type { Regime } from '@/lib/base/regime'
import { createNetworks } from '@/lib/chain/networks/networks'
import { probeEndpoint } from '@/lib/chain/networks/probe'
import { createDoor } from '@/lib/chain/rpc/door'
import { openDatabase } from '@/lib/storage/open'
import { startFaultyGateway } from '@/test/faulty-gateway'
import { createPreviewNetwork, type PreviewNetwork } from '@/test/preview-network/index'
import type { Sighting, Watched } from './types'
import { createConfirmationWatcher } from './watcher'
import { silentConnection } from './watcher.fixture'

// These tests mostly wait, so they run together.
vi.setConfig({ maxConcurrency: 12 })

const chainId = 84538453
const zeroHash = `0x${'0'.repeat(64)}`

let preconfirming: PreviewNetwork
let fast: PreviewNetwork
beforeAll(async () => {
  const common = { faucetCooldownSeconds: 0 }
  // Blocks of 5 s, so that open blocks are seen on a busy machine too.
  preconfirming = await createPreviewNetwork({ ...common, blockMs: 5_000, safeBlocks: 0, finalizedBlocks: 1 })
  // Two chains started in the same second would have the same genesis.
  const second = (): number => Math.floor(Date.now() / 1_000)
  const begun = second()
  await vi.waitUntil(() => second() > begun, 2_000)
  fast = await createPreviewNetwork({ ...common, mode: 'fast-blocks', safeBlocks: 5, finalizedBlocks: 10 })
  await Promise.all([openBank(preconfirming), openBank(fast)])
}, 60_000)
afterAll(async () => {
  await Promise.all([preconfirming?.stop(), fast?.stop()])
})

/** A watcher on a real network behind a gateway with faults, and an account with test money. */
async function setUp(
  { onTestFinished, expect }: TestContext,
  network: PreviewNetwork,
  options: { socket?: boolean } = {},
) {
  const gateway = await startFaultyGateway(network)
  const database = await openDatabase(`watcher-${gateway.url}`)
  const networks = await createNetworks({
    database,
    door: createDoor({ isAllowed: () => true, clock: systemClock }),
    clock: systemClock,
    keepAlive: { hold: () => () => undefined },
    localPreview: null,
    faults: recordFaults(),
    probeEndpoint,
  })
  const socket = options.socket === false ? null : gateway.socketUrl
  await networks.setEndpoints(firstNetworkOf(chainId), [{ http: gateway.url, socket }])
  const connection = networks.connection(firstNetworkOf(chainId))
  let held = 0
  const watcher = createConfirmationWatcher({
    connection,
    network: { methodPrefix: 'base', preconfirmationSubscription: 'newFlashblockTransactions' },
    clock: systemClock,
    keepAlive: {
      hold() {
        held += 1
        return () => {
          held -= 1
        }
      },
    },
    faults: recordFaults(),
    checkGenesis: () => networks.checkGenesis(firstNetworkOf(chainId)),
    onEpoch: listener => networks.onEpoch((_, epoch) => listener(epoch)),
  })
  onTestFinished(async () => {
    watcher.stop()
    networks.stop()
    await gateway.close()
    database.close()
  })
  const sightings: Sighting[] = []
  watcher.onSighting(sighting => sightings.push(sighting))
  const regimes: Regime[] = []
  watcher.onRegime(regime => regimes.push(regime))
  const account = privateKeyToAccount(generatePrivateKey())
  await fund(network, account)
  const kinds = (hash: Hash): string[] => sightings.filter(seen => seen.hash === hash).map(({ kind }) => kind)
  const sign = async (nonce: number, value = 1n): Promise<{ raw: Hex; watched: Watched }> => {
    const raw = await account.signTransaction({
      type: 'eip1559',
      chainId,
      nonce,
      to: account.address,
      value,
      gas: 21_000n,
      maxFeePerGas: parseGwei('1'),
      maxPriorityFeePerGas: 1_000_000n,
    })
    return { raw, watched: { hash: keccak256(raw), from: account.address, nonce } }
  }
  /** Sends to the network directly: the gateway is in front of the watcher only. */
  const submit = async (raw: Hex): Promise<void> => {
    await rpc(network, 'eth_sendRawTransaction', [raw])
  }
  return {
    gateway,
    watcher,
    sightings,
    regimes,
    kinds,
    sign,
    held: () => held,
    /** Signs, watches and submits. */
    async send(nonce: number): Promise<Watched> {
      const { raw, watched } = await sign(nonce)
      watcher.watch(watched)
      await submit(raw)
      return watched
    },
    submit,
    until: (hash: Hash, kind: Sighting['kind'], timeout = 20_000) =>
      expect.poll(() => kinds(hash), { timeout, interval: 20 }).toContain(kind),
    untilRegime: (regime: Regime, timeout = 20_000) =>
      expect.poll(() => watcher.regime(), { timeout, interval: 20 }).toBe(regime),
  }
}

async function rpc(network: PreviewNetwork, method: string, params: unknown[]): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const response = await fetch(network.rpcUrl, { method: 'POST', body })
  const { result, error } = await response.json()
  if (error) throw new Error(`${method}: ${error.message}`)
  return result
}

/** One account of each network pays the test money of all tests; its nonces are counted here. */
interface Bank {
  account: PrivateKeyAccount
  nextNonce: number
}
const banks = new Map<PreviewNetwork, Bank>()

async function openBank(network: PreviewNetwork): Promise<void> {
  const account = privateKeyToAccount(generatePrivateKey())
  await fetch(`${network.faucetUrl}/api/preview/faucet/drip`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ address: account.address }),
  })
  await vi.waitUntil(async () => (await rpc(network, 'eth_getBalance', [account.address, 'latest'])) !== '0x0', 20_000)
  banks.set(network, { account, nextNonce: 0 })
}

async function fund(network: PreviewNetwork, { address }: PrivateKeyAccount): Promise<void> {
  const bank = banks.get(network)
  if (!bank) throw new Error('the bank is closed')
  const raw = await bank.account.signTransaction({
    type: 'eip1559',
    chainId,
    nonce: bank.nextNonce++,
    to: address,
    value: parseEther('0.003'),
    gas: 21_000n,
    maxFeePerGas: parseGwei('1'),
    maxPriorityFeePerGas: 1_000_000n,
  })
  await rpc(network, 'eth_sendRawTransaction', [raw])
  await vi.waitUntil(async () => (await rpc(network, 'eth_getBalance', [address, 'latest'])) !== '0x0', 20_000)
}

function withoutRepeats(kinds: string[]): string[] {
  return kinds.filter((kind, index) => kind !== kinds[index - 1])
}

describe('what no endpoint knows', { timeout: 30_000 }, () => {
  it('is asked for ever more rarely, and in the end holds nothing', async ({ expect }) => {
    let batches = 0
    const held = new Set<object>()
    const clock = createManualClock()
    const answers: Record<string, unknown> = {
      base_transactionStatus: { status: 'Unknown' },
      eth_getTransactionCount: '0x5',
    }
    const watcher = createConfirmationWatcher({
      connection: silentConnection({
        subscribe: () => new Promise(() => undefined),
        socket: () => 'none',
        async batch(calls) {
          batches += 1
          return calls.map(({ method }) => ({ ok: true, result: answers[method] ?? null }))
        },
      }),
      network: { methodPrefix: 'base', preconfirmationSubscription: 'newPreconfirmed' },
      clock,
      keepAlive: {
        hold() {
          const hold = {}
          held.add(hold)
          return () => held.delete(hold)
        },
      },
      faults: recordFaults(),
      checkGenesis: async () => 0,
      onEpoch: () => () => undefined,
    })
    watcher.watch({ hash: `0x${'ab'.repeat(32)}`, from: '0x00000000000000000000000000000000000000aa', nonce: 5 })
    for (let passed = 0; passed < 900_000; passed += 100) {
      clock.advance(100)
      for (let turn = 0; turn < 4; turn += 1) await Promise.resolve()
    }
    expect(batches).toBeLessThan(600)
    expect(held.size).toBe(0)
    watcher.stop()
  })
})

describe.concurrent('a watched transaction', { timeout: 60_000 }, () => {
  it('need not be there: whether the network pre-confirms is listened for, and then nothing is held', async context => {
    const { expect } = context
    const { gateway, held, watcher } = await setUp(context, preconfirming)
    expect(watcher.isRegimeSeen()).toBe(false)
    watcher.seeRegime()
    watcher.seeRegime()
    await expect.poll(() => watcher.isRegimeSeen(), { timeout: 20_000, interval: 20 }).toBe(true)
    expect(watcher.regime()).toBe('preconfirming')
    await expect.poll(() => gateway.sockets.size, { timeout: 30_000 }).toBe(0)
    expect(held()).toBe(0)
  })

  it('is pre-confirmed by a push, then sealed, safe and final; then nothing is held', async context => {
    const { expect } = context
    const { send, until, kinds, held, watcher, gateway } = await setUp(context, preconfirming)
    const watched = await send(0)
    expect(held()).toBe(1)
    await until(watched.hash, 'final')
    const told = withoutRepeats(kinds(watched.hash)).filter(kind => kind !== 'known')
    // Where the machine is slow, the first question comes before the network has the transaction.
    if (told[0] === 'missing-receipt') told.shift()
    expect(told).toEqual(['preconfirmed', 'sealed', 'safe', 'final'])
    expect(watcher.regime()).toBe('preconfirming')
    expect(held()).toBe(0)
    await expect.poll(() => gateway.sockets.size, { timeout: 20_000 }).toBe(0)
  })

  it('is pre-confirmed by its receipt, read at once, where only hashes are pushed', async context => {
    const { expect } = context
    const { gateway, send, until, sightings } = await setUp(context, preconfirming)
    gateway.faults.rewriteItem = item =>
      typeof item === 'object' && item && 'gasUsed' in item && 'nonce' in item && 'hash' in item ? item.hash : item
    const { hash } = await send(0)
    await until(hash, 'preconfirmed')
    expect(sightings.find(({ kind }) => kind === 'preconfirmed')).toMatchObject({
      receipt: { status: 'success', gasUsed: 21_000n, blockHash: null },
    })
  })

  it('is pre-confirmed by a push that writes gas as a number', async context => {
    const { expect } = context
    const { gateway, send, until, sightings, watcher, untilRegime } = await setUp(context, preconfirming)
    gateway.faults.rewriteItem = item =>
      typeof item === 'object' && item && 'gasUsed' in item && 'nonce' in item && 'from' in item
        ? { ...item, gasUsed: Number(item.gasUsed) }
        : item
    // No receipts are given: only the push can tell.
    gateway.faults.rewrite = ({ method }, result) => (method === 'eth_getTransactionReceipt' ? null : result)
    const stop = watcher.onTick(() => undefined)
    await untilRegime('preconfirming')
    const { hash } = await send(0)
    await until(hash, 'preconfirmed')
    expect(sightings.find(({ kind }) => kind === 'preconfirmed')).toMatchObject({ receipt: { gasUsed: 21_000n } })
    stop()
  })

  it('is sealed and never pre-confirmed where blocks take 200 ms', async context => {
    const { expect } = context
    const { send, until, kinds, untilRegime, watcher } = await setUp(context, fast)
    const stop = watcher.onTick(() => undefined)
    await untilRegime('fast-blocks')
    const { hash } = await send(0)
    await until(hash, 'final')
    expect(kinds(hash)).toContain('sealed')
    expect(kinds(hash)).not.toContain('preconfirmed')
    stop()
  })

  it('becomes final over HTTP alone', async context => {
    const { expect } = context
    const { send, until, kinds, watcher, gateway, held } = await setUp(context, preconfirming, { socket: false })
    const { hash } = await send(0)
    expect(watcher.regime()).toBe('http-only')
    await until(hash, 'final')
    // On a busy machine inclusion may take so long that an absence is told first.
    const seen = withoutRepeats(kinds(hash)).filter(kind => kind !== 'known')
    expect(seen.slice(seen.indexOf('preconfirmed'))).toEqual(['preconfirmed', 'sealed', 'safe', 'final'])
    expect(gateway.sockets.size).toBe(0)
    expect(held()).toBe(0)
  })

  it('is not withdrawn where receipts come only with the sealed block', async context => {
    const { expect } = context
    const { gateway, send, until, kinds, watcher, untilRegime } = await setUp(context, preconfirming)
    gateway.faults.rewrite = ({ method }, result) =>
      method === 'eth_getTransactionReceipt' &&
      typeof result === 'object' &&
      result &&
      'blockHash' in result &&
      result.blockHash === zeroHash
        ? null
        : result
    const stop = watcher.onTick(() => undefined)
    await untilRegime('preconfirming')
    const { hash } = await send(0)
    await until(hash, 'sealed')
    expect(kinds(hash)).not.toContain('missing-receipt')
    expect(kinds(hash)).toContain('preconfirmed')
    stop()
  })

  it('is missing after its pre-confirmation is withdrawn, and pre-confirmed when it returns', async context => {
    const { expect } = context
    const { gateway, send, until, kinds } = await setUp(context, preconfirming, { socket: false })
    const { hash } = await send(0)
    await until(hash, 'preconfirmed')
    gateway.faults.rewrite = ({ method, params }, result) => {
      if (method === 'eth_getTransactionReceipt') return null
      if (method === 'eth_getBlockByNumber' && params[0] === 'pending') return { ...Object(result), transactions: [] }
      return method === 'eth_getTransactionCount' && params[1] !== 'earliest' ? '0x0' : result
    }
    await until(hash, 'missing-receipt')
    gateway.faults.rewrite = (_, result) => result
    await until(hash, 'sealed')
    expect(kinds(hash).indexOf('missing-receipt')).toBeLessThan(kinds(hash).indexOf('sealed'))
  })

  it('is missing after its sealed block left the chain', async context => {
    const { gateway, send, until, sightings } = await setUp(context, preconfirming)
    const { hash } = await send(0)
    await until(hash, 'sealed')
    const sealed = sightings.find(({ kind }) => kind === 'sealed')
    const height = sealed?.kind === 'sealed' ? toQuantity(sealed.receipt.blockNumber) : null
    const other = `0x${'0b'.repeat(32)}`
    gateway.faults.rewrite = ({ method, params }, result) => {
      if (method === 'eth_getTransactionReceipt') return null
      if (method === 'eth_getBlockByNumber' && params[0] === height)
        return { ...Object(result), hash: other, transactions: [] }
      return method === 'eth_getTransactionCount' && params[1] === 'latest' ? '0x0' : result
    }
    await until(hash, 'missing-receipt')
  })

  it('has its nonce taken by another transaction', async context => {
    const { expect } = context
    const { sign, send, until, kinds, watcher } = await setUp(context, fast)
    const { watched: never } = await sign(0, 999n)
    watcher.watch(never)
    const { hash } = await send(0)
    await until(hash, 'sealed')
    await until(never.hash, 'nonce-taken')
    expect(kinds(hash)).not.toContain('nonce-taken')
  })

  it('is unknown, told repeatedly, while no node has it', async context => {
    const { expect } = context
    const { sign, kinds, until, watcher, submit } = await setUp(context, fast)
    const { raw, watched } = await sign(0)
    watcher.watch(watched)
    await expect
      .poll(() => kinds(watched.hash).filter(kind => kind === 'unknown-to-node').length, { timeout: 20_000 })
      .toBeGreaterThan(1)
    await submit(raw)
    await until(watched.hash, 'sealed')
  })

  it('is known while it waits for an earlier nonce', async context => {
    const { expect } = context
    const { sign, send, until, kinds, watcher, submit } = await setUp(context, fast)
    const { raw, watched } = await sign(1)
    watcher.watch(watched)
    await submit(raw)
    await until(watched.hash, 'known')
    expect(kinds(watched.hash)).not.toContain('unknown-to-node')
    await send(0)
    await until(watched.hash, 'sealed')
  })

  it('is believed only with its own sender and a used nonce', async context => {
    const { expect } = context
    const { gateway, send, kinds, until } = await setUp(context, fast, { socket: false })
    const liar = '0x00000000000000000000000000000000000000ff'
    gateway.faults.rewrite = ({ method }, result) =>
      method === 'eth_getTransactionReceipt' && typeof result === 'object' && result
        ? { ...result, from: liar }
        : result
    const { hash } = await send(0)
    const readings = () => gateway.calls.filter(method => method === 'eth_getTransactionReceipt').length
    const before = readings()
    await expect.poll(readings, { timeout: 20_000 }).toBeGreaterThan(before + 10)
    expect(kinds(hash)).not.toContain('sealed')
    gateway.faults.rewrite = ({ method }, result) => (method === 'eth_getTransactionCount' ? '0x0' : result)
    const again = readings()
    await expect.poll(readings, { timeout: 20_000 }).toBeGreaterThan(again + 5)
    expect(kinds(hash)).not.toContain('sealed')
    gateway.faults.rewrite = (_, result) => result
    await until(hash, 'sealed')
  })

  it('is sealed over HTTP alone as one of a hundred sent at once', async context => {
    const { expect } = context
    const { sign, submit, kinds, watcher } = await setUp(context, fast, { socket: false })
    const signed = await Promise.all(Array.from({ length: 100 }, (_, nonce) => sign(nonce)))
    for (const { watched } of signed) watcher.watch(watched)
    for (const { raw } of signed) await submit(raw)
    await expect
      .poll(() => signed.filter(({ watched }) => kinds(watched.hash).includes('sealed')).length, { timeout: 20_000 })
      .toBe(100)
  })
})

describe.concurrent('when the network changes', { timeout: 60_000 }, () => {
  it('readings take over from a dropped socket, and pushes come back', async context => {
    const { expect } = context
    const { gateway, send, until, untilRegime, watcher, regimes } = await setUp(context, preconfirming)
    const stop = watcher.onTick(() => undefined)
    const first = await send(0)
    await until(first.hash, 'sealed')
    await untilRegime('preconfirming')
    gateway.faults.noSockets = true
    gateway.dropSockets()
    const second = await send(1)
    await until(second.hash, 'preconfirmed')
    await untilRegime('degraded')
    gateway.faults.noSockets = false
    await until(second.hash, 'sealed')
    await untilRegime('preconfirming')
    expect(regimes).toContain('degraded')
    stop()
  })

  it('a silent socket is noticed, and the transaction is still followed', async context => {
    const { gateway, send, until, untilRegime, watcher } = await setUp(context, preconfirming)
    const stop = watcher.onTick(() => undefined)
    const first = await send(0)
    await until(first.hash, 'sealed')
    gateway.faults.mute = true
    const second = await send(1)
    await until(second.hash, 'sealed')
    await untilRegime('degraded')
    gateway.faults.mute = false
    await untilRegime('preconfirming')
    stop()
  })

  it('pushes that stop on an answering socket are noticed', async context => {
    const { gateway, send, until, untilRegime, watcher } = await setUp(context, preconfirming)
    const stop = watcher.onTick(() => undefined)
    const first = await send(0)
    await until(first.hash, 'sealed')
    gateway.faults.silentKinds = new Set(['newFlashblockTransactions', 'newHeads'])
    const second = await send(1)
    await until(second.hash, 'preconfirmed')
    await untilRegime('degraded')
    gateway.faults.silentKinds = new Set()
    await send(2)
    await untilRegime('preconfirming')
    stop()
  })

  it('a pending block below the newest sealed one is noticed', async context => {
    const { gateway, send, until, untilRegime, watcher } = await setUp(context, preconfirming)
    const stop = watcher.onTick(() => undefined)
    gateway.faults.rewrite = ({ method, params }, result) =>
      method === 'eth_getBlockByNumber' && params[0] === 'pending' && typeof result === 'object' && result
        ? { ...result, number: '0x0' }
        : result
    const { hash } = await send(0)
    await until(hash, 'preconfirmed')
    await untilRegime('degraded')
    stop()
  })

  it('an overloaded endpoint is asked at growing intervals, and the transaction is found when it recovers', async context => {
    const { expect } = context
    const { gateway, send, until, untilRegime, watcher, kinds } = await setUp(context, fast, { socket: false })
    let asked: number | undefined
    watcher.onRegime(regime => {
      if (regime === 'degraded') asked ??= gateway.requests.length
    })
    gateway.faults.http = {
      status: 429,
      body: '{"jsonrpc":"2.0","id":null,"error":{"code":-32016,"message":"over rate limit"}}',
    }
    const { hash } = await send(0)
    await untilRegime('degraded')
    // In these 1.5 s a poll every 200 ms would have made twice as many calls, with one for the chain id each time.
    expect(asked).toBeLessThanOrEqual(9)
    gateway.faults.http = null
    expect(kinds(hash)).toEqual([])
    await until(hash, 'sealed')
  })

  it('a restart from another genesis ends all watching, and is told once', async context => {
    const { expect } = context
    const { gateway, send, until, watcher, sightings } = await setUp(context, preconfirming)
    const resets: number[] = []
    watcher.onReset(epoch => resets.push(epoch))
    const { hash } = await send(0)
    await until(hash, 'preconfirmed')
    gateway.retarget(fast)
    gateway.dropSockets()
    await expect.poll(() => resets, { timeout: 20_000 }).toEqual([1])
    const count = sightings.length
    await expect.poll(() => gateway.sockets.size, { timeout: 20_000 }).toBe(0)
    expect(sightings.length).toBe(count)
  })
})

describe.concurrent('while nothing is watched', { timeout: 60_000 }, () => {
  it('no call is made and nothing is held', async context => {
    const { expect } = context
    const { gateway, watcher, held } = await setUp(context, preconfirming)
    watcher.onSighting(() => undefined)
    watcher.onRegime(() => undefined)
    expect(gateway.calls).toEqual([])
    expect(gateway.sockets.size).toBe(0)
    expect(held()).toBe(0)
  })

  it('ticks are told while a listener exists, and the socket closes with the last one', async context => {
    const { expect } = context
    const { gateway, watcher } = await setUp(context, fast)
    const numbers: bigint[] = []
    const stop = watcher.onTick(({ height }) => numbers.push(height ?? -1n))
    await expect.poll(() => numbers.length, { timeout: 20_000 }).toBeGreaterThan(5)
    stop()
    await expect.poll(() => gateway.sockets.size, { timeout: 20_000 }).toBe(0)
    const count = gateway.calls.length
    const ended = numbers.length
    const height = async (): Promise<number> => Number(await rpc(fast, 'eth_blockNumber', []))
    const later = (await height()) + 7
    await expect.poll(height, { timeout: 20_000 }).toBeGreaterThanOrEqual(later)
    expect(gateway.calls.length).toBe(count)
    expect(numbers.length).toBe(ended)
    expect(numbers).toEqual([...numbers].sort((left, right) => Number(left - right)))
  })

  it('ticks are told over HTTP alone', async context => {
    const { expect } = context
    const { watcher } = await setUp(context, fast, { socket: false })
    const numbers: bigint[] = []
    const stop = watcher.onTick(({ height }) => numbers.push(height ?? -1n))
    await expect.poll(() => numbers.length, { timeout: 20_000 }).toBeGreaterThan(2)
    stop()
  })
})
