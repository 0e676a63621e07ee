import Download from 'lucide-react/icons/download'
import { zeroAddress } from 'viem'
import { Link } from 'wouter'
import { format, type MessageKey, plural, t, useAction, useClient, useSlice } from '@/components/app'
import { useNames } from '@/components/contacts/use-names'
import { useTokens } from '@/components/decision/use-tokens'
import { Button, Buttons, Card, EmptyState, FailureNotice, Item, List } from '@/components/elements'
import { shortAddress } from '@/components/format/address'
import { DeskWait, HeadedList } from '@/components/payments/desk-page'
import { isCurrent, ReadTo } from '@/components/payments/reading'
import { State } from '@/components/payments/State'
import { saveFile } from '@/components/save-file'
import { SiteName } from '@/components/sites/SiteName'
import { cleanForeignText, cleanSymbol } from '@/lib/base/foreign-text'
import { isSameAddress } from '@/lib/base/hex'
import type { TransferView } from '@/lib/language/payments'
import { textFromMemo } from '@/lib/payments/shared/memo'
import type { Unmatched } from '@/lib/payments/shared/reconciliation'
import { BooksSince, ConfirmationDepth } from './BooksSince'
import { type BookEntry, bookEntries, booksFileName, toBooksCsv } from './books-export'
import { toBeancount, toJournal } from './books-journal'
import { RefundForm } from './RefundForm'
import { useDepth } from './use-depth'
import './desk.css'

const reasons = {
  'no-request': 'books_no_request',
  'other-amount': 'books_other_amount',
  ambiguous: 'books_ambiguous',
  'paid-twice': 'books_paid_twice',
} as const satisfies Record<Unmatched, MessageKey>

/** The files that the books are saved to. */
const formats = [
  { kind: 'csv', label: 'CSV', type: 'text/csv', text: toBooksCsv },
  {
    kind: 'json',
    label: 'JSON',
    type: 'application/json',
    text: (entries: readonly BookEntry[]) => JSON.stringify(entries, null, 2),
  },
  { kind: 'journal', label: 'Ledger, hledger', type: 'text/plain', text: toJournal },
  { kind: 'beancount', label: 'Beancount', type: 'text/plain', text: toBeancount },
] as const

/** Payment requests matched with received transfers, the transfers that match none and why, and refunds. */
export function Books() {
  const client = useClient()
  const books = useSlice('books')
  const head = useSlice('chainHead')
  const depth = useDepth()
  const selection = useSlice('selection')
  const nameOf = useNames()
  const tokenOf = useTokens(selection?.networkId)
  const networks = useSlice('networks') ?? []
  const network = networks.find(({ id }) => id === selection?.networkId)
  const currency = network?.symbol ?? ''
  const save = useAction(async ({ kind, type, text }: (typeof formats)[number]) => {
    const all = await client.call('books.read', {})
    const address = selection?.address ?? ''
    if (network === undefined) return
    const entries = bookEntries(all, address, { isDeep, nameOf, tokenOf, currency, network })
    saveFile(booksFileName(entries, kind), type, text(entries, address))
  })
  if (books === undefined) return <DeskWait />
  function isDeep({ blockNumber, isSealed }: { blockNumber: number | null; isSealed: boolean }): boolean {
    // The block of money that a contract sent may not be known.
    if (blockNumber === null) return isSealed
    const blocks = depth.of({ blockNumber, isSealed })
    return blocks !== null && blocks >= depth.wanted
  }
  const listed = [
    ...[...books.paid, ...books.captured, ...books.returned, ...books.unmatched].map(({ transfer }) => transfer),
    ...books.native,
  ]
  // Outgoing transfers are counted and not listed.
  const isAnyDeep = books.count > listed.length || listed.some(isDeep)
  const provisional = listed.filter(each => !isDeep(each)).length
  return (
    <section className="desk-section" aria-label={t('books')}>
      <Card className="books-files" title={t('books_save')}>
        <ConfirmationDepth />
        <Buttons>
          {formats.map(file => (
            <Button
              key={file.kind}
              size="small"
              icon={Download}
              testId={`books-${file.kind}`}
              disabled={!isAnyDeep || save.busy}
              onClick={() => void save.run(file)}
            >
              {file.label}
            </Button>
          ))}
        </Buttons>
        <p className="quiet">{t('books_save_note')}</p>
        {books.reading !== null && <BooksSince reading={books.reading} currency={currency} />}
        {provisional > 0 && <p className="quiet">{plural('books_provisional', provisional)}</p>}
      </Card>
      <FailureNotice failure={save.failure} />
      <ReadTo reading={books.reading} />
      <h2 className="desk-heading">{t('books_paid')}</h2>
      {books.paid.length + books.native.length === 0 ? (
        <EmptyState card>{t(isCurrent(books.reading, head) ? 'books_paid_empty' : 'books_paid_unread')}</EmptyState>
      ) : (
        <List testId="books-paid">
          {books.paid.map(({ label, transfer }) => (
            <Entry key={transfer.key} transfer={transfer} title={label} isDeep={isDeep(transfer)} />
          ))}
          {books.native.map(({ request, label, amount, from, ...place }) => (
            <Item key={request} data-native={request}>
              <p className="entry-head">
                <span className="entry-title">{label}</span>
                {!isDeep(place) && <State>{t('books_not_deep')}</State>}
              </p>
              <p>
                <strong className="amount">
                  {format.amount(BigInt(amount), 18, 'exact')} {currency}
                </strong>{' '}
                {from !== null && (
                  <span className="quiet">{t('books_from', { payer: nameOf(from) ?? shortAddress(from) })}</span>
                )}
              </p>
              {place.hash !== null && (
                <RefundForm transfer={{ hash: place.hash, logIndex: null, token: null, amount }}>
                  <VerifyLink transfer={{ hash: place.hash }} />
                </RefundForm>
              )}
            </Item>
          ))}
        </List>
      )}
      <HeadedList title={t('books_captured')} testId="books-captured" entries={books.captured}>
        {({ label, transfer }) => (
          <Entry key={transfer.key} transfer={transfer} title={label} isDeep={isDeep(transfer)} />
        )}
      </HeadedList>
      <HeadedList title={t('books_returned')} testId="books-returned" entries={books.returned}>
        {({ origin, transfer }) => (
          <Item key={transfer.key} data-transfer={`${transfer.hash}:${transfer.logIndex}`}>
            <p className="entry-head">
              <span className="entry-title">
                <SiteName origin={origin} />
              </span>
              {!isDeep(transfer) && <State>{t('books_not_deep')}</State>}
            </p>
            <p>
              <Amount transfer={transfer} />
            </p>
            <Buttons>
              <VerifyLink transfer={transfer} />
            </Buttons>
          </Item>
        )}
      </HeadedList>
      <HeadedList title={t('books_unmatched')} testId="books-unmatched" entries={books.unmatched}>
        {({ transfer, reason }) => (
          <Entry key={transfer.key} transfer={transfer} title={t(reasons[reason])} isDeep={isDeep(transfer)} />
        )}
      </HeadedList>
    </section>
  )
}

function Entry({ transfer, title, isDeep }: { transfer: TransferView; title: string; isDeep: boolean }) {
  const nameOf = useNames()
  const payer = nameOf(transfer.from) ?? shortAddress(transfer.from)
  const memo = transfer.memo === null ? null : (textFromMemo(transfer.memo) ?? transfer.memo)
  return (
    <Item data-transfer={`${transfer.hash}:${transfer.logIndex}`}>
      <p className="entry-head">
        <span className="entry-title">{title || payer}</span>
        {!isDeep && <State>{t('books_not_deep')}</State>}
      </p>
      <p>
        <Amount transfer={transfer} />{' '}
        <span className="quiet">
          {t('books_from', { payer })}
          {memo !== null && <> · {t('request_memo', { memo: cleanForeignText(memo, 66) })}</>}
        </span>
      </p>
      {isSameAddress(transfer.from, zeroAddress) ? (
        // Newly issued: nobody paid it, and what goes back to the zero address is lost.
        <Buttons>
          <VerifyLink transfer={transfer} />
        </Buttons>
      ) : (
        <RefundForm transfer={transfer}>
          <VerifyLink transfer={transfer} />
        </RefundForm>
      )}
    </Item>
  )
}

function VerifyLink({ transfer }: { transfer: Pick<TransferView, 'hash'> }) {
  return (
    <Link href={`/payments/verify/${transfer.hash}`} className="link">
      {t('verify')}
    </Link>
  )
}

function Amount({ transfer }: { transfer: TransferView }) {
  const token = useTokens(useSlice('selection')?.networkId)(transfer.token)
  return (
    <strong className="amount">
      {token === null
        ? `${t('amount_of_unknown_token', { amount: format.integer(BigInt(transfer.amount)) })}, ${shortAddress(transfer.token)}`
        : `${format.amount(BigInt(transfer.amount), token.decimals, 'exact')} ${cleanSymbol(token.symbol)}`}
    </strong>
  )
}
