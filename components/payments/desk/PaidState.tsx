import { StopMark } from '@/components/elements/StopMark'
import { format, t } from '@/components/i18n'
import { State } from '@/components/payments/State'
import type { PaymentRequestView } from '@/lib/messaging/desk'
import type { TransferView } from '@/lib/messaging/payments'
import { useDepth } from './use-depth'

/** Whether a payment request was paid, and how deep that payment is. */
export function PaidState({ request, transfer }: { request: PaymentRequestView; transfer: TransferView | null }) {
  const depth = useDepth()
  if (request.token === null) return <State>{t('paid_not_matched')}</State>
  if (transfer === null) {
    return <State data-paid="no">{t('paid_open')}</State>
  }
  const blocks = depth.of(transfer)
  if (blocks === 0) {
    return (
      <State className="state-marked" data-paid="preconfirmed" role="status">
        <StopMark look="preconfirmed" size={16} />
        {t('paid_preconfirmed')}
      </State>
    )
  }
  const isDeep = blocks !== null && blocks >= depth.wanted
  return (
    <State
      tone={isDeep ? 'good' : 'plain'}
      className="state-marked"
      data-paid={isDeep ? 'deep' : 'sealed'}
      role="status"
    >
      <StopMark look="sealed" size={16} />
      {isDeep || blocks === null
        ? t('paid_sealed')
        : t('paid_sealed_depth', { blocks: format.integer(blocks), wanted: format.integer(depth.wanted) })}
    </State>
  )
}
