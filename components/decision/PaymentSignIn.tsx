import { Button } from '@/components/elements/Button'
import { Switch } from '@/components/elements/Setting'
import { t } from '@/components/i18n'
import { readOrigin } from '@/components/sites/SiteName'
import { textToHex } from '@/lib/base/hex'
import type { PaymentView } from '@/lib/language/http402'
import type { Choosing } from './kinds/kind'
import { MessageBody } from './MessageBody'

/** In the place of a payment: the message that signs in who paid before, and whether that may go on without asking. */
export function PaymentSignIn({
  page,
  seller,
  signIn: { isFirst, planned },
  isBuilding,
  onChanging,
  onKeep,
}: Pick<Choosing, 'onChanging'> & {
  page: string
  seller: string
  signIn: NonNullable<PaymentView['signIn']>
  /** The decision is being changed to what the person wants. */
  isBuilding: boolean
  onKeep(keeps: boolean): void
}) {
  if (planned === null) return <p className="quiet">{t('payment_reading')}</p>
  const names = { page: readOrigin(page).host, seller: readOrigin(seller).host }
  return (
    <>
      <p className="quiet">{t(isFirst ? 'sign_in_bought' : 'sign_in_bought_other')}</p>
      <MessageBody message={textToHex(planned.message)} onChanging={onChanging} />
      <Switch
        label={t(page === seller ? 'sign_in_keep' : 'sign_in_keep_pair', names)}
        note={t('sign_in_keep_note')}
        checked={planned.keeps}
        disabled={isBuilding}
        testId="sign-in-keep"
        onChange={onKeep}
      />
    </>
  )
}

/** Signing in among the other ways of a decision about a payment. */
export function SignInWay({ isBuilding, onChoose }: { isBuilding: boolean; onChoose(): void }) {
  return (
    <div className="payment-option">
      <div>
        <span className="payment-option-amount">{t('sign_in_free')}</span>{' '}
        <span className="quiet">{t('sign_in_way')}</span>
      </div>
      <Button size="small" testId="payment-choose-sign-in" busy={isBuilding} onClick={onChoose}>
        {t('approve_sign_in')}
      </Button>
    </div>
  )
}
