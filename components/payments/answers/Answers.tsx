import { format, lookUp, Sentence, t, useAction, useClient, useSlice } from '@/components/app'
import { useNames } from '@/components/contacts/use-names'
import { Button, Buttons, EmptyState, FailureNotice, Item, List } from '@/components/elements'
import { AddressOfPage } from '@/components/elements/AddressOfPage'
import { Switch } from '@/components/elements/later'
import { shortAddress } from '@/components/format/address'
import { DeskWait, HeadedList } from '@/components/payments/desk-page'
import { State, type Tone } from '@/components/payments/State'
import { AddOrigin } from '@/components/sites/AddOrigin'
import { SiteName } from '@/components/sites/SiteName'
import type { NetworkId } from '@/lib/base/network-id'
import type { CapView, KeptSignInView, PaidAnswerView, PaidSiteView, PaymentLimitView } from '@/lib/language/http402'
import { AddCap } from './AddCap'
import { capScopes, tokenWords } from './amounts'
import './answers.css'

const tones: Partial<Record<PaidAnswerView['state'], Tone>> = {
  delivered: 'good',
  opened: 'good',
  undelivered: 'caution',
  unproven: 'caution',
}

/** Answers paid with HTTP 402, the sites that are paid without a decision, and the limits. */
export function Answers() {
  const view = useSlice('answers')
  if (view === undefined) return <DeskWait />
  const { answers, sites, limits, signIns, caps } = view
  const allowed = sites.filter(({ switchedOn }) => switchedOn)
  return (
    <section className="desk-section" aria-label={t('answers')}>
      <HeadedList title={t('answers_limits')} entries={limits}>
        {limit => (
          <PaymentLimit
            key={`${limit.page} ${limit.seller} ${limit.account} ${limit.networkId} ${limit.token} ${limit.payee}`}
            limit={limit}
          />
        )}
      </HeadedList>
      <HeadedList title={t('answers_sites')} entries={allowed}>
        {site => <PaidSite key={site.origin} site={site} />}
      </HeadedList>
      <HeadedList title={t('answers_sign_ins')} entries={signIns}>
        {kept => <KeptSignIn key={`${kept.page} ${kept.seller} ${kept.account}`} kept={kept} />}
      </HeadedList>
      <HeadedList title={t('answers_caps')} testId="caps" entries={caps}>
        {cap => <Cap key={`${cap.scope} ${cap.origin} ${cap.networkId} ${cap.token}`} cap={cap} />}
      </HeadedList>
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
        <AddressOfPage className="" url={url} />
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
          <Button size="small" action={again} label={t('answer_send_again')} />
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
    <Item end={<Button size="small" action={remove} label={t('answers_cap_remove')} />}>
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

/** Adds a site whose pages fetch paid answers themselves. Such pages cannot ask before they are added. */
function AddPaidSite() {
  const client = useClient()
  return (
    <AddOrigin
      name="paid"
      title={t('answers_add')}
      note={t('answers_add_note')}
      button={t('several_add')}
      add={origin => client.call('payment.set-site', { origin, switchedOn: true })}
    />
  )
}

/** A page that signs in to a seller without a decision, and the button that ends it. */
function KeptSignIn({ kept }: { kept: KeptSignInView }) {
  const client = useClient()
  const nameOf = useNames()
  const { page, seller, account } = kept
  const end = useAction(() => client.call('payment.end-sign-in', { page, seller, account }))
  return (
    <Item
      testId="kept-sign-in"
      data-origin={seller}
      end={<Button size="small" testId="sign-in-end" action={end} label={t('answers_ask_again')} />}
    >
      <h3 className="item-title">
        {page === seller ? (
          <SiteName origin={seller} />
        ) : (
          <Sentence
            of="answers_sign_in_pair"
            values={{ page: <SiteName origin={page} />, seller: <SiteName origin={seller} /> }}
          />
        )}
      </h3>
      <p className="item-line quiet">
        {t('answers_sign_in_as', { account: nameOf(account) ?? shortAddress(account) })}
      </p>
      <FailureNotice failure={end.failure} />
    </Item>
  )
}

/** A site whose pages may have their own requests paid for, and the switch that ends it. */
function PaidSite({ site: { origin, switchedOn } }: { site: PaidSiteView }) {
  const client = useClient()
  const switching = useAction((wanted: boolean) => client.call('payment.set-site', { origin, switchedOn: wanted }))
  return (
    <Item testId="paid-site" data-origin={origin}>
      <h3 className="item-title">
        <SiteName origin={origin} />
      </h3>
      <Switch
        label={t('answers_requests')}
        note={t('answers_requests_note')}
        checked={switchedOn}
        disabled={switching.busy}
        testId="pay-requests"
        onChange={wanted => void switching.run(wanted)}
      />
      <FailureNotice failure={switching.failure} />
    </Item>
  )
}

/**
 * What a page pays a payee of a seller without a decision: how much, how much is left of the day, from which of several
 * accounts, to whom, on which network, and its end.
 */
function PaymentLimit({ limit }: { limit: PaymentLimitView }) {
  const client = useClient()
  const nameOf = useNames()
  const isOneOfSeveral = (useSlice('accounts') ?? []).length > 1
  const networks = useSlice('networks') ?? []
  const { page, seller, account, networkId, token, payee, most, perDay, spentInDay } = limit
  const subject = { page, seller, account, networkId, token, payee }
  const end = useAction(() => client.call('payment.end-limit', subject))
  const left = BigInt(perDay) - BigInt(spentInDay)
  return (
    <Item
      testId="payment-limit"
      data-origin={seller}
      end={<Button size="small" testId="automatic-end" action={end} label={t('answers_ask_again')} />}
    >
      <h3 className="item-title">
        {page === seller ? (
          <SiteName origin={seller} />
        ) : (
          <span>
            <Sentence
              of="answers_pair"
              values={{ page: <SiteName origin={page} />, seller: <SiteName origin={seller} /> }}
            />
          </span>
        )}
      </h3>
      <p className="item-line" data-testid="automatic-counter">
        {t('answers_automatic', {
          most: tokenWords(most, limit),
          left: tokenWords(`0x${(left > 0n ? left : 0n).toString(16)}`, limit),
          day: tokenWords(perDay, limit),
        })}
      </p>
      <p className="item-line quiet">
        {isOneOfSeveral && `${t('answers_payer', { account: nameOf(account) ?? shortAddress(account) })} · `}
        {t('answers_payee', { payee: nameOf(payee) ?? shortAddress(payee) })}
        {networks.filter(({ id }) => id === networkId).map(({ name }) => ` · ${name}`)}
      </p>
      <FailureNotice failure={end.failure} />
    </Item>
  )
}
