import { useSlice } from '@/components/client-context'
import { AddressOfPage } from '@/components/elements/AddressOfPage'
import { Row, Rows } from '@/components/elements/Row'
import { format, t } from '@/components/i18n'
import { tokenWords } from '@/components/payments/answers/amounts'
import type { PaymentView } from '@/lib/language/http402'

/** A payment that was signed before and not answered: until when it can be taken, and that it goes out once more. */
export function PaymentAgain({ payment: { id, carrier, planned, url } }: { payment: PaymentView }) {
  const signed = useSlice('answers')?.answers.find(answer => answer.id === id)
  return (
    <>
      <p>{t('payment_again')}</p>
      <Rows>
        {signed?.amount != null && <Row label={t('payment_signed')}>{tokenWords(signed.amount, signed)}</Row>}
        {planned !== null && <Row label={t('payment_valid_until')}>{format.dateTime(planned.until)}</Row>}
        <Row label={t(carrier === 'navigation' ? 'payment_page' : 'payment_request')} stacked>
          <AddressOfPage className="address payment-url" url={url} />
        </Row>
      </Rows>
    </>
  )
}
