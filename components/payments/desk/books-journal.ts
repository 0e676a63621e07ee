import { type BookEntry, type BookKind, isOut } from './books-export'

const counterAccounts = {
  paid: 'Income:Requests',
  captured: 'Income:Captures',
  returned: 'Assets:Channels',
  unmatched: 'Income:Other',
  outgoing: 'Expenses:Other',
  refund: 'Income:Refunds',
  payout: 'Expenses:Payouts',
  http402: 'Expenses:Sites',
  deposit: 'Assets:Channels',
} as const satisfies Record<Exclude<BookKind, 'begin'>, string>

/**
 * The books as a journal of plain-text accounting, which Ledger and hledger read: a transaction for each transfer, its
 * day in UTC, one account of the wallet and one that says what it was. Fees are not in it: they are no transfers.
 * @param account whose books these are
 */
export function toJournal(entries: readonly BookEntry[], account: string): string {
  const wallet = `Assets:Wallet:${account}`
  const symbols = commodities(entries)
  return entries
    .map(entry => {
      if (entry.kind === 'begin') return `; Complete from block ${entry.blockNumber}, ${entry.date}\n`
      const { date, kind, label, counterparty, value, token, from, to, memo, belongsTo, hash, blockNumber } = entry
      const payee = [counterparty ?? (isOut(kind) ? to : (from ?? '')), label ?? '']
        .map(plain)
        .filter(Boolean)
        .join(' - ')
      return [
        `${date.slice(0, 10)} * ${payee}`,
        ...(hash === null ? [] : [`    ; hash: ${hash}`]),
        ...(blockNumber === null ? [] : [`    ; block: ${blockNumber}`]),
        ...(memo === null ? [] : [`    ; reference: ${plain(memo)}`]),
        ...(belongsTo === null ? [] : [`    ; belongs to: ${belongsTo}`]),
        `    ${wallet}  ${isOut(kind) ? '-' : ''}${value} "${symbols.get(token) ?? ''}"`,
        `    ${counterAccounts[kind]}`,
        '',
      ].join('\n')
    })
    .join('\n')
}

/** By token: its symbol, with its address where two tokens have the same. */
function commodities(entries: readonly BookEntry[]): Map<string | null, string> {
  const tokens = new Map(entries.map(({ token, symbol }) => [token, symbol.replace(/["\p{C}]/gu, '')]))
  const all = [...tokens.values()]
  return new Map(
    [...tokens].map(([token, symbol]) => [
      token,
      symbol === '' || all.filter(other => other === symbol).length > 1 ? `${symbol} ${token ?? ''}`.trim() : symbol,
    ]),
  )
}

/** Text of others in one line, without the signs that begin a comment or an amount. */
function plain(text: string): string {
  return text
    .replace(/[\p{C};|]/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[ (!*]+/, '')
    .trim()
}
