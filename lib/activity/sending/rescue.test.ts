import 'fake-indexeddb/auto'
import { createPublicClient, http, parseTransaction } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { recoverAuthorizationAddress } from 'viem/utils'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createPreviewNetwork, type PreviewNetwork } from '@/test/preview-network/index'
import { drip, newAccount } from '@/test/transactions/connect'
import { approved, createStage, journalOf, reaching, rowThat, type Wallet } from '@/test/transactions/stage'
import { approve, dyingAt } from '@/test/transactions/worker-life'
import { delegationReset } from './delegation'

let network: PreviewNetwork
const stage = createStage(() => network)

beforeAll(async () => {
  network = await createPreviewNetwork({ faucetCooldownSeconds: 0, blockMs: 400, preconfirmMs: 80 })
}, 60_000)
afterAll(() => network.stop())
afterEach(() => expect(stage.clear()).toEqual([]))

const chain = () => createPublicClient({ transport: http(network.rpcUrl) })
const codeOf = ({ address }: PrivateKeyAccount) => chain().getCode({ address })
const countOf = ({ address }: PrivateKeyAccount) => chain().getTransactionCount({ address })

/** A wallet that can pay, and another account of it without any money, which runs the code of a contract. */
async function begin(options: Parameters<typeof stage.begin>[0] = {}) {
  const drained = newAccount()
  const wallet = await stage.begin({ ...options, otherAccount: drained })
  const thief = newAccount()
  await drip(network.faucetUrl, wallet.connection, thief.address, 1)
  await delegate(drained, thief, 0)
  return { wallet, drained, thief }
}

/** Acts as somebody who has the account's authorization, or its key. */
async function delegate(drained: PrivateKeyAccount, payer: PrivateKeyAccount, nonce: number): Promise<void> {
  const { chainId } = network
  const contractAddress = network.contracts.testDollar
  const authorization = await drained.signAuthorization({ chainId, contractAddress, nonce })
  const hash = await chain().sendRawTransaction({
    serializedTransaction: await payer.signTransaction({
      ...{ type: 'eip7702', chainId, nonce: await countOf(payer), to: payer.address, gas: 100_000n },
      ...{ maxFeePerGas: 10n ** 9n, maxPriorityFeePerGas: 10n ** 6n, authorizationList: [authorization] },
    }),
  })
  const receipt = await chain().waitForTransactionReceipt({ hash, pollingInterval: 50 })
  expect(receipt.status).toBe('success')
  await expect.poll(() => countOf(drained)).toBe(nonce + 1)
  expect(await codeOf(drained)).toMatch(/^0xef0100/)
}

async function proposed(wallet: Wallet, drained: PrivateKeyAccount): Promise<string> {
  const id = await wallet.transactions.propose({
    ...{ requester: { kind: 'wallet' }, networkId: wallet.connection.networkId, account: wallet.account.address },
    transaction: delegationReset(drained.address, wallet.account.address),
    ...{ purpose: 'clear-delegation', replaces: null, requestKey: null },
  })
  await approve(wallet, id)
  return id
}

const isJudged = (row: { authority?: { isCleared: boolean | null } | undefined }) => row.authority?.isCleared != null

describe('the clearing of another account’s delegation', { timeout: 30_000 }, () => {
  it('is paid by the sender, and takes one nonce of each', async () => {
    const { wallet, drained } = await begin()
    const id = await proposed(wallet, drained)
    await wallet.transactions.execute(id)
    const row = await rowThat(wallet, id, isJudged)
    expect(row).toMatchObject({ nonce: 0, to: drained.address, receipt: { status: 'success' } })
    expect(row.authority).toEqual({ address: drained.address.toLowerCase(), nonce: 1, isCleared: true })
    const { authorizationList = [], ...sent } = parseTransaction(row.raw as `0x04${string}`)
    expect(sent.to).toBe(drained.address.toLowerCase())
    expect(authorizationList).toHaveLength(1)
    const [authorization] = authorizationList
    expect(authorization).toMatchObject({ address: `0x${'00'.repeat(20)}`, nonce: 1, chainId: network.chainId })
    if (authorization === undefined) throw new Error('no authorization')
    expect(await recoverAuthorizationAddress({ authorization })).toBe(drained.address)
    expect(await codeOf(drained)).toBeUndefined()
    expect(await chain().getBalance(drained)).toBe(0n)
    expect([await countOf(wallet.account), await countOf(drained)]).toEqual([1, 2])
  })

  it('leaves the next nonce of the sender free: only its own one was taken', async () => {
    const { wallet, drained } = await begin()
    const id = await proposed(wallet, drained)
    const next = await approved(wallet, newAccount().address, 1n)
    await wallet.transactions.execute(id)
    await wallet.transactions.execute(next)
    await reaching(wallet, next, 'sealed')
    expect((await journalOf(wallet)).map(({ nonce }) => nonce)).toEqual([0, 1])
  })

  it('is not called done where the account’s nonce moved meanwhile, and works the next time', async () => {
    let meanwhile = async () => {}
    const { wallet, drained, thief } = await begin({
      barrier: step => (step === 'journal-submit' ? meanwhile() : Promise.resolve()),
    })
    const id = await proposed(wallet, drained)
    meanwhile = () => delegate(drained, thief, 1)
    await wallet.transactions.execute(id)
    meanwhile = async () => {}
    expect((await rowThat(wallet, id, isJudged)).authority).toMatchObject({ nonce: 1, isCleared: false })
    expect(await codeOf(drained)).toMatch(/^0xef0100/)
    const again = await proposed(wallet, drained)
    await wallet.transactions.execute(again)
    expect((await rowThat(wallet, again, isJudged)).authority).toMatchObject({ nonce: 2, isCleared: true })
    expect(await codeOf(drained)).toBeUndefined()
  })

  it('keeps its authorization when it is sped up', async () => {
    const { barrier, reached } = dyingAt('journal-submit')
    const { wallet: before, drained } = await begin({ drips: 2, barrier })
    const id = await proposed(before, drained)
    before.transactions.execute(id).catch(() => undefined)
    await reached
    before.kill()
    const wallet = await stage.resume(before, { otherAccount: drained })
    const faster = await wallet.transactions.proposeSpeedUp(id)
    await approve(wallet, faster)
    await wallet.transactions.execute(faster)
    expect(await rowThat(wallet, faster, isJudged)).toMatchObject({
      nonce: 0,
      authority: { nonce: 1, isCleared: true },
    })
    expect(await codeOf(drained)).toBeUndefined()
  })

  it.each(['approve-sign', 'sign-journal', 'journal-submit', 'submit-reply', 'reply-receipt'] as const)(
    'happens exactly once where the worker died at %s, and is judged by the next one',
    async step => {
      const { barrier, reached } = dyingAt(step)
      const { wallet: before, drained } = await begin({ barrier })
      const id = await proposed(before, drained)
      before.transactions.execute(id).catch(() => undefined)
      await reached
      before.kill()
      const wallet = await stage.resume(before, { otherAccount: drained })
      await wallet.transactions.recover()
      expect((await rowThat(wallet, id, isJudged)).authority).toMatchObject({ nonce: 1, isCleared: true })
      expect(await codeOf(drained)).toBeUndefined()
      expect([await countOf(wallet.account), await countOf(drained)]).toEqual([1, 2])
    },
  )
})
