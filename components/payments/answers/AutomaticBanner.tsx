import { useClient, useSlice } from '@/components/client-context'
import { t } from '@/components/i18n'
import { useAction } from '@/components/use-action'
import { tokenWords } from './amounts'
import './answers.css'

/** While some site is paid without asking: how much that came to in 24 hours, and one tap that ends it everywhere. */
export function AutomaticBanner() {
  const client = useClient()
  const paid = (useSlice('answers')?.sites ?? []).flatMap(({ automatic }) => automatic ?? [])
  const stop = useAction(() => client.call('payment.stop', {}))
  const [first] = paid
  if (first === undefined) return null
  const spent = paid
    .filter(({ chainId, token }) => chainId === first.chainId && token === first.token)
    .reduce((sum, { spentInDay }) => sum + BigInt(spentInDay), 0n)
  return (
    <div className="automatic" role="status" data-testid="automatic" data-spent={spent}>
      <span>{t('answers_running', { spent: tokenWords(`0x${spent.toString(16)}`, first) })}</span>
      <button
        type="button"
        className="button button-small"
        data-testid="automatic-stop"
        disabled={stop.busy}
        onClick={() => void stop.run()}
      >
        {t('answers_stop')}
      </button>
    </div>
  )
}
