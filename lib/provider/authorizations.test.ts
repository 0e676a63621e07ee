import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { firstNetworkOf } from '@/lib/base/network-id'
import { codeOf, setUp, shopOrigin } from './provider.fixture'

const contract = `0x${'dd'.repeat(20)}` as const
const account = `0x${'a1'.repeat(20)}` as const
let worker: Awaited<ReturnType<typeof setUp>>
beforeEach(async () => {
  worker = await setUp()
  worker.wallet.accounts = [{ address: account, hidden: false }]
  const [{ chainId } = { chainId: 1 }] = worker.wallet.networks
  await worker.sites.connect(shopOrigin, [account], firstNetworkOf(chainId))
})
afterEach(() => worker.database.close())

it('no method signs an authorization for a page, and the endpoint is not asked for one', async () => {
  const asked = { address: contract, contractAddress: contract, chainId: '0x1', nonce: '0x0' }
  for (const method of [
    'wallet_signAuthorization',
    'wallet_prepareAuthorization',
    'eth_signAuthorization',
    'eth_sign7702Authorization',
    'wallet_upgradeAccount',
  ])
    expect(codeOf(await worker.open().ask(method, [asked]))).toBe(-32601)
  expect(worker.wallet.calls).toEqual([])
})

it('a transaction that brings authorizations along is refused, also where others signed all of them', async () => {
  const other = privateKeyToAccount(`0x${'46'.repeat(32)}`)
  const { v: _v, ...signed } = await other.signAuthorization({ chainId: 1, address: contract, nonce: 0 })
  const listed = { ...signed, chainId: '0x1', nonce: '0x0', yParity: `0x${signed.yParity}` }
  for (const more of [{ authorizationList: [listed] }, { type: '0x4', authorizationList: [listed] }, { type: '0x4' }])
    expect(
      codeOf(await worker.open().ask('eth_sendTransaction', [{ from: account, to: other.address, ...more }])),
    ).toBe(-32602)
  expect(await worker.approvals.waiting()).toEqual([])
})
