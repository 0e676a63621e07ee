import { toHex } from 'viem'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { previewChainId } from '@/lib/networks/presets'
import { RpcError } from '@/lib/rpc/errors'
import { Failure } from '@/lib/values/failure'
import { alice, bob, codeOf, hashOf, setUp, shopOrigin, stranger } from './provider.fixture'
import { isMuteOffered } from './sites'

let worker: Awaited<ReturnType<typeof setUp>>
beforeEach(async () => {
  worker = await setUp()
})
afterEach(() => worker.database.close())

const payment = { from: alice, to: bob, value: '0x1' }

describe('a site the person has not connected', () => {
  it('learns the default network and nothing of the person', async () => {
    const page = worker.open()
    expect(await page.ask('eth_chainId')).toEqual({ result: `0x${previewChainId.toString(16)}` })
    expect(await page.ask('net_version')).toEqual({ result: String(previewChainId) })
    expect(await page.ask('eth_accounts')).toEqual({ result: [] })
    expect(await page.ask('eth_coinbase')).toEqual({ result: null })
    expect(await page.ask('wallet_getPermissions')).toEqual({ result: [] })
    expect(codeOf(await page.ask('eth_sendTransaction', [payment]))).toBe(4100)
    expect(codeOf(await page.ask('personal_sign', ['0x00', alice]))).toBe(4100)
    expect(worker.wallet.windows).toEqual([])
  })

  it('cannot tell a locked wallet from an unlocked one', async () => {
    const page = worker.open()
    const probe = async () => [
      await page.ask('eth_accounts'),
      await page.ask('wallet_getPermissions'),
      await page.ask('eth_sendTransaction', [payment]),
      await page.ask('eth_coinbase'),
      page.events,
    ]
    const unlocked = await probe()
    worker.wallet.unlocked = false
    expect(await probe()).toEqual(unlocked)
  })

  it('reads only at the default endpoint, and not too often', async () => {
    const page = worker.open()
    expect(await page.ask('eth_getBalance', [bob, 'pending'])).toEqual({ result: '0x1' })
    expect(worker.wallet.calls).toEqual([
      { chainId: previewChainId, method: 'eth_getBalance', params: [bob, 'pending'], endpoint: 'default' },
    ])
    const replies = await Promise.all(Array.from({ length: 60 }, () => page.ask('eth_blockNumber')))
    expect(new Set(replies.map(codeOf))).toEqual(new Set([undefined, -32005]))
    worker.clock.advance(1_000)
    expect(await page.ask('eth_blockNumber')).toEqual({ result: '0x1' })
  })
})

describe('connecting', () => {
  it('gives the accounts the person chose, the chosen one first, and tells the page', async () => {
    const page = worker.open()
    const asked = page.ask('eth_requestAccounts')
    await worker.approveNext([bob, alice])
    expect(await asked).toEqual({ result: [bob, alice] })
    expect(await page.ask('eth_accounts')).toEqual({ result: [bob, alice] })
    await expect.poll(() => page.events.at(-1)).toMatchObject({ kind: 'state', accounts: [bob, alice] })
    expect(worker.wallet.windows).toEqual(['focus'])
  })

  it('asks again only when asked for permissions by name', async () => {
    const page = await worker.connectedPage()
    expect(await page.ask('eth_requestAccounts')).toEqual({ result: [alice] })
    const asked = page.ask('wallet_requestPermissions', [{ eth_accounts: {} }])
    await worker.approveNext([alice, bob])
    expect(await asked).toEqual({
      result: [
        {
          invoker: shopOrigin,
          parentCapability: 'eth_accounts',
          caveats: [{ type: 'restrictReturnedAccounts', value: [alice, bob] }],
        },
      ],
    })
  })

  it('is refused for an account that is not the wallet’s', async () => {
    const page = worker.open()
    const asked = page.ask('eth_requestAccounts')
    const { id, digest } = await worker.nextApproval()
    const approved = await worker.approvals.approve(id, digest, { accounts: [stranger] })
    await expect(worker.provider.fulfil(approved)).rejects.toMatchObject({ code: 'invalid-input' })
    expect(codeOf(await asked)).toBe(-32602)
    expect(await page.ask('eth_accounts')).toEqual({ result: [] })
  })

  it('waits for one answer at a time: a second request gets −32002', async () => {
    const page = worker.open()
    const asked = page.ask('eth_requestAccounts')
    await worker.nextApproval()
    expect(codeOf(await page.ask('eth_requestAccounts'))).toBe(-32002)
    expect(codeOf(await worker.open().ask('eth_requestAccounts'))).toBe(-32002)
    await worker.rejectNext()
    expect(codeOf(await asked)).toBe(4001)
  })

  it('ends with a revoke, and every page of the site is told', async () => {
    const page = await worker.connectedPage()
    const other = worker.open()
    expect(await page.ask('wallet_revokePermissions', [{ eth_accounts: {} }])).toEqual({ result: null })
    expect(await page.ask('eth_accounts')).toEqual({ result: [] })
    await expect.poll(() => other.events.at(-1)).toMatchObject({ kind: 'state', accounts: [] })
    expect(worker.wallet.wakes).toBeGreaterThan(0)
  })

  it('does not show an account that was hidden since', async () => {
    const page = await worker.connectedPage(shopOrigin, [alice, bob])
    worker.wallet.accounts = [
      { address: alice, hidden: true },
      { address: bob, hidden: false },
    ]
    expect(await page.ask('eth_accounts')).toEqual({ result: [bob] })
    expect(codeOf(await page.ask('eth_sendTransaction', [payment]))).toBe(4100)
  })
})

describe('a request that asks the person', () => {
  it('sends the transaction that was approved and answers with its hash', async () => {
    const page = await worker.connectedPage()
    const asked = page.ask('eth_sendTransaction', [{ ...payment, data: '0x', gas: '0x5208' }])
    const id = await worker.approveNext()
    expect(await asked).toEqual({ result: hashOf(id) })
    expect(worker.wallet.proposed).toMatchObject([
      {
        chainId: previewChainId,
        account: alice,
        transaction: { to: bob, value: '0x1', data: '0x', gas: '0x5208' },
        purpose: 'send',
        requester: { kind: 'site', origin: shopOrigin },
      },
    ])
    expect((await worker.approvals.get(id))?.status).toBe('done')
  })

  it('signs the bytes of a message, given as hex, as text, or in the other order', async () => {
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

  it('is refused with 4001 when the person refuses', async () => {
    const page = await worker.connectedPage()
    const asked = page.ask('eth_sendTransaction', [payment])
    await worker.rejectNext()
    expect(await asked).toEqual({ error: { code: 4001, message: 'The person refused the request.' } })
    expect(worker.wallet.executed).toEqual([])
  })

  it('passes on what the node said, with its code and data', async () => {
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

  it('is refused for an account that is not connected to the site', async () => {
    const page = await worker.connectedPage()
    expect(codeOf(await page.ask('eth_sendTransaction', [{ ...payment, from: bob }]))).toBe(4100)
    expect(codeOf(await page.ask('personal_sign', ['0x00', bob]))).toBe(4100)
  })

  it('is refused for another chain than the site’s', async () => {
    const page = await worker.connectedPage()
    expect(codeOf(await page.ask('eth_sendTransaction', [{ ...payment, chainId: '0x1' }]))).toBe(-32602)
    const asked = page.ask('eth_sendTransaction', [{ ...payment, chainId: `0x${previewChainId.toString(16)}` }])
    await worker.approveNext()
    expect(codeOf(await asked)).toBeUndefined()
  })

  it('queues up to twenty per site, and answers all when the window is closed', async () => {
    const page = await worker.connectedPage()
    const asked = Array.from({ length: 20 }, () => page.ask('eth_sendTransaction', [payment]))
    await worker.waitingApprovals(20)
    expect(codeOf(await page.ask('personal_sign', ['0x00', alice]))).toBe(-32005)
    await worker.provider.windowClosed(worker.clock.now())
    expect((await Promise.all(asked)).map(codeOf)).toEqual(asked.map(() => 4001))
    expect(await worker.approvals.waiting()).toEqual([])
  })

  it('that came after the window was closed is not refused with what was in it, and gets a window', async () => {
    const page = await worker.connectedPage()
    const seen = page.ask('eth_sendTransaction', [payment])
    await worker.waitingApprovals(1)
    const closedAt = worker.clock.now()
    worker.clock.advance(1)
    const unseen = page.ask('personal_sign', ['0x00', alice])
    await worker.waitingApprovals(2)
    await worker.provider.windowClosed(closedAt)
    expect(codeOf(await seen)).toBe(4001)
    expect(worker.wallet.windows.at(-1)).toBe('if-missing')
    await worker.approveNext()
    expect(await unseen).toMatchObject({ result: expect.any(String) })
  })

  it('is refused with its window although the clock was set back since', async () => {
    const page = await worker.connectedPage()
    const asked = page.ask('personal_sign', ['0x00', alice])
    await worker.waitingApprovals(1)
    worker.clock.advance(-60_000)
    await worker.provider.windowClosed(worker.clock.now())
    expect(codeOf(await asked)).toBe(4001)
  })

  it('is cancelled when the page goes away', async () => {
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

  it('is not left behind by a page that went away before there was anything to cancel', async () => {
    const page = await worker.connectedPage()
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    worker.wallet.tokens.set(stranger, { symbol: 'TUSD', name: 'Test Dollar', decimals: 6 })
    worker.wallet.chainAnswers = () => answered
    void page.ask('wallet_watchAsset', { type: 'ERC20', options: { address: stranger } })
    await expect.poll(() => worker.database.count('requests')).toBe(1)
    page.leave()
    answer()
    await expect.poll(async () => (await worker.database.getAll('requests'))[0]?.answer).toContain('4001')
    expect(await worker.approvals.waiting()).toEqual([])
    expect(worker.wallet.windows).toEqual([])
  })

  it('is cancelled when the site changes account or chain, or is disconnected', async () => {
    const page = await worker.connectedPage(shopOrigin, [alice, bob])
    for (const change of [
      () => worker.sites.chooseAccount(shopOrigin, bob),
      () => worker.sites.setChain(shopOrigin, 8453),
      () => worker.sites.disconnect(shopOrigin),
    ]) {
      const [active] = (await worker.sites.get(shopOrigin))?.accounts ?? []
      const asked = page.ask('personal_sign', ['0x00', active])
      await worker.waitingApprovals(1)
      await change()
      expect(codeOf(await asked)).toBe(4001)
    }
  })

  it('is cancelled when its account is hidden or its network removed, and the page is told where it is now', async () => {
    const page = await worker.connectedPage(shopOrigin, [alice, bob])
    await worker.sites.setChain(shopOrigin, 8453)
    const signing = page.ask('personal_sign', ['0x00', alice])
    const other = page.ask('personal_sign', ['0x00', bob])
    await worker.waitingApprovals(2)
    worker.wallet.accounts = [
      { address: alice, hidden: true },
      { address: bob, hidden: false },
    ]
    await worker.provider.accountsChanged()
    expect(codeOf(await signing)).toBe(4001)
    await worker.waitingApprovals(1)

    worker.wallet.networks = worker.wallet.networks.filter(({ chainId }) => chainId !== 8453)
    await worker.provider.networkChanged(8453)
    expect(codeOf(await other)).toBe(4001)
    await expect
      .poll(() => page.events.at(-1))
      .toMatchObject({ kind: 'state', chainId: toHex(previewChainId), accounts: [bob] })
  })

  it('waits on, and no page is woken, when an endpoint of its network does worse', async () => {
    const page = await worker.connectedPage()
    void page.ask('eth_sendTransaction', [payment])
    await worker.waitingApprovals(1)
    const { wakes } = worker.wallet
    await worker.provider.networkChanged(previewChainId)
    await worker.waitingApprovals(1)
    expect(worker.wallet.wakes).toBe(wakes)
  })

  it('is answered after ten minutes', async () => {
    const page = await worker.connectedPage()
    const asked = page.ask('eth_sendTransaction', [payment])
    await worker.waitingApprovals(1)
    worker.clock.advance(600_000)
    expect(codeOf(await asked)).toBe(4001)
  })
})

describe('refusals', () => {
  it('are counted, and a muted site is told −32005 without bothering anybody', async () => {
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

  it('make the wallet ask after the third in a row whether to mute the site, also after a restart, until the person says no', async () => {
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

  it('are forgotten when the person wants to go on being asked', async () => {
    await worker.sites.connect(shopOrigin, [alice], 1)
    for (let count = 1; count <= 3; count += 1) await worker.sites.countRefusal(shopOrigin, 1)
    const page = worker.open()
    const asked = page.ask('personal_sign', ['0x00', alice])
    await worker.waitingApprovals(1)
    await worker.provider.mute(shopOrigin, null)
    expect((await worker.sites.get(shopOrigin))?.refusals).toBe(0)
    await worker.approveNext()
    expect(await asked).toMatchObject({ result: expect.any(String) })
  })

  it('are forgotten after a consent', async () => {
    const page = await worker.connectedPage()
    const refused = page.ask('personal_sign', ['0x00', alice])
    await worker.rejectNext()
    await refused
    await expect.poll(async () => (await worker.sites.get(shopOrigin))?.refusals).toBe(1)
    void page.ask('personal_sign', ['0x00', alice])
    await worker.approveNext()
    expect((await worker.sites.get(shopOrigin))?.refusals).toBe(0)
  })

  it('muting answers what the site has waiting with −32005', async () => {
    const page = await worker.connectedPage()
    const asked = page.ask('personal_sign', ['0x00', alice])
    await worker.waitingApprovals(1)
    await worker.provider.mute(shopOrigin, worker.clock.now() + 60_000)
    expect(codeOf(await asked)).toBe(-32005)
  })
})

describe('a locked wallet', () => {
  it('shows a connected site no account, and tells it so', async () => {
    const page = await worker.connectedPage()
    worker.wallet.unlocked = false
    await worker.provider.sessionChanged()
    expect(page.events.at(-1)).toMatchObject({ kind: 'state', accounts: [] })
    expect(await page.ask('eth_accounts')).toEqual({ result: [] })
    worker.wallet.unlocked = true
    await worker.provider.sessionChanged()
    expect(page.events.at(-1)).toMatchObject({ kind: 'state', accounts: [alice] })
  })

  it('opens at the unlock for a site that is connected, then answers without another question', async () => {
    const page = await worker.connectedPage()
    worker.wallet.unlocked = false
    const asked = page.ask('eth_requestAccounts')
    await expect.poll(() => worker.wallet.windows).toEqual(['focus'])
    expect(codeOf(await worker.open().ask('eth_requestAccounts'))).toBe(-32002)
    worker.wallet.unlocked = true
    await worker.provider.sessionChanged()
    expect(await asked).toEqual({ result: [alice] })
    expect(await worker.approvals.waiting()).toEqual([])
  })

  it('refuses that request when the window is closed at the unlock', async () => {
    const page = await worker.connectedPage()
    worker.wallet.unlocked = false
    const asked = page.ask('eth_requestAccounts')
    await expect.poll(() => worker.wallet.windows).toEqual(['focus'])
    await worker.provider.windowClosed(worker.clock.now())
    expect(codeOf(await asked)).toBe(4001)
  })

  it('waits for the unlock in a window of its own when it came after the last one was closed', async () => {
    const page = await worker.connectedPage()
    worker.wallet.unlocked = false
    const closedAt = worker.clock.now()
    worker.clock.advance(1)
    const asked = page.ask('eth_requestAccounts')
    await expect.poll(() => worker.wallet.windows).toEqual(['focus'])
    await worker.provider.windowClosed(closedAt)
    expect(worker.wallet.windows).toEqual(['focus', 'if-missing'])
    worker.wallet.unlocked = true
    await worker.provider.sessionChanged()
    expect(await asked).toEqual({ result: [alice] })
  })

  it('keeps a decision that was asked for while it was locked until after the unlock', async () => {
    const page = await worker.connectedPage()
    worker.wallet.unlocked = false
    const asked = page.ask('eth_sendTransaction', [payment])
    await worker.nextApproval()
    worker.wallet.unlocked = true
    await worker.provider.sessionChanged()
    const id = await worker.approveNext()
    expect(await asked).toEqual({ result: hashOf(id) })
  })

  it('answers what waits with 4001 when it is locked', async () => {
    const page = await worker.connectedPage()
    const asked = page.ask('eth_sendTransaction', [payment])
    await worker.nextApproval()
    worker.wallet.unlocked = false
    await worker.provider.sessionChanged()
    expect(codeOf(await asked)).toBe(4001)
  })
})

describe('the death of the worker', () => {
  const id = '11111111-2222-4333-8444-555555555555'

  it('does not ask twice, and the same request gets the one answer', async () => {
    const page = await worker.connectedPage()
    void page.ask('eth_sendTransaction', [payment], id)
    const { id: approvalId } = await worker.nextApproval()

    const next = worker.startWorker()
    const again = next.open().ask('eth_sendTransaction', [payment], id)
    await expect.poll(() => worker.wallet.windows).toContain('if-missing')
    expect(await next.approvals.waiting()).toHaveLength(1)
    await next.approveNext()
    expect(await again).toEqual({ result: hashOf(approvalId) })
    expect(worker.wallet.proposed).toHaveLength(1)
  })

  it('between consent and signature: the next worker carries it out once', async () => {
    const page = await worker.connectedPage()
    void page.ask('eth_sendTransaction', [payment], id)
    const approval = await worker.nextApproval()
    await worker.approvals.approve(approval.id, approval.digest, {})

    const next = worker.startWorker()
    const again = next.open().ask('eth_sendTransaction', [payment], id)
    await next.provider.recover()
    expect(await again).toEqual({ result: hashOf(approval.id) })
    expect(new Set(worker.wallet.executed)).toEqual(new Set([approval.id]))
    expect(await next.approvals.approved()).toEqual([])
  })

  it('after the answer was kept and before it was sent: it is sent again', async () => {
    const page = await worker.connectedPage()
    const first = page.ask('eth_sendTransaction', [payment], id)
    await worker.approveNext()
    const next = worker.startWorker()
    expect(await next.open().ask('eth_sendTransaction', [payment], id)).toEqual(await first)
    worker.clock.advance(600_000)
    await next.provider.recover()
    expect(await next.open().ask('eth_sendTransaction', [payment], id)).toEqual(await first)
    expect(worker.wallet.executed).toHaveLength(1)
  })

  it('between a refusal and its answer', async () => {
    const page = await worker.connectedPage()
    void page.ask('eth_sendTransaction', [payment], id)
    const approval = await worker.nextApproval()
    const row = await worker.database.get('approvals', approval.id)
    if (row === undefined) throw new Error('the row is there')
    await worker.database.put('approvals', { ...row, status: 'rejected' })

    const next = worker.startWorker()
    expect(codeOf(await next.open().ask('eth_sendTransaction', [payment], id))).toBe(4001)
  })

  it('leaves nothing waiting for pages that are gone', async () => {
    const page = await worker.connectedPage()
    void page.ask('personal_sign', ['0x00', alice])
    await worker.waitingApprovals(1)
    const next = worker.startWorker()
    await next.provider.recover()
    worker.clock.advance(5_000)
    await expect.poll(async () => next.approvals.waiting()).toEqual([])
  })

  it('does not end what a page that came back still waits for', async () => {
    const page = await worker.connectedPage()
    void page.ask('personal_sign', ['0x00', alice], id)
    const { requester } = await worker.nextApproval()
    if (requester.kind !== 'site') throw new Error('a site asked')
    const next = worker.startWorker()
    const back = next.open(shopOrigin, { documentId: requester.documentId ?? undefined })
    const again = back.ask('personal_sign', ['0x00', alice], id)
    await next.provider.recover()
    worker.clock.advance(5_000)
    await next.approveNext()
    expect(codeOf(await again)).toBeUndefined()
  })

  it('forgets answers after half an hour', async () => {
    const page = await worker.connectedPage()
    const asked = page.ask('personal_sign', ['0x00', alice], id)
    await worker.approveNext()
    await asked
    worker.clock.advance(1_800_001)
    await worker.provider.recover()
    expect(await worker.database.count('requests')).toBe(0)
  })
})

describe('one request, one answer', () => {
  const id = '11111111-2222-4333-8444-555555555555'

  it('however often it arrives at once', async () => {
    const page = await worker.connectedPage()
    const replies = [1, 2, 3].map(() => page.ask('personal_sign', ['0x00', alice], id))
    await worker.approveNext()
    expect(await replies.at(-1)).toMatchObject({ result: expect.any(String) })
    expect(await worker.database.count('approvals')).toBe(1)
  })

  it('and an id does not serve another site or another method', async () => {
    const page = await worker.connectedPage()
    const asked = page.ask('personal_sign', ['0x00', alice], id)
    await worker.approveNext()
    await asked
    expect(codeOf(await worker.open('https://other.example').ask('personal_sign', ['0x00', alice], id))).toBe(4100)
    expect(codeOf(await page.ask('eth_sendTransaction', [payment], id))).toBe(-32600)
  })
})

describe('who asks', () => {
  it.each([
    ['a sandboxed frame', 'null', {}],
    ['a page without encryption', 'http://shop.example', {}],
    ['a file', 'file://', {}],
    ['another extension', shopOrigin, { id: 'another' }],
    ['no tab', shopOrigin, { tab: undefined }],
    ['a page of the wallet', 'chrome-extension://prelude', {}],
  ])('gets nothing: %s', (_who, origin, sender) => {
    expect(worker.open(origin, sender).disconnected()).toBe(true)
  })

  it.each(['http://localhost:3000', 'http://127.0.0.1', 'http://[::1]:8080', 'http://app.localhost'])(
    'may be on this machine: %s',
    async origin => {
      expect(await worker.open(origin).ask('eth_accounts')).toEqual({ result: [] })
    },
  )

  it('is the frame, and the top frame is named beside it', async () => {
    await worker.sites.connect('https://inner.example', [alice], previewChainId)
    const frame = worker.open('https://inner.example', {
      frameId: 3,
      tab: { id: 9, url: 'https://outer.example/page' },
    })
    void frame.ask('personal_sign', ['0x00', alice])
    expect((await worker.nextApproval()).requester).toMatchObject({
      origin: 'https://inner.example',
      topOrigin: 'https://outer.example',
      tabId: 9,
    })
  })

  it('is never what a message says', async () => {
    const page = worker.open('https://evil.example')
    await worker.sites.connect(shopOrigin, [alice], previewChainId)
    const id = crypto.randomUUID()
    page.post({ id, method: 'eth_accounts', origin: shopOrigin, sender: { origin: shopOrigin } })
    await expect.poll(() => page.answers).toEqual([{ kind: 'result', id, result: [] }])
  })

  it('is not answered without an id', async () => {
    const page = worker.open()
    for (const frame of [null, 7, 'x', [], {}, { id: 5, method: 'eth_chainId' }, { id: 'x', method: 'eth_chainId' }])
      page.post(frame)
    expect(await page.ask('eth_accounts')).toEqual({ result: [] })
    expect(page.answers).toHaveLength(1)
  })
})
