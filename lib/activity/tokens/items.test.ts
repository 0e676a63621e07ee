import { firstNetworkOf } from '@/lib/base/network-id'
import 'fake-indexeddb/auto'
import type { Address } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Read } from '@/components/allowances/chain-reads'
import { readHeld, sendItemData } from '@/components/tokens/item-calls'
import { lowerCaseAddress } from '@/lib/base/hex'
import { RpcError } from '@/lib/base/rpc/errors'
import type { BatchItem, Connection, RpcCall } from '@/lib/base/rpc/types'
import { type Database, openDatabase } from '@/lib/storage/open'
import { createWorld, type World } from '@/test/transactions/judge/world'
import { createItems, type Items } from './items'

/** Real collections are asked: OpenZeppelin's ERC-721 and ERC-1155, and contracts that are neither. */

const networkId = firstNetworkOf(1)
let world: World
let owner: Address
let database: Database
let items: Items
/** What an endpoint makes of its answers. */
let bend: (items: BatchItem[]) => BatchItem[]

async function batch(calls: readonly RpcCall[]): Promise<BatchItem[]> {
  const body = calls.map(({ method, params }, id) => ({ jsonrpc: '2.0', id, method, params }))
  const headers = { 'content-type': 'application/json' }
  const reply = await fetch(world.fixture.network.rpcUrl, { method: 'POST', headers, body: JSON.stringify(body) })
  const answers: { id: number; result?: unknown; error?: { message: string } }[] = await reply.json()
  return answers
    .toSorted((a, b) => a.id - b.id)
    .map(({ result, error }) =>
      error === undefined ? { ok: true, result } : { ok: false, error: new RpcError('reverted', error.message) },
    )
}
const read: Read = async calls => (await batch(calls)).map(item => (item.ok ? item : { result: null }))

beforeAll(async () => {
  world = await createWorld()
  owner = lowerCaseAddress(world.account.address)
}, 120_000)
afterAll(() => world?.fixture.stop())

beforeEach(async () => {
  database = await openDatabase(crypto.randomUUID())
  bend = answers => answers
  const connection = { networkId, batch: async (calls: readonly RpcCall[]) => bend(await batch(calls)) }
  let time = 0
  items = createItems({ database, connectionOf: () => connection as Connection, now: () => ++time })
  return () => database.close()
})

const item = (name: 'Art' | 'OldArt' | 'Kinds' | 'Money', id: bigint) => ({ address: world.contracts[name], id })

describe('what a contract says of an item', () => {
  it('knows one that the account has, and one that somebody else has', async () => {
    expect(await items.read(networkId, item('Art', 3n), owner)).toMatchObject({ standard: 'erc721', held: 1n })
    expect(await items.read(networkId, item('Art', 3n), world.thief.address)).toMatchObject({ held: 0n })
  })

  it('counts those of a kind', async () => {
    const found = await items.read(networkId, item('Kinds', 1n), owner)
    expect(found?.standard).toBe('erc1155')
    expect(found?.held).toBe(await world.read('Kinds', 'balanceOf', [world.account.address, 1n]))
  })

  it.each([
    ['that was never made', () => item('Art', 9_999n)],
    ['of a contract that declares no standard', () => item('OldArt', 3n)],
    ['of a token', () => item('Money', 1n)],
    ['where there is no contract', () => ({ address: owner, id: 1n })],
  ])('knows none %s', async (_what, of) => {
    expect(await items.read(networkId, of(), owner)).toBeNull()
    await expect(items.add(networkId, of(), owner)).rejects.toMatchObject({ code: 'invalid-input' })
    expect(await items.list(networkId)).toEqual([])
  })

  it.each([0, 2, 4, 5, 7])('concludes nothing when answer %i is missing', async index => {
    bend = answers => answers.with(index, { ok: false, error: new RpcError('rate-limited', 'slow down') })
    await expect(items.read(networkId, item('Art', 3n), owner)).rejects.toMatchObject({ kind: 'rate-limited' })
  })
})

describe('the list', () => {
  it('keeps items by chain, newest first, each once, until they are removed', async () => {
    await items.add(networkId, item('Art', 3n), owner)
    await items.add(networkId, item('Kinds', 1n), owner)
    await items.add(networkId, item('Art', 3n), owner)
    await items.add(firstNetworkOf(2), item('Art', 4n), owner)
    const listed = (await items.list(networkId)).map(({ standard, tokenId }) => `${standard} ${tokenId}`)
    expect(listed).toEqual(['erc1155 1', 'erc721 3'])
    await items.remove(networkId, item('Art', 3n))
    expect((await items.list(networkId)).map(({ tokenId }) => tokenId)).toEqual(['1'])
    expect(await items.list(firstNetworkOf(2))).toHaveLength(1)
  })

  it('shows how many the account has, before and after it sends some', async () => {
    await items.add(networkId, item('Art', 5n), owner)
    await items.add(networkId, item('Kinds', 2n), owner)
    const listed = await items.list(networkId)
    const before = await readHeld(read, owner, listed)
    expect(before[1]).toBe(1n)
    const [kind, art] = listed
    if (kind === undefined || art === undefined) throw new Error('two were listed')
    for (const [each, count] of [
      [art, 1n],
      [kind, 2n],
    ] as const)
      expect(await world.send(each.address, sendItemData(each, owner, world.thief.address, count), 0n)).not.toBeNull()
    // They are read at the newest sealed block.
    const after = [(before[0] ?? 0n) - 2n, 0n]
    await expect.poll(() => readHeld(read, owner, listed), { timeout: 10_000 }).toEqual(after)
    expect(await readHeld(read, world.thief.address, listed)).toEqual([2n, 1n])
    expect(await world.read('Art', 'ownerOf', [5n])).toBe(world.thief.address)
  })
})
