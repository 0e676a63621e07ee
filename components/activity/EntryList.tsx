import { Fragment } from 'react'
import { format, lookUp, t, useNow, useSlice } from '@/components/app'
import { useNames } from '@/components/contacts/use-names'
import { useTokens } from '@/components/decision/use-tokens'
import { StopMark } from '@/components/elements'
import { shortAddress } from '@/components/format/address'
import { tokenWords } from '@/components/payments/answers/amounts'
import { SiteName } from '@/components/sites/SiteName'
import { isSameAddress } from '@/lib/base/hex'
import type { PaidAnswerView } from '@/lib/language/http402'
import type { TransferView } from '@/lib/language/payments'
import { ArrivalRow } from './ArrivalRow'
import { EntryRow } from './EntryRow'
import { byDay, type Entry } from './entries'
import { TransactionRow } from './TransactionRow'

interface EntryListProps {
  entries: readonly Entry[]
  /** The element of a day's heading. */
  heading: 'h2' | 'h3'
  /** Each row says whose it is and on which network. */
  withPlace?: boolean
  /** Whether a transaction's row shows all its stops. */
  hasTrack(entry: Entry): boolean
}

/** Rows of the activity, each under the heading of its day. */
export function EntryList({ entries, heading: Heading, withPlace = false, hasTrack }: EntryListProps) {
  const now = useNow(60_000, true)
  return byDay(entries).map(({ start, entries: ofDay }) => (
    <Fragment key={start}>
      <Heading className="list-divider">{format.dayOf(start, now)}</Heading>
      {ofDay.map(entry => (
        <Line key={entry.id} entry={entry} withTrack={hasTrack(entry)} withPlace={withPlace} />
      ))}
    </Fragment>
  ))
}

function Line({ entry, withTrack, withPlace }: { entry: Entry; withTrack: boolean; withPlace: boolean }) {
  switch (entry.kind) {
    case 'sent':
      return <TransactionRow row={entry.row} withTrack={withTrack} withPlace={withPlace} />
    case 'received':
      return <ArrivalRow arrival={entry.arrival} withPlace={withPlace} />
    case 'paid':
      return <PaidRow answer={entry.answer} withPlace={withPlace} />
    case 'moved':
      return <MovedRow transfer={entry.transfer} withPlace={withPlace} />
  }
}

/** A row for a transfer of a token that others took to the chain. */
function MovedRow({ transfer, withPlace }: { transfer: TransferView; withPlace: boolean }) {
  const nameOf = useNames()
  const selection = useSlice('selection') ?? null
  const token = useTokens(transfer.networkId)(transfer.token)
  const isOut = isSameAddress(transfer.from, selection?.address)
  const other = isOut ? transfer.to : transfer.from
  const who = nameOf(other) ?? shortAddress(other)
  const amount = isOut ? -BigInt(transfer.amount) : BigInt(transfer.amount)
  return (
    <EntryRow
      testId="moved-row"
      data-hash={transfer.hash}
      mark={
        <span className="status-mark status-progress">
          <StopMark look={transfer.isSealed ? 'sealed' : 'preconfirmed'} size={20} />
        </span>
      }
      title={t(isOut ? 'activity_paid' : 'arrival_received')}
      who={t(isOut ? 'activity_to' : 'activity_from', { who })}
      status={
        <span className="status status-progress">
          <span className="status-words">{t(transfer.isSealed ? 'track_sealed' : 'track_preconfirmed')}</span>
        </span>
      }
      amount={
        <span className="transaction-amount">
          {token === null ? '' : format.delta(amount, token.decimals)}{' '}
          <span className="symbol">{token?.symbol ?? shortAddress(transfer.token)}</span>
        </span>
      }
      at={transfer.at}
      place={selection}
      withPlace={withPlace}
      to={`/payments/verify/${transfer.hash}`}
    />
  )
}

/** A row for an answer that was paid for, with the seller's own words for it beside its host. */
function PaidRow({ answer, withPlace }: { answer: PaidAnswerView; withPlace: boolean }) {
  const { origin, state, about, amount, charged, account, networkId, createdAt } = answer
  const shown = charged ?? amount
  const isMissing = state === 'undelivered'
  const tone = isMissing ? 'status-caution' : 'status-progress'
  const isDone = state === 'delivered' || state === 'unproven'
  return (
    <EntryRow
      testId="paid-row"
      data-state={state}
      mark={
        <span className={`status-mark ${tone}`}>
          <StopMark look={isMissing ? 'uncertain' : isDone ? 'sealed' : 'accepted'} size={20} />
        </span>
      }
      title={t('activity_paid')}
      who={about === null ? <SiteName origin={origin} /> : <bdi>{about}</bdi>}
      status={
        <span className={`status ${tone}`}>
          <span className="status-words">{lookUp(`answer_${state}`) ?? state}</span>
          {about !== null && <SiteName origin={origin} />}
        </span>
      }
      amount={shown !== null && <span className="transaction-amount">−{tokenWords(shown, answer)}</span>}
      at={createdAt}
      place={networkId === null || account === null ? null : { networkId, address: account }}
      withPlace={withPlace}
      to="/payments/answers"
    />
  )
}
