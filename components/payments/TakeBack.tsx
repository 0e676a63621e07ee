import Undo2 from 'lucide-react/icons/undo-2'
import { Link } from 'wouter'
import { lookUp, t, useAction, useAnswer, useClient, usePropose } from '@/components/app'
import { Button, FailureNotice } from '@/components/elements'
import type { AuthorizationView } from '@/lib/language/payments'
import type { Revocation } from '@/lib/payments/shared/revocation'

/**
 * Revokes a signed authorization in the way that its kind allows, explained in words. The revocation is a decision
 * of its own.
 */
export function TakeBack({
  row,
  isSecond = false,
}: {
  row: AuthorizationView
  /** Something else comes before it on the screen. */
  isSecond?: boolean
}) {
  const client = useClient()
  const propose = usePropose()
  const { id, state, isOnChain } = row
  // Without the plan there is no button; the next visit asks again.
  const [plan] = useAnswer(async () => {
    const [signed, { revocationOf }] = await Promise.all([
      client.call('authorization.read', { id }),
      import('@/lib/payments/shared/revocation'),
    ])
    return revocationOf(row, signed, Math.floor(Date.now() / 1_000))
  }, [id, state, isOnChain])
  const take = useAction(async (chosen: Revocation) => {
    if (chosen.kind === 'signature') await propose('authorization.propose', { typedData: chosen.typedData })
    else if (chosen.kind !== 'none') await propose('send.propose', { to: chosen.to, value: '0x0', data: chosen.data })
  })

  if (plan === undefined || (plan.kind === 'none' && plan.code === 'over')) return null
  const words = lookUp(`take_back_${plan.code}`) ?? t('take_back_revoke')
  if (plan.kind === 'none' && plan.code === 'channel')
    return (
      <div className="take-back">
        <Link href="/payments/channels" className="button" data-testid="to-channels">
          {t('channels')}
        </Link>
        <p className="quiet">{words}</p>
      </div>
    )
  if (plan.kind === 'none') return <p className="quiet">{words}</p>
  const isSubmission = plan.code === 'submit'
  return (
    <div className="take-back">
      <Button
        look={isSecond ? 'plain' : 'primary'}
        icon={Undo2}
        testId="take-back"
        busy={take.busy}
        onClick={() => void take.run(plan)}
      >
        {t(isSubmission ? 'take_back_submit_action' : 'take_back_action')}
      </Button>
      <p className="quiet">{words}</p>
      <FailureNotice failure={take.failure} />
    </div>
  )
}
