import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type Address, type Hash, type Hex, keccak256, parseEther, toHex } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { beforeAll, describe, vi } from 'vitest'
import { z } from 'zod'
import { startAnvil } from '../anvil.ts'
import { createPreviewNetwork } from '../index.ts'
import { parseArguments } from '../options.ts'
import { RpcFailure } from './rpc-failure.ts'
import { createSocket, type Socket } from './socket.ts'

/** A chain access service somewhere else, and what a client needs to talk to it. */
export interface Target {
  rpcUrl: string
  wsUrl: string
  faucetUrl: string
  chainId: number
  contracts: Record<string, Address>
  /** HTTP as it is: any body, and the whole answer. */
  post(body: string, headers?: Record<string, string>): Promise<Response>
  /** One call. @throws {RpcFailure} */
  call<T = unknown>(method: string, params?: unknown[]): Promise<T>
  /** The error of a call that must not succeed. */
  refusal(method: string, params?: unknown[]): Promise<RpcFailure>
  socket(): Promise<Socket>
  /** Somebody new with ten ether. */
  person(): Promise<Person>
  /** Makes the block being built final, or waits until it is where the network does so by the clock alone. */
  seal(): Promise<void>
  /** Asks the network to misbehave; only where it was started with `--control`. */
  control(order: Record<string, unknown>): Promise<void>
  stop(): Promise<void>
}

export interface Person {
  /** In small letters, as the service writes it. */
  address: Address
  account: PrivateKeyAccount
  /** Signs a transfer of one wei, or whatever is given instead. */
  sign(request: TransferRequest): Promise<{ raw: Hex; hash: Hash }>
}

export interface TransferRequest {
  nonce: number
  to?: Address | undefined
  value?: bigint
  gas?: bigint
  data?: Hex
  maxFeePerGas?: bigint
  maxPriorityFeePerGas?: bigint
  chainId?: number
}

export const stranger: Address = '0x00000000000000000000000000000000000abcde'

/** No block ends while a test looks into it, however busy the machine is; and none has to be waited for. */
export const sealingWhenAsked = ['--control', '--block-ms', '3600000', '--preconfirm-ms', '50']

const stops = new Set<() => Promise<void>>()

/** Ends the networks that the tests of one file have started. */
export async function stopNetworks(): Promise<void> {
  started.clear()
  await Promise.all([...stops].map(stop => stop()))
}

const readySchema = z.object({
  chainId: z.number(),
  rpcUrl: z.string(),
  wsUrl: z.string(),
  faucetUrl: z.string(),
  explorerUrl: z.string(),
  shopUrl: z.null(),
  contracts: z.record(z.string(), z.custom<Address>()),
})

const answerSchema = z.object({
  jsonrpc: z.literal('2.0'),
  result: z.unknown().optional(),
  error: z.object({ code: z.number(), message: z.string(), data: z.unknown().optional() }).optional(),
})

/** Starts the network with these flags of the command, in this process: to load it in another takes a second. */
export async function startNetwork(flags: string[] = []): Promise<Target> {
  const network = await createPreviewNetwork(parseArguments([...ownFlags, ...flags]))
  return running(network, flags, network.stop)
}

/** Starts the network as a person would, with these flags. */
export async function startProcess(flags: string[] = []): Promise<Target & { child: ChildProcess }> {
  const main = join(import.meta.dirname, '..', 'main.ts')
  const child = spawn(process.execPath, [main, ...ownFlags, ...flags], { stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  for await (const line of createInterface({ input: child.stdout })) {
    const target = running(readySchema.parse(JSON.parse(line)), flags, async () => {
      child.kill()
      await exited
    })
    return { ...target, child }
  }
  throw new Error('the network ended before it was ready')
}

const ownFlags = ['--port', '0', '--faucet-cooldown-seconds', '0']

function running(
  { chainId, rpcUrl, wsUrl, faucetUrl, contracts }: Omit<Place, 'sealing' | 'stop'>,
  flags: string[],
  end: () => Promise<void>,
): Target {
  const stop = async () => {
    stops.delete(stop)
    await end()
  }
  stops.add(stop)
  const sealing = flags.includes('--control') ? 'by hand' : 'by the clock'
  return targetAt({ chainId, rpcUrl, wsUrl, faucetUrl, contracts, sealing, stop })
}

/** Anvil itself, with quick blocks: what any Ethereum node does, it does too. */
export async function startEthereum(): Promise<Target> {
  const anvil = await startAnvil(['--block-time', '0.4', '--chain-id', '84538453'])
  const { url, stop } = anvil
  stops.add(stop)
  const wsUrl = url.replace('http', 'ws')
  const target = targetAt({
    chainId: 84_538_453,
    rpcUrl: url,
    wsUrl,
    faucetUrl: '',
    contracts: {},
    sealing: 'by hand',
    stop,
  })
  await target.call('anvil_mine', ['0x2'])
  // Anvil writes its fee history a moment after the blocks, and tells nobody.
  await vi.waitUntil(() => hasFeeHistory(target), { timeout: 20_000, interval: 20 })
  return target
}

async function hasFeeHistory(target: Target): Promise<boolean> {
  const { baseFeePerGas } = await target.call<{ baseFeePerGas: Hex[] }>('eth_feeHistory', ['0x2', 'latest', []])
  return baseFeePerGas.length === 3
}

type Place = Pick<Target, 'rpcUrl' | 'wsUrl' | 'faucetUrl' | 'chainId' | 'contracts' | 'stop'> & {
  sealing: 'by hand' | 'by the clock'
}

function targetAt(place: Place): Target {
  const post = (body: string, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
    fetch(place.rpcUrl, { method: 'POST', headers, body })

  const call = async <T>(method: string, params: unknown[] = []): Promise<T> => {
    const response = await post(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))
    const { result, error } = answerSchema.parse(await response.json())
    if (error !== undefined) throw new RpcFailure(error.code, error.message, error.data)
    // What a method answers is what the test is about to look at.
    return result as T
  }

  return {
    ...place,
    post,
    call,
    async refusal(method, params) {
      const result = await call(method, params).catch((error: unknown) => error)
      if (result instanceof RpcFailure) return result
      throw new Error(`${method} was not refused but answered ${JSON.stringify(result)}`)
    },
    socket: () => createSocket(place.wsUrl),
    async person() {
      const account = privateKeyToAccount(generatePrivateKey())
      await call('anvil_setBalance', [account.address, toHex(parseEther('10'))])
      return {
        address: `0x${account.address.slice(2).toLowerCase()}`,
        account,
        sign: request => signTransfer(account, place.chainId, request),
      }
    },
    async seal() {
      if (place.sealing === 'by hand') return void (await call('evm_mine'))
      const socket = await createSocket(place.wsUrl)
      await (await socket.subscribe('newHeads')).next()
      socket.close()
    },
    async control(order) {
      const response = await fetch(`${place.rpcUrl}/control/faults`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(order),
      })
      if (!response.ok) throw new Error(await response.text())
    },
  }
}

async function signTransfer(account: PrivateKeyAccount, chainId: number, request: TransferRequest) {
  const raw = await account.signTransaction({
    type: 'eip1559',
    chainId,
    to: stranger,
    value: 1n,
    gas: 21_000n,
    maxFeePerGas: 10_000_000_000n,
    maxPriorityFeePerGas: 1_000_000_000n,
    ...request,
  })
  return { raw, hash: keccak256(raw) }
}

/** The same tests on each of these; one file has one of a kind. */
export function onEach(names: readonly (keyof typeof starts)[], tests: (target: () => Target) => void): void {
  describe.each(names)('%s', name => {
    let target: Target | undefined
    beforeAll(async () => {
      const starting = started.get(name) ?? starts[name]()
      started.set(name, starting)
      target = await starting
    })
    tests(() => {
      if (target === undefined) throw new Error('the network is not up')
      return target
    })
  })
}

const started = new Map<string, Promise<Target>>()

const starts = {
  /** Tests may give themselves money. */
  'pre-confirming network': () => startNetwork(['--control']),
  'network with fast blocks': () => startNetwork(['--control', '--mode', 'fast-blocks']),
  'network that seals when asked': () => startNetwork(sealingWhenAsked),
  'network with shreds': () => startNetwork([...sealingWhenAsked, '--mode', 'shreds']),
  'network with mini-blocks': () => startNetwork([...sealingWhenAsked, '--mode', 'mini-blocks']),
  'network with proposed blocks': () => startNetwork([...sealingWhenAsked, '--mode', 'proposed-blocks']),
  'network with commitments': () => startNetwork([...sealingWhenAsked, '--mode', 'commitments']),
  'plain Anvil': startEthereum,
}

/** The networks that work as chains other than Base do. */
export const otherChains = [
  'network with shreds',
  'network with mini-blocks',
  'network with proposed blocks',
  'network with commitments',
] as const
