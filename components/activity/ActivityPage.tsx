import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { useSlice } from '@/components/client-context'
import { readOrigin } from '@/components/decision/SiteName'
import { ScreenHead } from '@/components/elements/ScreenHead'
import { Segments } from '@/components/elements/Segments'
import { t } from '@/components/i18n'
import type { TransactionView } from '@/lib/messaging/ui'
import { isAtLeast } from '@/lib/values/level'
import { toCsv } from './csv'
import { TransactionRow } from './TransactionRow'

const states = ['all', 'open', 'arrived', 'troubled'] as const
type State = (typeof states)[number]
const stateNames = {
  all: 'filter_all',
  open: 'filter_open',
  arrived: 'filter_arrived',
  troubled: 'filter_troubled',
} as const satisfies Record<State, string>

/** Everything this account did on this network, newest first. */
export function ActivityPage({ onOpen }: { onOpen(id: string): void }) {
  const activity = useSlice('activity')
  const [state, setState] = useState<State>('all')
  const [origin, setOrigin] = useState('')
  const origins = [...new Set((activity ?? []).flatMap(row => (row.origin === null ? [] : [row.origin])))].sort()
  const rows = (activity ?? []).filter(
    row => isIn(row, state) && (origin === '' || row.origin === (origin === 'wallet' ? null : origin)),
  )
  const isBefore = (row: TransactionView) => row.beforeRestart === true || row.ended === 'lost'
  const running = rows.filter(row => !isBefore(row))
  const before = rows.filter(isBefore)
  return (
    <main className="page">
      <ScreenHead
        title={t('activity')}
        aside={
          activity !== undefined && activity.length > 0 ? (
            <button type="button" className="button button-small" onClick={() => download(toCsv(activity))}>
              <Download size={16} aria-hidden="true" /> {t('activity_export')}
            </button>
          ) : undefined
        }
      />
      <div className="filters">
        <Segments
          label={t('filter_state')}
          name="state"
          choices={states.map(value => ({ value, label: t(stateNames[value]) }))}
          value={state}
          onChange={setState}
        />
        {origins.length > 0 && (
          <select
            className="input select"
            aria-label={t('filter_origin')}
            value={origin}
            onChange={event => setOrigin(event.target.value)}
          >
            <option value="">{t('filter_anywhere')}</option>
            <option value="wallet">{t('requester_wallet')}</option>
            {origins.map(candidate => (
              <option key={candidate} value={candidate}>
                {readOrigin(candidate).host}
              </option>
            ))}
          </select>
        )}
      </div>
      <div className="card list" aria-live="off">
        {activity !== undefined && rows.length === 0 && (
          <p className="empty">{t(activity.length === 0 ? 'activity_empty' : 'activity_none_match')}</p>
        )}
        {running.map(row => (
          <TransactionRow
            key={row.id}
            row={row}
            withTrack={!isAtLeast(row.level, 'sealed') && row.ended === null}
            onOpen={onOpen}
          />
        ))}
        {before.length > 0 && <h2 className="list-divider">{t('activity_before_restart')}</h2>}
        {before.map(row => (
          <TransactionRow key={row.id} row={row} onOpen={onOpen} />
        ))}
      </div>
    </main>
  )
}

function isIn(row: TransactionView, state: State): boolean {
  const troubled = row.ended !== null || row.status === 'reverted' || row.refusal !== null
  switch (state) {
    case 'all':
      return true
    case 'troubled':
      return troubled
    case 'open':
      return !troubled && !isAtLeast(row.level, 'sealed')
    case 'arrived':
      return !troubled && isAtLeast(row.level, 'sealed')
  }
}

function download(text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = url
  link.download = 'prelude-activity.csv'
  link.click()
  URL.revokeObjectURL(url)
}
