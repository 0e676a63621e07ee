import fc from 'fast-check'
import type { Address } from 'viem'
import { formatUnits, getAddress } from 'viem/utils'
import { describe, expect, test } from 'vitest'
import { readPayoutRows } from './payout-rows'

const anna = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
const ben = '0x8e23ee67d1332ad560396262c48ffbb01f93d052'

test('an address and an amount on each line are paid', () => {
  expect(readPayoutRows(`${anna},12.5\n${ben},0.000001\n`, 6)).toMatchObject({
    fault: 'none',
    sum: 12_500_001n,
    rows: [
      { line: 1, leg: { to: anna, amount: 12_500_000n }, fault: null },
      { line: 2, leg: { to: getAddress(ben), amount: 1n }, fault: null },
    ],
  })
})

test.each([
  ['commas', `${anna},1`],
  ['semicolons', `${anna};1`],
  ['tabs, as a spreadsheet copies them', `${anna}\t1`],
  ['blanks', `${anna}   1`],
  ['quotes', `"${anna}","1"`],
  ['a heading', `address,amount\r\n${anna},1`],
  ['a byte order mark', `\ufeff${anna},1\r\n\r\n`],
])('%s make no difference', (_name, text) => {
  expect(readPayoutRows(text, 6)).toMatchObject({ fault: 'none', sum: 1_000_000n })
})

describe('a row that cannot be paid is pointed at, and stops the whole', () => {
  test.each([
    ['columns', anna],
    ['columns', `${anna},1,000`],
    ['columns', `${anna},1,note`],
    ['address', `${anna.slice(0, -1)},1`],
    ['address', 'shop.eth,1'],
    ['checksum', `${anna.replace('fB', 'Fb')},1`],
    ['zero-address', `0x${'00'.repeat(20)},1`],
    ['amount', `${anna},-1`],
    ['amount', `${anna},1e3`],
    ['amount', `${anna},0x10`],
    ['amount', `${anna},`],
    ['too-many-decimals', `${anna},0.0000001`],
    ['zero-amount', `${anna},0.0`],
    ['duplicate', `${ben},1`],
  ])('%s: %s', (fault, row) => {
    const read = readPayoutRows(`${ben},2\n${row}`, 6)
    expect(read.rows[1]).toMatchObject({ line: 2, fault })
    expect(read).toMatchObject({ fault: 'some-rows', sum: 2_000_000n })
  })

  test('zeros after the last decimal are no decimals', () => {
    expect(readPayoutRows(`${anna},1.50000000`, 6)).toMatchObject({ fault: 'none', sum: 1_500_000n })
  })
})

test('nothing, and more than a hundred rows, are refused', () => {
  expect(readPayoutRows(' \n ', 6).fault).toBe('empty')
  const many = Array.from({ length: 101 }, (_, index) => `0x${(index + 1).toString(16).padStart(40, '0')},1`)
  expect(readPayoutRows(many.slice(1).join('\n'), 6).fault).toBe('none')
  expect(readPayoutRows(many.join('\n'), 6).fault).toBe('too-many')
})

test('the sum is that of what was written', () => {
  const legs = fc.uniqueArray(
    fc.record({
      to: fc.bigInt({ min: 1n, max: 2n ** 160n - 1n }),
      amount: fc.bigInt({ min: 1n, max: 2n ** 100n }),
    }),
    { minLength: 1, maxLength: 100, selector: ({ to }) => to },
  )
  fc.assert(
    fc.property(legs, fc.integer({ min: 0, max: 18 }), (written, decimals) => {
      const text = written
        .map(({ to, amount }) => {
          const address: Address = `0x${to.toString(16).padStart(40, '0')}`
          return `${address},${formatUnits(amount, decimals)}`
        })
        .join('\n')
      const read = readPayoutRows(text, decimals)
      expect(read.fault).toBe('none')
      expect(read.sum).toBe(written.reduce((sum, { amount }) => sum + amount, 0n))
    }),
  )
})

test('whatever is pasted, nothing is thrown', () => {
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 0, max: 18 }), (text, decimals) => {
      expect(readPayoutRows(text, decimals).rows.every(({ leg, fault }) => leg !== null || fault !== null)).toBe(true)
    }),
  )
})
