import { t, useSurface } from '@/components/app'
import { Fold } from '@/components/elements'
import { Segments, Select } from '@/components/elements/later'
import { SearchField } from '@/components/elements/SearchField'
import { readOrigin } from '@/components/sites/SiteName'
import { type Filters, type Kind, kinds, type State, states } from './filters'

const stateNames = {
  all: 'filter_all',
  open: 'filter_open',
  arrived: 'filter_arrived',
  troubled: 'filter_troubled',
} as const satisfies Record<State, string>
const kindNames = {
  all: 'filter_any_kind',
  sent: 'filter_sent',
  received: 'filter_received',
  tokens: 'tokens',
  other: 'filter_other',
} as const satisfies Record<Kind, string>

interface ActivityFiltersProps {
  filters: Filters
  /** The sites that asked for a listed transaction. */
  origins: readonly string[]
  isEverywhere: boolean
  isAsking: boolean
  onChange(filters: Filters): void
  onEverywhere(wanted: boolean): void
}

/** The search of the activity, and its filters: state, scope, kind, asking site and days. A narrow page folds most. */
export function ActivityFilters({
  filters,
  origins,
  isEverywhere,
  isAsking,
  onChange,
  onEverywhere,
}: ActivityFiltersProps) {
  const isNarrow = useSurface() !== 'tab'
  const more = (
    <>
      <Select
        label={t('filter_scope')}
        testId="filter-scope"
        busy={isAsking}
        choices={[
          { value: 'here', label: t('filter_here') },
          { value: 'everywhere', label: t('filter_everywhere') },
        ]}
        value={isEverywhere ? 'everywhere' : 'here'}
        onChange={scope => onEverywhere(scope === 'everywhere')}
      />
      <Select
        label={t('filter_kind')}
        testId="filter-kind"
        choices={kinds.map(value => ({ value, label: t(kindNames[value]) }))}
        value={filters.kind}
        onChange={kind => onChange({ ...filters, kind })}
      />
      {origins.length > 0 && (
        <Select
          label={t('filter_origin')}
          choices={[
            { value: '', label: t('filter_anywhere') },
            { value: 'wallet', label: t('requester_wallet') },
            ...origins.map(value => ({ value, label: readOrigin(value).host })),
          ]}
          value={filters.origin}
          onChange={origin => onChange({ ...filters, origin })}
        />
      )}
      <span className="filter-days">
        <Day
          label={t('filter_since')}
          max={filters.until}
          value={filters.since}
          onChange={since => onChange({ ...filters, since })}
        />
        <Day
          label={t('filter_until')}
          min={filters.since}
          value={filters.until}
          onChange={until => onChange({ ...filters, until })}
        />
      </span>
    </>
  )
  return (
    <div className="filters">
      <SearchField
        label={t('activity_search')}
        testId="activity-search"
        value={filters.text}
        onChange={text => onChange({ ...filters, text })}
      />
      <Segments
        label={t('filter_state')}
        name="state"
        choices={states.map(value => ({ value, label: t(stateNames[value]) }))}
        value={filters.state}
        onChange={state => onChange({ ...filters, state })}
      />
      {isNarrow ? (
        <Fold title={t('filter_more')}>
          <div className="filters">{more}</div>
        </Fold>
      ) : (
        more
      )}
    </div>
  )
}

interface DayProps {
  label: string
  /** `YYYY-MM-DD`, or empty. */
  value: string
  min?: string
  max?: string
  onChange(day: string): void
}

function Day({ label, onChange, ...limits }: DayProps) {
  return (
    <label>
      {label}
      <input {...limits} type="date" className="input select" onChange={event => onChange(event.target.value)} />
    </label>
  )
}
