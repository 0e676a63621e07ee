import { useId, useRef, useState } from 'react'
import { Link } from 'wouter'
import { format, Sentence, t, useAction, useClient, useSlice } from '@/components/app'
import { Button, Buttons, FailureNotice } from '@/components/elements'
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
            <Button size="small" testId="books-further" onClick={() => void run.run()} label={t('books_further')} />
          )}
        </Buttons>
      )}
      <FailureNotice failure={run.failure} />
    </>
  )
}

/** From how many blocks on a transfer counts for good. */
export function ConfirmationDepth() {
  const client = useClient()
  const id = useId()
  const wanted = useSlice('settings')?.confirmations ?? 12
  const blockMs = useSlice('chainHead')?.blockMs ?? null
  const [typed, setTyped] = useState<string | null>(null)
  const change = useAction((confirmations: number) => client.call('settings.change', { confirmations }))
  const value = typed ?? String(wanted)
  const blocks = Number(value)
  const isGood = Number.isInteger(blocks) && blocks >= 1 && blocks <= 10_000
  return (
    <div className="depth">
      <label htmlFor={id}>{t('confirmation_depth')}</label>
      <input
        id={id}
        className="input depth-input"
        inputMode="numeric"
        data-testid="confirmation-depth"
        value={value}
        aria-invalid={isGood ? undefined : true}
        onChange={event => setTyped(event.target.value)}
        onBlur={() => {
          if (isGood && blocks !== wanted) void change.run(blocks).then(() => setTyped(null))
          else setTyped(null)
        }}
      />
      <span>{t('confirmation_depth_blocks')}</span>
      {isGood && blockMs !== null && (
        <span className="quiet">
          {t('confirmation_depth_time', { time: format.period(BigInt(Math.round((blocks * blockMs) / 1_000))) })}
        </span>
      )}
      <FailureNotice failure={change.failure} />
    </div>
  )
}
