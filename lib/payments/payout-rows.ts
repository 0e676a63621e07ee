import type { Address } from 'viem'
import { getAddress, isAddress } from 'viem/utils'
import { mostLegs } from './splits'

export type PayoutRowFault =
  | 'columns'
  | 'address'
  | 'checksum'
  | 'zero-address'
  | 'amount'
  | 'too-many-decimals'
  | 'zero-amount'
  | 'duplicate'

export interface PayoutRow {
  /** In the text, from 1. */
  line: number
  text: string
  /** `null` where the row says nothing that could be paid. */
  leg: { to: Address; amount: bigint } | null
  fault: PayoutRowFault | null
}

export interface PayoutRows {
  rows: PayoutRow[]
  /** Smallest unit, of all rows without a fault. */
  sum: bigint
  /** Why these rows cannot be paid as they are, beyond the faults of single rows. */
  fault: 'none' | 'empty' | 'too-many' | 'some-rows'
}

/**
 * Payouts as pasted or read from a file: an address and an amount on each line, between them a comma, a semicolon, a
 * tab or blanks. Fields may be quoted (RFC 4180), a heading is passed over, and the amount has a point: a comma would
 * be one more column, and is not guessed at.
 * @param decimals of the token; amounts are in its units
 */
export function readPayoutRows(text: string, decimals: number): PayoutRows {
  const lines = text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\n|\r/)
    .map((line, index) => ({ line: index + 1, text: line.trim() }))
    .filter(({ text: content }) => content !== '')
  const [heading] = lines
  const content = heading !== undefined && isHeading(heading.text) ? lines.slice(1) : lines
  const seen = new Set<Address>()
  const rows = content.map(({ line, text: rowText }): PayoutRow => {
    const read = readRow(rowText, decimals)
    if (typeof read === 'string') return { line, text: rowText, leg: null, fault: read }
    const isRepeated = seen.has(read.to)
    seen.add(read.to)
    return { line, text: rowText, leg: read, fault: isRepeated ? 'duplicate' : null }
  })
  const payable = rows.flatMap(({ leg, fault }) => (leg === null || fault !== null ? [] : [leg]))
  return {
    rows,
    sum: payable.reduce((sum, { amount }) => sum + amount, 0n),
    fault:
      rows.length === 0
        ? 'empty'
        : rows.length > mostLegs
          ? 'too-many'
          : payable.length < rows.length
            ? 'some-rows'
            : 'none',
  }
}

function readRow(text: string, decimals: number): { to: Address; amount: bigint } | PayoutRowFault {
  const fields = fieldsOf(text)
  const [addressText, amountText] = fields
  if (fields.length !== 2 || addressText === undefined || amountText === undefined) return 'columns'
  if (!/^0x[0-9a-fA-F]{40}$/.test(addressText)) return 'address'
  const isOneCase =
    addressText === addressText.toLowerCase() || addressText.slice(2) === addressText.slice(2).toUpperCase()
  if (!isOneCase && !isAddress(addressText, { strict: true })) return 'checksum'
  const to = getAddress(addressText.toLowerCase())
  if (BigInt(to) === 0n) return 'zero-address'
  const match = /^(\d{1,60})(?:\.(\d{1,60}))?$/.exec(amountText)
  if (match === null) return 'amount'
  const [, whole = '', fraction = ''] = match
  const significant = fraction.replace(/0+$/, '')
  if (significant.length > decimals) return 'too-many-decimals'
  const amount = BigInt(`${whole}${significant.padEnd(decimals, '0')}`)
  return amount === 0n ? 'zero-amount' : { to, amount }
}

function fieldsOf(text: string): string[] {
  const separator = [',', ';', '\t'].find(candidate => text.includes(candidate)) ?? /\s+/
  return text.split(separator).map(field =>
    field
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .trim(),
  )
}

/** Words and no digits: `address,amount`. */
function isHeading(text: string): boolean {
  return /\p{Letter}/u.test(text) && !/\d/.test(text)
}
