import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { firstNetworkOf } from '@/lib/base/network-id'
import { previewChainId } from '@/lib/chain/networks/presets'
import { malformedRequests } from '@/test/dapp/malformed-requests'
import { alice, bob, setUp, shopOrigin, stranger } from './provider.fixture'

const table = malformedRequests({ account: alice, other: bob, stranger, chainId: previewChainId })

describe(`${table.length} malformed requests`, () => {
  let worker: Awaited<ReturnType<typeof setUp>>
  beforeAll(async () => {
    worker = await setUp()
    await worker.sites.connect(shopOrigin, [alice], firstNetworkOf(previewChainId))
  })
  afterAll(() => worker.database.close())

  it('are all different, and many', () => {
    expect(table.length).toBeGreaterThanOrEqual(150)
    expect(new Set(table.map(([what]) => what)).size).toBe(table.length)
  })

  it.each(table)('%s', async (_what, method, params, code, words) => {
    // Keeps the requests below the rate limit.
    worker.clock.advance(1_000)
    expect(await worker.open().ask(method, params)).toEqual({
      error: { code, message: expect.stringContaining(words) },
    })
  })

  it('are answered in sentences, never in the words of a schema', async () => {
    for (const [what, method, params] of table) {
      worker.clock.advance(1_000)
      const reply = await worker.open().ask(method, params)
      const message = 'error' in reply ? reply.error.message : ''
      expect(message, what).not.toMatch(/undefined|nonoptional|Invalid input|is invalid|\b(?:tuple|record|union)\b/)
    }
  })

  it('open no window, reach no node and store no decision', async () => {
    expect(await worker.approvals.waiting()).toEqual([])
    expect(await worker.database.count('approvals')).toBe(0)
    expect(worker.wallet.windows).toEqual([])
    expect(worker.wallet.calls).toEqual([])
    expect(worker.wallet.probed).toEqual([])
    expect(await worker.sites.get(shopOrigin)).toMatchObject({ accounts: [alice], networkId: previewChainId })
  })

  it('get 4100 or the same error on a site that is not connected', async () => {
    const page = worker.open('https://stranger.example')
    for (const [, method, params] of table) {
      worker.clock.advance(1_000)
      const reply = await page.ask(method, params)
      expect('error' in reply || method === 'wallet_revokePermissions').toBe(true)
    }
    expect(await worker.approvals.waiting()).toEqual([])
  })
})
