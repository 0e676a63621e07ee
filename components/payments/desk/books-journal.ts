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
  return journalOf(entries, account, {
    declared: (accounts, transfers) => [
      ...accounts.map(name => `account ${name}`),
      ...unique(transfers.map(commodityOf)).map(name => `commodity "${name}"`),
      ...tags.map(name => `tag ${name}`),
    ],
    payee: text => text,
    // hledger ends a tag at a comma.
    tag: (name, text) => `; ${name}: ${text.replaceAll(',', '，')}`,
    commodity: entry => `"${commodityOf(entry)}"`,
  })
}

/** The same for Beancount, which `bean-check` judges. */
export function toBeancount(entries: readonly BookEntry[], account: string): string {
  const quoted = (text: string) => `"${text.replace(/["\\]/g, "'")}"`
  return journalOf(entries, account, {
    declared: (accounts, transfers) =>
      [
        ...accounts.map(name => `open ${name}`),
        ...unique(
          transfers.map(entry => `commodity ${beancountOf(entry)}\n  name: ${quoted(plain(commodityOf(entry)))}`),
        ),
      ].map(text => `${transfers[0]?.date.slice(0, 10)} ${text}`),
    payee: quoted,
    tag: (name, text) => `${name}: ${quoted(text)}`,
    commodity: beancountOf,
  })
}

interface Dialect {
  /** @param transfers in the order of the chain */
  declared(accounts: readonly string[], transfers: readonly BookEntry[]): string[]
  payee(text: string): string
  tag(name: string, text: string): string
  commodity(entry: BookEntry): string
}

function journalOf(entries: readonly BookEntry[], account: string, dialect: Dialect): string {
  const wallet = `Assets:Wallet:${account}`
  const transfers = entries.flatMap(entry => (entry.kind === 'begin' ? [] : [{ ...entry, kind: entry.kind }]))
  const accounts = unique([wallet, ...transfers.map(({ kind }) => counterAccounts[kind])])
  const begins = entries.filter(({ kind }) => kind === 'begin')
  return [
    ...begins.map(({ blockNumber, date }) => `; Complete from block ${blockNumber}, ${date}\n`),
    ...(transfers.length === 0 ? [] : [`${dialect.declared(accounts, transfers).join('\n')}\n`]),
    ...transfers.map(entry => {
      const { date, kind, label, counterparty, value, from, to, memo, belongsTo, hash, blockNumber } = entry
      const payee = [counterparty ?? (isOut(kind) ? to : (from ?? '')), label ?? '']
        .map(plain)
        .filter(Boolean)
        .join(' - ')
      const tagged = (name: (typeof tags)[number], text: string | number | null) =>
        text === null ? [] : [`    ${dialect.tag(name, plain(`${text}`))}`]
      return [
        `${date.slice(0, 10)} * ${dialect.payee(payee)}`,
        ...tagged('network', entry.network),
        ...tagged('chain', entry.chainId),
        ...tagged('hash', hash),
        ...tagged('block', blockNumber),
        ...tagged('reference', memo),
        ...tagged('belongs-to', belongsTo),
        `    ${wallet}  ${isOut(kind) ? '-' : ''}${value} ${dialect.commodity(entry)}`,
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

/**
 * The same name as Beancount takes it: at most 24 capitals and digits. A longer one is made of the beginning of the
 * token's address, which nobody can make a second token with.
 */
function beancountOf(entry: BookEntry): string {
  const name = commodityOf(entry).toUpperCase().replaceAll(' ', '-')
  if (/^(?!TRUE$|FALSE$|NULL$)[A-Z][A-Z0-9._-]{0,22}[A-Z0-9]$/.test(name)) return name
  return `${entry.testing ? 'T' : 'X'}${entry.token?.slice(2, 24) ?? entry.chainId}`.toUpperCase()
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
