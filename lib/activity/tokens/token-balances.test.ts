import 'fake-indexeddb/auto'
import {
  type Address,
  createPublicClient,
  createWalletClient,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  http,
  parseAbi,
  size,
} from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '@/lib/base/clock'
import { firstNetworkOf } from '@/lib/base/network-id'
import type { Connection, RpcCall } from '@/lib/base/rpc/types'
import type { Networks } from '@/lib/chain/networks/networks'
import { openDatabase } from '@/lib/storage/open'
import { createPreviewNetwork, type PreviewNetwork } from '@/test/preview-network/index'
import { connectTo, contractOf, drip, eventually, newAccount } from '@/test/transactions/connect'
import { createBalancesReading } from './token-balances'

/** What contracts do when they are asked for a balance, and the balance that is known then. */
const odd: { does: string; code: Hex; balance: bigint | null }[] = [
  { does: 'answers nothing', code: '0x00', balance: null },
  { does: 'reverts with a word', code: '0x60206000fd', balance: null },
  { does: 'fails and takes all gas', code: '0xfe', balance: null },
  { does: 'never ends', code: '0x5b600056', balance: null },
  { does: 'answers 31 bytes', code: '0x601f6000f3', balance: null },
  { does: 'answers two words', code: '0x60406000f3', balance: null },
  { does: 'answers 200 kB', code: '0x62030d406000f3', balance: null },
  { does: 'answers the largest word', code: `0x${'600019600052'}60206000f3`, balance: 2n ** 256n - 1n },
]

const mintAbi = parseAbi(['function mint(address to, uint256 amount)'])
const held = 5_000_000n
const owner = newAccount()
let network: PreviewNetwork
let networks: Networks
let connection: Connection
let dollar: Address
let oddTokens: Address[]

/** Mints test dollars and creates the contracts. The code of each stands behind the fourteen bytes that return it. */
async function prepare(): Promise<Address[]> {
  const transport = http(network.rpcUrl)
  const client = createWalletClient({ account: owner, transport })
  const creations = odd.map(({ code }): Hex => {
    const length = size(code).toString(16).padStart(4, '0')
    return `0x61${length}600e60003961${length}6000f3${code.slice(2)}`
  })
  const minting = encodeFunctionData({ abi: mintAbi, functionName: 'mint', args: [owner.address, held] })
  const sent = [{ to: dollar, data: minting }, ...creations.map(data => ({ data }))]
  const hashes = await Promise.all(
    sent.map((request, nonce) => client.sendTransaction({ ...request, nonce, gas: 500_000n, chain: null })),
  )
  const reader = createPublicClient({ transport, pollingInterval: 50 })
  const receipts = await Promise.all(hashes.map(hash => reader.waitForTransactionReceipt({ hash })))
  return receipts.flatMap(({ contractAddress }) => contractAddress ?? [])
}

/** A reading whose calls are kept, and some of which the endpoint refuses. */
function reading(isRefused: (call: RpcCall) => boolean = () => false) {
  const calls: RpcCall[] = []
  const refused = { ok: false, error: new Error('missing value for required argument') } as const
  const read = createBalancesReading(() => ({
    ...connection,
    async batch(batch) {
      calls.push(...batch)
      const answers = await connection.batch(batch)
      return batch.map((call, index) => (isRefused(call) ? refused : (answers[index] ?? refused)))
    },
  }))
  return { calls, read: (tokens: readonly Address[]) => read(firstNetworkOf(network.chainId), owner.address, tokens) }
}

const isWithoutContract = ({ params }: RpcCall): boolean => !('to' in Object(params?.[0]))
const known = (balance: bigint | null) => ({ sealed: balance, pending: balance })

beforeAll(async () => {
  network = await createPreviewNetwork({ faucetCooldownSeconds: 0, blockMs: 2_000, preconfirmMs: 60 })
  dollar = contractOf(network, 'testDollar')
  const database = await openDatabase('balances')
  ;({ networks, connection } = await connectTo(network, { database, clock: systemClock }))
  await drip(network.faucetUrl, connection, owner.address)
  oddTokens = await prepare()
  await eventually(async () => (await reading().read([dollar]))[0]?.sealed === held)
}, 60_000)

afterAll(async () => {
  networks.stop()
  await network.stop()
})

describe('balances of tokens', { timeout: 60_000 }, () => {
  it('are read in two calls, also beside contracts that are no tokens', async () => {
    const judge = createPublicClient({ transport: http(network.rpcUrl) })
    const inDollars = { abi: erc20Abi, address: dollar, functionName: 'balanceOf', args: [owner.address] } as const
    expect(await judge.readContract(inDollars)).toBe(held)
    const { calls, read } = reading()
    expect(await read([...oddTokens, newAccount().address, dollar])).toEqual([
      ...odd.map(({ balance }) => known(balance)),
      known(null),
      known(held),
    ])
    expect(calls).toHaveLength(2)
  })

  it('are pending before they are sealed', async () => {
    const many = Array.from({ length: 10 }, () => dollar)
    const client = createWalletClient({ account: owner, transport: http(network.rpcUrl) })
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [newAccount().address, 1n] })
    await client.sendTransaction({ to: dollar, data, gas: 500_000n, chain: null })
    const { read } = reading()
    const seen: unknown[] = []
    await eventually(async () => {
      const [last] = (await read(many)).slice(-1)
      seen.push(last)
      return last?.sealed === held - 1n
    })
    expect(seen).toContainEqual({ sealed: held, pending: held - 1n })
  })

  it('of more tokens than fit into one answer are read in groups, in their order', async () => {
    const { calls, read } = reading()
    const other = oddTokens.at(-1) ?? dollar
    const many = Array.from({ length: 450 }, (_, index) => (index % 7 === 0 ? other : dollar))
    const found = await read(many)
    expect(calls).toHaveLength(6)
    expect(found.map(({ sealed }) => sealed === 2n ** 256n - 1n)).toEqual(many.map(token => token === other))
  })

  it('are asked one by one where the network runs no code without a contract, and from then on', async () => {
    const { calls, read } = reading(isWithoutContract)
    const many = Array.from({ length: 10 }, () => dollar)
    const found = await read(many)
    expect(found).toEqual(await reading().read(many))
    expect(calls).toHaveLength(2 + 20)
    await read(many)
    expect(calls.slice(22).filter(isWithoutContract)).toEqual([])
  })

  it('are unknown where nothing answers, which is no reason to ask one by one later', async () => {
    let isDown = true
    const { calls, read } = reading(() => isDown)
    const many = Array.from({ length: 10 }, () => dollar)
    expect(await read(many)).toEqual(many.map(() => known(null)))
    isDown = false
    calls.length = 0
    expect((await read(many))[0]?.pending).not.toBeNull()
    expect(calls).toHaveLength(2)
  })
})
