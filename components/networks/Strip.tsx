import { format, t } from '@/components/app'
import { StopMark } from '@/components/elements'
import { lowerMedian } from '@/lib/base/median'

interface StripProps {
  look: 'preconfirmed' | 'sealed'
  label: string
  /** Ms, in any order. */
  values: readonly number[]
  /** Where a value lies on the scale, from 0 to 1. */
  place(ms: number): number
}

/** One mark for each measured time, and a taller one for their median. */
export function Strip({ look, label, values, place }: StripProps) {
  const middle = lowerMedian(values)
  return (
    <div className="strip">
      <p className="strip-label">
        <StopMark look={look} size={16} /> {label}
        {middle !== undefined && (
          <span className="strip-median">{t('measured_median', { time: format.duration(middle) })}</span>
        )}
      </p>
      <svg className="strip-plot" viewBox="0 0 1000 28" preserveAspectRatio="none" aria-hidden="true">
        <line className="strip-line" x1="0" x2="1000" y1="27" y2="27" />
        {values.map((value, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: marks without identity
          <rect key={index} className="strip-mark" x={place(value) * 1000 - 1.5} y="6" width="3" height="20" />
        ))}
        {middle !== undefined && (
          <rect className="strip-middle" x={place(middle) * 1000 - 1.5} y="0" width="3" height="28" />
        )}
      </svg>
    </div>
  )
}

/** The times that a scale names. @param ticks ms */
export function StripScale({ ticks, place }: { ticks: readonly number[]; place(ms: number): number }) {
  return (
    <div className="strip-scale" aria-hidden="true">
      {ticks.map(tick => (
        <span key={tick} style={{ insetInlineStart: `${place(tick) * 100}%` }}>
          {format.duration(tick)}
        </span>
      ))}
    </div>
  )
}
