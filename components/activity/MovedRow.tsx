import { useLocation } from 'wouter'
import { useSlice } from '@/components/client-context'
import { useNames } from '@/components/contacts/use-names'
import { useTokens } from '@/components/decision/use-tokens'
import { Button } from '@/components/elements/Button'
import { StopMark } from '@/components/elements/StopMark'
import { shortAddress } from '@/components/format/address'
import { format, t } from '@/components/i18n'
import { useNow } from '@/components/use-now'
import { isSameAddress } from '@/lib/base/hex'
import type { TransferView } from '@/lib/language/payments'
import './activity.css'

/** A row of the activity for a transfer of a token that others took to the chain. */
export function MovedRow({ transfer }: { transfer: TransferView }) {
  const [, go] = useLocation()
  const now = useNow(10_000, true)
  const nameOf = useNames()
  const selection = useSlice('selection')
  const token = useTokens(transfer.networkId)(transfer.token)
  const isOut = isSameAddress(transfer.from, selection?.address)
  const other = isOut ? transfer.to : transfer.from
  const who = nameOf(other) ?? shortAddress(other)
  const amount = isOut ? -BigInt(transfer.amount) : BigInt(transfer.amount)
  return (
    <div className="transaction" data-testid="moved-row" data-hash={transfer.hash}>
      <Button look="row" className="transaction-open" onClick={() => go(`/payments/verify/${transfer.hash}`)}>
        <span className="status-mark status-progress">
          <StopMark look={transfer.isSealed ? 'sealed' : 'preconfirmed'} size={20} />
        </span>
        <span className="transaction-what">
          <span className="transaction-title">
            {t(isOut ? 'activity_paid' : 'arrival_received')}{' '}
            <span className="transaction-who">{t(isOut ? 'activity_to' : 'activity_from', { who })}</span>
          </span>
          <span className="status status-progress">
            <span className="status-words">{t(transfer.isSealed ? 'track_sealed' : 'track_preconfirmed')}</span>
          </span>
        </span>
        <span className="transaction-end">
          <span className="transaction-amount">
            {token === null ? '' : format.delta(amount, token.decimals)}{' '}
            <span className="symbol">{token?.symbol ?? shortAddress(transfer.token)}</span>
          </span>
          <span className="transaction-ago">{format.ago(now - transfer.at)}</span>
        </span>
      </Button>
    </div>
  )
}
