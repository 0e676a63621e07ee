import Undo2 from 'lucide-react/icons/undo-2'
import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { useClient, useReportFault } from '@/components/client-context'
import { Button } from '@/components/elements/Button'
import { FailureNotice } from '@/components/elements/FailureNotice'
import { lookUp, t } from '@/components/i18n'
import { useAction } from '@/components/use-action'
import type { AuthorizationView } from '@/lib/language/payments'
import type { Revocation } from '@/lib/payments/shared/revocation'

/**
 * Revokes a signed authorization in the way that its kind allows, explained in words. The revocation is a decision
 * of its own.
 */
export function TakeBack({
  row,
  isSecond = false,
  onProposed,
}: {
  row: AuthorizationView
  /** Something else comes before it on the screen. */
  isSecond?: boolean
  onProposed(approvalId: string): void
}) {
  const client = useClient()
  const reportFault = useReportFault()
  const [plan, setPlan] = useState<Revocation | null>(null)
  const { id, state, isOnChain } = row

  // biome-ignore lint/correctness/useExhaustiveDependencies: the way depends on what became of the row
  useEffect(() => {
    let isCurrent = true
    void Promise.all([client.call('authorization.read', { id }), import('@/lib/payments/shared/revocation')])
      .then(([signed, { revocationOf }]) => {
        if (isCurrent) setPlan(revocationOf(row, signed, Math.floor(Date.now() / 1_000)))
      })
      // Without the plan there is no button; the next visit asks again.
      .catch(reportFault)
    return () => {
      isCurrent = false
    }
  }, [client, id, state, isOnChain])

  const take = useAction(async (chosen: Revocation) => {
    if (chosen.kind === 'none') return
    const { approvalId } =
      chosen.kind === 'signature'
        ? await client.call('authorization.propose', { typedData: chosen.typedData })
        : await client.call('send.propose', { to: chosen.to, value: '0x0', data: chosen.data })
    onProposed(approvalId)
  })

  if (plan === null || (plan.kind === 'none' && plan.code === 'over')) return null
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
