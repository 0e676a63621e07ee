import { t } from '@/components/i18n'
import { Sentence } from '@/components/Sentence'
import { readOrigin } from '@/components/sites/SiteName'
import type { ApprovalView } from '@/lib/language/ui'
import { fitsButton } from '../ApproveTransaction'
import { isSignInShown, PaymentBody, paymentSentence } from '../PaymentBody'
import type { ShownKind } from './kind'

export const payment: ShownKind<'payment'> = {
  Approve({ approval }) {
    const amount = paymentSentence(approval)?.amount ?? ''
    const key = wordsOf(approval, 'approve_sign_in', 'approve_payment_again', 'approve_payment')
    return key === 'approve_payment' && fitsButton(amount) ? t('approve_pay', { amount }) : t(key)
  },
  Statement({ approval }) {
    const said = paymentSentence(approval)
    const { payment, requester } = approval
    const site = requester.kind === 'site' ? readOrigin(requester.origin).host : t('extension_name')
    const seller = payment === undefined ? site : readOrigin(payment.seller).host
    if (payment?.asks === 'again') return t('does_payment_again', { site: seller })
    if (said === null && payment?.signIn?.planned == null)
      return t(payment?.asks === 'hidden' ? 'does_payment_hidden' : 'does_payment_reading', { site })
    const paid = <strong>{seller}</strong>
    const values = {
      amount: <strong>{said?.amount}</strong>,
      site:
        seller === site ? (
          paid
        ) : (
          <Sentence of="payment_pair" values={{ seller: paid, page: <strong>{site}</strong> }} />
        ),
    }
    return <Sentence of={said?.key ?? 'does_sign_in_bought'} values={values} />
  },
  Body: ({ approval, onNeed, onChanging }) => (
    <PaymentBody approval={approval} onNeed={onNeed} onChanging={onChanging} />
  ),
  Beneath: () => null,
  contracts: () => [],
}

/** The words for a sign-in in the place of a payment, for one that is sent again, or for a payment. */
function wordsOf<const Key>({ payment }: ApprovalView, signIn: Key, again: Key, pays: Key): Key {
  if (payment !== undefined && isSignInShown(payment)) return signIn
  return payment?.asks === 'again' ? again : pays
}
