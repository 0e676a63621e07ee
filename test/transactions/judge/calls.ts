import fc from 'fast-check'
import { type Address, encodeAbiParameters, type Hex, parseAbiParameters } from 'viem'
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

  /**
   * Calls of the contracts that make other calls: calls that may take from the account, and calls with effects of their
   * own.
   */
  const passedOn = fc.oneof(
    call('Money', 'transferFrom', is(me), other, small),
    call('Money', 'approve', other, amount),
    call('Money', 'mint', is(me), small),
    call('Art', 'transferFrom', is(me), other, item),
    call('Art', 'setApprovalForAll', other, yes),
  )
  const nested = (outer: string, calls: readonly JudgedCall[]) => `${outer}(${calls.map(({ what }) => what).join(' ')})`
  const batchMode = `0x01${'00'.repeat(31)}`
  const batchOf = (calls: readonly JudgedCall[]) =>
    encodeAbiParameters(parseAbiParameters('(address,uint256,bytes)[]'), [
      calls.map(({ to, data }) => [to, 0n, data] as const),
    ])
  const asSafe = ({ to, data }: Pick<JudgedCall, 'to' | 'data'>, operation: 0 | 1) =>
    encode('Strongbox', 'execTransaction', [to, 0n, data, operation, 0n, 0n, 0n, me, me, '0x'])
  const insideCalls = fc.oneof(
    list(passedOn).map(calls => ({
      what: nested('Multicall3.aggregate3', calls),
      to: contracts.Multicall3,
      data: encode('Multicall3', 'aggregate3', [
        calls.map(({ to, data }) => ({ target: to, allowFailure: true, callData: data })),
      ]),
      value: 0n,
    })),
    fc.tuple(list(passedOn), other, fc.bigInt({ min: 1n, max: 9n })).map(([calls, to, paid]) => ({
      what: `${nested('Multicall3.aggregate3Value', calls)} and pay ${to}`,
      to: contracts.Multicall3,
      data: encode('Multicall3', 'aggregate3Value', [
        [
          ...calls.map(each => ({ target: each.to, allowFailure: true, value: 0n, callData: each.data })),
          { target: to, allowFailure: true, value: paid * 10n ** 13n, callData: '0x' },
        ],
      ]),
      value: paid * 10n ** 13n,
    })),
    list(passedOn).map(calls => ({
      what: nested('Batcher.execute', calls),
      to: contracts.Batcher,
      data: encode('Batcher', 'execute', [batchMode, batchOf(calls)]),
      value: 0n,
    })),
    fc.tuple(list(passedOn), fc.constantFrom<0 | 1>(0, 1)).map(([calls, operation]) => ({
      what: nested(`Strongbox.execTransaction ${operation}`, calls),
      to: contracts.Strongbox,
      data: asSafe(
        {
          to: contracts.Multicall3,
          data: encode('Multicall3', 'aggregate3', [
            calls.map(({ to, data }) => ({ target: to, allowFailure: true, callData: data })),
          ]),
        },
        operation,
      ),
      value: 0n,
    })),
    passedOn.map(each => ({
      what: nested('Strongbox.execTransaction', [each]),
      ...{ to: contracts.Strongbox, data: asSafe(each, 0), value: 0n },
    })),
    small.map(taken => ({
      what: `Strongbox.execTransaction(Sweeper.transfer ${taken})`,
      to: contracts.Strongbox,
      data: asSafe({ to: contracts.Sweeper, data: encode('Sweeper', 'transfer', [contracts.Money, me, taken]) }, 1),
      value: 0n,
    })),
    list(list(artCalls)).map(calls => ({
      what: `Art.multicall(${calls.map(each => nested('Art.multicall', each)).join(' ')})`,
      to: contracts.Art,
      data: encode('Art', 'multicall', [calls.map(each => encode('Art', 'multicall', [each.map(({ data }) => data)]))]),
      value: 0n,
    })),
    call('Permit2', 'approve', is(contracts.Money), other, fc.bigInt({ min: 0n, max: (1n << 160n) - 1n }), is(2 ** 40)),
    call('Permit2', 'transferFrom', is(me), other, small, is(contracts.Money)),
    list(fc.record({ from: is(me), to: other, amount: small, token: is(contracts.Money) })).map(transfers => ({
      what: `Permit2.transferFrom(${transfers.map(each => `${each.to} ${each.amount}`).join(' ')})`,
      ...{ to: contracts.Permit2, data: encode('Permit2', 'transferFrom', [transfers]), value: 0n },
    })),
  )

  const flatCalls = fc.oneof(
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
  return fc.oneof({ weight: 2, arbitrary: flatCalls }, { weight: 1, arbitrary: insideCalls })
}
