import { useState } from 'react'
import { useClient, useSlice } from '@/components/client-context'
import { Button } from '@/components/elements/Button'
import { Card } from '@/components/elements/Card'
import { FailureNotice } from '@/components/elements/FailureNotice'
import { Setting } from '@/components/elements/Setting'
import { format, t } from '@/components/i18n'
import { useAction } from '@/components/use-action'

/** Reads the account's transaction numbers (nonces) anew, after an endpoint told wrong ones. */
export function Numbers() {
  const client = useClient()
  const selection = useSlice('selection')
  const [read, setRead] = useState<{ of: string; next: number } | null>(null)
  const of = `${selection?.chainId} ${selection?.address}`
  const readAnew = useAction(async () => setRead({ of, ...(await client.call('account.read-numbers', {})) }))
  return (
    <Card title={t('numbers')}>
      <Setting label={t('numbers_what')} note={t('numbers_note')}>
        <Button size="small" testId="numbers-read" action={readAnew}>
          {t('numbers_read')}
        </Button>
      </Setting>
      <p role="status" data-testid="numbers-next">
        {read?.of === of && t('numbers_next', { next: format.integer(read.next) })}
      </p>
      <FailureNotice failure={readAnew.failure} />
    </Card>
  )
}
