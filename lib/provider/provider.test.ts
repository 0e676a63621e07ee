import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { firstNetworkOf } from '@/lib/base/network-id'
import { previewChainId } from '@/lib/chain/networks/presets'
import { alice, bob, codeOf, setUp, shopOrigin, stranger } from './provider.fixture'

let worker: Awaited<ReturnType<typeof setUp>>
beforeEach(async () => {
  worker = await setUp()
})
afterEach(() => worker.database.close())

const payment = { from: alice, to: bob, value: '0x1' }

describe('a site that is not connected', () => {
  it('learns the default network and nothing about the person', async () => {
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

  it('reads from the default endpoint only, within a limit', async () => {
    const page = worker.open()
    expect(await page.ask('eth_getBalance', [bob, 'pending'])).toEqual({ result: '0x1' })
    expect(worker.wallet.calls).toEqual([
      { chainId: previewChainId, method: 'eth_getBalance', params: [bob, 'pending'], endpoint: 'default' },
    ])
    const asked = Array.from({ length: 99 }, () => page.ask('eth_blockNumber'))
    await expect.poll(() => page.answers.length).toBe(40)
    // What comes at once and is too much waits for its turn; a flood is refused.
    expect(codeOf(await page.ask('eth_blockNumber'))).toBe(-32005)
    worker.clock.advance(3_000)
    expect(new Set((await Promise.all(asked)).map(codeOf))).toEqual(new Set([undefined]))
    worker.clock.advance(1_000)
    expect(await page.ask('eth_blockNumber')).toEqual({ result: '0x1' })
  })
})

describe('connecting', () => {
  it('returns the chosen accounts, the active one first, and sends the page its state', async () => {
    const page = worker.open()
    const asked = page.ask('eth_requestAccounts')
    await worker.approveNext([bob, alice])
    expect(await asked).toEqual({ result: [bob, alice] })
    expect(await page.ask('eth_accounts')).toEqual({ result: [bob, alice] })
    await expect.poll(() => page.events.at(-1)).toMatchObject({ kind: 'state', accounts: [bob, alice] })
    expect(worker.wallet.windows).toEqual(['focus'])
  })

  it('asks again only for wallet_requestPermissions', async () => {
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

  it('fails for an account that is not in the wallet', async () => {
    const page = worker.open()
    const asked = page.ask('eth_requestAccounts')
    const { id, digest } = await worker.nextApproval()
    const approved = await worker.approvals.approve(id, digest, { accounts: [stranger] })
    await expect(worker.decisions.fulfil(approved)).rejects.toMatchObject({ code: 'invalid-input' })
    expect(codeOf(await asked)).toBe(-32602)
    expect(await page.ask('eth_accounts')).toEqual({ result: [] })
  })

  it('allows one request at a time: a second one gets −32002', async () => {
    const page = worker.open()
    const asked = page.ask('eth_requestAccounts')
    await worker.nextApproval()
    expect(codeOf(await page.ask('eth_requestAccounts'))).toBe(-32002)
    expect(codeOf(await worker.open().ask('eth_requestAccounts'))).toBe(-32002)
    await worker.rejectNext()
    expect(codeOf(await asked)).toBe(4001)
  })

  it('ends with wallet_revokePermissions, and every page of the site gets its state', async () => {
    const page = await worker.connectedPage()
    const other = worker.open()
    expect(await page.ask('wallet_revokePermissions', [{ eth_accounts: {} }])).toEqual({ result: null })
    expect(await page.ask('eth_accounts')).toEqual({ result: [] })
    await expect.poll(() => other.events.at(-1)).toMatchObject({ kind: 'state', accounts: [] })
    expect(worker.wallet.wakes).toBeGreaterThan(0)
  })

  it('ends also where the page names permissions of other wallets beside it', async () => {
    const page = await worker.connectedPage()
    const named = { eth_accounts: {}, 'endowment:permitted-chains': {} }
    expect(await page.ask('wallet_revokePermissions', [named])).toEqual({ result: null })
    expect(await page.ask('eth_accounts')).toEqual({ result: [] })
  })

  it('shows accounts with the checksums of EIP-55, wherever a page sees them', async () => {
    const checksummed = '0x5742A9E700000000000000000000000000000003'
    worker.wallet.accounts = [{ address: stranger, hidden: false }]
    const permissions = [
      {
        invoker: shopOrigin,
        parentCapability: 'eth_accounts',
        caveats: [{ type: 'restrictReturnedAccounts', value: [checksummed] }],
      },
    ]
    const connected = { accounts: [{ address: checksummed, capabilities: {} }] }
    const page = worker.open()
    const asked = page.ask('eth_requestAccounts')
    await worker.approveNext([stranger])
    expect(await asked).toEqual({ result: [checksummed] })
    await expect.poll(() => page.events.at(-1)).toMatchObject({ kind: 'state', accounts: [checksummed] })
    expect(await page.ask('eth_requestAccounts')).toEqual({ result: [checksummed] })
    expect(await page.ask('eth_accounts')).toEqual({ result: [checksummed] })
    expect(await page.ask('eth_coinbase')).toEqual({ result: checksummed })
    expect(await page.ask('wallet_getPermissions')).toEqual({ result: permissions })
    expect(await page.ask('wallet_connect', [{ version: '1' }])).toEqual({ result: connected })
    const again = page.ask('wallet_requestPermissions', [{ eth_accounts: {} }])
    await worker.approveNext([stranger])
    expect(await again).toEqual({ result: permissions })
    worker.wallet.unlocked = false
    const locked = page.ask('eth_requestAccounts')
    await expect.poll(() => worker.wallet.windows.length).toBe(3)
    worker.wallet.unlocked = true
    await worker.sessionChanged()
    expect(await locked).toEqual({ result: [checksummed] })
  })

  it('does not show an account that was hidden later', async () => {
    const page = await worker.connectedPage(shopOrigin, [alice, bob])
    worker.wallet.accounts = [
      { address: alice, hidden: true },
      { address: bob, hidden: false },
    ]
    expect(await page.ask('eth_accounts')).toEqual({ result: [bob] })
    expect(codeOf(await page.ask('eth_sendTransaction', [payment]))).toBe(4100)
  })
})

describe('a request', () => {
  const id = '11111111-2222-4333-8444-555555555555'

  it('gets one answer, however often it arrives', async () => {
    const page = await worker.connectedPage()
    const replies = [1, 2, 3].map(() => page.ask('personal_sign', ['0x00', alice], id))
    await worker.approveNext()
    expect(await replies.at(-1)).toMatchObject({ result: expect.any(String) })
    expect(await worker.database.count('approvals')).toBe(1)
  })

  it('cannot use the id of another site’s request or of another method', async () => {
    const page = await worker.connectedPage()
    const asked = page.ask('personal_sign', ['0x00', alice], id)
    await worker.approveNext()
    await asked
    expect(codeOf(await worker.open('https://other.example').ask('personal_sign', ['0x00', alice], id))).toBe(4100)
    expect(codeOf(await page.ask('eth_sendTransaction', [payment], id))).toBe(-32600)
  })
})

describe('the requester', () => {
  it.each([
    ['a sandboxed frame', 'null', {}],
    ['an http page', 'http://shop.example', {}],
    ['a file', 'file://', {}],
    ['another extension', shopOrigin, { id: 'another' }],
    ['no tab', shopOrigin, { tab: undefined }],
    ['a prerendered page', shopOrigin, { documentLifecycle: 'prerender' }],
    ['a page in the back-forward cache', shopOrigin, { documentLifecycle: 'cached' }],
    ['a page of the wallet', 'chrome-extension://prelude', {}],
  ])('is refused: %s', (_who, origin, sender) => {
    expect(worker.open(origin, sender).disconnected()).toBe(true)
  })

  it.each(['http://localhost:3000', 'http://127.0.0.1', 'http://[::1]:8080', 'http://app.localhost'])(
    'may be a page on this machine: %s',
    async origin => {
      expect(await worker.open(origin).ask('eth_accounts')).toEqual({ result: [] })
    },
  )

  it('is the frame; the top frame’s origin is named too', async () => {
    await worker.sites.connect('https://inner.example', [alice], firstNetworkOf(previewChainId))
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

  it('is never read from a message', async () => {
    const page = worker.open('https://evil.example')
    await worker.sites.connect(shopOrigin, [alice], firstNetworkOf(previewChainId))
    const id = crypto.randomUUID()
    page.post({ id, method: 'eth_accounts', origin: shopOrigin, sender: { origin: shopOrigin } })
    await expect.poll(() => page.answers).toEqual([{ kind: 'result', id, result: [] }])
  })

  it('gets no answer without an id', async () => {
    const page = worker.open()
    for (const frame of [null, 7, 'x', [], {}, { id: 5, method: 'eth_chainId' }, { id: 'x', method: 'eth_chainId' }])
      page.post(frame)
    expect(await page.ask('eth_accounts')).toEqual({ result: [] })
    expect(page.answers).toHaveLength(1)
  })
})
