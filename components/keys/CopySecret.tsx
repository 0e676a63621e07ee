import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { useState } from 'react'
import { useClient } from '@/components/client-context'
import { FailureNotice } from '@/components/elements/FailureNotice'
import { t } from '@/components/i18n'
import { useAction } from '@/components/use-action'

/** Copies a secret, and has the clipboard emptied a minute later, whether this page is still there or not. */
export function CopySecret({ text }: { text: string }) {
  const client = useClient()
  const [copied, setCopied] = useState(false)
  const copy = useAction(async () => {
    // First: a copy whose end is not arranged is not made.
    await client.call('clipboard.clear-later', {})
    await navigator.clipboard.writeText(text)
    setCopied(true)
  })
  return (
    <>
      <button
        type="button"
        className="button button-wide"
        disabled={copy.busy}
        data-testid="copy-secret"
        onClick={() => void copy.run()}
      >
        {copied ? <Check size={16} aria-hidden="true" /> : <Copy size={16} aria-hidden="true" />}
        {t('copy_secret')}
      </button>
      <p className="quiet" role="status">
        {copied ? t('copy_secret_done') : t('copy_secret_note')}
      </p>
      <FailureNotice failure={copy.failure} />
    </>
  )
}
