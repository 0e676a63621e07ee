import { useClient, useSlice } from '@/components/client-context'
import { FailureNotice } from '@/components/elements/FailureNotice'
import { shortAddress } from '@/components/format/address'
import { format, lookUp, t } from '@/components/i18n'
import { DeskWait } from '@/components/payments/DeskWait'
import type { DeskPageProps } from '@/components/payments/places'
import { SiteName } from '@/components/sites/SiteName'
import { useAction } from '@/components/use-action'
import type { CapView, PaidAnswerView } from '@/lib/messaging/http402'
import { AddCap } from './AddCap'
import { AddPaidSite } from './AddPaidSite'
import { tokenWords } from './amounts'
import { PaidSite } from './PaidSite'
import './answers.css'

/** Answers paid for with HTTP 402: what each came to, which sites are paid without asking, and the limits. */
export function Answers(_page: DeskPageProps) {
  const view = useSlice('answers')
  if (view === undefined) return <DeskWait />
  const { answers, sites, caps } = view
  const allowed = sites.filter(({ switchedOn, automatic }) => switchedOn || automatic !== null)
  return (
    <section className="desk-section" aria-label={t('answers')}>
      <p className="quiet">{t('answers_lead')}</p>
      {allowed.length > 0 && (
        <>
          <h2 className="desk-heading">{t('answers_sites')}</h2>
          <ul className="card list">
            {allowed.map(site => (
              <PaidSite key={site.origin} site={site} />
            ))}
          </ul>
        </>
      )}
      {caps.length > 0 && (
        <>
          <h2 className="desk-heading">{t('answers_caps')}</h2>
          <ul className="card list" data-testid="caps">
            {caps.map(cap => (
              <Cap key={`${cap.scope} ${cap.origin} ${cap.chainId} ${cap.token}`} cap={cap} />
            ))}
          </ul>
        </>
      )}
      <h2 className="desk-heading">{t('answers_paid')}</h2>
      {answers.length === 0 ? (
        <p className="card empty">{t('answers_empty')}</p>
      ) : (
        <ul className="card list" data-testid="answers">
          {answers.map(answer => (
            <Answer key={answer.id} answer={answer} />
          ))}
        </ul>
      )}
      <AddPaidSite />
      <AddCap />
    </section>
  )
}

function Answer({ answer }: { answer: PaidAnswerView }) {
  const client = useClient()
  const again = useAction(() => client.call('payment.send-again', { id: answer.id }))
  const { origin, state, reason, amount, charged, automatic, url, payee } = answer
  const shown = charged ?? amount
  const isOpen = state === 'signed' || state === 'sent'
  return (
    <li className="item" data-testid="answer" data-state={state}>
      <div className="item-body">
        <p className="authorization-head">
          <span className="authorization-from">
            <SiteName origin={origin} />
          </span>
          <span className={`authorization-state answer-${state}`}>{lookUp(`answer_${state}`) ?? state}</span>
        </p>
        <p className="item-line">
          {shown === null ? t('answer_nothing') : tokenWords(shown, answer)}
          {charged !== null && amount !== null && charged !== amount && (
            <span className="quiet"> {t('answer_of_most', { most: tokenWords(amount, answer) })}</span>
          )}
          {automatic && ' '}
          {automatic && <span className="badge">{t('answer_automatic')}</span>}
        </p>
        <p className="item-line quiet answer-url">
          <bdi>{url}</bdi>
        </p>
        <p className="item-line quiet">
          {format.dateTime(answer.createdAt)}
          {payee !== null && ` · ${t('transfers_out', { who: shortAddress(payee) })}`}
        </p>
        <p className="item-line answer-note">
          {noteOf(answer)}
          {reason !== null && ` ${lookUp(`answer_reason_${reason}`) ?? ''}`}
        </p>
        {isOpen && (
          <div className="item-actions">
            <button
              type="button"
              className="button button-small"
              disabled={again.busy}
              onClick={() => void again.run()}
            >
              {t('answer_send_again')}
            </button>
          </div>
        )}
        <FailureNotice failure={again.failure} />
      </div>
    </li>
  )
}

/** What its state means for the money. */
function noteOf({ state, goesAgain, isVoucher, validBefore }: PaidAnswerView): string | null {
  if (state === 'undelivered' && isVoucher) return t('answer_undelivered_voucher_note')
  if (state === 'undelivered' && goesAgain) return t('answer_undelivered_again_note')
  // A promise that was given can still be claimed: its reason says what it is worth.
  if (state === 'expired' && isVoucher) return null
  return lookUp(`answer_${state}_note`, { until: validBefore === null ? '' : format.dateTime(validBefore) })
}

const scopes = {
  payment: 'payment_cap_payment',
  session: 'payment_cap_session',
  day: 'payment_cap_day',
  month: 'payment_cap_month',
} as const satisfies Record<CapView['scope'], string>

function Cap({
  cap,
}: {
  cap: CapView & { chainId: number; token: `0x${string}`; symbol: string | null; decimals: number | null }
}) {
  const client = useClient()
  const { scope, origin, chainId, token, most, spent } = cap
  const remove = useAction(() => client.call('payment.set-cap', { scope, origin, chainId, token, most: null }))
  return (
    <li className="item">
      <div className="item-body">
        <p className="item-title">
          {t(scopes[scope])} {origin === null ? t('answers_all_sites') : <SiteName origin={origin} />}
        </p>
        <p className="item-line quiet">
          {scope === 'payment'
            ? tokenWords(most, cap)
            : t('answers_cap_use', { spent: tokenWords(spent, cap), most: tokenWords(most, cap) })}
        </p>
      </div>
      <button type="button" className="button button-small" disabled={remove.busy} onClick={() => void remove.run()}>
        {t('answers_cap_remove')}
      </button>
    </li>
  )
}
