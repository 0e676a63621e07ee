import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { RpcError } from '@/lib/base/rpc/errors'
import { alice, bob, codeOf, setUp } from './provider.fixture'

let worker: Awaited<ReturnType<typeof setUp>>
beforeEach(async () => {
  worker = await setUp()
})
afterEach(() => worker.database.close())

describe('an error while a page is answered', () => {
  it('of the wallet’s own is reported, and the page learns nothing of it', async () => {
    const mistake = new TypeError(`a mistake with ${alice}`)
    worker.wallet.node = () => Promise.reject(mistake)
    const page = await worker.connectedPage()
    const reply = await page.ask('eth_getBalance', [bob, 'pending'])
    expect(reply).toEqual({ error: { code: -32_603, message: 'Something went wrong inside the wallet.' } })
    expect(worker.faults.seen).toEqual([{ where: 'sites', error: mistake, chainId: undefined }])
  })

  it('that the page receives is not logged', async () => {
    worker.wallet.node = () => Promise.reject(new RpcError('node-error', 'no such method'))
    const page = await worker.connectedPage()
    expect(codeOf(await page.ask('eth_getBalance', [bob, 'pending']))).toBe(-32_603)
    expect(codeOf(await page.ask('eth_noSuchMethod'))).toBe(-32_601)
    expect(codeOf(await page.ask('eth_sendTransaction', [{ from: bob }]))).toBeLessThan(0)
    expect(worker.faults.seen).toEqual([])
  })
})
