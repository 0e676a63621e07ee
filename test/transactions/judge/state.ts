import type { Address } from 'viem'
import type { Power } from '@/lib/base/effects'
import { type ContractName, itemCount, kindCount, type World } from './world.ts'

/** One thing that an account has, or that another may do with it. */
export type Fact =
  /** `holder`: who has it, where that is not the account itself but a smart account that it owns. */
  | { kind: 'balance'; asset: string; address: Address | null; id: bigint | null; holder?: Address; value: bigint }
  | { kind: 'allowance'; address: Address; id: bigint | null; taker: Address; value: bigint; through?: 'Permit2' }
  | { kind: 'operator'; address: Address; taker: Address; value: bigint }
  /** Who has it: 1 if the account does. */
  | { kind: 'power'; power: Power; address: Address; taker: Address; value: bigint }

/**
 * All of it, read from the chain, by a name of each.
 * @param more what else is read
 */
export async function readState(world: World, more: readonly (() => Promise<Fact>)[] = []): Promise<Map<string, Fact>> {
  const { account, contracts, others, read, fixture } = world
  const me = account.address
  const facts: Promise<Fact>[] = []
  const number = async (contract: ContractName, name: string, args: readonly unknown[]) =>
    BigInt((await read(contract, name, args)) as bigint | boolean)
  const is = async (found: Promise<unknown>, address: Address) =>
    String(await found).toLowerCase() === address.toLowerCase() ? 1n : 0n
  const add = (fact: () => Promise<Fact>) => facts.push(fact())

  add(async () => ({
    ...{ kind: 'balance', asset: 'native', address: null, id: null },
    value: await fixture.client.getBalance({ address: me, blockTag: 'pending' }),
  }))
  for (const name of ['Money', 'Vault', 'Wrapped'] as const) {
    const address = contracts[name]
    add(async () => ({ kind: 'balance', asset: name, address, id: null, value: await number(name, 'balanceOf', [me]) }))
    for (const taker of others)
      add(async () => ({
        kind: 'allowance',
        address,
        id: null,
        taker,
        value: await number(name, 'allowance', [me, taker]),
      }))
  }
  for (const taker of others)
    add(async () => {
      const found = await read('Permit2', 'allowance', [me, contracts.Money, taker])
      const value = Array.isArray(found) ? BigInt(found[0]) : 0n
      return { kind: 'allowance', through: 'Permit2', address: contracts.Money, id: null, taker, value }
    })
  for (const name of ['Art', 'OldArt'] as const) {
    const address = contracts[name]
    for (let id = 0n; id < itemCount; id += 1n) {
      add(async () => ({
        ...{ kind: 'balance', asset: name, address, id },
        value: await is(read(name, 'ownerOf', [id]), me),
      }))
      const approved = read(name, 'getApproved', [id])
      for (const taker of others)
        add(async () => ({ kind: 'allowance', address, id, taker, value: await is(approved, taker) }))
    }
  }
  for (const name of ['Kinds', 'Shards'] as const)
    for (let id = 0n; id < kindCount; id += 1n)
      add(async () => ({
        ...{ kind: 'balance', asset: name, address: contracts[name], id },
        value: await number(name, 'balanceOf', [me, id]),
      }))
  for (const taker of others) {
    for (const name of ['Art', 'OldArt', 'Kinds'] as const)
      add(async () => ({
        ...{ kind: 'operator', address: contracts[name], taker },
        value: await number(name, 'isApprovedForAll', [me, taker]),
      }))
    add(async () => ({
      ...{ kind: 'operator', address: contracts.Shards, taker },
      value: await number('Shards', 'isOperator', [me, taker]),
    }))
    for (let id = 0n; id < kindCount; id += 1n)
      add(async () => ({
        ...{ kind: 'allowance', address: contracts.Shards, id, taker },
        value: await number('Shards', 'allowance', [me, taker, id]),
      }))
    add(async () => ({
      ...{ kind: 'power', power: 'owner', address: contracts.Desk, taker },
      value: await is(read('Desk', 'owner', []), taker),
    }))
    add(async () => ({
      ...{ kind: 'power', power: 'role', address: contracts.Desk, taker },
      value: await number('Desk', 'hasRole', [`0x${'00'.repeat(32)}`, taker]),
    }))
    add(async () => ({
      ...{ kind: 'power', power: 'votes', address: contracts.Money, taker },
      value: await is(read('Money', 'delegates', [me]), taker),
    }))
  }
  const found = await Promise.all([...facts, ...more.map(read => read())])
  return new Map(found.map(fact => [nameOf(fact), fact]))
}

function nameOf(fact: Fact): string {
  const { kind, address } = fact
  switch (kind) {
    case 'balance':
      return `balance ${address} ${fact.id} ${fact.holder ?? ''}`
    case 'allowance':
      return `allowance ${address} ${fact.id} ${fact.taker} ${fact.through ?? ''}`
    case 'operator':
      return `operator ${address} ${fact.taker}`
    case 'power':
      return `${fact.power} ${address} ${fact.taker}`
  }
}
