import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { useState } from 'react'
import { useClient } from '@/components/client-context'
import { Button } from '@/components/elements/Button'
import { FailureNotice } from '@/components/elements/FailureNotice'
import { t } from '@/components/i18n'
import { useAction } from '@/components/use-action'

/** Copies a secret. The worker empties the clipboard a minute later, whether or not this page is still open. */
export function CopySecret({ text }: { text: string }) {
  const client = useClient()
  const [copied, setCopied] = useState(false)
  const copy = useAction(async () => {
    // Before the copy, so that none is made that would not be emptied.
    await client.call('clipboard.clear-later', {})
    await navigator.clipboard.writeText(text)
    setCopied(true)
  })
  return (
    <>
      <Button wide icon={copied ? Check : Copy} testId="copy-secret" action={copy}>
        {t('copy_secret')}
      </Button>
      <p className="quiet" role="status">
        {copied ? t('copy_secret_done') : t('copy_secret_note')}
      </p>
      <FailureNotice failure={copy.failure} />
    </>
  )
}
