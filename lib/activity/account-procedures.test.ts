import { expect, it } from 'vitest'
import { firstNetworkOf } from '@/lib/base/network-id'
import type { AccountFacts } from './account-facts'
import { accountProcedures } from './account-procedures'

const alice = '0x00000000000000000000000000000000000000aa'
const delegate = '0x00000000000000000000000000000000000000dd'

/** The procedures over the few parts that they use. */
const over = (parts: unknown) => accountProcedures(parts as Parameters<typeof accountProcedures>[0])

it('the delegations of every account on every network are found, and the networks that do not answer are named', async () => {
  const delegates: AccountFacts['delegates'] = async (networkId, addresses) => {
    if (networkId === firstNetworkOf(2)) throw new Error('nobody there')
    return networkId === firstNetworkOf(1) ? addresses.map(address => ({ networkId, address, delegate })) : []
  }
  const { 'account.delegations': find } = over({
    accountFacts: { delegates },
    keyring: { accounts: async () => [{ address: alice }] },
    networks: { list: () => [{ id: 1 }, { id: 2 }, { id: 3 }] },
  })
  expect(await find({})).toEqual({ found: [{ networkId: 1, address: alice, delegate }], silent: [2] })
})

it('only an account whose key is in the wallet is delegated, and only on a network of the wallet', async () => {
  const proposed: unknown[] = []
  const watched = '0x00000000000000000000000000000000000000bb'
  const { 'account.delegate-to': propose } = over({
    keyring: {
      accounts: async () => [
        { address: alice, kind: 'phrase' },
        { address: watched, kind: 'watch' },
      ],
    },
    networks: { get: (id: number) => (id === 1 ? { id } : undefined) },
    transactions: {
      proposeDelegation: async (...terms: unknown[]) => {
        proposed.push(terms)
        return 'approval'
      },
    },
  })
  const networkId = firstNetworkOf(1)
  expect(await propose({ address: alice, networkId, delegate })).toEqual({ approvalId: 'approval' })
  await expect(propose({ address: watched, networkId, delegate })).rejects.toMatchObject({ code: 'invalid-input' })
  await expect(propose({ address: alice, networkId: firstNetworkOf(2), delegate })).rejects.toMatchObject({
    code: 'network-unknown',
  })
  expect(proposed).toEqual([[networkId, alice, delegate]])
})
