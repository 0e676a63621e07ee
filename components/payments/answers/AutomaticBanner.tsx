import { useClient, useSlice } from '@/components/client-context'
import { Button } from '@/components/elements/Button'
import { FailureNotice } from '@/components/elements/FailureNotice'
import { t } from '@/components/i18n'
import { useAction } from '@/components/use-action'
import { tokenWords } from './amounts'
import './answers.css'

/** Shown while sites are paid without a decision: the sum of 24 hours, and the button that ends it for all sites. */
export function AutomaticBanner() {
  const client = useClient()
  const paid = useSlice('answers')?.limits ?? []
  const stop = useAction(() => client.call('payment.stop', {}))
  const [first] = paid
  if (first === undefined) return null
  const spent = paid
    .filter(({ networkId, token }) => networkId === first.networkId && token === first.token)
    .reduce((sum, { spentInDay }) => sum + BigInt(spentInDay), 0n)
  return (
    <div className="automatic" role="status" data-testid="automatic" data-spent={spent}>
      <span>{t('answers_running', { spent: tokenWords(`0x${spent.toString(16)}`, first) })}</span>
      <Button size="small" testId="automatic-stop" action={stop}>
        {t('answers_stop')}
      </Button>
      <FailureNotice failure={stop.failure} />
    </div>
  )
}
