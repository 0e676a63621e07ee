import { useRef, useState } from 'react'
import { format, plural, t, useAction, useClient, useSlice } from '@/components/app'
import { Button, Card, FailureNotice } from '@/components/elements'
import { Setting } from '@/components/elements/later'
import type { PastProgressView } from '@/lib/language/ui'

interface Search extends Pick<PastProgressView, 'networkId' | 'address' | 'reachedAt' | 'share' | 'done'> {
  /** By all steps. */
  found: number
}

/** Searches past blocks for what came in, or was sent from elsewhere, while nobody looked. */
export function LookBack() {
  const client = useClient()
  const selection = useSlice('selection')
  const [last, setSearch] = useState<Search | null>(null)
  const stopping = useRef(new AbortController())
  const run = useAction(async () => {
    stopping.current = new AbortController()
    const { signal } = stopping.current
    const stopped = new Promise<null>(resolve => signal.addEventListener('abort', () => resolve(null)))
    let found = 0
    async function step() {
      const told = await client.call('activity.look-back', {})
      found += told.found
      setSearch({ ...told, found })
      return told
    }
    for (let isOver = false; !isOver; ) {
      // The worker finishes a step that was begun, and what it found is shown then. Nobody waits for it.
      const told = await Promise.race([step(), stopped])
      // Another account may have been chosen meanwhile: its search is another one.
      isOver =
        told === null ||
        told.done !== null ||
        told.address !== selection?.address ||
        told.networkId !== selection.networkId
    }
  })
  // What was searched of another account says nothing about this one.
  const isOfThis = last?.address === selection?.address && last?.networkId === selection?.networkId
  const search = isOfThis ? last : null
  return (
    <Card title={t('look_back')} aria-busy={run.busy}>
      <Setting label={t('look_back_what')} note={t('look_back_note')}>
        {run.busy ? (
          <Button size="small" testId="look-back-stop" onClick={() => stopping.current.abort()}>
            {t('look_back_stop')}
          </Button>
        ) : (
          <Button size="small" testId="look-back" onClick={() => void run.run()}>
            {t(search === null || search.done !== null ? 'look_back_start' : 'look_back_go_on')}
          </Button>
        )}
      </Setting>
      {search !== null && (
        <>
          <progress className="scan-bar" aria-label={t('look_back')} max={1} value={search.share} />
          <p role="status" data-testid="look-back-status" data-done={search.done ?? undefined}>
            {t(outcome[search.done ?? 'so-far'], { date: format.dateTime(search.reachedAt) })}{' '}
            {plural('look_back_found', search.found)}
          </p>
        </>
      )}
      <FailureNotice failure={run.failure} />
    </Card>
  )
}

const outcome = {
  'so-far': 'look_back_so_far',
  end: 'look_back_end',
  state: 'look_back_state',
  enough: 'look_back_enough',
} as const
