import type { Address, Hex } from 'viem'
import { describe, expect, it } from 'vitest'
import { readTypedData } from '@/lib/reading/typed-data/typed-data'
import { describeSubject } from './describe'
import {
  account,
  callFile,
  callOf,
  contract,
  described,
  load,
  outcomeOf,
  version1,
  version2,
} from './descriptor.fixture'

const token = `0x${'70'.repeat(20)}`
const other: Address = `0x${'0b'.repeat(20)}`
const raw = (path: string, more: object = {}) => ({ path, label: path, format: 'raw', ...more })
const values = (...given: Parameters<typeof outcomeOf>) =>
  described(outcomeOf(...given)).fields.map(({ value }) => value)
const texts = (...given: Parameters<typeof outcomeOf>) =>
  values(...given).map(value => ('text' in value ? value.text : value.kind))

describe('a binding', () => {
  const file = callFile({ 'f()': { intent: 'Do', fields: [] } })
  const call = callOf('f()', [])

  it('is to chain, contract and function', () => {
    const kindOf = (change: object) => describeSubject([load(file)], { ...call, ...change }).kind
    expect(kindOf({})).toBe('described')
    expect(kindOf({ chainId: 2 })).toBe('none')
    expect(kindOf({ to: other })).toBe('none')
    expect(kindOf({ data: '0x12345678' })).toBe('none')
    expect(kindOf({ data: '0x' })).toBe('none')
  })

  it('holds for a proxy that runs the contract, and for one that a factory made', () => {
    const proxied = { ...call, to: other } as typeof call
    expect(describeSubject([load(file)], proxied, { implementationOf: () => contract }).kind).toBe('described')
    expect(describeSubject([load(file)], proxied, { implementationOf: () => null }).kind).toBe('none')
    const event = 'Made(address wallet)'
    const made = load({
      ...file,
      context: { contract: { factory: { deployEvent: event, deployments: [{ chainId: 1, address: contract }] } } },
    })
    expect(describeSubject([made], proxied, { creationOf: () => ({ factory: contract, event }) }).kind).toBe(
      'described',
    )
    expect(describeSubject([made], proxied, { creationOf: () => ({ factory: other, event }) }).kind).toBe('none')
    expect(describeSubject([made], proxied).kind).toBe('none')
  })

  it('to nothing applies to nothing', () => {
    expect(describeSubject([load({ ...file, context: { contract: {} } })], call).kind).toBe('none')
  })

  it('to a message is to its domain, deployments and domain separator', () => {
    const typedData = readTypedData({
      types: { Mail: [{ name: 'to', type: 'address' }] },
      primaryType: 'Mail',
      domain: {
        name: 'Ether Mail',
        version: '1',
        chainId: 1,
        verifyingContract: '0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC',
      },
      message: { to: other },
    })
    const kindOf = (eip712: object) =>
      describeSubject(
        [
          load({
            $schema: version2,
            context: { eip712 },
            display: { formats: { 'Mail(address to)': { fields: [raw('to')] } } },
          }),
        ],
        { kind: 'message', from: account, typedData },
      ).kind
    const address = '0xcccccccccccccccccccccccccccccccccccccccc'
    expect(kindOf({})).toBe('described')
    expect(kindOf({ domain: { name: 'Ether Mail', chainId: 1, verifyingContract: address } })).toBe('described')
    expect(kindOf({ domain: { name: 'Ether mail' } })).toBe('none')
    expect(kindOf({ domain: { salt: '0x00' } })).toBe('none')
    expect(kindOf({ deployments: [{ chainId: 1, address }] })).toBe('described')
    expect(kindOf({ deployments: [{ chainId: 2, address }] })).toBe('none')
    // EIP-712, Example.js: the separator of this very domain.
    const domainSeparator = '0xf2cee375fa42b42143804025fc449deafd50cc031ca257e0b194a650a912090f'
    expect(kindOf({ domainSeparator })).toBe('described')
    expect(kindOf({ domainSeparator: domainSeparator.replace('f2', 'f3') })).toBe('none')
  })
})

describe('paths', () => {
  it('take members, indexes from both ends, slices of lists and of bytes', () => {
    const signature = 'f((uint256 n,address[] path) data,bytes b,uint256 packed)'
    const args = [{ n: 7n, path: [token, other, contract] }, '0x0102030405', (5n << 160n) | BigInt(token)]
    const fields = [
      '#.data.n',
      'data.path.[0]',
      'data.path.[-1]',
      'data.path.[1:]',
      'b.[:2]',
      'b.[-2:]',
      'data.path[1]',
    ]
    expect(texts(signature, { fields: fields.map(path => raw(path)) }, args).map(text => text.toLowerCase())).toEqual([
      '7',
      token,
      contract,
      other,
      contract,
      '0x0102',
      '0x0405',
      other,
    ])
    const [address] = values(signature, { fields: [{ ...raw('packed.[-20:]'), format: 'addressName' }] }, args)
    expect(address).toMatchObject({ kind: 'address', address: token })
  })

  it('out of range, or to nothing, are said to be missing', () => {
    const fields = ['list.[5]', 'list.[-2]', 'none', 'b.[0:20]', '@.none', 'list.[0].x', '#.__proto__'].map(path =>
      raw(path),
    )
    const shown = values('f(uint256[] list,bytes b)', { fields }, [[1n], '0x01'])
    expect(shown).toEqual(fields.map(() => ({ kind: 'raw', type: 'missing', text: '' })))
  })

  it('lead into the container and the file', () => {
    const fields = [
      { path: '@.value', label: 'Value', format: 'amount' },
      raw('@.from'),
      raw('@.to'),
      raw('@.chainId'),
      { value: '$.metadata.constants.word', label: 'Word', format: 'raw' },
    ]
    const file = { metadata: { constants: { word: '$.metadata.constants.same', same: 'constant' } } }
    const shown = values('f()', { fields }, [], { value: 5n, file })
    expect(shown[0]).toEqual({ kind: 'native-amount', amount: 5n, chainId: 1, message: null })
    expect(
      texts('f()', { fields }, [], { file })
        .slice(1)
        .map(text => text.toLowerCase()),
    ).toEqual([account, contract, '1', 'constant'])
  })
})

describe('formats', () => {
  const one = (format: string, params: object, type: string, arg: unknown, file?: Record<string, unknown>) =>
    values(`f(${type} a)`, { fields: [{ path: 'a', label: 'A', format, params }] }, [arg], file && { file })[0]

  it('show amounts of tokens, in the native currency, and above a threshold', () => {
    expect(one('tokenAmount', { token }, 'uint256', 5n)).toMatchObject({
      kind: 'token-amount',
      amount: 5n,
      token,
      message: null,
    })
    expect(one('tokenAmount', { tokenPath: '@.to', threshold: '0x5', message: 'All' }, 'uint256', 5n)).toMatchObject({
      token: contract,
      message: 'All',
    })
    expect(one('tokenAmount', {}, 'uint256', 5n)).toMatchObject({ token: null })
    const file = { metadata: { constants: { eth: [token, other] } } }
    const native = { token: other, nativeCurrencyAddress: '$.metadata.constants.eth' }
    expect(one('tokenAmount', native, 'uint256', 5n, file)).toMatchObject({ kind: 'native-amount', amount: 5n })
    expect(one('tokenAmount', { token, chainId: 10 }, 'uint256', 5n)).toMatchObject({ chainId: 10 })
  })

  it('show dates, durations, units, chains, items, tokens and enumerations', () => {
    expect(one('date', { encoding: 'timestamp' }, 'uint256', 9n)).toEqual({ kind: 'date', seconds: 9n })
    expect(one('date', { encoding: 'blockheight' }, 'uint256', 9n)).toEqual({ kind: 'block', height: 9n })
    expect(one('duration', {}, 'uint32', 9)).toEqual({ kind: 'duration', seconds: 9n })
    expect(one('unit', { base: '%', decimals: 2 }, 'uint16', 150)).toEqual({
      kind: 'unit',
      amount: 150n,
      base: '%',
      decimals: 2,
      hasPrefix: false,
    })
    expect(one('chainId', {}, 'uint256', 10n)).toEqual({ kind: 'chain', chainId: 10n })
    expect(one('nftName', { collection: token }, 'uint256', 3n)).toEqual({ kind: 'item', collection: token, id: 3n })
    expect(one('tokenTicker', {}, 'address', token)).toEqual({ kind: 'token', token, chainId: 1 })
    const file = { metadata: { enums: { mode: { '1': 'stable', true: 'yes', '0xff': 'last' } } } }
    const mode = { $ref: '$.metadata.enums.mode' }
    expect(one('enum', mode, 'uint256', 1n, file)).toEqual({ kind: 'enum', text: 'stable' })
    expect(one('enum', mode, 'bool', true, file)).toEqual({ kind: 'enum', text: 'yes' })
    expect(one('enum', mode, 'bytes1', '0xff', file)).toEqual({ kind: 'enum', text: 'last' })
    expect(one('enum', mode, 'uint256', 7n, file)).toEqual({ kind: 'raw', type: 'integer', text: '7' })
  })

  it('show an interoperable address as ERC-7930 spells it', () => {
    // The example of the standard.
    expect(
      one('interoperableAddressName', {}, 'bytes', '0x00010000010114d8da6bf26964af9d7eed9e03e53415d37aa96045'),
    ).toEqual({
      kind: 'interoperable-address',
      text: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045@eip155:1#4CA88C9C',
    })
    expect(one('interoperableAddressName', {}, 'bytes', '0x0001')).toMatchObject({ kind: 'raw' })
  })

  it('let only a small number stand for the account', () => {
    const zero = `0x${'00'.repeat(20)}`
    expect(one('addressName', { senderAddress: [zero] }, 'address', zero)).toMatchObject({
      address: zero,
      isSender: true,
    })
    expect(one('addressName', { senderAddress: other }, 'address', other)).toMatchObject({
      address: other,
      isSender: false,
    })
  })

  it('that are unknown, or not for the value, are shown raw', () => {
    expect(one('hologram', {}, 'uint256', 5n)).toEqual({ kind: 'raw', type: 'integer', text: '5' })
    expect(one('date', {}, 'string', 'soon')).toEqual({ kind: 'raw', type: 'text', text: 'soon' })
    expect(one('addressName', {}, 'bytes', '0x01')).toMatchObject({ kind: 'raw' })
  })

  it('say that a value is encrypted', () => {
    const encryption = { scheme: 'fhevm', plaintextType: 'uint64', fallbackLabel: '[Encrypted]' }
    const fields = [{ path: 'a', label: 'A', format: 'tokenAmount', encryption }]
    const [value] = values('f(bytes32 a)', { fields }, [`0x${'11'.repeat(32)}`])
    expect(value).toEqual({ kind: 'encrypted', label: '[Encrypted]', text: `0x${'11'.repeat(32)}` })
  })

  it('take constants from a map, or set the descriptor aside where it has none', () => {
    const params = { token: { map: '$.metadata.maps.underlying', keyPath: '@.chainId' } }
    const maps = (keys: object) => ({ metadata: { maps: { underlying: { values: keys } } } })
    expect(one('tokenAmount', params, 'uint256', 5n, maps({ 1: token }))).toMatchObject({ token })
    const fields = [{ path: 'a', label: 'A', format: 'tokenAmount', params }]
    expect(outcomeOf('f(uint256 a)', { fields }, [5n], { file: maps({ 2: token }) })).toMatchObject({
      kind: 'set-aside',
      reason: 'no-constant',
    })
  })
})

describe('lists', () => {
  const signature = 'f((address token,uint256 amount)[] list,uint256[] plain,address[] tokens)'
  const args = [
    [
      { token, amount: 1n },
      { token: other, amount: 2n },
    ],
    [3n, 4n],
    [token, other],
  ]
  const amounts = (path: string, tokenPath: string) => ({
    path,
    label: 'Amount',
    format: 'tokenAmount',
    params: { tokenPath },
  })
  const pairs = [
    { amount: 1n, token },
    { amount: 2n, token: other },
  ]

  it('take the parameter of the same element', () => {
    expect(values(signature, { fields: [amounts('list.[].amount', 'list.[].token')] }, args)).toMatchObject(pairs)
    const plain = [amounts('plain', 'tokens'), amounts('plain.[]', 'tokens.[]'), amounts('plain.[1:]', 'tokens.[1:]')]
    expect(values(signature, { fields: plain }, args)).toMatchObject([
      ...[0, 1].flatMap(() => [
        { amount: 3n, token },
        { amount: 4n, token: other },
      ]),
      { amount: 4n, token: other },
    ])
  })

  it('are shown element by element in a group, or list by list', () => {
    const inner = [raw('token'), { ...amounts('amount', 'token'), separator: 'Part {index}' }]
    const labels = (group: object) =>
      described(outcomeOf(signature, { fields: [{ fields: inner, path: 'list.[]', ...group }] }, args)).fields.map(
        ({ label, place, separator }) => `${label} ${place} ${separator ?? ''}`,
      )
    expect(labels({})).toEqual(['token 1 ', 'Amount 1 Part 0', 'token 2 ', 'Amount 2 Part 1'])
    expect(labels({ iteration: 'sequential' })).toEqual(['token 1 ', 'token 2 ', 'Amount 1 Part 0', 'Amount 2 Part 1'])
  })

  it('are bundled, if they are equally long', () => {
    const group = { label: 'Pairs', iteration: 'bundled', fields: [raw('plain.[]'), raw('tokens.[]')] }
    const { fields } = described(outcomeOf(signature, { fields: [group] }, args))
    expect(fields.map(({ label, place, groups }) => [label, place, groups[0]])).toEqual([
      ['plain.[]', 1, 'Pairs'],
      ['tokens.[]', 1, 'Pairs'],
      ['plain.[]', 2, 'Pairs'],
      ['tokens.[]', 2, 'Pairs'],
    ])
    expect(outcomeOf(signature, { fields: [group] }, [args[0], [3n], args[2]])).toMatchObject({
      reason: 'unequal-lists',
    })
  })

  it('are cut after 400 fields, and not followed beyond 2,000', () => {
    const list = (length: number) => [[], Array.from({ length }, (_, index) => BigInt(index)), []]
    const description = described(outcomeOf(signature, { fields: [raw('plain.[]')] }, list(1_000)))
    expect([description.fields.length, description.omitted]).toEqual([400, 600])
    expect(outcomeOf(signature, { fields: [raw('plain.[]')] }, list(10_000))).toMatchObject({ reason: 'too-much' })
  })
})

describe('visibility', () => {
  const shown = (visible: unknown, value: bigint) =>
    outcomeOf('f(uint256 a)', { fields: [raw('a', { visible })] }, [value])
  const count = (visible: unknown, value: bigint) => described(shown(visible, value)).fields.length

  it('hides what is never shown, and what a rule excludes', () => {
    expect(count('always', 0n)).toBe(1)
    expect(count('optional', 0n)).toBe(1)
    expect(count('never', 0n)).toBe(0)
    expect(count({ ifNotIn: [0, '0x5'] }, 0n)).toBe(0)
    expect(count({ ifNotIn: [0, '0x5'] }, 5n)).toBe(0)
    expect(count({ ifNotIn: [0] }, 1n)).toBe(1)
  })

  it('sets the descriptor aside where a value is not the one it must be', () => {
    expect(count({ mustMatch: ['7'] }, 7n)).toBe(0)
    expect(count({ mustMatch: [[{ toString: 0 }], '7'] }, 7n)).toBe(0)
    expect(shown({ mustMatch: ['7'] }, 8n)).toMatchObject({ kind: 'set-aside', reason: 'must-match' })
  })

  it('hides what version 1 excludes', () => {
    const file = { $schema: version1 }
    expect(
      texts('f(uint256 a,uint256 b)', { fields: [raw('#.a'), raw('b')], excluded: ['a'] }, [1n, 2n], { file }),
    ).toEqual(['2'])
  })
})

describe('the sentence', () => {
  const sentence = (interpolatedIntent: string, more: object = {}) =>
    described(
      outcomeOf('f(uint256 a,uint256[] l)', { interpolatedIntent, fields: [raw('a', more), raw('l.[]')] }, [
        5n,
        [1n, 2n],
      ]),
    ).sentence

  it('has values in it, as their fields show them', () => {
    expect(sentence('Do {a} {{here}} with {#.l.[]}')).toEqual([
      { kind: 'text', text: 'Do ' },
      { kind: 'values', values: [{ kind: 'raw', type: 'integer', text: '5' }] },
      { kind: 'text', text: ' {here} with ' },
      { kind: 'values', values: [1, 2].map(number => ({ kind: 'raw', type: 'integer', text: `${number}` })) },
      { kind: 'text', text: '' },
    ])
  })

  it('is left out where a path has no field, is hidden, or a brace is open', () => {
    expect(sentence('Do {b}')).toBeNull()
    expect(sentence('Do {a')).toBeNull()
    expect(sentence('Do {a.[}')).toBeNull()
    expect(sentence('Do {a}', { visible: 'never' })).toBeNull()
  })
})

describe('calls inside', () => {
  const inner = callOf('g(uint256 n)', [7n]).data
  const file = callFile({
    'g(uint256 n)': {
      intent: 'Inner',
      fields: [raw('n'), raw('@.from'), { path: '@.value', label: 'Value', format: 'amount' }],
    },
    'f(address target,bytes data)': {
      intent: 'Outer',
      fields: [
        {
          path: 'data',
          label: 'Call',
          format: 'calldata',
          params: { calleePath: 'target', amountPath: '@.value', spenderPath: '@.to' },
        },
      ],
    },
  })
  const outer = (data: Hex, target: string = contract) =>
    described(describeSubject([load(file)], callOf('f(address target,bytes data)', [target, data], 9n))).fields[0]
      ?.value

  it('are described by the descriptor of the contract they are for', () => {
    const value = outer(inner)
    expect(value).toMatchObject({
      kind: 'call',
      callee: contract,
      amount: 9n,
      description: { intent: [{ text: 'Inner' }] },
    })
    const fields = value?.kind === 'call' ? value.description?.fields : undefined
    expect(fields?.map(field => field.value)).toMatchObject([{ text: '7' }, { type: 'address' }, { amount: 9n }])
    expect(outer(inner, other)).toMatchObject({ kind: 'call', callee: other, data: inner, description: null })
  })

  it('are not followed deeper than four', () => {
    let data = inner
    for (let depth = 0; depth < 100; depth += 1) data = callOf('f(address target,bytes data)', [contract, data]).data
    let value = outer(data)
    let depth = 0
    while (value?.kind === 'call' && value.description !== null) {
      depth += 1
      value = value.description.fields[0]?.value
    }
    expect(depth).toBe(4)
    expect(value).toMatchObject({ kind: 'call', description: null })
  })
})

describe('calldata that another decoder could read otherwise', () => {
  const signature = 'f(address to,bytes b)'
  const call = callOf(signature, [other, '0x0102'])
  const descriptor = load(callFile({ [signature]: { intent: 'Do', fields: [raw('to')] } }))
  const kindOf = (data: Hex) => describeSubject([descriptor], { ...call, data })

  it('is not described: truncated, dirty or aliased', () => {
    expect(kindOf(call.data).kind).toBe('described')
    // Bytes behind the arguments are common (tags of the site) and change nothing.
    expect(kindOf(`${call.data}c0ffee`).kind).toBe('described')
    const unreadable = { kind: 'set-aside', reason: 'unreadable' }
    expect(kindOf(call.data.slice(0, -64) as Hex)).toMatchObject(unreadable)
    expect(kindOf(call.data.replace('00000b0b', '00010b0b') as Hex)).toMatchObject(unreadable)
    expect(kindOf(call.data.replace(`${'40'.padStart(64, '0')}`, `${'20'.padStart(64, '0')}`) as Hex)).toMatchObject(
      unreadable,
    )
  })
})
