import { firstNetworkOf } from '@/lib/base/network-id'
import 'fake-indexeddb/auto'
import { keccak256 } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { batchDelegate, batchDelegateCode } from '@/lib/base/batch-delegate'
import { systemClock } from '@/lib/base/clock'
import type { Connection } from '@/lib/base/rpc/types'
import { createPreviewNetwork, type PreviewNetwork } from '@/test/preview-network/index'
import { newAccount } from '@/test/transactions/connect'
import { createStage, type Wallet } from '@/test/transactions/stage'
import { createBatchSupport } from './batch-support'
import { delegatesOf } from './delegation'

let network: PreviewNetwork
const stage = createStage(() => network)
beforeAll(async () => {
  network = await createPreviewNetwork({ faucetCooldownSeconds: 0, blockMs: 300, preconfirmMs: 60 })
}, 60_000)
afterAll(() => network.stop())
afterEach(() => expect(stage.clear()).toEqual([]))

type Kind = 'phrase' | 'key' | 'watch' | 'qr' | 'ledger'

function supportOf({ connection, account }: Wallet, kind: Kind = 'phrase', over: Connection = connection) {
  const read = createBatchSupport({
    accounts: async () => [{ address: account.address, kind }],
    connectionOf: () => over,
    clock: systemClock,
  })
  return read(firstNetworkOf(network.chainId), account.address)
}

const setCode = (address: string, code: string) => network.faults.alter('anvil_setCode', [address, code])
const designation = (address: string) => `0xef0100${address.slice(2)}`

describe('whether an account can make calls together', () => {
  it('is ready where the delegate stands with its published code, and supported once the account runs it', async () => {
    const wallet = await stage.begin({ drips: 0 })
    const code = await wallet.connection.passThrough('eth_getCode', [batchDelegate, 'latest'])
    expect(keccak256(String(code) as `0x${string}`)).toBe(batchDelegateCode)
    expect(await supportOf(wallet)).toEqual({ status: 'ready' })
    expect(await supportOf(wallet, 'key')).toEqual({ status: 'ready' })
    await setCode(wallet.account.address, designation(batchDelegate))
    expect(await supportOf(wallet)).toEqual({ status: 'supported' })
  })

  it('is not where another contract is run', async () => {
    const wallet = await stage.begin({ drips: 0 })
    await setCode(wallet.account.address, designation(network.contracts.smartAccount))
    expect(await supportOf(wallet)).toEqual({ status: 'unsupported', reason: 'other-code' })
  })

  it.each(['watch', 'qr', 'ledger'] as const)('is not where the key is elsewhere: %s', async kind => {
    const wallet = await stage.begin({ drips: 0 })
    expect(await supportOf(wallet, kind)).toEqual({ status: 'unsupported', reason: 'no-key' })
  })

  it.each([
    ['other code at its address', 0, '0x6001', 'no-delegate'],
    ['nothing there', 0, '0x', 'no-delegate'],
    ['a chain that knows no delegations', 2, '0x', 'no-set-code'],
    ['an answer of another contract', 2, `0x${'00'.repeat(12)}${'11'.repeat(20)}`, 'no-set-code'],
    ['a code that is none', 1, 7, 'unreachable'],
  ] as const)('is not where the endpoint says: %s', async (_what, question, result, reason) => {
    const wallet = await stage.begin({ drips: 0 })
    const { connection } = wallet
    const lying: Connection = {
      ...connection,
      batch: async (calls, options) =>
        (await connection.batch(calls, options)).map((item, index) =>
          index === question ? { ok: true, result } : item,
        ),
    }
    expect(await supportOf(wallet, 'phrase', lying)).toEqual({ status: 'unsupported', reason })
    const hanging: Connection = { ...connection, batch: () => new Promise(() => undefined) }
    expect(await supportOf(wallet, 'phrase', hanging)).toEqual({ status: 'unsupported', reason: 'unreachable' })
    const silent: Connection = { ...connection, batch: () => Promise.reject(new Error('nobody')) }
    expect(await supportOf(wallet, 'phrase', silent)).toEqual({ status: 'unsupported', reason: 'unreachable' })
  })
})

it('the accounts of a wallet that run a contract’s code are found in one round trip, or not at all', async () => {
  const { connection } = await stage.begin({ drips: 0 })
  const { chainId, contracts } = network
  const addresses = [newAccount(), newAccount(), newAccount()].map(({ address }) => address)
  const [, delegated = '0x', contract = '0x'] = addresses
  await setCode(delegated, designation(contracts.smartAccount))
  await setCode(contract, '0x6001')
  const found = [{ networkId: chainId, address: delegated, delegate: contracts.smartAccount.toLowerCase() }]
  expect(await delegatesOf(connection, addresses)).toEqual(found)
  const partly: Connection = {
    ...connection,
    batch: async () => [
      { ok: true, result: '0x' },
      { ok: false, error: new Error('no') },
    ],
  }
  await expect(delegatesOf(partly, addresses)).rejects.toThrow()
})
