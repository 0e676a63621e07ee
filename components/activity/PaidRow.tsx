import { useLocation } from 'wouter'
import { Button } from '@/components/elements/Button'
import { StopMark } from '@/components/elements/StopMark'
import { format, lookUp, t } from '@/components/i18n'
import { tokenWords } from '@/components/payments/answers/amounts'
import { SiteName } from '@/components/sites/SiteName'
import { useNow } from '@/components/use-now'
import type { PaidAnswerView } from '@/lib/language/http402'
import './activity.css'

/** A row of the activity for an answer that was paid for. */
export function PaidRow({ answer }: { answer: PaidAnswerView }) {
  const [, go] = useLocation()
  const now = useNow(10_000, true)
  const { origin, state, amount, charged, createdAt } = answer
  const shown = charged ?? amount
  const isMissing = state === 'undelivered'
  return (
    <div className="transaction" data-testid="paid-row" data-state={state}>
      <Button look="row" className="transaction-open" onClick={() => go('/payments/answers')}>
        <span className={`status-mark ${isMissing ? 'status-caution' : 'status-progress'}`}>
          <StopMark look={isMissing ? 'uncertain' : isPaid(state) ? 'sealed' : 'accepted'} size={20} />
        </span>
        <span className="transaction-what">
          <span className="transaction-title">
            {t('activity_paid')}{' '}
            <span className="transaction-who">
              <SiteName origin={origin} />
            </span>
          </span>
          <span className={`status ${isMissing ? 'status-caution' : 'status-progress'}`}>
            <span className="status-words">{lookUp(`answer_${state}`) ?? state}</span>
          </span>
        </span>
        <span className="transaction-end">
          {shown !== null && <span className="transaction-amount">−{tokenWords(shown, answer)}</span>}
          <span className="transaction-ago">{format.ago(now - createdAt)}</span>
        </span>
      </Button>
    </div>
  )
}

function isPaid(state: PaidAnswerView['state']): boolean {
  return state === 'delivered' || state === 'unproven'
}
