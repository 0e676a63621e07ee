import fc from 'fast-check'
import type { Address, Hex } from 'viem'
import { type ContractName, itemCount, kindCount, type World } from './world.ts'

/** A call of the account, benign or hostile. */
export interface JudgedCall {
  what: string
  to: Address
  data: Hex
  value: bigint
}

/** Every function of the judged contracts that changes something, and payments, with arguments of every kind. */
export function judgedCalls({ contracts, others, account, encode }: World): fc.Arbitrary<JudgedCall> {
  const other = fc.constantFrom(...others)
  const anyone = fc.constantFrom(...others, account.address)
  const item = fc.bigInt({ min: 0n, max: itemCount - 1n })
  const kind = fc.bigInt({ min: 0n, max: kindCount - 1n })
  const amount = fc.oneof(
    fc.bigInt({ min: 0n, max: 1_000n }),
    fc.bigInt({ min: 0n, max: 10n ** 12n }),
    fc.constantFrom(0n, 1n, (1n << 128n) - 1n, 1n << 128n, (1n << 256n) - 1n),
  )
  const small = fc.bigInt({ min: 0n, max: 10n ** 9n })
  const me = account.address
  const bytes = fc.constantFrom<Hex>('0x', '0x1234')
  const yes = fc.boolean()
  const call = (contract: ContractName, name: string, ...args: fc.Arbitrary<unknown>[]): fc.Arbitrary<JudgedCall> =>
    fc.tuple(...args).map(values => ({
      what: `${contract}.${name}(${values.join()})`,
      to: contracts[contract],
      data: encode(contract, name, values),
      value: 0n,
    }))
  const paying = (calls: fc.Arbitrary<JudgedCall>) =>
    fc.tuple(calls, fc.bigInt({ min: 1n, max: 10n })).map(([each, value]) => ({ ...each, value: value * 10n ** 13n }))
  const is = <Value>(value: Value) => fc.constant(value)
  const list = <Value>(of: fc.Arbitrary<Value>) => fc.array(of, { minLength: 1, maxLength: 4 })
  const operators = (name: ContractName) => call(name, 'setApprovalForAll', other, yes)
  const artCalls = fc.oneof(
    call('Art', 'approve', other, item),
    operators('Art'),
    call('Art', 'transferFrom', is(me), other, item),
    call('Art', 'safeTransferFrom', is(me), anyone, item),
    call('Art', 'safeTransferFrom', is(me), anyone, item, bytes),
  )
  const uniqueItems = fc.uniqueArray(item, { minLength: 1, maxLength: 4 })
  const kindCounts = list(fc.tuple(kind, small))

  return fc.oneof(
    call('Money', 'transfer', anyone, amount),
    call('Money', 'transferFrom', is(me), other, amount),
    call('Money', 'approve', other, amount),
    call('Money', 'delegate', anyone),
    call('Money', 'mint', anyone, small),
    call('Vault', 'deposit', small, anyone),
    call('Vault', 'mint', small, anyone),
    call('Vault', 'withdraw', small, anyone, is(me)),
    call('Vault', 'redeem', small, anyone, is(me)),
    call('Vault', 'transfer', other, small),
    call('Vault', 'approve', other, amount),
    artCalls,
    call('Art', 'mint', is(me), fc.bigInt({ min: 1n, max: 2n })),
    list(artCalls).map(calls => ({
      what: `Art.multicall(${calls.map(({ what }) => what).join(' ')})`,
      ...{ to: contracts.Art, data: encode('Art', 'multicall', [calls.map(({ data }) => data)]), value: 0n },
    })),
    call('OldArt', 'approve', other, item),
    operators('OldArt'),
    call('OldArt', 'transferFrom', is(me), other, item),
    operators('Kinds'),
    call('Kinds', 'safeTransferFrom', is(me), fc.constantFrom(...others.slice(0, 2)), kind, small, bytes),
    fc.tuple(fc.constantFrom(...others.slice(0, 2)), kindCounts).map(([to, counts]) => ({
      what: `Kinds.safeBatchTransferFrom(${counts.join(' ')})`,
      to: contracts.Kinds,
      data: encode('Kinds', 'safeBatchTransferFrom', [
        me,
        to,
        counts.map(([id]) => id),
        counts.map(([, n]) => n),
        '0x',
      ]),
      value: 0n,
    })),
    call('Shards', 'transfer', other, kind, small),
    call('Shards', 'transferFrom', is(me), other, kind, small),
    call('Shards', 'approve', other, kind, amount),
    call('Shards', 'setOperator', other, yes),
    paying(call('Wrapped', 'deposit')),
    call('Wrapped', 'withdraw', fc.bigInt({ min: 1n, max: 10n ** 13n })),
    call('Wrapped', 'approve', other, amount),
    call('Desk', 'grantRole', is(`0x${'00'.repeat(32)}`), other),
    call('Desk', 'transferOwnership', fc.constantFrom(...others)),
    call('Thief', 'claim'),
    paying(call('Thief', 'claim')),
    call('Thief', 'airdrop', is(contracts.Money), small),
    call('Thief', 'register', is(contracts.Art), uniqueItems),
    kindCounts.map(counts => ({
      what: `Thief.verify(${counts.join(' ')})`,
      to: contracts.Thief,
      data: encode('Thief', 'verify', [contracts.Kinds, counts.map(([id]) => id), counts.map(([, n]) => n)]),
      value: 0n,
    })),
    call('Thief', 'upgrade', is(contracts.Shards), kind, small),
    call('Thief', 'swap', is(contracts.Money), small, is(contracts.Art), item),
    call('Thief', 'rebate', is(contracts.Money), small),
    fc.tuple(other, fc.bigInt({ min: 10n ** 13n, max: 10n ** 14n })).map(([to, value]) => ({
      what: `pay ${to}`,
      ...{ to, data: '0x' as Hex, value },
    })),
  )
}
