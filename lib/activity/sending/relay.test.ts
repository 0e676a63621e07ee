import 'fake-indexeddb/auto'
import { createPublicClient, type Hex, http, keccak256 } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { AccessList } from '@/lib/base/access-list'
import { nativeBytes, plainFields, rlp } from '@/lib/reading/native/native-bytes.fixture'
import { createPreviewNetwork, type PreviewNetwork } from '@/test/preview-network/index'
import { drip, newAccount } from '@/test/transactions/connect'
import { interfering } from '@/test/transactions/interference'
import { approved, createStage, journalOf, reaching, type Wallet } from '@/test/transactions/stage'
import { approve } from '@/test/transactions/worker-life'

let network: PreviewNetwork
const stage = createStage(() => network)
const origin = 'https://shop.example'

beforeAll(async () => {
  network = await createPreviewNetwork({ faucetCooldownSeconds: 0, blockMs: 300, preconfirmMs: 60 })
}, 60_000)
afterAll(() => network.stop())
afterEach(() => expect(stage.clear()).toEqual([]))

const somebody = newAccount().address

interface Terms {
  value?: bigint
  gas?: bigint
  accessList?: AccessList
}
function signed(wallet: Wallet, account: PrivateKeyAccount, nonce: number, terms: Terms = {}) {
  return account.signTransaction({
    type: 'eip1559',
    chainId: wallet.connection.chainId,
    nonce,
    to: somebody,
    value: 1n,
    gas: 21_000n,
    maxFeePerGas: 10n ** 10n,
    maxPriorityFeePerGas: 10n ** 6n,
    ...terms,
  })
}
const relay = (wallet: Wallet, raw: Hex) =>
  wallet.transactions.relay({ networkId: wallet.connection.networkId, raw, origin })

describe('bytes that a site signed with an account of the wallet', { timeout: 30_000 }, () => {
  it('are in the journal before they leave, and are watched until they are sealed', async () => {
    const sent: string[] = []
    const wallet = await stage.begin({ through: interfering([], sent) })
    const raw = await signed(wallet, wallet.account, 0)
    const levels: string[] = []
    const stop = wallet.transactions.onRow(row => levels.push(`${row.level} ${sent.length > 0 ? 'sent' : 'kept'}`))
    const hash = await relay(wallet, raw)
    const [row] = await journalOf(wallet)
    const sealed = await reaching(wallet, row?.id ?? '', 'sealed')
    stop()
    expect(sealed).toMatchObject({ hash, nonce: 0, value: 1n, to: somebody.toLowerCase(), origin, raw })
    expect(sealed.foreign).toBeUndefined()
    // On a busy machine its pre-confirmation is passed over.
    const history = sealed.history.map(({ level }) => level).filter(level => level !== 'preconfirmed')
    expect(history).toEqual(['signed', 'submitted', 'accepted', 'sealed'])
    expect(levels[0]).toBe('signed kept')
  })

  it('take their nonce, so that the next payment of the wallet gets the one after', async () => {
    const wallet = await stage.begin()
    await relay(wallet, await signed(wallet, wallet.account, 0))
    const id = await approved(wallet, somebody, 2n)
    await wallet.transactions.execute(id)
    expect(await reaching(wallet, id, 'sealed')).toMatchObject({ nonce: 1, ended: null })
  })

  it('are one transaction however often they are sent, also over a worker’s death', async () => {
    const wallet = await stage.begin()
    const raw = await signed(wallet, wallet.account, 0)
    const [first, second] = await Promise.all([relay(wallet, raw), relay(wallet, raw)])
    expect(second).toBe(first)
    await wallet.transactions.stored()
    const next = await stage.resume(wallet)
    await next.transactions.recover()
    expect(await relay(next, raw)).toBe(first)
    expect(await journalOf(next)).toHaveLength(1)
  })

  it('give their nonce back when the node refuses them, and the site hears the node’s own words', async () => {
    const wallet = await stage.begin()
    const raw = await signed(wallet, wallet.account, 0, { value: 10n ** 24n })
    await expect(relay(wallet, raw)).rejects.toMatchObject({
      code: 'insufficient-funds',
      cause: { message: expect.stringContaining('insufficient funds') },
    })
    expect(await journalOf(wallet)).toMatchObject([{ ended: 'dropped', refusal: expect.any(String) }])
    const id = await approved(wallet, somebody, 2n)
    await wallet.transactions.execute(id)
    expect(await reaching(wallet, id, 'preconfirmed')).toMatchObject({ nonce: 0 })
  })

  it('keep their access list when they are sped up', async () => {
    const wallet = await stage.begin()
    const accessList = [{ address: somebody, storageKeys: [`0x${'1'.repeat(64)}`] }] as const
    const hash = await relay(wallet, await signed(wallet, wallet.account, 1, { gas: 25_300n, accessList }))
    const row = await wallet.transactions.byHash(wallet.connection.networkId, hash)
    const faster = await wallet.transactions.proposeSpeedUp(row?.id ?? '')
    await approve(wallet, faster)
    const chain = createPublicClient({ transport: http(network.rpcUrl) })
    expect(await chain.getTransaction({ hash: await wallet.transactions.execute(faster) })).toMatchObject({
      nonce: 1,
      accessList: [{ ...accessList[0], address: somebody.toLowerCase() }],
    })
  })

  it('are no news when they are from long ago', async () => {
    const wallet = await stage.begin()
    const id = await approved(wallet, somebody, 1n)
    await wallet.transactions.execute(id)
    await reaching(wallet, id, 'sealed')
    await expect(relay(wallet, await signed(wallet, wallet.account, 0, { value: 7n }))).rejects.toThrow(
      /nonce too low/i,
    )
    expect(await journalOf(wallet)).toHaveLength(1)
  })
})

describe('a transaction of a native account (EIP-8130) that a site passes on', { timeout: 30_000 }, () => {
  const refused = expect.objectContaining({ code: -32000, message: expect.stringContaining('not supported') })

  it('is refused where the sender is an account of the wallet, named or by its signature, and reaches no node', async () => {
    const wallet = await stage.begin()
    const passedOn = vi.spyOn(wallet.connection, 'passThrough')
    await expect(relay(wallet, nativeBytes({ sender: wallet.account.address }))).rejects.toEqual(refused)
    const unsigned = Object.values(plainFields).slice(0, 13)
    const senderAuth = await wallet.account.sign({ hash: keccak256(`0x79${rlp(unsigned)}`) })
    await expect(relay(wallet, nativeBytes({ senderAuth }))).rejects.toEqual(refused)
    expect(passedOn).not.toHaveBeenCalled()
    expect(await journalOf(wallet)).toEqual([])
  })

  it('of somebody else, or cut off, is the node’s to judge', async () => {
    const wallet = await stage.begin()
    const passedOn = vi.spyOn(wallet.connection, 'passThrough')
    for (const raw of [nativeBytes({ sender: somebody }), nativeBytes({ sender: wallet.account.address }).slice(0, -2)])
      await expect(relay(wallet, raw as Hex)).rejects.toThrow()
    expect(passedOn).toHaveBeenCalledTimes(2)
  })
})

describe('bytes of an account that is not the wallet’s', { timeout: 30_000 }, () => {
  it('are watched for the site, and are nobody’s activity and no acquaintance', async () => {
    const wallet = await stage.begin()
    const other = newAccount()
    await drip(network.faucetUrl, wallet.connection, other.address)
    const hash = await relay(wallet, await signed(wallet, other, 0))
    const row = await wallet.transactions.byHash(wallet.connection.networkId, hash)
    expect(row).toMatchObject({ foreign: true, origin })
    await reaching(wallet, row?.id ?? '', 'sealed')
    expect(await journalOf(wallet)).toEqual([])
    const id = await approved(wallet, somebody, 1n)
    expect((await wallet.approvals.get(id))?.shown.risks.map(({ code }) => code)).toContain('first-time-counterparty')
  })

  it('leave no row when the node does not take them', async () => {
    const wallet = await stage.begin()
    await expect(relay(wallet, await signed(wallet, newAccount(), 0))).rejects.toThrow(/insufficient funds/i)
    await expect(relay(wallet, '0x02c0')).rejects.toThrow()
    expect(wallet.transactions.inFlight()).toBe(0)
  })
})
