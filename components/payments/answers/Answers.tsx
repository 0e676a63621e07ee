import { useClient, useSlice } from '@/components/client-context'
import { useNames } from '@/components/contacts/use-names'
import { Button, Buttons } from '@/components/elements/Button'
import { EmptyState, Item, List } from '@/components/elements/Card'
import { FailureNotice } from '@/components/elements/FailureNotice'
import { shortAddress } from '@/components/format/address'
import { format, lookUp, t } from '@/components/i18n'
import { DeskWait } from '@/components/payments/DeskWait'
import type { DeskPageProps } from '@/components/payments/desk-page'
import { State, type Tone } from '@/components/payments/State'
import { SiteName } from '@/components/sites/SiteName'
import { useAction } from '@/components/use-action'
import type { NetworkId } from '@/lib/base/network-id'
import type { CapView, PaidAnswerView } from '@/lib/language/http402'
import { AddCap } from './AddCap'
import { AddPaidSite } from './AddPaidSite'
import { tokenWords } from './amounts'
import { capScopes } from './cap-scopes'
import { KeptSignIn } from './KeptSignIn'
import { PaidSite } from './PaidSite'
import { PaymentLimit } from './PaymentLimit'
import './answers.css'

const tones: Partial<Record<PaidAnswerView['state'], Tone>> = {
  delivered: 'good',
  opened: 'good',
  undelivered: 'caution',
  unproven: 'caution',
}

/** Answers paid with HTTP 402, the sites that are paid without a decision, and the limits. */
export function Answers(_page: DeskPageProps) {
  const view = useSlice('answers')
  if (view === undefined) return <DeskWait />
  const { answers, sites, limits, signIns, caps } = view
  const allowed = sites.filter(({ switchedOn }) => switchedOn)
  return (
    <section className="desk-section" aria-label={t('answers')}>
      {limits.length > 0 && (
        <>
          <h2 className="desk-heading">{t('answers_limits')}</h2>
          <List>
            {limits.map(limit => (
              <PaymentLimit
                key={`${limit.page} ${limit.seller} ${limit.account} ${limit.networkId} ${limit.token} ${limit.payee}`}
                limit={limit}
              />
            ))}
          </List>
        </>
      )}
      {allowed.length > 0 && (
        <>
          <h2 className="desk-heading">{t('answers_sites')}</h2>
          <List>
            {allowed.map(site => (
              <PaidSite key={site.origin} site={site} />
            ))}
          </List>
        </>
      )}
      {signIns.length > 0 && (
        <>
          <h2 className="desk-heading">{t('answers_sign_ins')}</h2>
          <List>
            {signIns.map(kept => (
              <KeptSignIn key={`${kept.page} ${kept.seller} ${kept.account}`} kept={kept} />
            ))}
          </List>
        </>
      )}
      {caps.length > 0 && (
        <>
          <h2 className="desk-heading">{t('answers_caps')}</h2>
          <List testId="caps">
            {caps.map(cap => (
              <Cap key={`${cap.scope} ${cap.origin} ${cap.networkId} ${cap.token}`} cap={cap} />
            ))}
          </List>
        </>
      )}
      <h2 className="desk-heading">{t('answers_paid')}</h2>
      {answers.length === 0 ? (
        <EmptyState card>{t('books_paid_empty')}</EmptyState>
      ) : (
        <List testId="answers">
          {answers.map(answer => (
            <Answer key={answer.id} answer={answer} />
          ))}
        </List>
      )}
      <AddPaidSite />
      <AddCap />
    </section>
  )
}

function Answer({ answer }: { answer: PaidAnswerView }) {
  const client = useClient()
  const again = useAction(() => client.call('payment.send-again', { id: answer.id }))
  const { origin, state, reason, saidReason, amount, charged, automatic, url, payee, account } = answer
  const isOneOfSeveral = (useSlice('accounts') ?? []).length > 1
  const nameOf = useNames()
  const shown = charged ?? amount
  return (
    <Item testId="answer" data-state={state}>
      <p className="entry-head">
        <span className="entry-title">
          <SiteName origin={origin} />
        </span>
        <State tone={tones[state] ?? 'plain'}>{lookUp(`answer_${state}`) ?? state}</State>
      </p>
      <p className="item-line">
        {shown === null ? t(answer.isSignIn ? 'answer_free' : 'answer_nothing') : tokenWords(shown, answer)}
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
        {isOneOfSeveral &&
          account !== null &&
          ` · ${t('activity_from', { who: nameOf(account) ?? shortAddress(account) })}`}
        {payee !== null && ` · ${t('activity_to', { who: shortAddress(payee) })}`}
      </p>
      <p className="item-line answer-note">
        {noteOf(answer)}
        {reason !== null && ` ${lookUp(`answer_reason_${reason}`) ?? ''}`}
        {saidReason !== null && ` ${t('answer_said', { reason: saidReason })}`}
      </p>
      {answer.carrier === 'navigation' && (state === 'signed' || state === 'sent') && (
        <Buttons>
          <Button size="small" action={again}>
            {t('answer_send_again')}
          </Button>
        </Buttons>
      )}
      <FailureNotice failure={again.failure} />
    </Item>
  )
}

/** What the answer's state means for the money, in a sentence. */
function noteOf({ state, reason, goesAgain, isVoucher, validBefore }: PaidAnswerView): string | null {
  // The reason says it: by the chain, nobody can take it any more.
  if (reason === 'revoking' || reason === 'used') return null
  if (state === 'undelivered' && isVoucher) return t('answer_undelivered_voucher_note')
  if (state === 'undelivered' && goesAgain) return t('answer_undelivered_again_note')
  return lookUp(`answer_${state}_note`, { until: validBefore === null ? '' : format.dateTime(validBefore) })
}

function Cap({
  cap,
}: {
  cap: CapView & { networkId: NetworkId; token: `0x${string}`; symbol: string | null; decimals: number | null }
}) {
  const client = useClient()
  const { scope, origin, networkId, token, most, spent } = cap
  const remove = useAction(() => client.call('payment.set-cap', { scope, origin, networkId, token, most: null }))
  return (
    <Item
      end={
        <Button size="small" action={remove}>
          {t('answers_cap_remove')}
        </Button>
      }
    >
      <p className="item-title">
        {t(capScopes[scope])} {origin === null ? t('answers_all_sites') : <SiteName origin={origin} />}
      </p>
      <p className="item-line quiet">
        {scope === 'payment'
          ? tokenWords(most, cap)
          : t('answers_cap_use', { spent: tokenWords(spent, cap), most: tokenWords(most, cap) })}
      </p>
    </Item>
  )
}
