import { isPresetToken } from '@/lib/reading/tokens/preset-tokens'
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
 * day in UTC, one account of the wallet and one that says what it was. Accounts, commodities and tags are declared, for
 * `hledger check --strict` and `ledger --pedantic`. Fees are not in it: they are no transfers.
 * @param account whose books these are
 */
export function toJournal(entries: readonly BookEntry[], account: string): string {
  const wallet = `Assets:Wallet:${account}`
  const transfers = entries.flatMap(entry => (entry.kind === 'begin' ? [] : [{ ...entry, kind: entry.kind }]))
  const declared = [
    ...unique([wallet, ...transfers.map(({ kind }) => counterAccounts[kind])]).map(name => `account ${name}`),
    ...unique(transfers.map(commodityOf)).map(name => `commodity "${name}"`),
    ...tags.map(name => `tag ${name}`),
  ]
  const begins = entries.filter(({ kind }) => kind === 'begin')
  return [
    ...begins.map(({ blockNumber, date }) => `; Complete from block ${blockNumber}, ${date}\n`),
    ...(transfers.length === 0 ? [] : [`${declared.join('\n')}\n`]),
    ...transfers.map(entry => {
      const { date, kind, label, counterparty, value, from, to, memo, belongsTo, hash, blockNumber } = entry
      const payee = [counterparty ?? (isOut(kind) ? to : (from ?? '')), label ?? '']
        .map(plain)
        .filter(Boolean)
        .join(' - ')
      const tagged = (name: (typeof tags)[number], text: string | number | null) =>
        // hledger ends a tag at a comma.
        text === null ? [] : [`    ; ${name}: ${plain(`${text}`).replaceAll(',', '，')}`]
      return [
        `${date.slice(0, 10)} * ${payee}`,
        ...tagged('network', entry.network),
        ...tagged('chain', entry.chainId),
        ...tagged('hash', hash),
        ...tagged('block', blockNumber),
        ...tagged('reference', memo),
        ...tagged('belongs-to', belongsTo),
        `    ${wallet}  ${isOut(kind) ? '-' : ''}${value} "${commodityOf(entry)}"`,
        `    ${counterAccounts[kind]}`,
        '',
      ].join('\n')
    }),
  ].join('\n')
}

const tags = ['network', 'chain', 'hash', 'block', 'reference', 'belongs-to'] as const

/**
 * A commodity's name, the same in every export: the symbol alone for currencies of chains and for tokens that the
 * wallet vouches for, and for every other token with its address, as different tokens may have one symbol. Money that
 * is worth nothing is named so, with its chain.
 */
function commodityOf({ chainId, testing, token, symbol }: BookEntry): string {
  const isKnown = token === null || isPresetToken(chainId, `0x${token.slice(2)}`)
  const own = isSafe(symbol) ? symbol : token === null ? `currency ${chainId}` : ''
  return [own, testing ? `test ${chainId}` : '', isKnown && own !== '' ? '' : token].filter(Boolean).join(' ')
}

/** Whether both programs read the symbol as it is. In Ledger, s, m and h are units of time. */
function isSafe(symbol: string): boolean {
  return (
    /^[\p{L}\p{N}\p{Sc}](?:[\p{L}\p{N}\p{Sc} ._+-]{0,30}[\p{L}\p{N}\p{Sc}+])?$/u.test(symbol) &&
    !/^[smh]$/i.test(symbol)
  )
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)].sort()
}

/** Text of others in one line, without the signs that begin a comment or an amount. */
function plain(text: string): string {
  return text
    .replace(/[\p{C};|]/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[ (!*]+/, '')
    .trim()
}
