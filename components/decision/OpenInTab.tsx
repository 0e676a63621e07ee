import ExternalLink from 'lucide-react/icons/external-link'
import { browser } from 'wxt/browser'
import { useClient } from '@/components/client-context'
import { FailureNotice } from '@/components/elements/FailureNotice'
import { t } from '@/components/i18n'
import { useAction } from '@/components/use-action'

/** Where the page would never get to read what it costs, nothing is paid: in a tab of its own the person reads it, and decides there. */
export function OpenInTab({ approvalId, url }: { approvalId: string; url: string }) {
  const client = useClient()
  const open = useAction(async () => {
    await browser.tabs.create({ url })
    await client.call('approval.reject', { id: approvalId })
  })
  return (
    <>
      <FailureNotice failure={open.failure} />
      <button
        type="button"
        className="button button-primary"
        data-testid="payment-open-tab"
        disabled={open.busy}
        onClick={() => void open.run()}
      >
        <ExternalLink size={16} aria-hidden="true" /> {t('payment_open_tab')}
      </button>
    </>
  )
}
