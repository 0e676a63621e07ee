import { toHex } from 'viem'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Failure } from '@/lib/base/failure'
import { firstNetworkOf } from '@/lib/base/network-id'
import { RpcError } from '@/lib/base/rpc/errors'
import { previewChainId } from '@/lib/chain/networks/presets'
import { isMuteOffered } from '@/lib/decisions/sites/sites'
import { alice, bob, codeOf, hashOf, setUp, shopOrigin, stranger, type TestPage } from './provider.fixture'

let worker: Awaited<ReturnType<typeof setUp>>
beforeEach(async () => {
  worker = await setUp()
})
afterEach(() => worker.database.close())

const payment = { from: alice, to: bob, value: '0x1' }

const signedText = {
  types: { Text: [{ name: 'text', type: 'string' }] },
  primaryType: 'Text',
  domain: {},
  message: { text: 'hello' },
}

const article = { url: `${shopOrigin}/article`, method: 'GET', bodyDigest: null, terms: '{}' }

/** Makes payments that pages request need a decision. */
function askForPayments(): void {
  worker.http402.requested = async ({ url, method }, requester, requestKey, mayAsk) => {
    await mayAsk()
    const { id } = await worker.approvals.add({
      requester,
      networkId: firstNetworkOf(previewChainId),
      account: alice,
      request: { kind: 'payment', paymentId: 'a', url, method },
      shown: { feeCeiling: null, fee: null, noncePolicy: null, outcome: null, risks: [], plan: '{}' },
      requestKey,
    })
    return { approvalId: id }
  }
}

/**
 * Requests a token whose metadata comes when the returned function is called. Until then the page's later requests wait
 * for their turn.
 */
async function watchSlowly(page: TestPage) {
  const { promise: looked, resolve: look } = Promise.withResolvers<void>()
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  worker.wallet.tokens.set(stranger, { symbol: 'TUSD', name: 'Test Dollar', decimals: 6 })
  worker.wallet.chainAnswers = () => {
    look()
    return answered
  }
  void page.ask('wallet_watchAsset', { type: 'ERC20', options: { address: stranger } })
  await looked
  return answer
}

describe('a request that needs a decision', () => {
  it('sends the approved transaction and returns its hash', async () => {
    const page = await worker.connectedPage()
    const asked = page.ask('eth_sendTransaction', [{ ...payment, data: '0x', gas: '0x5208' }])
    const id = await worker.approveNext()
    expect(await asked).toEqual({ result: hashOf(id) })
    expect(worker.wallet.proposed).toMatchObject([
      {
        networkId: previewChainId,
        account: alice,
        transaction: { to: bob, value: '0x1', data: '0x', gas: '0x5208' },
        purpose: 'send',
        requester: { kind: 'site', origin: shopOrigin },
      },
    ])
    expect((await worker.approvals.get(id))?.status).toBe('done')
  })

  it('keeps the access list of a transaction of each type', async () => {
    const page = await worker.connectedPage()
    const accessList = [
      { address: bob, storageKeys: [`0x${'AB'.repeat(32)}`, `0x${'00'.repeat(32)}`] },
      { address: '0xA0Cf798816D4b9b9866b5330EEa46a18382f251e', storageKeys: [] },
      { address: bob, storageKeys: [] },
    ]
    for (const type of ['0x0', '0x1', '0x2', undefined]) {
      const asked = page.ask('eth_sendTransaction', [{ ...payment, type, accessList }])
      const id = await worker.approveNext()
      expect(await asked).toEqual({ result: hashOf(id) })
      expect(worker.wallet.proposed.at(-1)?.transaction).toEqual({ to: bob, value: '0x1', data: '0x', accessList })
    }
  })

  it('accepts an access list of 4000 addresses and storage keys', async () => {
    const page = await worker.connectedPage()
    const storageKeys = Array(3_999).fill(`0x${'ab'.repeat(32)}`)
    const asked = page.ask('eth_sendTransaction', [{ ...payment, accessList: [{ address: bob, storageKeys }] }])
    await worker.approveNext()
    expect(codeOf(await asked)).toBeUndefined()
    expect(worker.wallet.proposed.at(-1)?.transaction.accessList).toEqual([{ address: bob, storageKeys }])
  })

  it.each([[[]], [null], [undefined]])('treats the access list %j as absent', async accessList => {
    const page = await worker.connectedPage()
    const asked = page.ask('eth_sendTransaction', [{ ...payment, accessList }])
    await worker.approveNext()
    expect(codeOf(await asked)).toBeUndefined()
    expect(worker.wallet.proposed.at(-1)?.transaction).toEqual({ to: bob, value: '0x1', data: '0x' })
  })

  it('carries the conditions of a transaction to its decision, and is refused where the chain takes none', async () => {
    const page = await worker.connectedPage()
    const word = `0x${'00'.repeat(31)}08`
    const compared = { op: '=', value: word, address: bob }
    const validity = [
      { type: 'block_number', params: { op: '<=', value: '0x2a' } },
      { type: 'storage', params: { slot: word, mask: '0xff', ...compared } },
      { type: 'nonce', params: compared },
      { type: 'balance', params: compared },
    ]
    const asked = (given: unknown) => page.ask('eth_sendTransaction', [{ ...payment, validity: given }])
    expect(codeOf(await asked(validity))).toBe(5700)
    worker.wallet.takesConditions = true
    const answer = asked(validity)
    const id = await worker.approveNext()
    expect(await answer).toEqual({ result: hashOf(id) })
    expect(worker.wallet.proposed.at(-1)?.transaction.conditions).toEqual(validity)
    const wrong = [
      { type: 'flashblock_index', params: { op: '<=', value: '0x2' } },
      { type: 'block_number', params: { op: '==', value: '0x2' } },
      { type: 'block_number', params: { op: '<=', value: 42 } },
      { type: 'block_number', params: { op: '<', value: '0x2', mask: '0x1' } },
      { type: 'balance', params: { op: '<', value: '0x2' } },
    ]
    for (const each of [...wrong.map(one => [one]), Array(17).fill(validity[0]), 'soon'])
      expect(codeOf(await asked(each))).toBe(-32602)
  })

  it('signs the bytes of a message given as hex, as text, or with swapped parameters', async () => {
    const page = await worker.connectedPage()
    for (const params of [
      ['0x6869', alice],
      ['hi', alice],
      [alice, 'hi'],
    ]) {
      const asked = page.ask('personal_sign', params)
      await worker.approveNext()
      expect(await asked).toEqual({ result: `0x${'51'.repeat(32)}6869` })
    }
  })

  it('returns 4001 when the person rejects it', async () => {
    const page = await worker.connectedPage()
    const asked = page.ask('eth_sendTransaction', [payment])
    await worker.rejectNext()
    expect(await asked).toEqual({ error: { code: 4001, message: 'The person refused the request.' } })
    expect(worker.wallet.executed).toEqual([])
  })

  it('returns the node’s error with its code and data', async () => {
    const page = await worker.connectedPage()
    worker.wallet.execute = async () => {
      const cause = new RpcError('insufficient-funds', 'insufficient funds for gas * price + value', {
        code: -32000,
        data: { have: '0x0' },
      })
      throw new Failure('insufficient-funds', {}, { cause })
    }
    const asked = page.ask('eth_sendTransaction', [payment])
    await expect(worker.approveNext()).rejects.toMatchObject({ code: 'insufficient-funds' })
    expect(await asked).toEqual({
      error: { code: -32000, message: 'insufficient funds for gas * price + value', data: { have: '0x0' } },
    })
  })

  it('returns 4100 for an account that is not connected to the site', async () => {
    const page = await worker.connectedPage()
    expect(codeOf(await page.ask('eth_sendTransaction', [{ ...payment, from: bob }]))).toBe(4100)
    expect(codeOf(await page.ask('personal_sign', ['0x00', bob]))).toBe(4100)
  })

  it('returns −32602 for another chain than the site’s', async () => {
    const page = await worker.connectedPage()
    expect(codeOf(await page.ask('eth_sendTransaction', [{ ...payment, chainId: '0x1' }]))).toBe(-32602)
    const asked = page.ask('eth_sendTransaction', [{ ...payment, chainId: `0x${previewChainId.toString(16)}` }])
    await worker.approveNext()
    expect(codeOf(await asked)).toBeUndefined()
  })

  it('is one of at most twenty per site; closing the window answers all of them', async () => {
    const page = await worker.connectedPage()
    const asked = Array.from({ length: 20 }, () => page.ask('eth_sendTransaction', [payment]))
    await worker.waitingApprovals(20)
    expect(codeOf(await page.ask('personal_sign', ['0x00', alice]))).toBe(-32005)
    await worker.decisions.window.closed(worker.clock.now())
    expect((await Promise.all(asked)).map(codeOf)).toEqual(asked.map(() => 4001))
    expect(await worker.approvals.waiting()).toEqual([])
  })

  it('gets a window of its own if it came after the last one was closed', async () => {
    const page = await worker.connectedPage()
    const seen = page.ask('eth_sendTransaction', [payment])
    await worker.waitingApprovals(1)
    const closedAt = worker.clock.now()
    worker.clock.advance(1)
    const unseen = page.ask('personal_sign', ['0x00', alice])
    await worker.waitingApprovals(2)
    await worker.decisions.window.closed(closedAt)
    expect(codeOf(await seen)).toBe(4001)
    expect(worker.wallet.windows.at(-1)).toBe('if-missing')
    await worker.approveNext()
    expect(await unseen).toMatchObject({ result: expect.any(String) })
  })

  it('is refused with its window even if the clock was set back since', async () => {
    const page = await worker.connectedPage()
    const asked = page.ask('personal_sign', ['0x00', alice])
    await worker.waitingApprovals(1)
    worker.clock.advance(-60_000)
    await worker.decisions.window.closed(worker.clock.now())
    expect(codeOf(await asked)).toBe(4001)
  })

  it('is cancelled when its page leaves', async () => {
    const page = await worker.connectedPage()
    const elsewhere = worker.open()
    void page.ask('eth_sendTransaction', [payment])
    await worker.waitingApprovals(1)
    void elsewhere.ask('personal_sign', ['0x00', alice])
    await worker.waitingApprovals(2)
    page.leave()
    await expect
      .poll(async () => (await worker.approvals.waiting()).map(({ request }) => request.kind))
      .toEqual(['message'])
  })

  it('is cancelled if its page left before the decision was made', async () => {
    const page = await worker.connectedPage()
    const answer = await watchSlowly(page)
    page.leave()
    answer()
    await expect.poll(async () => (await worker.database.getAll('requests'))[0]?.answer).toContain('4001')
    expect(await worker.approvals.waiting()).toEqual([])
    expect(worker.wallet.windows).toEqual([])
  })

  it.each([
    ['disconnected', () => worker.sites.disconnect(shopOrigin), 4001],
    ['moved to another chain', () => worker.sites.setChain(shopOrigin, firstNetworkOf(8453)), 4901],
    ['muted', () => worker.provider.mute(shopOrigin, worker.clock.now() + 60_000), 4001],
  ])('is cancelled if its site was %s before the decision was made', async (_what, change, code) => {
    const answer = await watchSlowly(await worker.connectedPage())
    await change()
    answer()
    await expect.poll(async () => (await worker.database.getAll('requests'))[0]?.answer).toContain(`${code}`)
    expect(await worker.approvals.waiting()).toEqual([])
    expect(worker.wallet.windows).toEqual([])
  })

  it('uses the chain and accounts that the site has when its turn comes', async () => {
    const page = await worker.connectedPage(shopOrigin, [alice, bob])
    const answer = await watchSlowly(page)
    const lost = page.ask('personal_sign', ['0x00', alice])
    void page.ask('eth_sendTransaction', [{ ...payment, from: bob }])
    await expect.poll(() => worker.database.count('requests')).toBe(3)
    await worker.sites.connect(shopOrigin, [bob], firstNetworkOf(8453))
    answer()
    expect(codeOf(await lost)).toBe(4100)
    expect(await worker.nextApproval()).toMatchObject({ chainId: 8453, account: bob })
  })

  it('returns 4100 if the site was disconnected before its turn; a connect request is asked', async () => {
    const page = await worker.connectedPage()
    const answer = await watchSlowly(page)
    const signing = page.ask('personal_sign', ['0x00', alice])
    const connecting = page.ask('eth_requestAccounts')
    await expect.poll(() => worker.database.count('requests')).toBe(3)
    await worker.sites.disconnect(shopOrigin)
    answer()
    expect(codeOf(await signing)).toBe(4100)
    await worker.approveNext([bob])
    expect(await connecting).toEqual({ result: [bob] })
  })

  it('returns −32005 if the site was muted before its turn', async () => {
    const page = await worker.connectedPage()
    const answer = await watchSlowly(page)
    const signing = page.ask('personal_sign', ['0x00', alice])
    await expect.poll(() => worker.database.count('requests')).toBe(2)
    await worker.provider.mute(shopOrigin, worker.clock.now() + 60_000)
    answer()
    expect(codeOf(await signing)).toBe(-32005)
    expect(worker.wallet.windows).toEqual([])
  })

  it('for a payment needs no connected account', async () => {
    const page = worker.open()
    askForPayments()
    void page.ask('prelude_payHttp402', [article])
    await expect.poll(() => worker.wallet.windows).toEqual(['focus'])
    expect((await worker.nextApproval()).request.kind).toBe('payment')
  })

  it('for a payment returns −32005 if the site is muted', async () => {
    const page = await worker.connectedPage()
    await worker.provider.mute(shopOrigin, worker.clock.now() + 60_000)
    expect(codeOf(await page.ask('prelude_payHttp402', [article]))).toBe(-32005)
  })

  it('for a payment counts in the queue of twenty and is refused beyond it', async () => {
    const page = await worker.connectedPage()
    askForPayments()
    for (let count = 0; count < 19; count += 1) void page.ask('personal_sign', ['0x00', alice])
    await worker.waitingApprovals(19)
    void page.ask('prelude_payHttp402', [article])
    await expect.poll(() => worker.wallet.windows).toHaveLength(20)
    expect(codeOf(await page.ask('prelude_payHttp402', [{ ...article, url: `${shopOrigin}/other` }]))).toBe(-32005)
    const waiting = await worker.approvals.waiting()
    expect(waiting).toHaveLength(20)
    expect(waiting.filter(({ request }) => request.kind === 'payment')).toHaveLength(1)
    expect(worker.wallet.windows).toHaveLength(20)
  })

  it('for a payment that a spending limit covers ignores the queue', async () => {
    const page = await worker.connectedPage()
    worker.http402.requested = async () => ({ paymentId: 'paid' })
    for (let count = 0; count < 20; count += 1) void page.ask('personal_sign', ['0x00', alice])
    await worker.waitingApprovals(20)
    expect(await page.ask('prelude_payHttp402', [article])).toEqual({ result: 'paid' })
  })

  it('for a payment keeps neither the answer to the payment before it waiting, nor the site’s other requests', async () => {
    const page = await worker.connectedPage()
    worker.http402.requested = () => new Promise(() => undefined)
    worker.http402.repeated = async () => undefined
    void page.ask('prelude_payHttp402', [article])
    const answer = { id: 'before', status: 200, settlement: null }
    expect(await page.ask('prelude_http402Answered', [answer])).toEqual({ result: null })
    void page.ask('personal_sign', ['0x00', alice])
    expect((await worker.nextApproval()).request.kind).toBe('message')
  })

  it('stays where it belongs to no chain, and else ends with 4901, when its page moves to another chain meanwhile', async () => {
    const page = await worker.connectedPage()
    const forNoChain = { ...signedText, domain: { name: 'Shop' } }
    const moving = page.ask('wallet_switchEthereumChain', [{ chainId: toHex(8453) }])
    await worker.waitingApprovals(1)
    worker.clock.advance(1)
    const message = page.ask('personal_sign', ['0x00', alice])
    const typedData = page.ask('eth_signTypedData_v4', [alice, forNoChain])
    const ofChain = [
      page.ask('eth_signTypedData_v4', [alice, { ...forNoChain, domain: { chainId: previewChainId } }]),
      page.ask('eth_sendTransaction', [payment]),
    ]
    await worker.waitingApprovals(5)
    await worker.approveNext()
    expect(await moving).toEqual({ result: null })
    for (const ended of await Promise.all(ofChain))
      expect(ended).toEqual({ error: { code: 4901, message: 'This site moved to another chain meanwhile.' } })
    await worker.approveNext()
    await worker.approveNext()
    expect([await message, await typedData]).toEqual([{ result: expect.any(String) }, { result: expect.any(String) }])
  })

  it('ends with 4901 too where the worker stopped before its page was answered', async () => {
    const page = await worker.connectedPage()
    const id = crypto.randomUUID()
    void page.ask('eth_sendTransaction', [payment], id)
    await worker.waitingApprovals(1)
    const next = worker.startWorker()
    await worker.database.delete('requests', `${shopOrigin} ${id}`)
    await next.sites.setChain(shopOrigin, firstNetworkOf(8453))
    expect(codeOf(await next.open().ask('eth_sendTransaction', [payment], id))).toBe(4901)
  })

  it('is cancelled when the site changes account or is disconnected', async () => {
    const page = await worker.connectedPage(shopOrigin, [alice, bob])
    for (const change of [
      () => worker.sites.chooseAccount(shopOrigin, bob),
      () => worker.sites.disconnect(shopOrigin),
    ]) {
      const [active] = (await worker.sites.get(shopOrigin))?.accounts ?? []
      const asked = page.ask('personal_sign', ['0x00', active])
      await worker.waitingApprovals(1)
      await change()
      expect(codeOf(await asked)).toBe(4001)
    }
  })

  it('is cancelled when the site loses its account, even an inactive one', async () => {
    const page = await worker.connectedPage(shopOrigin, [alice, bob])
    const lost = page.ask('personal_sign', ['0x00', bob])
    await worker.waitingApprovals(1)
    void page.ask('personal_sign', ['0x00', alice])
    await worker.waitingApprovals(2)
    await worker.sites.connect(shopOrigin, [alice], firstNetworkOf(previewChainId))
    expect(codeOf(await lost)).toBe(4001)
    expect(await worker.approvals.waiting()).toMatchObject([{ account: alice }])
  })

  it('is cancelled when its account is hidden or its network removed, and the page gets its new state', async () => {
    const page = await worker.connectedPage(shopOrigin, [alice, bob])
    await worker.sites.setChain(shopOrigin, firstNetworkOf(8453))
    const signing = page.ask('personal_sign', ['0x00', alice])
    const other = page.ask('personal_sign', ['0x00', bob])
    await worker.waitingApprovals(2)
    worker.wallet.accounts = [
      { address: alice, hidden: true },
      { address: bob, hidden: false },
    ]
    await worker.accountsChanged()
    expect(codeOf(await signing)).toBe(4001)
    await worker.waitingApprovals(1)

    worker.wallet.networks = worker.wallet.networks.filter(({ chainId }) => chainId !== 8453)
    await worker.networkChanged(8453)
    expect(codeOf(await other)).toBe(4001)
    await expect
      .poll(() => page.events.at(-1))
      .toMatchObject({ kind: 'state', chainId: toHex(previewChainId), accounts: [bob] })
  })

  it('for a switch is cancelled when that network is removed, and returns 4902 if it was approved already', async () => {
    const page = await worker.connectedPage()
    const asked = page.ask('wallet_switchEthereumChain', [{ chainId: toHex(8453) }])
    await worker.waitingApprovals(1)
    const { networks } = worker.wallet
    worker.wallet.networks = networks.filter(({ chainId }) => chainId !== 8453)
    await worker.networkChanged(8453)
    expect(codeOf(await asked)).toBe(4001)

    worker.wallet.networks = networks
    const agreed = page.ask('wallet_switchEthereumChain', [{ chainId: toHex(8453) }])
    const { id, digest } = await worker.nextApproval()
    const approved = await worker.approvals.approve(id, digest, {})
    worker.wallet.networks = networks.filter(({ chainId }) => chainId !== 8453)
    await expect(worker.decisions.fulfil(approved)).rejects.toMatchObject({ code: 'network-unknown' })
    expect(codeOf(await agreed)).toBe(4902)
    expect(await page.ask('eth_chainId')).toEqual({ result: toHex(previewChainId) })
  })

  it('leaves its site on the default network when the site’s network is removed, even if it is added again', async () => {
    const page = await worker.connectedPage()
    await worker.sites.setChain(shopOrigin, firstNetworkOf(8453))
    const { networks } = worker.wallet
    worker.wallet.networks = networks.filter(({ chainId }) => chainId !== 8453)
    await worker.networkChanged(8453)
    worker.wallet.networks = networks
    await worker.networkChanged(8453)
    void page.ask('personal_sign', ['0x00', alice])
    expect(await worker.nextApproval()).toMatchObject({ chainId: previewChainId })
    expect(await page.ask('eth_chainId')).toEqual({ result: toHex(previewChainId) })
  })

  it('is not cancelled, and wakes no page, when an endpoint of its network fails', async () => {
    const page = await worker.connectedPage()
    void page.ask('eth_sendTransaction', [payment])
    await worker.waitingApprovals(1)
    const { wakes } = worker.wallet
    await worker.networkChanged(previewChainId)
    await worker.waitingApprovals(1)
    expect(worker.wallet.wakes).toBe(wakes)
  })

  it('is refused after ten minutes', async () => {
    const page = await worker.connectedPage()
    const asked = page.ask('eth_sendTransaction', [payment])
    await worker.waitingApprovals(1)
    worker.clock.advance(600_000)
    expect(codeOf(await asked)).toBe(4001)
  })
})

describe('refusals of a site', () => {
  it('are counted; a muted site gets −32005 without a window', async () => {
    const page = await worker.connectedPage()
    for (let count = 1; count <= 3; count += 1) {
      const asked = page.ask('personal_sign', ['0x00', alice])
      await worker.rejectNext()
      await asked
      await expect.poll(async () => (await worker.sites.get(shopOrigin))?.refusals).toBe(count)
    }
    await worker.provider.mute(shopOrigin, worker.clock.now() + 60_000)
    const windows = worker.wallet.windows.length
    expect(codeOf(await page.ask('personal_sign', ['0x00', alice]))).toBe(-32005)
    expect(worker.wallet.windows).toHaveLength(windows)
    expect(await page.ask('eth_chainId')).toMatchObject({ result: expect.any(String) })
    worker.clock.advance(60_000)
    void page.ask('personal_sign', ['0x00', alice])
    expect((await worker.nextApproval()).request.kind).toBe('message')
  })

  it('offer to mute the site after three in a row, across restarts, until the person declines', async () => {
    const page = await worker.connectedPage()
    const offered = async (sites = worker.sites) => {
      const site = await sites.get(shopOrigin)
      return site !== undefined && isMuteOffered(site, worker.clock.now())
    }
    for (let count = 1; count <= 3; count += 1) {
      expect(await offered()).toBe(false)
      const asked = page.ask('personal_sign', ['0x00', alice])
      await worker.rejectNext()
      await asked
      await expect.poll(async () => (await worker.sites.get(shopOrigin))?.refusals).toBe(count)
    }
    expect(await offered(worker.startWorker().sites)).toBe(true)
    await worker.provider.mute(shopOrigin, worker.clock.now() + 1_000)
    expect(await offered()).toBe(false)
    worker.clock.advance(1_000)
    expect(await offered()).toBe(false)
  })

  it('are reset when the person declines to mute the site', async () => {
    await worker.sites.connect(shopOrigin, [alice], firstNetworkOf(1))
    for (let count = 1; count <= 3; count += 1) await worker.sites.countRefusal(shopOrigin, firstNetworkOf(1))
    const page = worker.open()
    const asked = page.ask('personal_sign', ['0x00', alice])
    await worker.waitingApprovals(1)
    await worker.provider.mute(shopOrigin, null)
    expect((await worker.sites.get(shopOrigin))?.refusals).toBe(0)
    await worker.approveNext()
    expect(await asked).toMatchObject({ result: expect.any(String) })
  })

  it('are reset after an approval', async () => {
    const page = await worker.connectedPage()
    const refused = page.ask('personal_sign', ['0x00', alice])
    await worker.rejectNext()
    await refused
    await expect.poll(async () => (await worker.sites.get(shopOrigin))?.refusals).toBe(1)
    void page.ask('personal_sign', ['0x00', alice])
    await worker.approveNext()
    expect((await worker.sites.get(shopOrigin))?.refusals).toBe(0)
  })

  it('end with muting: waiting requests get −32005', async () => {
    const page = await worker.connectedPage()
    const asked = page.ask('personal_sign', ['0x00', alice])
    await worker.waitingApprovals(1)
    await worker.provider.mute(shopOrigin, worker.clock.now() + 60_000)
    expect(codeOf(await asked)).toBe(-32005)
  })
})
