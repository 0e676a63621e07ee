import { useRef } from 'react'
import { Link } from 'wouter'
import { useClient, useSlice } from '@/components/client-context'
import { Button, Buttons } from '@/components/elements/Button'
import { FailureNotice } from '@/components/elements/FailureNotice'
import { format, t } from '@/components/i18n'
import { Sentence } from '@/components/Sentence'
import { useAction } from '@/components/use-action'
import type { ReadingView } from '@/lib/language/payments'

/** From which block on the books are complete, and what they leave out; reads further back until it is stopped. */
export function BooksSince({ reading, currency }: { reading: ReadingView; currency: string }) {
  const client = useClient()
  const selection = useSlice('selection')
  const isStopped = useRef(false)
  const run = useAction(async () => {
    isStopped.current = false
    for (let isOver = false; !isOver; ) {
      const told = await client.call('books.further', {})
      // Another account may have been chosen meanwhile: its books are others.
      isOver =
        isStopped.current ||
        told.from === 0 ||
        told.address !== selection?.address ||
        told.networkId !== selection.networkId
    }
  })
  const { from, fromAt, to } = reading
  if (from === null || to === null) return null
  // The day in UTC, as in the files.
  const date = fromAt === null ? '' : format.day(new Date(fromAt).toISOString().slice(0, 10))
  return (
    <>
      <p className="quiet" role="status" data-testid="books-since" data-from={from}>
        {t('books_blocks', { from: format.integer(from), date, to: format.integer(to) })}
      </p>
      <p className="quiet" data-testid="books-native">
        <Sentence
          of="books_native"
          values={{
            symbol: currency,
            activity: (
              <Link href="/activity" className="link">
                {t('activity')}
              </Link>
            ),
          }}
        />
      </p>
      {from > 0 && (
        <Buttons>
          {run.busy ? (
            <Button
              size="small"
              testId="books-stop"
              onClick={() => {
                isStopped.current = true
              }}
            >
              {t('look_back_stop')}
            </Button>
          ) : (
            <Button size="small" testId="books-further" onClick={() => void run.run()}>
              {t('books_further')}
            </Button>
          )}
        </Buttons>
      )}
      <FailureNotice failure={run.failure} />
    </>
  )
}
