import 'fake-indexeddb/auto'
import { type Address, type Hex, toHex } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { rowOfCall } from '@/lib/activity/sending/calls'
import { batchDelegate } from '@/lib/base/batch-delegate'
import { type LocalEndpoint, startLocalEndpoint } from '@/test/local-endpoint'
import { readPublishedCode } from '@/test/preview-network/contracts/published-code'
import { postJson } from '@/test/preview-network/post'
import { balanceOf, newAccount } from '@/test/transactions/connect'
import {
  approved,
  createStage,
  journalOf,
  previewThat,
  reaching,
  rowThat,
  type Wallet,
} from '@/test/transactions/stage'
import { approve } from '@/test/transactions/worker-life'
import { type DevelopmentNode, type NodeName, startNode } from './start'

/** Answers every call with a revert. */
const refusing: Address = '0x00000000000000000000000000000000000c0de0'
const refusingCode: Hex = '0x5f5ffd'

/** All three take half a minute, and Hardhat a newer Node than `npm ci` may have: the run of everything takes Anvil. */
const names: NodeName[] = process.env.PRELUDE_SHORT === 'true' ? ['Anvil'] : ['Anvil', 'Hardhat', 'Ganache']

describe.each(names)('on %s', { timeout: 60_000 }, name => {
  let node: DevelopmentNode
  /** Where the wallet finds the node, which may be another one later. */
  let front: LocalEndpoint
  const stage = createStage(() => ({ chainId: 31_337, rpcUrl: front.url, wsUrl: '', faucetUrl: '' }))
  const isGanache = name === 'Ganache'

  beforeAll(async () => {
    node = await startNode(name)
    front = await startLocalEndpoint({
      http: (body, response) => {
        postJson(node.url, body).then(
          ({ status, text }) => response.writeHead(status, { 'content-type': 'application/json' }).end(text),
          () => response.destroy(),
        )
      },
    })
  }, 60_000)
  afterAll(async () => {
    await front.close()
    await node.stop()
  })
  afterEach(() => expect(stage.clear()).toEqual([]))

  /** Stops and starts a block for each transaction. */
  const mining = (isAutomatic: boolean) =>
    isGanache
      ? node.request(isAutomatic ? 'miner_start' : 'miner_stop')
      : node.request('evm_setAutomine', [isAutomatic])
  const mine = () => node.request('evm_mine')
  const setCode = (address: Address, code: Hex) =>
    node.request(isGanache ? 'evm_setAccountCode' : 'hardhat_setCode', [address, code])

  /** 10 ETH, and one transaction already: what has number 0 Ganache executes each time it is sent. */
  async function furnish({ account: { address } }: Wallet): Promise<void> {
    await node.request(isGanache ? 'evm_setAccountBalance' : 'hardhat_setBalance', [address, toHex(10n ** 19n)])
    await node.request(isGanache ? 'evm_setAccountNonce' : 'hardhat_setNonce', [address, '0x1'])
  }

  async function begin(): Promise<Wallet> {
    const wallet = await stage.begin({ drips: 0, wsUrl: null })
    await furnish(wallet)
    return wallet
  }

  async function sent(wallet: Wallet, to: Address, value: bigint, data: Hex = '0x'): Promise<string> {
    const id = await approved(wallet, to, value, { data })
    await wallet.transactions.execute(id)
    return id
  }

  it('payments are sealed one after the other, and found by the next life of the worker', async () => {
    const wallet = await begin()
    const to = newAccount().address
    const first = await sent(wallet, to, 3n)
    expect(await reaching(wallet, first, 'sealed')).toMatchObject({ nonce: 1, gas: 21_000n })
    await mining(false)
    const second = await sent(wallet, to, 4n)
    await reaching(wallet, second, 'accepted')
    wallet.kill()
    await mine()
    await mining(true)
    const later = await stage.resume(wallet, { wsUrl: null })
    await later.transactions.recover()
    expect(await reaching(later, second, 'sealed')).toMatchObject({ nonce: 2, receipt: { status: 'success' } })
    expect(await balanceOf(later.connection, to, 'latest')).toBe(7n)
  })

  it.each(['sped up', 'cancelled'])('a payment that waits is %s, and its number is used once', async how => {
    const wallet = await begin()
    const to = newAccount().address
    await mining(false)
    const id = await sent(wallet, to, 5n)
    await reaching(wallet, id, 'accepted')
    const { proposeSpeedUp, proposeCancel } = wallet.transactions
    const other = await (how === 'cancelled' ? proposeCancel : proposeSpeedUp)(id)
    await approve(wallet, other)
    await wallet.transactions.execute(other)
    await reaching(wallet, other, 'accepted')
    await mine()
    await mining(true)
    await reaching(wallet, other, 'sealed')
    await rowThat(wallet, id, ({ ended }) => ended === 'replaced')
    expect(await balanceOf(wallet.connection, to, 'latest')).toBe(how === 'cancelled' ? 0n : 5n)
  })

  it('a call that fails is known to fail before, and has failed after', async () => {
    const wallet = await begin()
    await setCode(refusing, refusingCode)
    const id = await approved(wallet, refusing, 0n, { data: '0x12345678', gas: toHex(100_000) })
    const risks = (await wallet.approvals.get(id))?.shown.risks.map(({ code }) => code)
    expect(risks).toContain('would-fail')
    await wallet.transactions.execute(id)
    expect(await reaching(wallet, id, 'sealed')).toMatchObject({ receipt: { status: 'reverted' } })
  })

  it('several calls happen together, where the node knows delegations', async () => {
    const wallet = await begin()
    const { Simple7702Account } = await readPublishedCode()
    await setCode(batchDelegate, (await node.request('eth_call', [{ data: Simple7702Account?.bytecode }])) as Hex)
    const [one, other] = [newAccount().address, newAccount().address]
    const propose = (calls: { to: Address; value: Hex; data: Hex }[]) =>
      wallet.transactions.proposeCalls({
        requester: { kind: 'wallet' },
        networkId: wallet.connection.networkId,
        account: wallet.account.address,
        calls,
        batchId: crypto.randomUUID(),
        atomic: { isRequired: !isGanache, isDelegated: false, choice: isGanache ? 'apart' : 'keep' },
        requestKey: null,
      })
    const pays = [one, other].map(to => ({ to, value: '0x7' as const, data: '0x' as const }))
    await setCode(refusing, refusingCode)
    const failing = await propose([...pays, { to: refusing, value: '0x0', data: '0x12345678' }])
    const { simulation } = await previewThat(wallet, failing, preview => preview.simulation.status !== 'running')
    if (!isGanache) expect(simulation).toMatchObject({ status: 'reverts' })
    const id = await propose(pays)
    await approve(wallet, id)
    const risks = (await wallet.approvals.get(id))?.shown.risks.map(({ code }) => code)
    expect(risks).not.toContain('would-fail')
    await wallet.transactions.executeCalls(id)
    await reaching(wallet, rowOfCall(id, isGanache ? 1 : 0), 'sealed')
    expect((await journalOf(wallet)).map(({ nonce }) => nonce)).toEqual(isGanache ? [1, 2] : [1])
    for (const to of [one, other]) expect(await balanceOf(wallet.connection, to, 'latest')).toBe(7n)
  })

  it('what a revert of the node undid is told at once, and is not sent again', async () => {
    const wallet = await begin()
    const [before, after] = [newAccount().address, newAccount().address]
    const kept = await sent(wallet, before, 3n)
    await reaching(wallet, kept, 'sealed')
    const snapshot = await node.request('evm_snapshot')
    const undone = await sent(wallet, before, 5n)
    await reaching(wallet, undone, 'sealed')
    const telling = rowThat(wallet, undone, ({ history }) => history.at(-1)?.event !== undefined)
    await node.request('evm_revert', [snapshot])
    const { history } = await telling
    expect(history.slice(-2).map(({ event }) => event)).toEqual(['reorganised', 'dropped'])
    const next = await sent(wallet, after, 7n)
    expect(await reaching(wallet, next, 'sealed')).toMatchObject({ nonce: 2 })
    await rowThat(wallet, undone, ({ ended }) => ended === 'replaced')
    expect(await reaching(wallet, kept, 'sealed')).toMatchObject({ nonce: 1, ended: null })
    expect(await balanceOf(wallet.connection, before, 'latest')).toBe(3n)
    expect(await balanceOf(wallet.connection, after, 'latest')).toBe(7n)
  })

  it('what was sent before the node started anew is lost to it', async () => {
    const wallet = await begin()
    const to = newAccount().address
    const id = await sent(wallet, to, 3n)
    await reaching(wallet, id, 'sealed')
    const losing = rowThat(wallet, id, ({ ended }) => ended === 'lost')
    await node.stop()
    node = await startNode(name)
    await wallet.networks.checkGenesis(wallet.connection.networkId)
    await losing
    await furnish(wallet)
    const next = await sent(wallet, to, 4n)
    expect(await reaching(wallet, next, 'sealed')).toMatchObject({ nonce: 1 })
    expect(await balanceOf(wallet.connection, to, 'latest')).toBe(4n)
  })
})
