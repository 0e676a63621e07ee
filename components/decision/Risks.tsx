import { Notice } from '@/components/elements/Notice'
import { lookUp, t } from '@/components/i18n'
import type { Risk, RiskLevel } from '@/lib/approvals/types'

const order: Record<RiskLevel, number> = { danger: 0, caution: 1, note: 2 }
const words = { danger: 'risk_level_danger', caution: 'risk_level_caution', note: 'risk_level_note' } as const

/** Said where it belongs, further up: under the balance changes and the amount. */
const saidAbove: ReadonlySet<string> = new Set(['would-fail', 'simulation-unavailable', 'insufficient-funds'])

/** One scale of three, in words, worst first. */
export function Risks({ risks }: { risks: readonly Risk[] }) {
  const shown = risks.filter(risk => !saidAbove.has(risk.code))
  if (shown.length === 0) return null
  const sorted = shown.toSorted((a, b) => order[a.level] - order[b.level])
  return (
    <section className="risks" aria-label={t('risks_label')}>
      {sorted.map(risk => (
        <Notice key={`${risk.code} ${Object.values(risk.values).join(' ')}`} tone={risk.level}>
          <strong>{t(words[risk.level])}</strong>{' '}
          {lookUp(`risk_${risk.code}`, risk.values) ?? t('risk_unknown', { code: risk.code })}
        </Notice>
      ))}
    </section>
  )
}
