import 'fake-indexeddb/auto'
import {
  createPublicClient,
  http,
  keccak256,
  pad,
  parseTransaction,
  recoverTransactionAddress,
  serializeTransaction,
} from 'viem'
import { recoverAuthorizationAddress } from 'viem/utils'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { noDelegate } from '@/lib/base/batch-delegate'
import { createPreviewNetwork, type PreviewNetwork } from '@/test/preview-network/index'
import { newAccount } from '@/test/transactions/connect'
import { createStage, journalOf, previewThat, reaching, rowThat, type Wallet } from '@/test/transactions/stage'
import { approve, dyingAt } from '@/test/transactions/worker-life'
import { delegateOf } from './delegation'

let network: PreviewNetwork
const stage = createStage(() => network)

beforeAll(async () => {
  network = await createPreviewNetwork({ faucetCooldownSeconds: 0, blockMs: 400, preconfirmMs: 80 })
}, 60_000)
afterAll(() => network.stop())
afterEach(() => expect(stage.clear()).toEqual([]))

const chain = () => createPublicClient({ transport: http(network.rpcUrl) })
const codeOf = ({ account }: Wallet) => chain().getCode({ address: account.address })
const countOf = ({ account }: Wallet) => chain().getTransactionCount({ address: account.address })
const chosen = () => network.contracts.testDollar

function propose(wallet: Wallet, delegate = chosen()): Promise<string> {
  return wallet.transactions.proposeDelegation(wallet.connection.networkId, wallet.account.address, delegate)
}

async function approved(wallet: Wallet, delegate = chosen()): Promise<string> {
  const id = await propose(wallet, delegate)
  await approve(wallet, id)
  return id
}

async function takeBack({ transactions, connection, account, ...wallet }: Wallet): Promise<void> {
  const id = await transactions.proposeClearing(connection.networkId, account.address, account.address)
  await approve(wallet, id)
  await transactions.execute(id)
  await reaching({ ...wallet, transactions, connection }, id, 'sealed')
}

/** The next life of a worker that died at a step of an approved delegation. */
async function interruptedAt(step: string, drips = 1): Promise<{ wallet: Wallet; id: string }> {
  const { barrier, reached } = dyingAt(step)
  const before = await stage.begin({ drips, barrier })
  const id = await approved(before)
  before.transactions.execute(id).catch(() => undefined)
  await reached
  before.kill()
  return { wallet: await stage.resume(before), id }
}

describe('a delegation to a contract that the person chose', { timeout: 30_000 }, () => {
  it('is one transaction that runs nothing, and the account runs the contract’s code from then on', async () => {
    const wallet = await stage.begin()
    const id = await approved(wallet)
    await wallet.transactions.execute(id)
    await reaching(wallet, id, 'sealed')
    const [row, ...others] = await journalOf(wallet)
    expect(others).toEqual([])
    const delegate = chosen().toLowerCase()
    expect(row).toMatchObject({ nonce: 0, delegate, purpose: 'delegate', receipt: { status: 'success' } })
    expect(await codeOf(wallet)).toBe(`0xef0100${delegate.slice(2)}`)
    expect(await countOf(wallet)).toBe(2)

    // The other encoder reads the same, and makes the same bytes again.
    const raw = row?.raw as `0x04${string}`
    const { r, s, yParity, v: _v, ...read } = parseTransaction(raw)
    expect(read).toMatchObject({ to: noDelegate, chainId: network.chainId, gas: 46_000n })
    expect(read.data ?? '0x').toBe('0x')
    expect(read.value ?? 0n).toBe(0n)
    const [authorization, ...more] = read.authorizationList ?? []
    expect(more).toEqual([])
    expect(authorization).toMatchObject({ address: delegate, nonce: 1, chainId: network.chainId })
    if (authorization === undefined || r === undefined || s === undefined) throw new Error('not signed')
    expect(await recoverAuthorizationAddress({ authorization })).toBe(wallet.account.address)
    expect(await recoverTransactionAddress({ serializedTransaction: raw })).toBe(wallet.account.address)
    expect(serializeTransaction(read, { r, s, yParity: yParity ?? 0 })).toBe(raw)
    expect(keccak256(raw)).toBe(row?.hash)

    // A call of the account now runs the contract's code in the account, with the account's own, empty, storage.
    const decimals = await chain().call({ to: wallet.account.address, data: '0x313ce567' })
    expect(decimals.data).toBe((await chain().call({ to: chosen(), data: '0x313ce567' })).data)
    expect(BigInt(decimals.data ?? '0x0')).toBe(6n)
  })

  it('is shown as what it is: everything in the account, to this contract', async () => {
    const wallet = await stage.begin()
    const id = await propose(wallet)
    const preview = await previewThat(wallet, id, ({ simulation }) => simulation.status !== 'running')
    const [account, delegate] = [wallet.account.address.toLowerCase(), chosen().toLowerCase()]
    expect(preview.description).toEqual({ code: 'delegate', values: { to: delegate }, counterparty: delegate })
    expect(preview.effects).toEqual([
      expect.objectContaining({ kind: 'hands-over', power: 'account', of: account, to: delegate }),
    ])
    const risks = (await wallet.approvals.get(id))?.shown.risks ?? []
    expect(risks.map(({ level, code }) => `${level} ${code}`)).toEqual([
      'danger delegates-account',
      'note first-time-counterparty',
    ])
  })

  it('to a proxy is a danger of its own: the account does not have the storage that names its code', async () => {
    const wallet = await stage.begin()
    const proxy = newAccount().address
    const slot = '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc'
    await network.faults.alter('anvil_setCode', [proxy, '0x00'])
    await network.faults.alter('anvil_setStorageAt', [proxy, slot, pad(chosen())])
    const id = await propose(wallet, proxy)
    const preview = await previewThat(wallet, id, ({ simulation }) => simulation.status !== 'running')
    expect(preview.proxies).toEqual({ [proxy.toLowerCase()]: { kind: 'upgradeable', runs: chosen().toLowerCase() } })
    const risks = (await wallet.approvals.get(id))?.shown.risks ?? []
    expect(risks.map(({ code }) => code)).toContain('delegate-is-proxy')
  })

  it('runs nothing where the endpoint was wrong about the code, and is taken back all the same', async () => {
    const doomed = newAccount().address
    const vanish = () => network.faults.alter('anvil_setCode', [doomed, '0x'])
    let isDue = true
    const wallet = await stage.begin({
      barrier: async step => {
        if (step === 'journal-submit' && isDue) await vanish()
      },
    })
    await network.faults.alter('anvil_setCode', [doomed, '0x00'])
    const id = await approved(wallet, doomed)
    await wallet.transactions.execute(id)
    await reaching(wallet, id, 'sealed')
    isDue = false
    expect(await codeOf(wallet)).toBe(`0xef0100${doomed.slice(2).toLowerCase()}`)
    const { account } = wallet
    expect((await chain().call({ to: account.address, data: '0x313ce567' })).data).toBeUndefined()
    await takeBack(wallet)
    expect(await codeOf(wallet)).toBeUndefined()
  })

  it('is taken back as any other, and is no stranger the next time', async () => {
    const wallet = await stage.begin()
    const id = await approved(wallet)
    await wallet.transactions.execute(id)
    await reaching(wallet, id, 'sealed')
    await takeBack(wallet)
    expect(await codeOf(wallet)).toBeUndefined()
    expect((await journalOf(wallet)).map(({ nonce }) => nonce)).toEqual([0, 2])
    const again = await propose(wallet)
    await previewThat(wallet, again, ({ simulation }) => simulation.status !== 'running')
    const risks = (await wallet.approvals.get(again))?.shown.risks ?? []
    expect(risks.map(({ code }) => code)).toEqual(['delegates-account'])
  })

  it('takes the place of another one', async () => {
    const wallet = await stage.begin()
    const other = Object.values(network.contracts).find(address => address !== chosen()) ?? noDelegate
    for (const delegate of [chosen(), other]) {
      const id = await approved(wallet, delegate)
      await wallet.transactions.execute(id)
      await reaching(wallet, id, 'sealed')
      expect(await delegateOf(wallet.connection, wallet.account.address)).toBe(delegate.toLowerCase())
    }
    expect(await countOf(wallet)).toBe(4)
  })

  it('is sped up with the same contract', async () => {
    const { wallet, id } = await interruptedAt('journal-submit', 2)
    const faster = await wallet.transactions.proposeSpeedUp(id)
    await approve(wallet, faster)
    await wallet.transactions.execute(faster)
    expect(await rowThat(wallet, faster, ({ level }) => level === 'sealed')).toMatchObject({
      ...{ nonce: 0, to: noDelegate, delegate: chosen().toLowerCase(), purpose: 'delegate' },
    })
    expect(await delegateOf(wallet.connection, wallet.account.address)).toBe(chosen().toLowerCase())
  })

  it('does not happen where it is cancelled: the number is used, the authorization is not', async () => {
    const { wallet, id } = await interruptedAt('journal-submit', 2)
    const cancelling = await wallet.transactions.proposeCancel(id)
    await approve(wallet, cancelling)
    await wallet.transactions.execute(cancelling)
    await reaching(wallet, cancelling, 'sealed')
    expect(await codeOf(wallet)).toBeUndefined()
    expect(await countOf(wallet)).toBe(1)
  })

  it.each(['approve-sign', 'sign-journal', 'journal-submit', 'submit-reply', 'reply-receipt'] as const)(
    'happens exactly once where the worker died at %s',
    async step => {
      const { wallet, id } = await interruptedAt(step)
      await wallet.transactions.recover()
      await reaching(wallet, id, 'sealed')
      expect(await delegateOf(wallet.connection, wallet.account.address)).toBe(chosen().toLowerCase())
      expect(await countOf(wallet)).toBe(2)
      expect(await journalOf(wallet)).toHaveLength(1)
    },
  )
})

describe('no delegation is proposed', { timeout: 30_000 }, () => {
  it('to an address without code', async () => {
    const wallet = await stage.begin()
    await expect(propose(wallet, newAccount().address)).rejects.toMatchObject({ code: 'delegate-without-code' })
    expect(await wallet.approvals.waiting()).toEqual([])
  })

  it('to an account that delegates itself: nothing would run', async () => {
    const other = await stage.begin()
    const id = await approved(other)
    await other.transactions.execute(id)
    await reaching(other, id, 'sealed')
    const wallet = await stage.begin()
    await expect(propose(wallet, other.account.address)).rejects.toMatchObject({ code: 'delegate-without-code' })
  })

  it('to nobody, to precompiles, or to the account itself', async () => {
    const wallet = await stage.begin()
    const reserved = [0n, 1n, 9n, 0x11n, 0x100n, 0xffffn].map(
      number => `0x${number.toString(16).padStart(40, '0')}` as const,
    )
    for (const delegate of [...reserved, wallet.account.address])
      await expect(propose(wallet, delegate)).rejects.toMatchObject({ code: 'invalid-input' })
    expect(await wallet.approvals.waiting()).toEqual([])
  })
})

describe('a delegation that was shown cannot be approved', { timeout: 30_000 }, () => {
  it('once the contract is gone', async () => {
    const wallet = await stage.begin()
    const doomed = newAccount().address
    await network.faults.alter('anvil_setCode', [doomed, '0x00'])
    const id = await propose(wallet, doomed)
    await previewThat(wallet, id, ({ simulation }) => simulation.status !== 'running')
    const { digest = '0x' } = (await wallet.approvals.get(id)) ?? {}
    await network.faults.alter('anvil_setCode', [doomed, '0x'])
    await expect
      .poll(async () => (await wallet.approvals.get(id))?.shown.risks.map(({ code }) => code), { timeout: 10_000 })
      .toContain('delegate-without-code')
    await expect(wallet.approvals.approve(id, digest, {})).rejects.toMatchObject({ code: 'approval-changed' })
    const { digest: next = '0x' } = (await wallet.approvals.get(id)) ?? {}
    await expect(wallet.approvals.approve(id, next, {})).rejects.toMatchObject({ code: 'invalid-input' })
    expect(await journalOf(wallet)).toEqual([])
  })
})
