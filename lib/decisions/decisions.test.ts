import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { firstNetworkOf } from '@/lib/base/network-id'
import { previewChainId } from '@/lib/chain/networks/presets'
import { permit } from '@/lib/payments/register/signed.fixture'
import { alice, setUp, shopOrigin } from '@/lib/provider/provider.fixture'
import { createDecisions, type Decisions } from './decisions'

let worker: Awaited<ReturnType<typeof setUp>>
/** Made from the same parts as the worker's, and connected to no provider. */
let decisions: Decisions
beforeEach(async () => {
  worker = await setUp()
  decisions = createDecisions(worker)
})
afterEach(() => worker.database.close())

const ask = () =>
  decisions.propose({
    networkId: firstNetworkOf(previewChainId),
    account: alice,
    request: { kind: 'typed-data', typedData: permit() },
  })

/** Approves the decision as it is shown after the chain was asked about it. */
async function approve(id: string) {
  await expect
    .poll(async () => (await worker.approvals.get(id))?.shown.risks.map(({ code }) => code))
    .not.toContain('checks-running')
  const approval = await worker.approvals.get(id)
  if (approval === undefined) throw new Error('the approval is there')
  return worker.approvals.approve(id, approval.digest, {})
}

describe('a decision that the wallet itself asks for', () => {
  it('is carried out without a provider, once, and recorded as the wallet’s own', async () => {
    const approved = await approve(await ask())
    await Promise.all([decisions.fulfil(approved), decisions.fulfil(approved)])
    expect(await worker.database.getAll('authorizations')).toMatchObject([
      { id: `${approved.id}:0`, account: alice, origin: null, state: 'live', signature: `0x${'52'.repeat(65)}` },
    ])
    expect((await worker.approvals.get(approved.id))?.status).toBe('done')
  })

  it('warns of the site whose link it comes from, and counts nothing for that site', async () => {
    const linkOrigin = 'https://www.drainer.example'
    const id = await decisions.propose({
      networkId: firstNetworkOf(previewChainId),
      account: alice,
      request: { kind: 'typed-data', typedData: permit() },
      linkOrigin,
    })
    const approval = await worker.approvals.get(id)
    expect(approval?.requester).toEqual({ kind: 'wallet', linkOrigin })
    expect(approval?.shown.risks.map(({ code }) => code)).toContain('site-phishing')
    await approve(id)
    const approved = await worker.approvals.get(id)
    if (approved === undefined) throw new Error('the approval is there')
    await decisions.fulfil(approved)
    expect(await worker.sites.get(linkOrigin)).toBeUndefined()
  })

  it('is carried out by the next worker if this one stopped after the approval', async () => {
    const approved = await approve(await ask())
    await createDecisions(worker.startWorker()).recover()
    expect((await worker.approvals.get(approved.id))?.status).toBe('done')
    expect(await worker.database.count('authorizations')).toBe(1)
  })

  it('opens no window, and stays when a site leaves its account', async () => {
    await worker.sites.connect(shopOrigin, [alice], firstNetworkOf(previewChainId))
    const id = await ask()
    await worker.sites.disconnect(shopOrigin)
    worker.wallet.accounts = [{ address: alice, hidden: true }]
    await decisions.accountsChanged()
    await decisions.networkRemoved(firstNetworkOf(previewChainId))
    expect((await worker.approvals.get(id))?.status).toBe('waiting')
    expect(worker.wallet.windows).toEqual([])
  })

  it('ends when the wallet is locked, and when the decision window is closed', async () => {
    const locked = await ask()
    await decisions.locked()
    expect((await worker.approvals.get(locked))?.status).toBe('cancelled')
    const closed = await ask()
    await decisions.window.closed(worker.clock.now())
    expect((await worker.approvals.get(closed))?.status).toBe('cancelled')
    expect(await worker.sites.all()).toEqual([])
  })
})
