import type { TransactionView } from '@/lib/messaging/ui'
import { levels } from '@/lib/values/level'

const columns = [
  'time',
  'chainId',
  'hash',
  'nonce',
  'from',
  'to',
  'valueWei',
  'feePaidWei',
  'level',
  'ended',
  'status',
  'blockNumber',
  'origin',
]

/** Activity as comma-separated values (RFC 4180): raw amounts, and the milliseconds from signing to each level. */
export function toCsv(rows: readonly TransactionView[]): string {
  const head = [...columns, ...levels.slice(1).map(level => `${level}Ms`)]
  return `${[head, ...rows.map(fields)].map(line => line.map(quoteField).join(',')).join('\r\n')}\r\n`
}

function fields(row: TransactionView): string[] {
  const signedAt = row.history.find(entry => entry.level === 'signed')?.at ?? row.createdAt
  return [
    new Date(row.createdAt).toISOString(),
    `${row.chainId}`,
    row.hash,
    `${row.nonce}`,
    row.from,
    row.to ?? '',
    BigInt(row.value).toString(),
    row.feePaid === null ? '' : BigInt(row.feePaid).toString(),
    row.level,
    row.ended ?? '',
    row.status ?? '',
    row.blockNumber === null ? '' : BigInt(row.blockNumber).toString(),
    row.origin ?? '',
    ...levels.slice(1).map(level => {
      const at = row.history.findLast(entry => entry.level === level && entry.event === undefined)?.at
      return at === undefined ? '' : `${Math.round(at - signedAt)}`
    }),
  ]
}

function quoteField(field: string): string {
  // A spreadsheet takes a leading `=`, `+`, `-` or `@` for a formula.
  const safe = /^[=+\-@\t\r]/.test(field) ? `'${field}` : field
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
