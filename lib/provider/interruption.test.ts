import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { alice, bob, codeOf, hashOf, setUp, shopOrigin } from './provider.fixture'

let worker: Awaited<ReturnType<typeof setUp>>
beforeEach(async () => {
  worker = await setUp()
})
afterEach(() => worker.database.close())

const payment = { from: alice, to: bob, value: '0x1' }

describe('a locked wallet', () => {
  it('shows a connected site no account and sends it that state', async () => {
    const page = await worker.connectedPage()
    worker.wallet.unlocked = false
    await worker.sessionChanged()
    expect(page.events.at(-1)).toMatchObject({ kind: 'state', accounts: [] })
    expect(await page.ask('eth_accounts')).toEqual({ result: [] })
    worker.wallet.unlocked = true
    await worker.sessionChanged()
    expect(page.events.at(-1)).toMatchObject({ kind: 'state', accounts: [alice] })
  })

  it('answers a connected site’s request for accounts after the unlock without a decision', async () => {
    const page = await worker.connectedPage()
    worker.wallet.unlocked = false
    const asked = page.ask('eth_requestAccounts')
    await expect.poll(() => worker.wallet.windows).toEqual(['focus'])
    expect(codeOf(await worker.open().ask('eth_requestAccounts'))).toBe(-32002)
    worker.wallet.unlocked = true
    await worker.sessionChanged()
    expect(await asked).toEqual({ result: [alice] })
    expect(await worker.approvals.waiting()).toEqual([])
  })

  it('refuses that request when the window is closed', async () => {
    const page = await worker.connectedPage()
    worker.wallet.unlocked = false
    const asked = page.ask('eth_requestAccounts')
    await expect.poll(() => worker.wallet.windows).toEqual(['focus'])
    await worker.decisions.window.closed(worker.clock.now())
    expect(codeOf(await asked)).toBe(4001)
    expect(await worker.sites.get(shopOrigin)).toMatchObject({ refusals: 1 })
  })

  it('returns −32005 to a muted site and opens no window', async () => {
    const page = await worker.connectedPage()
    await worker.provider.mute(shopOrigin, worker.clock.now() + 60_000)
    worker.wallet.unlocked = false
    expect(codeOf(await page.ask('eth_requestAccounts'))).toBe(-32005)
    expect(worker.wallet.windows).toEqual([])
  })

  it('opens no window for a page that has left, whose request does not block the next one', async () => {
    const page = await worker.connectedPage()
    worker.wallet.unlocked = false
    void page.ask('eth_requestAccounts')
    page.leave()
    await expect.poll(async () => (await worker.database.getAll('requests'))[0]?.answer).toContain('4001')
    expect(worker.wallet.windows).toEqual([])
    const asked = worker.open().ask('eth_requestAccounts')
    await expect.poll(() => worker.wallet.windows).toEqual(['focus'])
    worker.wallet.unlocked = true
    await worker.sessionChanged()
    expect(await asked).toEqual({ result: [alice] })
  })

  it('gives a request that came after the window was closed a window of its own', async () => {
    const page = await worker.connectedPage()
    worker.wallet.unlocked = false
    const closedAt = worker.clock.now()
    worker.clock.advance(1)
    const asked = page.ask('eth_requestAccounts')
    await expect.poll(() => worker.wallet.windows).toEqual(['focus'])
    await worker.decisions.window.closed(closedAt)
    expect(worker.wallet.windows).toEqual(['focus', 'if-missing'])
    worker.wallet.unlocked = true
    await worker.sessionChanged()
    expect(await asked).toEqual({ result: [alice] })
  })

  it('keeps a decision that was requested while locked until the unlock', async () => {
    const page = await worker.connectedPage()
    worker.wallet.unlocked = false
    const asked = page.ask('eth_sendTransaction', [payment])
    await worker.nextApproval()
    worker.wallet.unlocked = true
    await worker.sessionChanged()
    const id = await worker.approveNext()
    expect(await asked).toEqual({ result: hashOf(id) })
  })

  it('answers waiting requests with 4001 when it is locked', async () => {
    const page = await worker.connectedPage()
    const asked = page.ask('eth_sendTransaction', [payment])
    await worker.nextApproval()
    worker.wallet.unlocked = false
    await worker.sessionChanged()
    expect(codeOf(await asked)).toBe(4001)
  })
})

describe('a restart of the worker', () => {
  const id = '11111111-2222-4333-8444-555555555555'

  it('does not repeat the decision: the same request gets its one answer', async () => {
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

  it('after the approval: the next worker carries it out once', async () => {
    const page = await worker.connectedPage()
    void page.ask('eth_sendTransaction', [payment], id)
    const approval = await worker.nextApproval()
    await worker.approvals.approve(approval.id, approval.digest, {})

    const next = worker.startWorker()
    const again = next.open().ask('eth_sendTransaction', [payment], id)
    await next.recover()
    expect(await again).toEqual({ result: hashOf(approval.id) })
    expect(new Set(worker.wallet.executed)).toEqual(new Set([approval.id]))
    expect(await next.approvals.approved()).toEqual([])
  })

  it('after the answer was stored: it is sent again', async () => {
    const page = await worker.connectedPage()
    const first = page.ask('eth_sendTransaction', [payment], id)
    await worker.approveNext()
    const next = worker.startWorker()
    expect(await next.open().ask('eth_sendTransaction', [payment], id)).toEqual(await first)
    worker.clock.advance(600_000)
    await next.recover()
    expect(await next.open().ask('eth_sendTransaction', [payment], id)).toEqual(await first)
    expect(worker.wallet.executed).toHaveLength(1)
  })

  it('after a rejection, before its answer: the request gets 4001', async () => {
    const page = await worker.connectedPage()
    void page.ask('eth_sendTransaction', [payment], id)
    const approval = await worker.nextApproval()
    const row = await worker.database.get('approvals', approval.id)
    if (row === undefined) throw new Error('the row is there')
    await worker.database.put('approvals', { ...row, status: 'rejected' })

    const next = worker.startWorker()
    expect(codeOf(await next.open().ask('eth_sendTransaction', [payment], id))).toBe(4001)
  })

  it('ends the decisions of pages that do not connect again', async () => {
    const page = await worker.connectedPage()
    void page.ask('personal_sign', ['0x00', alice])
    await worker.waitingApprovals(1)
    const next = worker.startWorker()
    await next.recover()
    worker.clock.advance(5_000)
    await expect.poll(async () => next.approvals.waiting()).toEqual([])
  })

  it('keeps the decision of a page that connects again', async () => {
    const page = await worker.connectedPage()
    void page.ask('personal_sign', ['0x00', alice], id)
    const { requester } = await worker.nextApproval()
    if (requester.kind !== 'site') throw new Error('a site asked')
    const next = worker.startWorker()
    const back = next.open(shopOrigin, { documentId: requester.documentId ?? undefined })
    const again = back.ask('personal_sign', ['0x00', alice], id)
    await next.recover()
    worker.clock.advance(5_000)
    await next.approveNext()
    expect(codeOf(await again)).toBeUndefined()
  })

  it('deletes answers after half an hour', async () => {
    const page = await worker.connectedPage()
    const asked = page.ask('personal_sign', ['0x00', alice], id)
    await worker.approveNext()
    await asked
    worker.clock.advance(1_800_001)
    await worker.recover()
    expect(await worker.database.count('requests')).toBe(0)
  })
})
