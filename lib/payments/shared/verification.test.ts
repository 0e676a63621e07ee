import { type Address, encodeFunctionData, type Hash, type LocalAccount } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { receiptReply } from '@/lib/base/rpc/schemas'
import { payoutsAbi } from '@/test/preview-network/contracts/abi/checkout'
import { testDollarAbi } from '@/test/preview-network/contracts/abi/test-dollar'
import { type NetworkFixture, startNetworkFixture } from '@/test/preview-network/contracts/network-fixture'
import { newAccount } from '@/test/transactions/connect'
import { memoFromText } from './memo'
import { callsForHidden, type ExpectedPayment, verifyAnswers, verifyPayment } from './verification'

let network: NetworkFixture
let payer: LocalAccount

beforeAll(async () => {
  network = await startNetworkFixture({ blockMs: 3_600_000 })
  payer = await network.person(1_000_000000n)
})
afterAll(() => network.stop())

const memo = memoFromText('Invoice 12') ?? '0x'
const other: Address = '0x00000000000000000000000000000000000000ff'

async function pay(to: Address, amount: bigint): Promise<Hash> {
  const data = encodeFunctionData({ abi: testDollarAbi, functionName: 'transferWithMemo', args: [to, amount, memo] })
  return (await network.send(payer, { to: network.contracts.testDollar, data })).transactionHash
}

async function verify(hash: Hash, expected: ExpectedPayment) {
  const receipt = await network.client.request({ method: 'eth_getTransactionReceipt', params: [hash] })
  return verifyPayment(receiptReply.parse(receipt), await network.client.getBlockNumber({ cacheTime: 0 }), expected)
}

const wrong = ({ checks }: ReturnType<typeof verifyPayment>) =>
  checks.filter(({ isSo }) => !isSo).map(({ check }) => check)

describe('a payment held against its receipt', () => {
  it('is verified when everything is as expected and deep enough', async () => {
    const payee = newAccount().address
    const hash = await pay(payee, 5n)
    const expected = { token: network.contracts.testDollar, payer: payer.address, payee, amount: 5n, memo, depth: 2 }
    expect(wrong(await verify(hash, expected))).toEqual(['sealed', 'depth'])
    await network.seal()
    const once = await verify(hash, expected)
    expect(once.depth).toBe(1)
    expect(wrong(once)).toEqual(['depth'])
    await network.seal()
    expect(await verify(hash, expected)).toMatchObject({
      isVerified: true,
      depth: 2,
      transfers: 1,
      payment: { payee: payee.toLowerCase(), amount: 5n, memo },
    })
  })

  it('says of each field whether it is so', async () => {
    const payee = newAccount().address
    const hash = await pay(payee, 5n)
    await network.seal()
    const wrongMemo = memoFromText('Invoice 13') ?? '0x'
    expect(
      wrong(await verify(hash, { token: other, payer: other, payee: other, amount: 6n, memo: wrongMemo, depth: 1 })),
    ).toEqual(['token', 'payer', 'payee', 'amount', 'memo'])
    expect(wrong(await verify(hash, { payee, amount: 5n, depth: 1 }))).toEqual([])
  })

  it('takes of several transfers the one that fits', async () => {
    const people = [newAccount().address, newAccount().address]
    const { payouts, testDollar } = network.contracts
    const approve = encodeFunctionData({ abi: testDollarAbi, functionName: 'approve', args: [payouts, 12n] })
    await network.send(payer, { to: testDollar, data: approve })
    const args = [memo, people, [5n, 7n]] as const
    const data = encodeFunctionData({ abi: payoutsAbi, functionName: 'sendPayouts', args })
    const { transactionHash } = await network.send(payer, { to: payouts, data })
    await network.seal()
    const second = await verify(transactionHash, { payee: people[1] ?? other, amount: 7n, depth: 1 })
    expect(second).toMatchObject({ isVerified: true, transfers: 2, payment: { amount: 7n, memo: null } })
    // The amount of one to the payee of the other is neither.
    expect((await verify(transactionHash, { payee: people[0] ?? other, amount: 7n, depth: 1 })).isVerified).toBe(false)
  })

  it('fails for what failed, for what moved no token, and for what is not there', async () => {
    const data = encodeFunctionData({ abi: testDollarAbi, functionName: 'transfer', args: [other, 10n ** 18n] })
    const failed = await network.sendInVain(payer, { to: network.contracts.testDollar, data })
    await network.seal()
    expect(wrong(await verify(failed.transactionHash, { payee: other, depth: 1 }))).toEqual([
      'success',
      'value',
      'payee',
    ])
    const ether = await network.send(payer, { to: other, data: '0x', value: 1n })
    await network.seal()
    expect(await verify(ether.transactionHash, { depth: 1 })).toMatchObject({ isVerified: false, payment: null })
    expect(verifyPayment(null, 1n, { depth: 1 })).toMatchObject({ isVerified: false, checks: [{ check: 'receipt' }] })
  })

  it('is not called as expected where nothing was expected', async () => {
    const hash = await pay(newAccount().address, 5n)
    await network.seal()
    const found = await verify(hash, { depth: 1 })
    expect(found).toMatchObject({ isVerified: false, payment: { amount: 5n } })
    expect(wrong(found)).toEqual([])
    expect(found.notCompared).toEqual(['token', 'payer', 'payee', 'amount', 'memo'])
  })

  it('of 0, or in a token that nobody vouches for, is none', async () => {
    const payee = newAccount().address
    const nothing = await pay(payee, 0n)
    const hash = await pay(payee, 5n)
    await network.seal()
    expect(wrong(await verify(nothing, { payee, depth: 1 }))).toEqual(['value'])
    expect(wrong(await verify(hash, { payee, money: [other], depth: 1 }))).toEqual(['money'])
    expect(wrong(await verify(hash, { payee, money: [network.contracts.testDollar], depth: 1 }))).toEqual([])
  })

  it('in the chain’s own currency is verified by the transaction itself', async () => {
    const payee = newAccount().address
    const { transactionHash } = await network.send(payer, { to: payee, data: '0x', value: 7n })
    await network.seal()
    const [receipt, transaction] = await Promise.all([
      network.client.request({ method: 'eth_getTransactionReceipt', params: [transactionHash] }),
      network.client.request({ method: 'eth_getTransactionByHash', params: [transactionHash] }),
    ])
    const head = await network.client.request({ method: 'eth_blockNumber' })
    const asked = (expected: ExpectedPayment) =>
      verifyAnswers(transactionHash, { receipt, transaction, head }, expected)
    expect(asked({ token: null, payee, amount: 7n, money: [], depth: 1 })).toMatchObject({
      isVerified: true,
      payment: { token: null, amount: 7n },
    })
    expect(wrong(asked({ token: null, payee, amount: 8n, depth: 1 }))).toEqual(['amount'])
  })

  describe('in the chain’s own currency, moved by a contract,', () => {
    /** Sends on what it is called with, to the address its data begins with. */
    const forwarder = '0x601380600b6000396000f360006000600060003460003560601c5af15000'

    async function forwarded(payee: Address, amount: bigint) {
      const fees = { maxFeePerGas: 10n ** 8n, maxPriorityFeePerGas: 10n ** 6n, gas: 300_000n }
      const nonce = await network.nonceOf(payer.address)
      const raw = await payer.signTransaction({
        chainId: network.chainId,
        type: 'eip1559',
        nonce,
        data: forwarder,
        ...fees,
      })
      const { contractAddress } = await network.submit(raw)
      if (contractAddress == null) throw new Error('it has an address')
      await network.seal()
      return network.send(payer, { to: contractAddress, data: payee, value: amount })
    }
    async function answersAbout(hash: Hash) {
      const [receipt, transaction] = await Promise.all([
        network.client.request({ method: 'eth_getTransactionReceipt', params: [hash] }),
        network.client.request({ method: 'eth_getTransactionByHash', params: [hash] }),
      ])
      return { receipt, transaction, head: await network.client.request({ method: 'eth_blockNumber' }) }
    }
    async function asked(hash: Hash, expected: ExpectedPayment) {
      const answers = await answersAbout(hash)
      const first = verifyAnswers(hash, answers, expected)
      const calls = callsForHidden(first, answers.receipt, expected)
      const gain = await Promise.all(calls.map(call => network.client.request(call as never)))
      return { first, calls, second: verifyAnswers(hash, { ...answers, gain }, expected) }
    }
    const unseen = ({ checks }: ReturnType<typeof verifyPayment>) =>
      checks.filter(({ isSo }) => isSo === null).map(({ check }) => check)

    it('is proven by the payee’s balance, where nothing else in the block touched it', async () => {
      const payee = newAccount().address
      const { transactionHash } = await forwarded(payee, 7n)
      await network.seal()
      const right = await asked(transactionHash, { token: null, payee, amount: 7n, depth: 1 })
      expect(right.first.isVerified).toBe(false)
      expect(unseen(right.first)).toEqual(['payee'])
      expect(right.second).toMatchObject({ isVerified: true, payment: { token: null, payer: null, amount: 7n } })
      const less = await asked(transactionHash, { token: null, payee, amount: 8n, depth: 1 })
      expect([wrong(less.second), unseen(less.second)]).toEqual([['amount'], []])
      // Who paid is not in a balance.
      const payers = await asked(transactionHash, { token: null, payer: payer.address, payee, amount: 7n, depth: 1 })
      expect([wrong(payers.second), unseen(payers.second)]).toEqual([['payer'], ['payer']])
      // Nothing came: that is known too.
      const nobody = await asked(transactionHash, { token: null, payee: newAccount().address, amount: 7n, depth: 1 })
      expect([wrong(nobody.second), unseen(nobody.second)]).toEqual([['payee'], []])
    })

    it('cannot be seen where another transaction of the block may have touched the payee, or without its states', async () => {
      const payee = newAccount().address
      const { transactionHash } = await forwarded(payee, 7n)
      const data = encodeFunctionData({ abi: testDollarAbi, functionName: 'transfer', args: [other, 1n] })
      await network.send(payer, { to: network.contracts.testDollar, data })
      await network.seal()
      const expected = { token: null, payee, amount: 7n, depth: 1 }
      const { second, calls } = await asked(transactionHash, expected)
      expect(calls).toHaveLength(3)
      expect([second.isVerified, unseen(second)]).toEqual([false, ['payee']])
      const answers = { ...(await answersAbout(transactionHash)), gain: [null, null, null] }
      expect(unseen(verifyAnswers(transactionHash, answers, expected))).toEqual(['payee'])
    })

    it('is proven beside plain payments of others', async () => {
      const payee = newAccount().address
      const { transactionHash } = await forwarded(payee, 7n)
      await network.send(payer, { to: other, data: '0x', value: 1n, gas: 21_000n })
      await network.seal()
      const { second } = await asked(transactionHash, { token: null, payee, amount: 7n, depth: 1 })
      expect(second.isVerified).toBe(true)
    })
  })

  it('is not there where the endpoint answers with the receipt of another one', async () => {
    const hash = await pay(other, 5n)
    await network.seal()
    const receipt = await network.client.request({ method: 'eth_getTransactionReceipt', params: [hash] })
    const asked = (of: Hash) =>
      verifyAnswers(of, { receipt, transaction: null, head: '0x99' }, { amount: 5n, depth: 1 })
    expect(asked(hash).isVerified).toBe(true)
    expect(wrong(asked(`0x${'12'.repeat(32)}`))).toEqual(['receipt'])
  })
})
