import { expect, test } from 'vitest'
import { readPastedRows } from './payout-rows'

const anna = '0x00000000000000000000000000000000000000a1'
const ben = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'

test.each([
  ['commas', `${anna},12.5\n${ben},7.25`],
  ['semicolons and a heading', `address;amount\r\n${anna};12.5\r\n${ben};7.25\r\n`],
  ['tabs, as a table is copied', `${anna}\t12.5\n${ben}\t7.25`],
  ['blanks', `${anna}  12.5\n\n${ben} 7.25`],
  ['quotes and a byte order mark', `\ufeff"${anna}","12.5"\n"${ben}","7.25"`],
  ['line ends of old', `${anna},12.5\r${ben},7.25`],
  ['names with commas between semicolons', `"Miller, Anna";${anna};12.5\nMiller, Ben;${ben};7.25`],
  ['a name before the address', `name,address,amount\nAnna,${anna},12.5\n"Miller, Ben",${ben},7.25`],
])('a list with %s', (_name, text) => {
  expect(readPastedRows(text)).toEqual([
    { who: anna, amount: '12.5' },
    { who: ben, amount: '7.25' },
  ])
})

test('names of the person’s own stand for addresses', () => {
  expect(readPastedRows('Anna, 12.5\nUncle Ben 7\n"Miller, Ben",,3')).toEqual([
    { who: 'Anna', amount: '12.5' },
    { who: 'Uncle Ben', amount: '7' },
    { who: 'Miller, Ben', amount: '3' },
  ])
})

test('whatever a line has too much or too little of stays in sight, to be mended', () => {
  expect(readPastedRows(`${anna},1,000.50,x\n${ben}`)).toEqual([
    { who: `${anna},1,000.50,x`, amount: '' },
    { who: ben, amount: '' },
  ])
})

test.each([
  ['an address', anna],
  ['a name', 'Anna'],
  ['nothing', ''],
  ['a heading alone', 'address,amount'],
])('%s is no list', (_name, text) => {
  expect(readPastedRows(text)).toBeNull()
})
