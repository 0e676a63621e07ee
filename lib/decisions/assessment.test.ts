import { type Address, getAddress } from 'viem'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { firstNetworkOf } from '@/lib/base/network-id'
import { RpcError } from '@/lib/base/rpc/errors'
import { previewChainId } from '@/lib/chain/networks/presets'
import { alice, bob, setUp, shopOrigin } from '@/lib/provider/provider.fixture'
import { noMoney } from '@/lib/reading/tokens/known-money'
import { nothingShown } from './approvals/transitions'
import { createAssessment } from './assessment'

let worker: Awaited<ReturnType<typeof setUp>>
beforeEach(async () => {
  worker = await setUp()
})
afterEach(() => worker.database.close())

const token = '0x7070000000000000000000000000000000000007'
const permit = {
  types: {
    Permit: ['address owner', 'address spender', 'uint256 value', 'uint256 nonce', 'uint256 deadline'].map(text => ({
      type: text.split(' ')[0],
      name: text.split(' ')[1],
    })),
  },
  primaryType: 'Permit',
  domain: { name: 'Test Dollar', version: '1', chainId: previewChainId, verifyingContract: token },
  message: {
    owner: alice,
    spender: '0x5402000000000000000000000000000000000002',
    value: 5,
    nonce: 0,
    deadline: 1_700_000_600,
  },
}
/** A latest block this many seconds ahead of the device's clock. */
const blockAhead = (seconds: number) => ({
  number: '0x1',
  hash: `0x${'1'.repeat(64)}`,
  parentHash: `0x${'2'.repeat(64)}`,
  timestamp: `0x${(Math.floor(worker.clock.now() / 1_000) + seconds).toString(16)}`,
  gasLimit: '0x1',
  gasUsed: '0x0',
  transactions: [],
})
/** Makes the node answer `eth_getCode`, with the chain's clock this many seconds ahead, and every balance. */
const codeOf = (answer: (address: unknown) => unknown, ahead = 0, balance = 5) => {
  worker.wallet.node = async (method, params) => {
    if (method === 'eth_call') return `0x${balance.toString(16).padStart(64, '0')}`
    return method === 'eth_getCode' && Array.isArray(params) ? answer(params[0]) : blockAhead(ahead)
  }
}
/** Lists a token as the person's own. */
const listToken = (symbol: string) =>
  worker.database.put('tokens', {
    key: `${previewChainId}:${bob}`,
    networkId: firstNetworkOf(previewChainId),
    address: bob,
    symbol,
    name: '',
    decimals: 6,
    source: 'person',
    hidden: false,
  })
const risksNow = async () => (await worker.nextApproval()).shown.risks.map(({ code }) => code)

describe('the risks of a decision', () => {
  it('include those of the site, also for a transaction', async () => {
    const page = await worker.connectedPage('https://www.drainer.example')
    void page.ask('eth_sendTransaction', [{ from: alice, to: bob }])
    await expect.poll(risksNow).toEqual(['site-phishing'])
  })

  it('name a listed address in a call inside a call, in typed data, and after a new simulation', async () => {
    const drainer = `0x${'d7'.repeat(20)}` as const
    await worker.allLists.import({ kind: 'fraud-addresses', name: 'Drainers', text: JSON.stringify([drainer]) })
    const page = await worker.connectedPage()
    const approve = `095ea7b3${drainer.slice(2).padStart(64, '0')}${'f'.repeat(64)}`
    const inside = `0x5ae401dc${'40'.padStart(64, '0')}${'44'.padStart(64, '0')}${approve}`
    void page.ask('eth_sendTransaction', [{ from: alice, to: bob, data: inside }])
    await expect.poll(risksNow).toContain('listed-address')
    const { id, shown } = await worker.nextApproval()
    expect(shown.risks.find(({ code }) => code === 'listed-address')).toMatchObject({
      level: 'danger',
      values: { address: drainer, list: 'Drainers' },
    })
    await worker.approvals.show(id, { ...shown, risks: [] })
    expect(await risksNow()).toEqual(['listed-address'])
    await worker.approvals.reject(id)
    void page.ask('eth_signTypedData_v4', [
      alice,
      JSON.stringify({ ...permit, message: { ...permit.message, spender: drainer } }),
    ])
    await expect.poll(risksNow).toContain('listed-address')
  })

  it('include those of the site whose link was followed, also where the worker stopped before they were known', async () => {
    const requester = { kind: 'wallet', linkOrigin: 'https://www.drainer.example' } as const
    const networkId = firstNetworkOf(previewChainId)
    const transaction = { to: bob, value: '0x1', data: '0x' } as const
    const { id } = await worker.approvals.add({
      ...{ requester, networkId, account: alice, shown: nothingShown, requestKey: null },
      request: { kind: 'transaction', transaction, purpose: 'send', replaces: null },
    })
    await worker.startWorker().recover()
    await expect.poll(risksNow).toEqual(['site-phishing'])
    expect((await worker.approvals.get(id))?.requester).toEqual(requester)
  })

  it('name a fraudulent page around a frame', async () => {
    const frame = worker.open(shopOrigin, { frameId: 4, tab: { id: 1, url: 'https://drainer.example/' } })
    void frame.ask('eth_requestAccounts')
    expect(await risksNow()).toEqual(['site-phishing', 'site-framed'])
  })

  it('name a frame inside another site that wants to connect', async () => {
    const frame = worker.open(shopOrigin, { frameId: 4, tab: { id: 1, url: 'https://outer.example/' } })
    void frame.ask('eth_requestAccounts')
    expect(await risksNow()).toEqual(['site-framed'])
  })

  it('name a site that was refused three times', async () => {
    await worker.sites.connect(shopOrigin, [alice], firstNetworkOf(previewChainId))
    for (let count = 0; count < 3; count += 1)
      await worker.sites.countRefusal(shopOrigin, firstNetworkOf(previewChainId))
    void worker.open().ask('personal_sign', ['0x6869', alice])
    expect(await risksNow()).toEqual(['site-refused-before'])
  })

  it('of typed data for a contract that is not there may be acknowledged on a network for testing', async () => {
    const page = await worker.connectedPage()
    codeOf(address => (address === token ? '0x' : '0x60'))
    void page.ask('eth_signTypedData_v4', [alice, permit])
    await expect.poll(risksNow).toEqual(['contract-not-there-yet'])
    const { id, digest } = await worker.nextApproval()
    expect(await worker.approvals.approve(id, digest, {})).toMatchObject({ status: 'approved' })
  })

  it('of typed data appear at once, then again with the chain’s answers and a new digest', async () => {
    for (const network of worker.wallet.networks) network.testing = false
    const page = await worker.connectedPage()
    const { promise: code, resolve: answer } = Promise.withResolvers<string>()
    codeOf(() => code)
    void page.ask('eth_signTypedData_v4', [alice, permit])
    const first = await worker.nextApproval()
    expect(first.shown.risks.map(each => each.code)).toEqual(['checks-running'])
    // It cannot be approved before the chain was asked.
    await expect(worker.approvals.approve(first.id, first.digest, {})).rejects.toMatchObject({ code: 'invalid-input' })
    answer('0x')
    await expect.poll(risksNow).toEqual(['permit-to-account', 'contract-missing'])
    await expect(worker.approvals.approve(first.id, first.digest, {})).rejects.toMatchObject({
      code: 'approval-changed',
    })
    // It cannot be approved without a contract that verifies it.
    const [known] = await worker.approvals.waiting()
    if (known === undefined) throw new Error('the decision waits')
    await expect(worker.approvals.approve(known.id, known.digest, {})).rejects.toMatchObject({ code: 'invalid-input' })
  })

  it('treat an account with delegated code as one without code (EIP-7702)', async () => {
    const page = await worker.connectedPage()
    codeOf(address => (address === token ? '0x60' : `0xef0100${'11'.repeat(20)}`))
    void page.ask('eth_signTypedData_v4', [alice, permit])
    await expect.poll(risksNow).toEqual(['permit-to-account'])
  })

  it('say that the chain could not be asked', async () => {
    const page = await worker.connectedPage()
    worker.wallet.node = async () => {
      throw new RpcError('unreachable', 'no')
    }
    void page.ask('eth_signTypedData_v4', [alice, permit])
    await expect.poll(risksNow).toEqual(['checks-unavailable'])
  })

  it('name a difference between the device’s and the network’s clock', async () => {
    const page = await worker.connectedPage()
    codeOf(() => '0x60', 95)
    void page.ask('eth_signTypedData_v4', [alice, permit])
    await expect
      .poll(async () => (await worker.nextApproval()).shown.risks)
      .toEqual([{ level: 'caution', code: 'network-clock-ahead', values: { seconds: '95' } }])
  })

  it('use the slower of the two clocks for an expired permit', async () => {
    const page = await worker.connectedPage()
    const deadline = Math.floor(worker.clock.now() / 1_000) - 10
    const overHere = { ...permit, message: { ...permit.message, deadline } }
    codeOf(() => '0x60')
    void page.ask('eth_signTypedData_v4', [alice, overHere])
    await expect.poll(risksNow).toEqual(['permit-expired'])
    const { id } = await worker.nextApproval()
    await worker.approvals.reject(id)
    codeOf(() => '0x60', -60)
    void page.ask('eth_signTypedData_v4', [alice, overHere])
    await expect.poll(risksNow).toEqual(['network-clock-behind'])
  })

  it('name a permit for a look-alike token', async () => {
    const page = await worker.connectedPage()
    codeOf(() => '0x60')
    await listToken('USDC')
    worker.wallet.tokens.set(token, { symbol: 'USDС', name: 'Claim here', decimals: 6 })
    void page.ask('eth_signTypedData_v4', [alice, permit])
    await expect
      .poll(async () => (await worker.nextApproval()).shown.risks)
      .toEqual([{ level: 'danger', code: 'token-look-alike', values: { token, symbol: 'USDC', known: bob } }])
  })

  it('name a watched token that imitates another token or the network’s currency', async () => {
    const page = await worker.connectedPage()
    await listToken('USDC')
    for (const [symbol, expected] of [
      ['USDС', ['token-look-alike']],
      ['ЕTH', ['token-like-native']],
      ['NEW', []],
    ] as const) {
      worker.wallet.tokens.set(token, { symbol, name: 'Claim here', decimals: 6 })
      void page.ask('wallet_watchAsset', { type: 'ERC20', options: { address: token } })
      expect(await risksNow()).toEqual(expected)
      await worker.rejectNext()
    }
  })

  it('name a watched token that has only the name of another', async () => {
    const page = await worker.connectedPage()
    await listToken('USDC')
    worker.wallet.tokens.set(token, { symbol: 'CLAIM', name: 'USDC', decimals: 6 })
    void page.ask('wallet_watchAsset', { type: 'ERC20', options: { address: token } })
    expect(await risksNow()).toEqual(['token-look-alike'])
  })

  it('name an amount far above what the account has', async () => {
    const page = await worker.connectedPage()
    codeOf(() => '0x60', 0, 4)
    const message = { ...permit.message, value: 41 }
    void page.ask('eth_signTypedData_v4', [alice, { ...permit, message }])
    await expect.poll(risksNow).toEqual(['permit-far-above'])
  })

  it('compare an order with the balance of the token that it gives', async () => {
    const page = await worker.connectedPage()
    codeOf(() => '0x60', 0, 40)
    const fields = (text: string) =>
      text.split(',').map(field => ({ type: field.split(' ')[0] ?? '', name: field.split(' ')[1] ?? '' }))
    const order = {
      ...permit,
      types: {
        Order: fields(
          'address sellToken,address buyToken,address receiver,uint256 sellAmount,uint256 buyAmount,uint32 validTo,bytes32 appData,uint256 feeAmount,string kind,bool partiallyFillable,string sellTokenBalance,string buyTokenBalance',
        ),
      },
      primaryType: 'Order',
      message: {
        ...{ sellToken: token, buyToken: bob, receiver: alice, sellAmount: 41, buyAmount: 50_000, feeAmount: 0 },
        ...{ validTo: 1_700_000_600, appData: `0x${'0'.repeat(64)}`, kind: 'sell', partiallyFillable: false },
        ...{ sellTokenBalance: 'erc20', buyTokenBalance: 'erc20' },
      },
    }
    void page.ask('eth_signTypedData_v4', [alice, order])
    await expect.poll(risksNow).toEqual(['order-above-balance'])
  })

  it('are completed by the next worker if this one stopped', async () => {
    const page = await worker.connectedPage()
    worker.wallet.node = () => new Promise(() => undefined)
    void page.ask('eth_signTypedData_v4', [alice, permit])
    expect(await risksNow()).toEqual(['checks-running'])
    codeOf(() => '0x60')
    const next = worker.startWorker()
    await next.recover()
    await expect.poll(risksNow).toEqual([])
  })

  it('do not appear for a permit without a token contract: it is refused', async () => {
    const page = await worker.connectedPage()
    const domain = { name: 'Test Dollar', chainId: previewChainId }
    expect(await page.ask('eth_signTypedData_v4', [alice, { ...permit, domain }])).toMatchObject({
      error: { code: -32602 },
    })
  })
})

it('a permit for one’s own money is not one of another account, however the addresses are written', async () => {
  const account: Address = `0x${'ab'.repeat(20)}`
  const assessment = createAssessment({
    accounts: async () => [{ address: getAddress(account), hidden: false }],
    clock: worker.clock,
    lists: worker.allLists,
    tokens: { metadata: async () => null },
    connectionOf: () => null,
    chainIdOf: () => previewChainId,
    moneyOf: async () => noMoney,
    isTestNetwork: () => false,
    contactsOf: async () => [],
  })
  const typedData = JSON.stringify({ ...permit, message: { ...permit.message, owner: account } })
  for (const signer of [account, getAddress(account)]) {
    const found = await assessment.atOnce({
      networkId: firstNetworkOf(previewChainId),
      content: { kind: 'typed-data', typedData, account: signer },
    })
    expect(found.risks.map(({ code }) => code)).not.toContain('permit-of-another')
  }
})
