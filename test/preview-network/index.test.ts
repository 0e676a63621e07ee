import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { createPublicClient, type Hex, http, parseEther, toHex, webSocket } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterEach, describe, expect, test } from 'vitest'
import { childrenOf } from './conformance/processes.ts'
import {
  AnvilMissingError,
  AnvilStartError,
  AnvilVersionError,
  createPreviewNetwork,
  FaucetError,
  type GivenOptions,
  OptionsError,
  PortTakenError,
  type PreviewNetwork,
  StateError,
  StateInUseError,
} from './index.ts'

const networks = new Set<PreviewNetwork>()
const folders = new Set<string>()
afterEach(async () => {
  await Promise.all([...networks].map(({ stop }) => stop()))
  await Promise.all([...folders].map(folder => rm(folder, { recursive: true })))
  networks.clear()
  folders.clear()
})

async function started(options: GivenOptions = {}): Promise<PreviewNetwork> {
  const network = await createPreviewNetwork({ blockMs: 500, preconfirmMs: 50, ...options })
  networks.add(network)
  return network
}

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'preview-network-'))
  folders.add(folder)
  return folder
}

function clientOf({ rpcUrl }: PreviewNetwork) {
  return createPublicClient({ transport: http(rpcUrl), pollingInterval: 50 })
}

const children = () => childrenOf(process.pid)

/** Writes an executable file and returns its path. */
async function executable(text: string): Promise<string> {
  const path = join(await emptyFolder(), 'anvil')
  await writeFile(path, text)
  await chmod(path, 0o755)
  return path
}

/** Returns the error of a start that must not succeed, and checks that it left no process. */
async function refusal(options: Record<string, unknown>): Promise<unknown> {
  const before = await children()
  const error = await createPreviewNetwork(options).then(
    network => network.stop().then(() => undefined),
    (reason: unknown) => reason,
  )
  if (process.platform === 'linux') expect(await children()).toEqual(before)
  return error
}

describe('createPreviewNetwork', () => {
  test('starts a network that a client can use over HTTP and WebSocket', async () => {
    const network = await started()
    expect(network.rpcUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect(network.chainId).toBe(84_538_453)
    expect(await clientOf(network).getChainId()).toBe(network.chainId)
    const overSocket = createPublicClient({ transport: webSocket(network.wsUrl) })
    const number = await new Promise(resolve => {
      const stop = overSocket.watchBlockNumber({
        onBlockNumber(found) {
          stop()
          resolve(found)
        },
      })
    })
    expect(number).toBeGreaterThan(0n)
    await overSocket.transport.getRpcClient().then(client => client.close())
    expect((await fetch(network.explorerUrl)).status).toBe(200)
  })

  test('two networks run at once, and one goes on when the other is stopped', async () => {
    const [one, other] = await Promise.all([
      started({ mode: 'shreds', chainId: 1001 }),
      started({ mode: 'proposed-blocks', chainId: 1002 }),
    ])
    const account = privateKeyToAccount(generatePrivateKey()).address
    await clientOf(one).waitForTransactionReceipt({ hash: await one.faucet.drip(account) })
    expect(await clientOf(one).getBalance({ address: account, blockTag: 'pending' })).toBe(parseEther('0.1'))
    expect(await clientOf(other).getBalance({ address: account, blockTag: 'pending' })).toBe(0n)
    one.faults.set({ lies: { chainId: 7 } })
    expect([await clientOf(one).getChainId(), await clientOf(other).getChainId()]).toEqual([7, 1002])
    await one.stop()
    await expect(fetch(one.rpcUrl)).rejects.toThrow()
    expect(await clientOf(other).getChainId()).toBe(1002)
  })

  test.runIf(process.platform === 'linux')('stop leaves nothing running, also when it is called twice', async () => {
    const before = await children()
    const network = await started()
    expect((await children()).length).toBe(before.length + 1)
    const socket = new WebSocket(network.wsUrl)
    await once(socket, 'open')
    const closed = once(socket, 'close')
    await Promise.all([network.stop(), network.stop()])
    await network.stop()
    await closed
    expect(await children()).toEqual(before)
    const port = Number(new URL(network.rpcUrl).port)
    // Another program can take the port at once.
    const again = await started({ port })
    expect(again.rpcUrl).toBe(network.rpcUrl)
  })

  test.runIf(process.platform === 'linux')('failed says why a network ended on its own', async () => {
    const before = await children()
    const network = await started()
    const [guard = 0] = (await children()).filter(pid => !before.includes(pid))
    process.kill(guard, 'SIGTERM')
    expect(await network.failed).toEqual(new Error('Anvil has ended'))
    await network.stop()
    expect(await children()).toEqual(before)
  })

  test('levelsOf tells when a transaction was accepted, pre-confirmed and sealed', async () => {
    const network = await started()
    const hash = await network.faucet.drip('0x00000000000000000000000000000000000abcde')
    await expect
      .poll(() => network.levelsOf(hash).map(({ level }) => level))
      .toEqual(['acceptedAt', 'preconfirmedAt', 'sealedAt'])
    const times = network.levelsOf(hash).map(({ from }) => from)
    expect(times).toEqual([...times].sort((a, b) => a - b))
  })
})

describe('The record of levels', () => {
  test('tells when a block became safe and final, and that one that left the chain no longer is', async () => {
    const network = await started({ blockMs: 3_600_000, safeBlocks: 1, finalizedBlocks: 2 })
    const hash = await network.faucet.drip('0x00000000000000000000000000000000000abcde')
    const levels = () => network.levelsOf(hash).map(({ level }) => level)
    await expect.poll(levels).toEqual(['acceptedAt', 'preconfirmedAt'])
    for (let blocks = 0; blocks < 3; blocks++) await network.faults.seal()
    await expect.poll(levels).toEqual(['acceptedAt', 'preconfirmedAt', 'sealedAt', 'safeAt', 'finalAt'])
    const { blockNumber } = await clientOf(network).getTransactionReceipt({ hash })
    const head = await clientOf(network).getBlockNumber()
    await network.faults.reorganise(Number(head - blockNumber) + 1, 'forgotten')
    expect(network.levelsOf(hash).filter(({ until }) => until === undefined)).toEqual([])
    expect(levels().sort()).toEqual(['acceptedAt', 'finalAt', 'preconfirmedAt', 'safeAt', 'sealedAt'])
  })
})

describe('A block that is sealed on demand', () => {
  test('has what was pre-confirmed a while ago', async () => {
    const network = await started({ blockMs: 3_600_000 })
    const hash = await network.faucet.drip('0x00000000000000000000000000000000000abcde')
    const isNow = (wanted: string) =>
      network.levelsOf(hash).some(({ level, until }) => level === wanted && until === undefined)
    await expect.poll(() => isNow('preconfirmedAt')).toBe(true)
    await setTimeout(1_200)
    await network.faults.seal()
    expect(isNow('sealedAt')).toBe(true)
    expect((await clientOf(network).getTransactionReceipt({ hash })).status).toBe('success')
  })
})

describe('A transaction of somebody else’s native account', () => {
  test('is one transaction of several phases, each of which happens as a whole', async () => {
    const network = await started({ blockMs: 3_600_000 })
    const sender = privateKeyToAccount(generatePrivateKey()).address.toLowerCase() as Hex
    await network.faults.alter('anvil_setBalance', [sender, toHex(10n ** 18n)])
    const to: Hex = '0x00000000000000000000000000000000000abcde'
    // The money for the second phase is not there.
    const calls = [
      [{ to, value: toHex(5n), data: '0x' as const }],
      [{ to, value: toHex(10n ** 19n), data: '0x' as const }],
    ]
    const hash = await network.faults.sendNative({ sender, calls })
    await network.faults.seal()
    const receipt = await clientOf(network).request({ method: 'eth_getTransactionReceipt', params: [hash] })
    expect(receipt).toMatchObject({ type: '0x79', status: '0x0', phaseStatuses: ['0x1', '0x0'] })
    expect(await clientOf(network).getBalance({ address: to })).toBe(5n)
  })
})

describe('The faucet of a network', () => {
  test('gives ether and test dollars to programs without a cooldown', async () => {
    const network = await started()
    const client = clientOf(network)
    const address = privateKeyToAccount(generatePrivateKey()).address
    const hashes = await Promise.all([1, 2, 3].map(() => network.faucet.drip(address)))
    hashes.push(await network.faucet.dripDollars(address))
    for (const hash of hashes) expect((await client.waitForTransactionReceipt({ hash })).status).toBe('success')
    expect(await client.getBalance({ address, blockTag: 'pending' })).toBe(parseEther('0.3'))
    const data: Hex = `0x70a08231${address.slice(2).padStart(64, '0')}`
    const { data: dollars = '0x0' } = await client.call({ to: network.contracts.testDollar, data, blockTag: 'pending' })
    expect(BigInt(dollars)).toBe(1_000_000_000n)
    const status = await fetch(`${network.faucet.url}/status`)
    expect(await status.json()).toMatchObject({ chain_id: network.chainId })
  })

  test('fails with a typed error when it is told to', async () => {
    const network = await started()
    network.faults.set({ faucet: 'limited' })
    const error = await network.faucet.drip(network.contracts.testDollar).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(FaucetError)
    expect(error).toMatchObject({ name: 'FaucetError', status: 429 })
  })
})

describe('A network that cannot start says why with a typed error, and leaves nothing running', () => {
  test('PortTakenError: another program listens', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : undefined
    const error = await refusal({ port })
    expect(error).toBeInstanceOf(PortTakenError)
    expect(error).toMatchObject({ name: 'PortTakenError', port, host: '127.0.0.1' })
    server.close()
  })

  test('AnvilMissingError: there is no such file, or it cannot be executed', async () => {
    const folder = await emptyFolder()
    const plain = join(folder, 'plain')
    await writeFile(plain, 'text')
    for (const anvil of [join(folder, 'nothing'), plain]) {
      const error = await refusal({ anvil })
      expect(error).toBeInstanceOf(AnvilMissingError)
      expect(error).toMatchObject({ places: [anvil], message: expect.stringContaining('@foundry-rs/anvil') })
    }
  })

  test('AnvilVersionError: a program of another version that does not know the options', async () => {
    const anvil = await executable(
      '#!/bin/sh\n[ "$1" = --version ] && echo "anvil Version: 0.3.0-stable" && exit 0\nexit 2\n',
    )
    const error = await refusal({ anvil })
    expect(error).toBeInstanceOf(AnvilVersionError)
    expect(error).toMatchObject({ found: '0.3.0', wanted: '1.7.x', path: anvil })
  })

  test('AnvilVersionError: a program of another version that starts', async () => {
    const answer = '{"jsonrpc":"2.0","id":1,"result":"anvil/v1.6.2"}'
    const anvil = await executable(
      [
        `#!${process.execPath}`,
        `const server = require('node:http').createServer((_, response) => response.end('${answer}'))`,
        "server.listen(0, '127.0.0.1', () => console.log('Listening on 127.0.0.1:' + server.address().port))",
      ].join('\n'),
    )
    const error = await refusal({ anvil })
    expect(error).toBeInstanceOf(AnvilVersionError)
    expect(error).toMatchObject({ found: '1.6.2' })
  })

  test('AnvilStartError: a program that ends at once', async () => {
    const anvil = await executable('#!/bin/sh\nexit 3\n')
    expect(await refusal({ anvil })).toBeInstanceOf(AnvilStartError)
  })

  test('OptionsError: each wrong option is named', async () => {
    const error = await refusal({ blockMs: 1, mode: 'slow', speed: 9 })
    expect(error).toBeInstanceOf(OptionsError)
    const issues = error instanceof OptionsError ? error.issues : []
    expect(issues.map(({ option }) => option).sort()).toEqual(['', 'blockMs', 'mode'])
    expect(issues.find(({ option }) => option === '')?.message).toContain('speed')
  })

  test('StateInUseError: another running network has the folder, until it is stopped', async () => {
    const dir = await emptyFolder()
    const first = await started({ dir })
    const error = await refusal({ dir })
    expect(error).toBeInstanceOf(StateInUseError)
    expect(error).toMatchObject({ folder: dir, pid: process.pid })
    await first.stop()
    await started({ dir })
  })

  test('StateError: the folder holds the state of another chain', async () => {
    const dir = await emptyFolder()
    await (await started({ dir })).stop()
    expect(await refusal({ dir, chainId: 5 })).toBeInstanceOf(StateError)
    // The refused network has not kept the folder.
    await started({ dir })
  })
})

test('faults can be read, set and cleared while the network runs', async () => {
  const { faults, rpcUrl } = await started()
  faults.set({ callFailure: { methods: ['eth_chainId'], message: 'out of order', times: 1 } })
  expect(faults.current.callFailure).toMatchObject({ code: -32000, times: 1 })
  const client = createPublicClient({ transport: http(rpcUrl, { retryCount: 0 }) })
  await expect(client.getChainId()).rejects.toThrow('out of order')
  expect(await client.getChainId()).toBe(84_538_453)
  expect(() => faults.set({ receiptsLateMs: -1 })).toThrow('receiptsLateMs')
  faults.clear()
  expect(faults.current.callFailure).toBeNull()
})
