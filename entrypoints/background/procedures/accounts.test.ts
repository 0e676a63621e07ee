import { expect, it } from 'vitest'
import { firstNetworkOf } from '@/lib/values/network-id'
import type { AccountFacts } from '../account-facts'
import type { WalletParts } from '../wallet'
import { accountProcedures } from './accounts'

const alice = '0x00000000000000000000000000000000000000aa'
const delegate = '0x00000000000000000000000000000000000000dd'

it('the delegations of every account on every network are found, and the networks that do not answer are named', async () => {
  const delegates: AccountFacts['delegates'] = async (networkId, addresses) => {
    if (networkId === firstNetworkOf(2)) throw new Error('nobody there')
    return networkId === firstNetworkOf(1) ? addresses.map(address => ({ networkId, address, delegate })) : []
  }
  const { 'account.delegations': find } = accountProcedures({
    accountFacts: { delegates },
    keyring: { accounts: async () => [{ address: alice }] },
    networks: { list: () => [{ id: 1 }, { id: 2 }, { id: 3 }] },
  } as unknown as WalletParts)
  expect(await find({})).toEqual({ found: [{ networkId: 1, address: alice, delegate }], silent: [2] })
})
