import fc from 'fast-check'
import {
  type Address,
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionResult,
  pad,
  parseAbi,
  toEventSelector,
  toHex,
} from 'viem'
import { expect, test } from 'vitest'
import { readCalldata } from './calldata'
import { type Contract, listedToken } from './contracts'
import { describeTransaction } from './describe'
import { type Grant, grantTopics, readGrant, readState, revocations, stateCalls } from './grants'
import { permit2Address } from './published-contracts'

const address = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes): Address => `0x${Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')}`)
const owner: Address = `0x${'0a'.repeat(20)}`
const token: Address = `0x${'0b'.repeat(20)}`
const spender: Address = `0x${'0c'.repeat(20)}`

function logOf(from: Address, event: string, ...indexed: (Address | bigint)[]) {
  const word = (value: Address | bigint) => pad(typeof value === 'bigint' ? toHex(value) : value, { size: 32 })
  return { address: from, topics: [toEventSelector(event), ...indexed.map(word)] }
}

const erc20 = 'event Approval(address indexed owner, address indexed spender, uint256 value)'
const erc721 = 'event Approval(address indexed owner, address indexed approved, uint256 indexed tokenId)'
const forAll = 'event ApprovalForAll(address indexed owner, address indexed operator, bool approved)'
const viaPermit2 =
  'event Approval(address indexed owner, address indexed token, address indexed spender, uint160 amount, uint48 expiration)'
const permitOfPermit2 =
  'event Permit(address indexed owner, address indexed token, address indexed spender, uint160 amount, uint48 expiration, uint48 nonce)'

test('each kind of event is read as the grant it tells of, and is asked for by one filter', () => {
  fc.assert(
    fc.property(address, address, fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), (contract, other, tokenId) => {
      const logs: [ReturnType<typeof logOf>, Grant][] = [
        [logOf(contract, erc20, owner, other), { kind: 'token', token: contract, spender: other, tokenId: null }],
        [logOf(contract, erc721, owner, other, tokenId), { kind: 'item', token: contract, spender: other, tokenId }],
        [logOf(contract, forAll, owner, other), { kind: 'collection', token: contract, spender: other, tokenId: null }],
        [
          logOf(permit2Address, viaPermit2, owner, contract, other),
          { kind: 'permit2', token: contract, spender: other, tokenId: null },
        ],
        [
          logOf(permit2Address, permitOfPermit2, owner, contract, other),
          { kind: 'permit2', token: contract, spender: other, tokenId: null },
        ],
      ]
      const [kinds, ownerTopic] = grantTopics(owner)
      for (const [log, grant] of logs) {
        expect(readGrant(log)).toEqual(grant)
        expect(kinds).toContain(log.topics[0])
        expect(log.topics[1]).toBe(ownerTopic)
      }
    }),
  )
})

test('what only looks like one is none', () => {
  const { topics } = logOf(token, viaPermit2, owner, token, spender)
  expect(readGrant({ address: token, topics })).toBeNull()
  expect(readGrant({ address: token, topics: [] })).toBeNull()
  expect(readGrant({ address: 'token', topics: logOf(token, erc20, owner, spender).topics })).toBeNull()
  const dirty = logOf(token, erc20, owner, spender).topics.with(2, `0x${'ff'.repeat(32)}`)
  expect(readGrant({ address: token, topics: dirty })).toBeNull()
})

const abi = parseAbi([
  'function allowance(address owner, address spender) view returns (uint256)',
  'function getApproved(uint256 tokenId) view returns (address)',
  'function ownerOf(uint256 tokenId) view returns (address)',
  'function isApprovedForAll(address owner, address operator) view returns (bool)',
  'function approve(address spender, uint256 amount)',
  'function decreaseAllowance(address spender, uint256 amount)',
  'function setApprovalForAll(address operator, bool approved)',
])
const permit2Abi = parseAbi([
  'function allowance(address owner, address token, address spender) view returns (uint160, uint48, uint48)',
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
])
const grant = (kind: Grant['kind']): Grant => ({ kind, token, spender, tokenId: kind === 'item' ? 7n : null })
const lower = (value: unknown) =>
  JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? `${each}` : each)).toLowerCase()

test('the state is asked for with the functions of the standards', () => {
  const asked = (kind: Grant['kind'], of = abi as typeof abi | typeof permit2Abi) =>
    stateCalls(grant(kind), owner).map(({ data }) => decodeFunctionData({ abi: of, data }))
  expect(lower(asked('token'))).toBe(lower([{ functionName: 'allowance', args: [owner, spender] }]))
  expect(lower(asked('item'))).toBe(
    lower([
      { functionName: 'getApproved', args: [7n] },
      { functionName: 'ownerOf', args: [7n] },
    ]),
  )
  expect(lower(asked('collection'))).toBe(lower([{ functionName: 'isApprovedForAll', args: [owner, spender] }]))
  expect(lower(asked('permit2', permit2Abi))).toBe(
    lower([{ functionName: 'allowance', args: [owner, token, spender] }]),
  )
})

test('what is left of an allowance is read, and nothing left is nothing', () => {
  const amountOf = (amount: bigint) =>
    readState(grant('token'), owner, [encodeFunctionResult({ abi, functionName: 'allowance', result: amount })], 0n)
  expect(amountOf(0n)).toBeNull()
  expect(amountOf(5n)).toEqual({ amount: 5n, isUnlimited: false, validUntil: null })
  expect(amountOf(2n ** 256n - 1n)).toMatchObject({ isUnlimited: true })
  for (const answer of [null, '0x', '0x01'] as const) expect(readState(grant('token'), owner, [answer], 0n)).toBeNull()

  const item = (approved: Address, holder: Address) =>
    readState(
      grant('item'),
      owner,
      [
        encodeFunctionResult({ abi, functionName: 'getApproved', result: approved }),
        encodeFunctionResult({ abi, functionName: 'ownerOf', result: holder }),
      ],
      0n,
    )
  expect(item(spender, owner)).toEqual({ amount: null, isUnlimited: false, validUntil: null })
  expect(item(spender, token)).toBeNull()
  expect(item(token, owner)).toBeNull()

  const all = (approved: boolean) =>
    readState(
      grant('collection'),
      owner,
      [encodeFunctionResult({ abi, functionName: 'isApprovedForAll', result: approved })],
      0n,
    )
  expect(all(true)).toMatchObject({ isUnlimited: true })
  expect(all(false)).toBeNull()

  const permitted = (amount: bigint, until: number) =>
    readState(
      grant('permit2'),
      owner,
      [encodeAbiParameters([{ type: 'uint160' }, { type: 'uint48' }, { type: 'uint48' }], [amount, until, 1])],
      1_000n,
    )
  expect(permitted(2n ** 160n - 1n, 2_000)).toEqual({ amount: 2n ** 160n - 1n, isUnlimited: true, validUntil: 2_000n })
  expect(permitted(5n, 999)).toBeNull()
  expect(permitted(0n, 2_000)).toBeNull()
})

test('every revocation is one that the decision window can put into words', () => {
  const state = { amount: 9n, isUnlimited: false, validUntil: null }
  const isOfItems = (kind: Grant['kind']) => kind === 'item' || kind === 'collection'
  const token = listedToken({ symbol: 'T', decimals: 6 })
  const items: Contract = { ...token, standards: ['erc721'], decimals: null }
  const codes = (kind: Grant['kind']) =>
    revocations(grant(kind), state).map(({ to, data }) => {
      expect(readCalldata(data).kind).toBe('known')
      return describeTransaction(
        { to, value: '0x0', data },
        {
          purpose: 'send',
          account: owner,
          contractOf: () => (isOfItems(kind) ? items : token),
        },
      ).code
    })
  expect(codes('token')).toEqual(['revoke-token', 'allow-less', 'allow-token'])
  expect(codes('item')).toEqual(['revoke-item'])
  expect(codes('collection')).toEqual(['revoke-everything'])
  expect(codes('permit2')).toEqual(['revoke-token'])
  const [plain] = revocations(grant('token'), state)
  expect(lower(decodeFunctionData({ abi, data: plain?.data ?? '0x' }))).toBe(
    lower({ functionName: 'approve', args: [spender, 0n] }),
  )
})
