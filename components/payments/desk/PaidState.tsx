import { StopMark } from '@/components/elements/StopMark'
import { format, t } from '@/components/i18n'
import type { PaymentRequestView } from '@/lib/messaging/desk'
import type { TransferView } from '@/lib/messaging/payments'
import { useDepth } from './use-depth'

/** Whether what was asked for came, and how far it has got. */
export function PaidState({ request, transfer }: { request: PaymentRequestView; transfer: TransferView | null }) {
  const depth = useDepth()
  if (request.token === null) return <span className="desk-state">{t('paid_not_matched')}</span>
  if (transfer === null) {
    return (
      <span className="desk-state" data-paid="no">
        {t('paid_open')}
      </span>
    )
  }
  const blocks = depth.of(transfer)
  if (blocks === 0) {
    return (
      <span className="desk-state desk-paid" data-paid="preconfirmed" role="status">
        <StopMark look="preconfirmed" size={16} />
        {t('paid_preconfirmed')}
      </span>
    )
  }
  const isDeep = blocks !== null && blocks >= depth.wanted
  return (
    <span
      className={isDeep ? 'desk-state desk-state-done desk-paid' : 'desk-state desk-paid'}
      data-paid={isDeep ? 'deep' : 'sealed'}
      role="status"
    >
      <StopMark look="sealed" size={16} />
      {isDeep || blocks === null
        ? t('paid_sealed')
        : t('paid_sealed_depth', { blocks: format.integer(blocks), wanted: format.integer(depth.wanted) })}
    </span>
  )
}
