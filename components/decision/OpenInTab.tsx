import ExternalLink from 'lucide-react/icons/external-link'
import { browser } from 'wxt/browser'
import { useClient } from '@/components/client-context'
import { Button } from '@/components/elements/Button'
import { FailureNotice } from '@/components/elements/FailureNotice'
import { t } from '@/components/i18n'
import { useAction } from '@/components/use-action'

/** Opens the address in its own tab, for a price that the asking page could never read; nothing is paid here. */
export function OpenInTab({ approvalId, url }: { approvalId: string; url: string }) {
  const client = useClient()
  const open = useAction(async () => {
    await browser.tabs.create({ url })
    await client.call('approval.reject', { id: approvalId })
  })
  return (
    <>
      <FailureNotice failure={open.failure} />
      <Button look="primary" icon={ExternalLink} testId="payment-open-tab" action={open}>
        {t('payment_open_tab')}
      </Button>
    </>
  )
}
