import {
  type Client,
  createClient,
  createPublicClient,
  type Hash,
  type Hex,
  http,
  type PrivateKeyAccount,
  parseEther,
  webSocket,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterEach, describe, expect, test } from 'vitest'
import { createPreviewNetwork, type GivenOptions, type PreviewNetwork } from '../preview-network/index.ts'
import { type ChainWithPreconfirmations, monad, previewChain, rise } from './chains.ts'
import { type LevelChange, watchTransactionLevels } from './watch-transaction-levels.ts'

/** Long enough for a busy machine; nothing here is a measurement. */
const eventually = <Value>(value: () => Value) => expect.poll(value, { timeout: 20_000, interval: 20 })

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

async function networkWith(options: GivenOptions = {}): Promise<PreviewNetwork> {
  const network = await createPreviewNetwork({ control: true, ...options })
  ends.push(network.stop)
  return network
}

function overHttp(network: PreviewNetwork, chain: ChainWithPreconfirmations = previewChain(network)): Client {
  return createClient({ chain: { ...chain, id: network.chainId }, transport: http(network.rpcUrl) })
}

/** The changes of one transaction, as they come. */
function watched(client: Client, hash: Hash, parameters: { pollingInterval?: number } = {}) {
  const changes: LevelChange[] = []
  const errors: unknown[] = []
  ends.push(
    watchTransactionLevels(client, {
      ...parameters,
      hash,
      onLevel: change => changes.push(change),
      onError: error => errors.push(error),
    }),
  )
  const told = () => changes.map(({ level, event }) => (event === undefined ? level : `${level} (${event})`))
  return { changes, errors, told }
}

/** Somebody with money, who signs without asking. */
async function person(network: PreviewNetwork): Promise<PrivateKeyAccount> {
  const account = privateKeyToAccount(generatePrivateKey())
  await network.faults.alter('anvil_setBalance', [account.address, `0x${parseEther('10').toString(16)}`])
  return account
}

async function signed(network: PreviewNetwork, account: PrivateKeyAccount, price: bigint): Promise<Hex> {
  const fees = { gas: 21_000n, maxFeePerGas: price, maxPriorityFeePerGas: price }
  return account.signTransaction({ chainId: network.chainId, nonce: 0, to: account.address, value: 1n, ...fees })
}

/** Seals the block being built; the clock of these networks stands still. */
const stillClock = { blockMs: 3_600_000, preconfirmMs: 50, safeBlocks: 2, finalizedBlocks: 4 }
async function seal(network: PreviewNetwork, blocks = 1): Promise<void> {
  for (let sealed = 0; sealed < blocks; sealed += 1) await network.faults.seal()
}

describe('Over HTTP', () => {
  test('a transaction is pre-confirmed, sealed, safe and final, at the levels that the chain itself records', async () => {
    const network = await networkWith(stillClock)
    const hash = await network.faucet.drip('0x00000000000000000000000000000000000000aa')
    const { told, changes } = watched(overHttp(network), hash, { pollingInterval: 20 })
    await eventually(told).toContain('preconfirmed')
    expect(network.levelsOf(hash).at(-1)?.level).toBe('preconfirmedAt')
    await seal(network)
    await eventually(told).toContain('sealed')
    expect(network.levelsOf(hash).at(-1)?.level).toBe('sealedAt')
    await seal(network, 2)
    await eventually(told).toContain('safe')
    await seal(network, 2)
    await eventually(told).toContain('final')
    expect(told().slice(-4)).toEqual(['preconfirmed', 'sealed', 'safe', 'final'])
    const receipt = await createPublicClient({ transport: http(network.rpcUrl) }).getTransactionReceipt({ hash })
    expect(changes.at(-1)?.blockNumber).toBe(receipt.blockNumber)
  })

  test('a withdrawn pre-confirmation is told, and so is the one after it', async () => {
    const network = await networkWith(stillClock)
    const hash = await network.faucet.drip('0x00000000000000000000000000000000000000aa')
    const { told } = watched(overHttp(network), hash, { pollingInterval: 20 })
    await eventually(told).toContain('preconfirmed')
    network.faults.set({ withheld: 'all' })
    await network.faults.revoke(hash, 'waiting')
    await eventually(told).toContain('accepted (withdrawn)')
    network.faults.clear()
    await eventually(() => told().at(-1)).toBe('preconfirmed')
  })

  test('a reorganised block is told', async () => {
    const network = await networkWith({ ...stillClock, safeBlocks: 20, finalizedBlocks: 40 })
    const hash = await network.faucet.drip('0x00000000000000000000000000000000000000aa')
    const { told } = watched(overHttp(network), hash, { pollingInterval: 20 })
    await eventually(told).toContain('preconfirmed')
    await seal(network)
    await eventually(told).toContain('sealed')
    network.faults.set({ withheld: 'all' })
    await network.faults.reorganise(1, 'waiting')
    await eventually(told).toContain('accepted (reorganised)')
  })

  test('a transaction whose nonce another took is replaced', async () => {
    const network = await networkWith(stillClock)
    const client = createPublicClient({ transport: http(network.rpcUrl) })
    const account = await person(network)
    const [first, second] = await Promise.all([
      signed(network, account, 10n ** 9n),
      signed(network, account, 10n ** 10n),
    ])
    network.faults.set({ withheld: 'all' })
    const hash = await client.sendRawTransaction({ serializedTransaction: first })
    const { told } = watched(overHttp(network), hash, { pollingInterval: 20 })
    await eventually(told).toEqual(['accepted'])
    await client.sendRawTransaction({ serializedTransaction: second })
    network.faults.set({ withheld: [hash] })
    await seal(network)
    await eventually(told).toEqual(['accepted', 'accepted (replaced)'])
  })

  test('a reading that fails is told, and the next one goes on', async () => {
    const network = await networkWith(stillClock)
    const hash = await network.faucet.drip('0x00000000000000000000000000000000000000aa')
    network.faults.set({
      callFailure: { methods: ['eth_getTransactionReceipt'], code: -32602, message: 'away', times: 1 },
    })
    const { told, errors } = watched(overHttp(network), hash, { pollingInterval: 20 })
    await eventually(told).toContain('preconfirmed')
    expect(String(errors[0])).toContain('away')
  })

  test('a missing receipt of one backend that is behind is no withdrawal', async () => {
    const network = await networkWith({ blockMs: 500, preconfirmMs: 50, safeBlocks: 3, finalizedBlocks: 6 })
    network.faults.set({ backends: [{}, { lagMs: 300 }] })
    const hash = await network.faucet.drip('0x00000000000000000000000000000000000000aa')
    const { told } = watched(overHttp(network), hash, { pollingInterval: 20 })
    await eventually(told).toContain('final')
    expect(told().filter(each => each.includes('('))).toEqual([])
  })
})

test.each([
  ['shreds', rise],
  ['proposed-blocks', monad],
] as const)('the levels of %s are told over HTTP', async (mode, chain) => {
  const network = await networkWith({ mode, blockMs: 3_600_000 })
  const hash = await network.faucet.drip('0x00000000000000000000000000000000000000aa')
  const { told } = watched(overHttp(network, chain), hash, { pollingInterval: 20 })
  // A block is proposed by being sealed, and voted for with the next.
  if (mode === 'proposed-blocks') await seal(network)
  await eventually(told).toContain('preconfirmed')
  await seal(network)
  await eventually(() => told().some(level => level === 'sealed' || level === 'safe')).toBe(true)
})

test('over a WebSocket the chain calls for each reading', async () => {
  const network = await networkWith({ blockMs: 1000, preconfirmMs: 100 })
  const client = createPublicClient({ chain: previewChain(network), transport: webSocket() })
  ends.push(async () => (await client.transport.getRpcClient()).close())
  // By the clock alone nothing would be read within this test.
  const hash = await network.faucet.drip('0x00000000000000000000000000000000000000aa')
  const { told } = watched(client, hash, { pollingInterval: 600_000 })
  await eventually(told).toContain('sealed')
})
