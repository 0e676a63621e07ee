import { Segments } from '@/components/elements/Segments'
import { t } from '@/components/i18n'
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
  /** Sites that asked for something shown. */
  origins: readonly string[]
  isEverywhere: boolean
  isAsking: boolean
  onChange(filters: Filters): void
  onEverywhere(wanted: boolean): void
}

/** How far, what, whose, who asked, and when. */
export function ActivityFilters({
  filters,
  origins,
  isEverywhere,
  isAsking,
  onChange,
  onEverywhere,
}: ActivityFiltersProps) {
  return (
    <div className="filters">
      <Segments
        label={t('filter_state')}
        name="state"
        choices={states.map(value => ({ value, label: t(stateNames[value]) }))}
        value={filters.state}
        onChange={state => onChange({ ...filters, state })}
      />
      <select
        className="input select"
        aria-label={t('filter_scope')}
        data-testid="filter-scope"
        aria-busy={isAsking}
        value={isEverywhere ? 'everywhere' : 'here'}
        onChange={event => onEverywhere(event.target.value === 'everywhere')}
      >
        <option value="here">{t('filter_here')}</option>
        <option value="everywhere">{t('filter_everywhere')}</option>
      </select>
      <select
        className="input select"
        aria-label={t('filter_kind')}
        data-testid="filter-kind"
        value={filters.kind}
        onChange={event => {
          const kind = kinds.find(candidate => candidate === event.target.value)
          if (kind !== undefined) onChange({ ...filters, kind })
        }}
      >
        {kinds.map(kind => (
          <option key={kind} value={kind}>
            {t(kindNames[kind])}
          </option>
        ))}
      </select>
      {origins.length > 0 && (
        <select
          className="input select"
          aria-label={t('filter_origin')}
          value={filters.origin}
          onChange={event => onChange({ ...filters, origin: event.target.value })}
        >
          <option value="">{t('filter_anywhere')}</option>
          <option value="wallet">{t('requester_wallet')}</option>
          {origins.map(origin => (
            <option key={origin} value={origin}>
              {readOrigin(origin).host}
            </option>
          ))}
        </select>
      )}
      <span className="filter-days">
        <label>
          {t('filter_since')}
          <input
            type="date"
            className="input select"
            max={filters.until}
            value={filters.since}
            onChange={event => onChange({ ...filters, since: event.target.value })}
          />
        </label>
        <label>
          {t('filter_until')}
          <input
            type="date"
            className="input select"
            min={filters.since}
            value={filters.until}
            onChange={event => onChange({ ...filters, until: event.target.value })}
          />
        </label>
      </span>
    </div>
  )
}
