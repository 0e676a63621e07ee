import { useEffect, useRef, useState } from 'react'
import { summarise } from '@/components/activity/summary'
import { format, t, useSlice } from '@/components/app'
import type { TransactionView } from '@/lib/language/ui'
import { summariseTrack } from './stops'

/**
 * Says what happens to transactions while one looks elsewhere: progress politely, failure at once. Safe and final are
 * not announced.
 */
export function Announcer() {
  const activity = useSlice('activity')
  const networks = useSlice('networks')
  const tokens = useSlice('tokens')
  const seen = useRef<Map<string, string> | null>(null)
  const [polite, setPolite] = useState('')
  const [urgent, setUrgent] = useState('')

  useEffect(() => {
    if (activity === undefined) return
    const before = seen.current
    seen.current = new Map(activity.map(row => [row.id, stateOf(row)]))
    if (before === null) return
    for (const row of activity) {
      if (before.get(row.id) === stateOf(row) || row.level === 'safe' || row.level === 'final') continue
      const { headline, tone, ms } = summariseTrack(row)
      const what = summarise(row, { networks: networks ?? [], tokens: tokens ?? [] }).title
      const words = ms === null ? t(headline) : t('announce_after', { status: t(headline), time: format.duration(ms) })
      const sentence = t('announce', { what, status: words })
      if (tone === 'danger') setUrgent(sentence)
      else setPolite(sentence)
    }
  }, [activity, networks, tokens])

  return (
    <div className="visually-hidden">
      <div role="status" aria-live="polite">
        {polite}
      </div>
      <div role="alert" aria-live="assertive">
        {urgent}
      </div>
    </div>
  )
}

function stateOf(row: TransactionView): string {
  return `${row.level} ${row.ended ?? ''} ${row.status ?? ''} ${row.refusal === null ? '' : 'refused'}`
}
