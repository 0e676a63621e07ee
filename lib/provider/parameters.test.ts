import { expect, test } from 'vitest'
import { address } from './parameters'

// The examples of EIP-1191 for 30 and 31, and of EIP-55.
test.each([
  ['0x5aaEB6053f3e94c9b9a09f33669435E7ef1bEAeD', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'],
  ['0x5aAeb6053F3e94c9b9A09F33669435E7EF1BEaEd', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'],
  ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  ['0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'],
])('an address with the checksum of its chain is taken: %s', (given, read) => {
  expect(address.parse(given)).toBe(read)
})

test.each(['0x5aaEB6053f3e94c9b9a09f33669435E7ef1bEAed', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beae', 'base:0x12', 5])(
  'and %s is none',
  given => {
    expect(address.safeParse(given).success).toBe(false)
  },
)
