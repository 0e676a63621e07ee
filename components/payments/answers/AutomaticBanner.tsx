import { useClient, useSlice } from '@/components/client-context'
import { Button } from '@/components/elements/Button'
import { FailureNotice } from '@/components/elements/FailureNotice'
import { t } from '@/components/i18n'
import { useAction } from '@/components/use-action'
import { tokenWords } from './amounts'
import { automaticSums } from './automatic-sums'
import './answers.css'

/** Shown while sites are paid without a decision: the sums of 24 hours, and the button that ends it for all sites. */
export function AutomaticBanner() {
  const client = useClient()
  const sums = automaticSums(useSlice('answers')?.limits ?? [])
  const stop = useAction(() => client.call('payment.stop', {}))
  if (sums.length === 0) return null
  const words = sums.map(sum => tokenWords(`0x${sum.spent.toString(16)}`, sum)).join(' + ')
  return (
    <div
      className="automatic"
      role="status"
      data-testid="automatic"
      data-spent={sums.map(({ spent }) => spent).join(' ')}
    >
      <span>{t('answers_running', { spent: words })}</span>
      <Button size="small" testId="automatic-stop" action={stop}>
        {t('answers_stop')}
      </Button>
      <FailureNotice failure={stop.failure} />
    </div>
  )
}
