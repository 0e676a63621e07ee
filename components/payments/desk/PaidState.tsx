import { StopMark } from '@/components/elements/StopMark'
import { format, t } from '@/components/i18n'
import { State } from '@/components/payments/State'
import type { PaymentRequestView } from '@/lib/language/desk'
import type { TransferView } from '@/lib/language/payments'
import { useDepth } from './use-depth'

/** Whether a payment request was paid, and how deep that payment is. */
export function PaidState({ request, transfer }: { request: PaymentRequestView; transfer: TransferView | null }) {
  const depth = useDepth()
  // Whatever comes in the chain's own money might be of any amount.
  if (request.token === null && request.amount === null) return <State>{t('paid_not_matched')}</State>
  const by = request.token === null ? request.paidBy : transfer
  if (by === null) {
    return <State data-paid="no">{t('paid_open')}</State>
  }
  const { blockNumber, isSealed } = by
  const blocks = blockNumber === null ? (isSealed ? null : 0) : depth.of({ blockNumber, isSealed })
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
