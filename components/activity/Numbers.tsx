import { useState } from 'react'
import { useClient, useSlice } from '@/components/client-context'
import { Button } from '@/components/elements/Button'
import { Card } from '@/components/elements/Card'
import { FailureNotice } from '@/components/elements/FailureNotice'
import { Setting } from '@/components/elements/Setting'
import { format, t } from '@/components/i18n'
import { useAction } from '@/components/use-action'
import { useNow } from '@/components/use-now'
import { isAtLeast } from '@/lib/base/level'
import type { TransactionView } from '@/lib/language/ui'

/**
 * Milliseconds. Longer than a block of any usual chain: where an endpoint told too high a count, the wallet cannot see
 * that a transaction waits for a number, only that it waits.
 */
const longMs = 30_000

/** Reads the account's transaction numbers (nonces) anew, after an endpoint told wrong ones. */
export function Numbers({ rows }: { rows: readonly TransactionView[] }) {
  const waiting = rows.filter(row => row.ended === null && !isAtLeast(row.level, 'preconfirmed'))
  const now = useNow(1_000, waiting.length > 0)
  const isOffered = waiting.some(row => row.waitsForNonce !== null || now - row.createdAt > longMs)
  return isOffered ? <ReadAnew /> : null
}

function ReadAnew() {
  const client = useClient()
  const selection = useSlice('selection')
  const [read, setRead] = useState<{ of: string; next: number } | null>(null)
  const of = `${selection?.networkId} ${selection?.address}`
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
