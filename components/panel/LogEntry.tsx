import { useState } from 'react'
import { format, lookUp, t, useAction, useClient } from '@/components/app'
import { FailureNotice, Fold } from '@/components/elements'
import { CopyButton } from '@/components/elements/later'
import { VisibleText } from '@/components/elements/VisibleText'
import type { EventEntryView, LoggedText, RequestEntryView } from '@/lib/language/request-log'
import { testOf } from './test-code'

interface LogEntryProps {
  entry: RequestEntryView | EventEntryView
  /** The worker still has the whole texts. */
  isCurrent: boolean
  /** What the page sees. */
  accounts: readonly string[]
}

/** A line of the log: folded what it was and how it ended, unfolded all that is known. */
export function LogEntry({ entry, isCurrent, accounts }: LogEntryProps) {
  const client = useClient()
  const [texts, setTexts] = useState<{ params: string; answer: string | null } | null>(null)
  const read = useAction(async () => {
    if (isCurrent) setTexts((await client.call('request-log.read', { number: entry.number })).texts)
  })
  const answeredAt = entry.kind === 'request' ? (entry.answer?.at ?? null) : null
  /** Read again when it is opened with an answer that came since. */
  const isStale = texts === null || (answeredAt !== null && texts.answer === null)
  return (
    <Fold
      className="panel-entry"
      testId="panel-entry"
      title={entry.kind === 'request' ? <RequestLine entry={entry} /> : <EventLine entry={entry} />}
      onToggle={event => {
        if (event.currentTarget.open && isStale) void read.run()
      }}
    >
      <div className="panel-details">
        <FailureNotice failure={read.failure} />
        {entry.kind === 'event' ? (
          <Text label={t('panel_told')} shown={entry.value} whole={texts?.answer ?? null} />
        ) : (
          <RequestDetails entry={entry} texts={texts} accounts={accounts} />
        )}
      </div>
    </Fold>
  )
}

function RequestLine({ entry: { at, method, answer, decisions, transactions } }: { entry: RequestEntryView }) {
  const decision = decisions.at(-1)
  const level = transactions.at(-1)?.levels.at(-1)
  return (
    <span className="panel-line">
      <Time at={at} />
      <code className="panel-method" dir="ltr" translate="no">
        {method}
      </code>
      <span className="panel-answer" data-look={answer === null ? 'open' : answer.isError ? 'error' : 'result'}>
        {answer === null ? (
          t('panel_waiting')
        ) : (
          <code dir="ltr">
            <VisibleText text={answer.value.text} />
          </code>
        )}
      </span>
      <span className="panel-facts">
        {decision !== undefined && <span>{decisionWords(decision)}</span>}
        {level !== undefined && <span>{levelWords(level.level)}</span>}
        {answer !== null && <span>{format.duration(answer.at - at)}</span>}
      </span>
    </span>
  )
}

function EventLine({ entry: { at, event, value } }: { entry: EventEntryView }) {
  return (
    <span className="panel-line panel-event">
      <Time at={at} />
      <span className="panel-method">{t(event === 'state' ? 'panel_state' : 'panel_message')}</span>
      <span className="panel-answer">
        <code dir="ltr">
          <VisibleText text={value.text} />
        </code>
      </span>
    </span>
  )
}

function RequestDetails({
  entry,
  texts,
  accounts,
}: {
  entry: RequestEntryView
  texts: { params: string; answer: string | null } | null
  accounts: readonly string[]
}) {
  const code = texts === null ? null : testOf(entry, texts, accounts)
  return (
    <>
      <p className="quiet">{t('panel_from', { origin: entry.origin })}</p>
      {entry.decisions.length + entry.transactions.length > 0 && (
        <dl className="panel-steps">
          {entry.decisions.map(decision => (
            <Step key={decision.id} name={decisionWords(decision)} ms={decision.at - entry.at} />
          ))}
          {entry.transactions.map(({ id, hash, levels }) => (
            <div key={id}>
              <dt>
                <code dir="ltr" translate="no">
                  {hash}
                </code>
              </dt>
              {levels.map(({ level, at }) => (
                <dd key={`${level} ${at}`}>
                  {levelWords(level)} <span className="quiet">+{format.duration(at - entry.at)}</span>
                </dd>
              ))}
            </div>
          ))}
        </dl>
      )}
      {entry.params.length > 0 && <Text label={t('panel_params')} shown={entry.params} whole={texts?.params ?? null} />}
      {entry.answer !== null && (
        <Text
          label={t(entry.answer.isError ? 'panel_error' : 'panel_result')}
          shown={entry.answer.value}
          whole={texts?.answer ?? null}
        />
      )}
      {code === null ? (
        <p className="quiet">{t('panel_no_test')}</p>
      ) : (
        <div>
          <CopyButton text={code} label={t('panel_copy_test')} wide />
        </div>
      )}
    </>
  )
}

function Step({ name, ms }: { name: string; ms: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="quiet">+{format.duration(ms)}</dd>
    </div>
  )
}

/** JSON with line breaks; where only the beginning is known it says so. */
function Text({ label, shown, whole }: { label: string; shown: LoggedText; whole: string | null }) {
  const text = whole ?? shown.text
  const isCut = text.length < shown.length
  return (
    <div>
      <h2>
        {isCut
          ? t('panel_cut', { label, count: format.integer(text.length), of: format.integer(shown.length) })
          : label}
      </h2>
      {/* What scrolls must be reachable by keyboard. */}
      <pre className="panel-text" dir="ltr" translate="no" tabIndex={text.length > 200 ? 0 : undefined}>
        {isCut ? text : JSON.stringify(JSON.parse(text), null, 2)}
      </pre>
    </div>
  )
}

function Time({ at }: { at: number }) {
  return (
    <time className="panel-time" dateTime={new Date(at).toISOString()}>
      {format.clock(at)}
    </time>
  )
}

type LoggedDecision = RequestEntryView['decisions'][number]

const outcomes = {
  waiting: 'panel_decision_waiting',
  approved: 'panel_decision_approved',
  done: 'panel_decision_approved',
  rejected: 'panel_decision_rejected',
  cancelled: 'panel_decision_cancelled',
  'chain-left': 'panel_decision_cancelled',
  expired: 'panel_decision_expired',
} as const satisfies Record<LoggedDecision['status'], string>

const kinds = {
  connect: 'decision_connect',
  transaction: 'decision_transaction',
  calls: 'decision_calls',
  message: 'decision_message',
  'typed-data': 'decision_typed_data',
  'switch-network': 'decision_switch_network',
  'add-network': 'decision_add_network',
  'add-token': 'decision_add_token',
  'add-item': 'decision_add_item',
  payment: 'decision_payment',
} as const satisfies Record<LoggedDecision['kind'], string>

/** "Transaction: approved". */
function decisionWords({ kind, status }: Pick<LoggedDecision, 'kind' | 'status'>): string {
  return t(outcomes[status], { decision: t(kinds[kind]) })
}

/** A level, or how a transaction ended. */
function levelWords(level: string): string {
  return (lookUp(`level_${level}`) ?? lookUp(`event_${level}`) ?? level).replaceAll('\u00ad', '')
}
