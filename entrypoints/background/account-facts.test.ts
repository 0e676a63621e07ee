import 'fake-indexeddb/auto'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { Connection } from '@/lib/rpc/types'
import { createPreviewNetwork, type PreviewNetwork } from '@/test/preview-network/index'
import { newAccount } from '@/test/transactions/connect'
import { createStage } from '@/test/transactions/stage'
import { createAccountFacts } from './account-facts'
import { accountProcedures } from './procedures/accounts'
import type { WalletParts } from './wallet'

let network: PreviewNetwork
const stage = createStage(() => network)
beforeAll(async () => {
  network = await createPreviewNetwork({ faucetCooldownSeconds: 0, blockMs: 300, preconfirmMs: 60 })
}, 60_000)
afterAll(() => network.stop())
afterEach(() => expect(stage.clear()).toEqual([]))

it('the delegations of every account on every network are found, and the networks that do not answer are named', async () => {
  const { connection } = await stage.begin({ drips: 0 })
  const { chainId, contracts } = network
  const [plain, delegated, contract] = [newAccount(), newAccount(), newAccount()].map(({ address }) => address)
  if (plain === undefined || delegated === undefined || contract === undefined) throw new Error('there are three')
  const designation = `0xef0100${contracts.smartAccount.slice(2)}`
  await network.faults.alter('anvil_setCode', [delegated, designation])
  await network.faults.alter('anvil_setCode', [contract, '0x6001'])
  const broken: Connection = { ...connection, batch: () => Promise.reject(new Error('nobody')) }
  const partly: Connection = {
    ...connection,
    batch: async () => [
      { ok: true, result: '0x' },
      { ok: false, error: new Error('no') },
    ],
  }
  const accountFacts = createAccountFacts(asked => (asked === chainId ? connection : asked === 2 ? broken : partly))
  const { 'account.delegations': find } = accountProcedures({
    accountFacts,
    keyring: { accounts: async () => [plain, delegated, contract].map(address => ({ address })) },
    networks: { list: () => [{ chainId }, { chainId: 2 }, { chainId: 3 }] },
  } as unknown as WalletParts)
  expect(await find({})).toEqual({
    found: [{ chainId, address: delegated, delegate: contracts.smartAccount.toLowerCase() }],
    silent: [2, 3],
  })
})
