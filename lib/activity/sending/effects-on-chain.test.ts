import 'fake-indexeddb/auto'
import type { Address, Hex } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { RpcError } from '@/lib/base/rpc/errors'
import type { Connection } from '@/lib/base/rpc/types'
import type { TransactionPreview } from '@/lib/language/requests'
import { createWorld, itemCount, type World } from '@/test/transactions/judge/world'
import { createStage, previewThat, sending, type Wallet } from '@/test/transactions/stage'

let world: World
const stage = createStage(() => world.fixture.network)

beforeAll(async () => {
  world = await createWorld()
}, 120_000)
afterAll(() => world.fixture.stop())
afterEach(() => expect(stage.clear()).toEqual([]))

/** An endpoint that does not serve these methods. */
const without =
  (...methods: string[]) =>
  (connection: Connection): Connection => ({
    ...connection,
    batch: async (calls, options) =>
      (await connection.batch(calls, options)).map((item, index) =>
        methods.includes(calls[index]?.method ?? '')
          ? { ok: false, error: new RpcError('method-unavailable', 'rpc method is not whitelisted') }
          : item,
      ),
  })

const begin = (through?: (connection: Connection) => Connection): Promise<Wallet> =>
  stage.begin({ account: world.account, drips: 0, ...(through === undefined ? {} : { through }) })

async function decide(wallet: Wallet, to: Address | null, data: Hex, value = 0n) {
  const id = await wallet.transactions.propose(sending(wallet, to, value, { data }))
  const isReady = ({ fee, simulation }: TransactionPreview) => fee !== null && simulation.status !== 'running'
  const preview = await previewThat(wallet, id, isReady)
  const approval = await wallet.approvals.get(id)
  return { preview, risks: (approval?.shown.risks ?? []).map(({ level, code }) => `${level} ${code}`) }
}

describe('a decision about a contract', { timeout: 60_000 }, () => {
  const thief = () => world.others[0] ?? '0x'
  const lower = (address: Address) => address.toLowerCase()
  const encode = (...given: Parameters<World['encode']>) => world.encode(...given)

  it('says that an item may be taken, and no revocation, for the number 0', async () => {
    const wallet = await begin()
    const { Art } = world.contracts
    const { preview, risks } = await decide(wallet, Art, encode('Art', 'approve', [thief(), 0n]))
    expect(preview.description).toMatchObject({ code: 'allow-item', values: { tokenId: '0', symbol: 'ART' } })
    expect(preview.effects).toMatchObject([
      { kind: 'allows', asset: { kind: 'item', address: lower(Art), id: '0x0' }, taker: lower(thief()) },
    ])
    expect(preview.contracts[lower(Art)]).toEqual({ symbol: 'ART', name: 'Art', decimals: null })
    expect(risks).toContain('danger allowance-to-account')
  })

  it('says both readings of a contract of which nothing can be found out', async () => {
    const wallet = await begin()
    const { preview, risks } = await decide(wallet, world.contracts.OldArt, encode('OldArt', 'approve', [thief(), 0n]))
    expect(preview.description).toMatchObject({ code: 'allow-token-or-item', values: { word: '0' } })
    // It logs nothing: what the call says is shown all the same.
    expect(preview.effects).toMatchObject([{ source: 'stated', kind: 'allows', asset: { kind: 'token-or-item' } }])
    expect(risks).toEqual(expect.arrayContaining(['caution allowance-of-unknown', 'danger allowance-to-account']))
  })

  it('says revoke of a token with amount 0', async () => {
    const wallet = await begin()
    const { preview, risks } = await decide(wallet, world.contracts.Money, encode('Money', 'approve', [thief(), 0n]))
    expect(preview.description).toMatchObject({ code: 'revoke-token', values: { symbol: 'MNY', decimals: '18' } })
    expect(risks).toEqual([])
  })

  it('warns of the operator that a multicall makes', async () => {
    const wallet = await begin()
    const { Art } = world.contracts
    const operator = encode('Art', 'setApprovalForAll', [thief(), true])
    const { preview, risks } = await decide(wallet, Art, encode('Art', 'multicall', [[operator]]))
    expect(preview.effects).toMatchObject([
      { kind: 'allows', asset: { kind: 'collection', address: lower(Art) }, amount: 'all', taker: lower(thief()) },
    ])
    expect(risks).toEqual(expect.arrayContaining(['danger allowance-of-everything', 'danger allowance-to-account']))
  })

  it('shows what is inside a call of Multicall3, with the name of the token', async () => {
    const wallet = await begin()
    const { Money, Multicall3 } = world.contracts
    const take = encode('Money', 'transferFrom', [world.account.address, thief(), 7n])
    const calls = [{ target: Money, allowFailure: false, callData: take }]
    const { preview, risks } = await decide(wallet, Multicall3, encode('Multicall3', 'aggregate3', [calls]))
    expect(preview.description).toMatchObject({ code: 'call-contract', values: { function: 'aggregate3' } })
    expect(preview.inside).toMatchObject([
      [
        {
          caller: lower(Multicall3),
          description: {
            code: 'send-token',
            values: { symbol: 'MNY', decimals: '18', amount: '7', to: lower(thief()) },
          },
          ...{ isCertain: true, inner: [] },
        },
      ],
    ])
    expect(preview.effects).toMatchObject([{ source: 'simulated', kind: 'pays', amount: '0x7', to: lower(thief()) }])
    expect(risks).toEqual(['note first-time-counterparty'])
  })

  it('says that foreign code runs with the rights of a smart account', async () => {
    const wallet = await begin()
    const { Money, Strongbox, Sweeper } = world.contracts
    const sweep = encode('Sweeper', 'transfer', [Money, world.account.address, 7n])
    const me = world.account.address
    const args = [Sweeper, 0n, sweep, 1, 0n, 0n, 0n, me, me, '0x']
    const { preview, risks } = await decide(wallet, Strongbox, encode('Strongbox', 'execTransaction', args))
    expect(preview.inside).toMatchObject([[{ description: { code: 'run-code', values: { from: lower(Strongbox) } } }]])
    // The code has the name of a transfer, and takes from the account what the box may take.
    expect(preview.effects).toMatchObject([{ source: 'simulated', kind: 'pays', amount: '0x7', to: lower(thief()) }])
    expect(risks).toContain('danger foreign-code')
  })

  it('warns of code that sends on the money of a new contract', async () => {
    const wallet = await begin()
    // CALL(gas, caller's friend, selfbalance) at once.
    const code: Hex = `0x600060006000600047${`73${thief().slice(2)}`}5af100`
    const { risks } = await decide(wallet, null, code, 10n ** 15n)
    expect(risks).toContain('danger created-with-money')
  })

  it('warns of a harmless name that takes every item', async () => {
    const wallet = await begin()
    const { Art, Thief } = world.contracts
    const items = Array.from({ length: Number(itemCount) }, (_, id) => BigInt(id))
    const { preview, risks } = await decide(wallet, Thief, encode('Thief', 'register', [Art, items]))
    expect(preview.effects).toHaveLength(items.length)
    expect(preview.effects[3]).toMatchObject({
      ...{ kind: 'pays', to: lower(thief()) },
      asset: { kind: 'item', address: lower(Art), id: '0x3' },
    })
    expect(risks).toContain('danger drains')
  })

  it('knows as much from a trace, where the endpoint does not simulate', async () => {
    const wallet = await begin(without('eth_simulateV1'))
    const { Art, Thief } = world.contracts
    const { preview, risks } = await decide(wallet, Thief, encode('Thief', 'register', [Art, [0n, 1n]]))
    expect(preview.simulation).toEqual({ status: 'succeeds', complete: true })
    expect(preview.effects.map(({ kind }) => kind)).toEqual(['pays', 'pays'])
    expect(risks).not.toContain('caution not-tried')
    const failing = await decide(wallet, Thief, encode('Thief', 'airdrop', [world.contracts.Money, 10n ** 30n]))
    expect(failing.preview.simulation.status).toBe('reverts')
  })

  it('says that it was not tried, and never that nothing would change, where neither is served', async () => {
    const wallet = await begin(without('eth_simulateV1', 'debug_traceCall'))
    const { Art, Thief } = world.contracts
    const hidden = await decide(wallet, Thief, encode('Thief', 'register', [Art, [0n, 1n]]))
    expect(hidden.preview).toMatchObject({ simulation: { status: 'succeeds', complete: false }, effects: [] })
    expect(hidden.risks).toContain('caution not-tried')
    const created = await decide(wallet, null, '0x600160006000396001600060003960016000f3')
    expect(created.preview).toMatchObject({ simulation: { complete: false }, effects: [{ kind: 'creates' }] })
    expect(created.risks).toContain('caution not-tried')
    const move = encode('Art', 'transferFrom', [world.account.address, thief(), 5n])
    const stated = await decide(wallet, Art, move)
    expect(stated.preview).toMatchObject({
      simulation: { complete: false },
      effects: [{ source: 'stated', kind: 'pays', asset: { kind: 'item', id: '0x5' }, to: lower(thief()) }],
    })
  })
})
