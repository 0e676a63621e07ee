import { useLayoutEffect, useState } from 'react'
import { useClient } from '@/components/client-context'
import { AddressRow } from '@/components/contacts/AddressRow'
import { AddressOfPage } from '@/components/elements/AddressOfPage'
import { Button } from '@/components/elements/Button'
import { FailureNotice } from '@/components/elements/FailureNotice'
import { Notice } from '@/components/elements/Notice'
import { Row, Rows } from '@/components/elements/Row'
import { format, lookUp, t } from '@/components/i18n'
import { capScopes } from '@/components/payments/answers/amounts'
import { useAction } from '@/components/use-action'
import { toQuantity } from '@/lib/base/hex'
import type { PaymentOptionView, PaymentView } from '@/lib/language/http402'
import type { ApprovalView } from '@/lib/language/ui'
import { PaymentAgain } from './PaymentAgain'
import { PaymentSignIn, SignInWay } from './PaymentSignIn'
import { PayWithoutAsking, readLimit, type TypedLimit } from './PayWithoutAsking'
import { usePaymentChoice } from './use-payment-choice'

/** An HTTP 402 payment: the largest amount, the payee, when the money moves, and the other ways to pay. */
export function PaymentBody({
  approval,
  onNeed,
  onChanging,
}: {
  approval: ApprovalView
  onNeed(approvalId: string): void
  onChanging(index: number, isChanging: boolean): void
}) {
  const { payment } = approval
  const [wanted, setWanted] = useState<number | 'sign-in' | null>(null)
  const [typed, setTyped] = useState<TypedLimit | null>(null)
  const [keeps, setKeeps] = useState(false)
  const signIn = payment?.signIn ?? null
  const signsIn = payment !== undefined && isSignInShown(payment)
  const chosen = payment === undefined || signsIn ? undefined : shownOption(payment)
  const wantsSignIn = wanted === 'sign-in' || (wanted === null && signIn?.isFirst === true)
  const option = payment?.options.find(({ index }) => index === wanted) ?? payment?.options.find(isPayable)
  const limit = typed === null || option === undefined ? null : readLimit(typed, option)
  const isLimitWrong = !wantsSignIn && typed !== null && limit === null
  const failure = usePaymentChoice(
    approval.id,
    // A limit that cannot be read is not made. Until it can, Approve waits.
    isLimitWrong ? undefined : wantsSignIn ? { kind: 'sign-in', keeps } : option && { kind: 'pay', option, limit },
  )
  const made = payment?.planned?.limit
  const isLimitMade = wantsSignIn
    ? keeps === (signIn?.planned?.keeps ?? keeps)
    : !isLimitWrong && limit?.most === made?.most && limit?.perDay === made?.perDay
  const isWantedMade = wantsSignIn
    ? signIn?.planned != null
    : signIn?.planned == null && (wanted === null || wanted === payment?.planned?.accepted)
  // Approve waits for what the person chose last: until that is made, the choice before it is shown. The layout effect
  // lets no frame be painted in between.
  const isMaking = failure === null && !isLimitWrong && !(isWantedMade && isLimitMade)
  // The fields show what was typed, which is not what would be approved while it is wrong or was not made.
  const isChanging = isMaking || (typed !== null && made != null && !wantsSignIn && !isLimitMade)
  useLayoutEffect(() => {
    onChanging(0, isChanging)
    return () => onChanging(0, false)
  }, [onChanging, isChanging])
  if (payment === undefined) return <p className="quiet">{t('payment_reading')}</p>
  if (payment.asks === 'again') return <PaymentAgain payment={payment} />
  if (payment.asks === 'hidden')
    return (
      <>
        <Notice tone="caution">{t('payment_hidden')}</Notice>
        <Resource payment={payment} />
      </>
    )
  const others = payment.options.filter(option => option !== chosen)
  const offersSignIn = signIn !== null && !signsIn
  return (
    <>
      {signIn !== null && signsIn && approval.requester.kind === 'site' ? (
        <PaymentSignIn
          page={approval.requester.origin}
          seller={payment.seller}
          signIn={signIn}
          isBuilding={!isLimitMade}
          onChanging={onChanging}
          onKeep={setKeeps}
        />
      ) : chosen === undefined ? (
        <NonePayable payment={payment} />
      ) : (
        <Chosen option={chosen} payment={payment} />
      )}
      {failure !== null && (
        <Notice tone="danger" live>
          {wanted !== null && (wanted === 'sign-in' ? !signsIn : wanted !== chosen?.index)
            ? t('payment_other_not_built')
            : (lookUp(`failure_${failure.code}`) ?? t('payment_not_built'))}
        </Notice>
      )}
      <Resource payment={payment} />
      {chosen !== undefined && <Caps option={chosen} />}
      {chosen !== undefined && chosen.moves !== 'deposit' && approval.requester.kind === 'site' && (
        <PayWithoutAsking
          page={approval.requester.origin}
          seller={payment.seller}
          option={chosen}
          limits={payment.limits}
          allowed={payment.planned?.limit ?? null}
          typed={typed}
          isBuilding={isMaking}
          words={value => amountWords(value, chosen)}
          onWant={setTyped}
        />
      )}
      {(others.length > 0 || offersSignIn) && (
        <fieldset className="payment-options">
          <legend>{t(chosen === undefined && !signsIn ? 'payment_ways' : 'payment_other_ways')}</legend>
          {offersSignIn && (
            <SignInWay isBuilding={wantsSignIn && failure === null} onChoose={() => setWanted('sign-in')} />
          )}
          {others.map(option => (
            <OtherWay
              key={option.index}
              option={option}
              approvalId={approval.id}
              onNeed={onNeed}
              isBuilding={option.index === wanted && failure === null}
              onChoose={() => {
                setWanted(option.index)
                // A limit is of the option it was shown with.
                setTyped(null)
              }}
            />
          ))}
        </fieldset>
      )}
      {payment.asks === 'terms' && payment.otherKinds.length > 0 && (
        <p className="quiet">{t('payment_other_kinds', { kinds: payment.otherKinds.join(', ') })}</p>
      )}
    </>
  )
}

function NonePayable({ payment: { asks, options, otherKinds, unreadable } }: { payment: PaymentView }) {
  if (asks === 'other-protocol')
    return <Notice tone="caution">{t('payment_other_protocol', { kinds: otherKinds.join(', ') })}</Notice>
  const words = options.length === 0 && unreadable > 0 ? 'payment_unreadable' : 'payment_none_payable'
  return <Notice tone="danger">{t(words)}</Notice>
}

/** The option to be signed, with its amount set large. */
function Chosen({ option, payment: { planned, seller } }: { option: PaymentOptionView; payment: PaymentView }) {
  const { realm } = option
  const ends = realm !== null && planned?.accepted === option.index ? planned.until : null
  return (
    <>
      <ul className="changes-list">
        <li className="change change-out">
          <span className="change-kind">{t(atMost(option) ? 'payment_at_most' : 'payment_amount')}</span>
          <span className="change-amount" data-testid="payment-amount">
            {amountWords(option.stake, option)}
          </span>
        </li>
      </ul>
      <Rows>
        <AddressRow label={t('counterparty_to')} address={option.payee} />
        {realm !== null && realm !== URL.parse(seller)?.hostname && (
          <Row label={t('payment_realm')} stacked>
            <q className="foreign">{realm}</q>
          </Row>
        )}
        {option.stake !== option.amount && <Row label={t('payment_price')}>{amountWords(option.amount, option)}</Row>}
        <Row label={t('payment_moves')} stacked>
          {t(movesKeys[option.moves])}
        </Row>
        <Row label={t('payment_way')} stacked>
          {wayWords(option) ?? t('payment_way_unknown')}
        </Row>
        {option.moves === 'deposit' && option.channel !== null && (
          <Row label={t('channel_left')} stacked>
            {t('payment_left', { delay: format.period(BigInt(option.channel.withdrawDelaySeconds)) })}
          </Row>
        )}
        {ends === null ? (
          <Row label={t('payment_valid')}>{format.period(BigInt(option.validForSeconds))}</Row>
        ) : (
          <Row label={t('payment_valid_until')}>{format.dateTime(ends)}</Row>
        )}
      </Rows>
    </>
  )
}

const movesKeys = {
  after: 'payment_moves_after',
  before: 'payment_moves_before',
  promise: 'payment_moves_promise',
  deposit: 'payment_moves_deposit',
  voucher: 'payment_moves_voucher',
} as const
const wayKeys = {
  eip3009: 'payment_way_eip3009',
  permit2: 'payment_way_permit2',
  upto: 'payment_way_upto',
  channel: 'payment_way_channel',
} as const

/** How an option is paid; `null` for a way the wallet does not know. */
function wayWords({ way, realm }: PaymentOptionView): string | null {
  if (way === null) return null
  return t(realm === null ? wayKeys[way] : 'payment_way_challenge')
}

function atMost({ way, moves }: PaymentOptionView): boolean {
  return way === 'upto' || moves === 'deposit'
}

function Resource({ payment }: { payment: PaymentView }) {
  const { url, description, serviceName, method, carrier } = payment
  return (
    <Rows>
      {description !== null && (
        <Row label={t('payment_for')} stacked>
          <q className="foreign">{description}</q>
          {serviceName !== null && <span className="quiet"> {serviceName}</span>}
        </Row>
      )}
      <Row label={t(carrier === 'navigation' ? 'payment_page' : 'payment_request')} stacked>
        {method !== 'GET' && `${method} `}
        <AddressOfPage className="address payment-url" url={url} />
      </Row>
    </Rows>
  )
}

/** How much of each limit would be used after this payment, and which of them it goes above. */
function Caps({ option }: { option: PaymentOptionView }) {
  if (option.caps.length === 0) return null
  return (
    <Rows testId="payment-caps">
      {option.caps.map(({ scope, origin, spent, most }) => {
        const after = BigInt(spent) + BigInt(option.stake)
        const values = { spent: amountWords(toQuantity(after), option), most: amountWords(most, option) }
        return (
          <Row key={`${scope} ${origin}`} label={t(capScopes[scope])}>
            {t(after > BigInt(most) ? 'payment_above' : 'payment_cap_use', values)}
          </Row>
        )
      })}
    </Rows>
  )
}

function OtherWay({
  option,
  approvalId,
  isBuilding,
  onChoose,
  onNeed,
}: {
  option: PaymentOptionView
  approvalId: string
  isBuilding: boolean
  onChoose(): void
  onNeed(approvalId: string): void
}) {
  const client = useClient()
  const { index, obstacle, scheme, network } = option
  const allow = useAction(async () => {
    onNeed((await client.call('payment.allow-permit2', { approvalId, accepted: index })).approvalId)
  })
  const name = wayWords(option) ?? scheme
  return (
    <div className="payment-option">
      <div>
        <span className="payment-option-amount">{amountWords(option.stake, option)}</span>{' '}
        <span className="quiet">{name}</span>
        {obstacle !== null && (
          <p className="payment-obstacle">{lookUp(`payment_obstacle_${obstacle}`, { scheme, network }) ?? obstacle}</p>
        )}
      </div>
      {obstacle === 'allowance' && (
        <Button size="small" testId={`payment-allow-${index}`} action={allow}>
          {t('payment_allow_permit2', { amount: amountWords(option.amount, option) })}
        </Button>
      )}
      <FailureNotice failure={allow.failure} />
      {obstacle === null && (
        <Button size="small" testId={`payment-choose-${index}`} busy={isBuilding} onClick={onChoose}>
          {t('payment_choose')}
        </Button>
      )}
    </div>
  )
}

export function amountWords(value: string, { decimals, symbol, token }: PaymentOptionView): string {
  if (decimals === null) return `${format.integer(BigInt(value))} × 10⁻ⁿ ${token.slice(0, 8)}…`
  return `${format.amount(BigInt(value), decimals, 'exact')} ${symbol ?? ''}`
}

/** True if the decision is about signing in, as it stands or as it begins. */
export function isSignInShown({ signIn, planned }: PaymentView): boolean {
  return signIn !== null && (signIn.planned !== null || (signIn.isFirst && planned === null))
}

/**
 * The option that would be signed: the chosen one, or before that the first payable one. Another choice shows once the
 * worker has made it.
 */
function shownOption({ options, planned }: PaymentView): PaymentOptionView | undefined {
  return options.find(({ index }) => index === planned?.accepted) ?? options.find(isPayable)
}

function isPayable({ obstacle }: PaymentOptionView): boolean {
  return obstacle === null
}

/** Amount and sentence of the shown option; `null` where nothing can be paid. */
export function paymentSentence({
  payment,
}: ApprovalView): { amount: string; key: 'does_payment' | 'does_payment_most' | 'does_payment_deposit' } | null {
  const shown = payment === undefined || isSignInShown(payment) ? undefined : shownOption(payment)
  if (shown === undefined) return null
  const key =
    shown.moves === 'deposit' ? 'does_payment_deposit' : shown.way === 'upto' ? 'does_payment_most' : 'does_payment'
  return { amount: amountWords(shown.stake, shown), key }
}
