import fc from 'fast-check'
import { encodeFunctionData, type Hex, parseAbi } from 'viem'
import { describe, expect, it } from 'vitest'
import { readCalldata } from './calldata'
import { type Contract, type ContractLookup, listedToken } from './contracts'
import { contractsOf, describeTransaction } from './describe'

const abi = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function transferWithMemo(address to, uint256 amount, bytes32 memo)',
  'function transferFrom(address from, address to, uint256 amount)',
  'function safeTransferFrom(address from, address to, uint256 tokenId)',
  'function approve(address spender, uint256 amount)',
  'function increaseAllowance(address spender, uint256 amount)',
  'function increaseApproval(address spender, uint256 amount)',
  'function decreaseAllowance(address spender, uint256 amount)',
  'function setApprovalForAll(address operator, bool approved)',
])
const item = parseAbi(['function safeTransferFrom(address from, address to, uint256 tokenId, bytes data)'])
const items = parseAbi(['function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)'])
const kinds = parseAbi([
  'function safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] values, bytes data)',
])
const permit2 = parseAbi(['function approve(address token, address spender, uint160 amount, uint48 expiration)'])
const somebody = '0x00000000000000000000000000000000000000bb'
const other = '0x00000000000000000000000000000000000000cc'
const token = '0x00000000000000000000000000000000000000dd'
const sender = '0x00000000000000000000000000000000000000ee'
const address = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes): Hex => `0x${Buffer.from(bytes).toString('hex')}`)
const uint256 = fc.bigInt({ min: 0n, max: (1n << 256n) - 1n })

const dollars = listedToken({ symbol: 'USDV', decimals: 6 })
const collection: Contract = { ...dollars, standards: ['erc721'], symbol: 'ART', decimals: null }
const kindsOf: Contract = { ...collection, standards: ['erc1155'] }
const contractOf: ContractLookup = () => dollars
const describeCall = (data: Hex, value: Hex = '0x0', what: Contract | null = dollars) =>
  describeTransaction({ to: token, value, data }, { purpose: 'send', account: sender, contractOf: () => what })

describe('reading calldata', () => {
  it('reads every known function as an independent encoder writes it', () => {
    fc.assert(
      fc.property(address, address, uint256, fc.boolean(), (first, second, amount, approved) => {
        const read = (data: Hex) => {
          const calldata = readCalldata(data)
          return calldata.kind === 'known' ? calldata.call : calldata.kind
        }
        expect(read(encodeFunctionData({ abi, functionName: 'transfer', args: [first, amount] }))).toEqual({
          name: 'transfer',
          args: { to: first, amount },
        })
        expect(read(encodeFunctionData({ abi, functionName: 'transferFrom', args: [first, second, amount] }))).toEqual({
          name: 'transferFrom',
          args: { from: first, to: second, amount },
        })
        expect(read(encodeFunctionData({ abi, functionName: 'setApprovalForAll', args: [first, approved] }))).toEqual({
          name: 'setApprovalForAll',
          args: { operator: first, approved },
        })
        for (const functionName of ['approve', 'increaseAllowance', 'increaseApproval', 'decreaseAllowance'] as const)
          expect(read(encodeFunctionData({ abi, functionName, args: [first, amount] }))).toEqual({
            name: functionName,
            args: { spender: first, amount },
          })
      }),
    )
  })

  it('reads an allowance given through Permit2', () => {
    const data = encodeFunctionData({ abi: permit2, args: [token, somebody, 5n, 9] })
    expect(readCalldata(data)).toMatchObject({
      kind: 'known',
      call: { name: 'permit2Approve', args: { token, spender: somebody, amount: 5n, expiration: 9n } },
    })
    expect(contractsOf({ to: other, data })).toEqual([other, token, somebody])
  })

  it('asks of whoever gets tokens whether that is one too', () => {
    const data = encodeFunctionData({ abi, functionName: 'transfer', args: [other, 5n] })
    expect(contractsOf({ to: token, data })).toEqual([token, other])
    const allow = encodeFunctionData({ abi, functionName: 'approve', args: [other, 5n] })
    expect(contractsOf({ to: token, data: allow })).toEqual([token, other])
    expect(contractsOf({ to: token, data: '0x' })).toEqual([token])
  })

  it('reads items that move with data of any length, and believes no data that is not as long as it says', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), uint256, uint256, (bytes, tokenId, count) => {
        const extra: Hex = `0x${Buffer.from(bytes).toString('hex')}`
        const one = encodeFunctionData({ abi: item, args: [other, somebody, tokenId, extra] })
        const many = encodeFunctionData({ abi: items, args: [other, somebody, tokenId, count, extra] })
        expect(readCalldata(one)).toMatchObject({
          call: { name: 'safeTransferFromWithData', args: { from: other, to: somebody, tokenId } },
        })
        expect(readCalldata(many)).toMatchObject({
          call: { name: 'safeTransferItems', args: { from: other, to: somebody, tokenId, count } },
        })
        for (const data of [one, many])
          for (const wrong of [`${data}${'00'.repeat(32)}`, data.slice(0, -64), data.slice(0, -2)] as Hex[])
            expect(readCalldata(wrong).kind).toBe('unreadable')
      }),
    )
    const data = encodeFunctionData({ abi: item, args: [other, somebody, 7n, '0x61'] })
    expect(readCalldata(`${data.slice(0, -2)}01` as Hex).kind).toBe('unreadable')
    const place = 10 + 3 * 64
    const elsewhere = `${data.slice(0, place)}${(0xa0).toString(16).padStart(64, '0')}${data.slice(place + 64)}` as Hex
    expect(readCalldata(elsewhere).kind).toBe('unreadable')
  })

  it('reads several kinds of items at once, each with its number and how many of it', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(uint256, uint256), { maxLength: 12 }),
        fc.uint8Array({ maxLength: 70 }),
        (moved, bytes) => {
          const ids = moved.map(([id]) => id)
          const counts = moved.map(([, count]) => count)
          const extra: Hex = `0x${Buffer.from(bytes).toString('hex')}`
          const data = encodeFunctionData({ abi: kinds, args: [other, somebody, ids, counts, extra] })
          expect(readCalldata(data)).toMatchObject({
            call: { name: 'safeBatchTransferFrom', args: { from: other, to: somebody, tokenId: ids, count: counts } },
          })
          for (const wrong of [`${data}${'00'.repeat(32)}`, data.slice(0, -64), data.slice(0, -2)] as Hex[])
            expect(readCalldata(wrong).kind).toBe('unreadable')
        },
      ),
    )
    const data = encodeFunctionData({ abi: kinds, args: [other, somebody, [7n, 8n], [1n, 40n], '0x'] })
    expect(contractsOf({ to: token, data })).toEqual([token, somebody])
  })

  /** Every function that moves items, encoded well: five words of arguments, then the lists and the data. */
  const batch = encodeFunctionData({ abi: kinds, args: [other, somebody, [7n, 8n], [1n, 40n], '0x6162'] })
  const moves = {
    one: encodeFunctionData({ abi, functionName: 'safeTransferFrom', args: [other, somebody, 7n] }),
    'one with data': encodeFunctionData({ abi: item, args: [other, somebody, 7n, '0x6162'] }),
    'several of a kind': encodeFunctionData({ abi: items, args: [other, somebody, 7n, 40n, '0x6162'] }),
    'several kinds': batch,
  }
  const place = (index: number) => 10 + 64 * index
  const word = (value: bigint) => value.toString(16).padStart(64, '0')
  const withWord = (data: Hex, index: number, value: bigint): Hex =>
    `${data.slice(0, place(index))}${word(value)}${data.slice(place(index + 1))}` as Hex
  const dirty = 1n << 160n

  it.each(Object.entries(moves))(
    'believes no move of %s with a dirty address, or with more or less than belongs to it',
    (_, data) => {
      expect(readCalldata(data).kind).toBe('known')
      for (const index of [0, 1]) {
        const clean = BigInt(`0x${data.slice(place(index), place(index + 1))}`)
        expect(readCalldata(withWord(data, index, clean | dirty)).kind).toBe('unreadable')
      }
      for (let length = 10; length < data.length; length += 2)
        expect(readCalldata(data.slice(0, length) as Hex).kind, `${length}`).toBe('unreadable')
      for (const more of ['00', '01', '00'.repeat(32), 'ff'.repeat(32)])
        expect(readCalldata(`${data}${more}`).kind).toBe('unreadable')
    },
  )

  const enormous = (1n << 256n) - 1n
  it.each<[string, Hex]>([
    ['fewer counts than numbers', encodeFunctionData({ abi: kinds, args: [other, somebody, [7n, 8n], [1n], '0x'] })],
    ['fewer numbers than counts', encodeFunctionData({ abi: kinds, args: [other, somebody, [], [1n], '0x'] })],
    ['more numbers than there is data', withWord(batch, 5, 200n)],
    ['numbers without end', withWord(batch, 5, enormous)],
    ['counts without end', withWord(batch, 8, enormous)],
    ['so many that their bytes are none again', withWord(batch, 5, 1n << 251n)],
    ['data without end', withWord(batch, 11, enormous)],
    ['numbers that lie outside', withWord(batch, 2, 0x2000n)],
    ['numbers that lie beyond every memory', withWord(batch, 2, enormous)],
    ['numbers that lie among the arguments', withWord(batch, 2, 0n)],
    ['numbers that lie between two words', withWord(batch, 2, 0xa1n)],
    ['one list as both', withWord(batch, 3, 0xa0n)],
    ['the two lists in the other order', withWord(withWord(batch, 2, 0x100n), 3, 0xa0n)],
    ['counts that lie outside', withWord(batch, 3, 0x2000n)],
    ['data that lies outside', withWord(batch, 4, 0x2000n)],
    ['data that lies in a list', withWord(batch, 4, 0xa0n)],
    ['data whose filling is not empty', `${batch.slice(0, -2)}01` as Hex],
    ['nothing but its selector', batch.slice(0, 10) as Hex],
  ])('believes no batch with %s', (_, data) => {
    expect(readCalldata(data)).toEqual({ kind: 'unreadable', selector: '0x2eb2c2d6', name: 'safeBatchTransferFrom' })
  })

  it('believes no truncated or extended call', () => {
    const data = encodeFunctionData({ abi, functionName: 'approve', args: [somebody, 1n] })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 63 }), cut => {
        const shortened = data.slice(0, data.length - cut * 2) as Hex
        expect(readCalldata(shortened).kind).toBe('unreadable')
      }),
    )
    expect(readCalldata(`${data}00`).kind).toBe('unreadable')
    expect(readCalldata(`${data}${'00'.repeat(32)}`).kind).toBe('unreadable')
  })

  it('believes no address with something above its twenty bytes', () => {
    const dirty: Hex = `0xa9059cbb01${'00'.repeat(11)}${somebody.slice(2)}${'00'.repeat(31)}01`
    expect(readCalldata(dirty)).toMatchObject({ kind: 'unreadable', name: 'transfer' })
  })

  it('believes no boolean that is neither 0 nor 1', () => {
    const dirty: Hex = `0xa22cb465${'00'.repeat(12)}${somebody.slice(2)}${'00'.repeat(31)}02`
    expect(readCalldata(dirty).kind).toBe('unreadable')
  })

  it('calls nothing known that is not, and never throws', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), bytes => {
        const data: Hex = `0x${Buffer.from(bytes).toString('hex')}`
        const calldata = readCalldata(data)
        if (bytes.length === 0) expect(calldata.kind).toBe('none')
        else if (bytes.length < 4) expect(calldata).toEqual({ kind: 'unknown', selector: null })
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('a sentence about a transaction', () => {
  it('says who gets how much of the native currency', () => {
    expect(describeCall('0x', '0x5')).toEqual({
      code: 'send-native',
      values: { amount: '5', to: token },
      counterparty: token,
    })
  })

  it('names the token and the one who gets it, not the contract called', () => {
    const data = encodeFunctionData({ abi, functionName: 'transfer', args: [somebody, 1_500_000n] })
    expect(describeCall(data)).toEqual({
      code: 'send-token',
      values: { token, symbol: 'USDV', decimals: '6', amount: '1500000', to: somebody },
      counterparty: somebody,
    })
  })

  it('tells a limited, an unlimited and a withdrawn allowance apart', () => {
    const approve = (amount: bigint) =>
      describeCall(encodeFunctionData({ abi, functionName: 'approve', args: [somebody, amount] })).code
    expect(approve(1n)).toBe('allow-token')
    expect(approve((1n << 256n) - 1n)).toBe('allow-unlimited')
    expect(approve((1n << 256n) - 2n)).toBe('allow-unlimited')
    expect(approve(0n)).toBe('revoke-token')
  })

  it('names the giving away of a whole collection, and its end', () => {
    const all = (approved: boolean) =>
      describeCall(
        encodeFunctionData({ abi, functionName: 'setApprovalForAll', args: [somebody, approved] }),
        '0x0',
        collection,
      ).code
    expect(all(true)).toBe('allow-everything')
    expect(all(false)).toBe('revoke-everything')
  })

  it('names an increase, a decrease, a transfer on somebody’s behalf, an item and a memo', () => {
    const codeOf = (data: Hex) => describeCall(data).code
    expect(codeOf(encodeFunctionData({ abi, functionName: 'increaseApproval', args: [somebody, 1n] }))).toBe(
      'allow-more',
    )
    expect(codeOf(encodeFunctionData({ abi, functionName: 'increaseAllowance', args: [somebody, 1n << 255n] }))).toBe(
      'allow-unlimited',
    )
    expect(codeOf(encodeFunctionData({ abi, functionName: 'decreaseAllowance', args: [somebody, 1n] }))).toBe(
      'allow-less',
    )
    expect(codeOf(encodeFunctionData({ abi, functionName: 'transferFrom', args: [other, somebody, 1n] }))).toBe(
      'move-token',
    )
    const ofItems = (data: Hex, what = collection) => describeCall(data, '0x0', what)
    expect(
      ofItems(encodeFunctionData({ abi, functionName: 'safeTransferFrom', args: [other, somebody, 1n] })).code,
    ).toBe('move-item')
    expect(ofItems(encodeFunctionData({ abi: item, args: [other, somebody, 1n, '0x'] })).code).toBe('move-item')
    expect(ofItems(encodeFunctionData({ abi: items, args: [other, somebody, 1n, 40n, '0x'] }), kindsOf)).toMatchObject({
      code: 'move-items',
      values: { tokenId: '1', count: '40' },
      counterparty: somebody,
    })
    expect(
      ofItems(encodeFunctionData({ abi: kinds, args: [other, somebody, [1n, 9n], [40n, 2n], '0x'] }), kindsOf),
    ).toEqual({
      code: 'move-items',
      values: { token, symbol: 'ART', tokenId: '1,9', count: '40,2', from: other, to: somebody },
      counterparty: somebody,
    })
    const memo: Hex = `0x${'61'.repeat(32)}`
    expect(
      describeCall(encodeFunctionData({ abi, functionName: 'transferWithMemo', args: [somebody, 1n, memo] })),
    ).toMatchObject({ code: 'send-token-memo', values: { memo } })
  })

  it('reads no call into the code of a new contract', () => {
    const data = encodeFunctionData({ abi, functionName: 'transfer', args: [somebody, 1n] })
    expect(
      describeTransaction({ to: null, value: '0x0', data }, { purpose: 'send', account: sender, contractOf }).code,
    ).toBe('create-contract')
  })

  it('does not hide money that goes along with a token call', () => {
    const data = encodeFunctionData({ abi, functionName: 'transfer', args: [somebody, 1n] })
    expect(describeCall(data, '0x1')).toMatchObject({ code: 'call-contract', values: { amount: '1' } })
  })

  it('names a call it cannot read as that', () => {
    expect(describeCall('0x12345678')).toMatchObject({ code: 'call-contract', values: { function: '0x12345678' } })
    expect(describeCall('0xa9059cbb')).toMatchObject({ code: 'unreadable-call', values: { function: 'transfer' } })
  })
})

describe('a call that means one thing to a token and another to a collection', () => {
  const approve = (spender: Hex, word: bigint) =>
    encodeFunctionData({ abi, functionName: 'approve', args: [spender, word] })
  const codeOf = (data: Hex, what: Contract | null) => describeCall(data, '0x0', what).code

  it('is no revocation of item 0: the spender gets it', () => {
    expect(describeCall(approve(somebody, 0n), '0x0', collection)).toMatchObject({
      code: 'allow-item',
      values: { tokenId: '0', spender: somebody, symbol: 'ART' },
    })
    expect(codeOf(approve(somebody, 0n), dollars)).toBe('revoke-token')
  })

  it('names the item, and no amount, also where its number is as long as that of an ENS name', () => {
    const label = 2n ** 255n + 19n
    expect(describeCall(approve(somebody, label), '0x0', collection)).toMatchObject({
      code: 'allow-item',
      values: { tokenId: label.toString() },
    })
    expect(codeOf(approve(somebody, label), dollars)).toBe('allow-unlimited')
  })

  it('says both readings where it is not known what the contract is, and where it is both', () => {
    const both: Contract = { ...dollars, standards: ['erc20', 'erc721'] }
    for (const what of [null, both, { ...dollars, standards: [], decimals: null }])
      for (const word of [0n, 7n, 2n ** 255n]) {
        expect(describeCall(approve(somebody, word), '0x0', what)).toMatchObject({
          code: 'allow-token-or-item',
          values: { word: word.toString(), spender: somebody },
        })
        const move = encodeFunctionData({ abi, functionName: 'transferFrom', args: [sender, somebody, word] })
        expect(codeOf(move, what)).toBe('send-token-or-item')
      }
  })

  it('reassures only of a contract that is known to keep to the standard', () => {
    const nobody = `0x${'00'.repeat(20)}` as const
    const operator = encodeFunctionData({ abi, functionName: 'setApprovalForAll', args: [somebody, false] })
    const less = encodeFunctionData({ abi, functionName: 'decreaseAllowance', args: [somebody, 5n] })
    const none = encodeFunctionData({ abi: permit2, args: [token, somebody, 0n, 9] })
    for (const data of [approve(nobody, 7n), operator, less, none])
      expect(describeCall(data, '0x0', null).code).toBe('call-contract')
    expect(codeOf(approve(nobody, 7n), collection)).toBe('revoke-item')
    expect(codeOf(operator, collection)).toBe('revoke-everything')
    expect(codeOf(less, dollars)).toBe('allow-less')
    const permit2Address = '0x000000000022d473030f116ddee9f6b43ac78ba3'
    const context = { purpose: 'send', account: sender, contractOf } as const
    expect(describeTransaction({ to: permit2Address, value: '0x0', data: none }, context).code).toBe('revoke-token')
    expect(describeTransaction({ to: token, value: '0x0', data: none }, context).code).toBe('call-contract')
  })

  it('names the function where it has no sentence of its own', () => {
    const data = encodeFunctionData({
      abi: parseAbi(['function deposit(uint256 assets, address receiver)']),
      args: [5n, sender],
    })
    expect(describeCall(data, '0x0', null)).toMatchObject({ code: 'call-contract', values: { function: 'deposit' } })
  })
})
