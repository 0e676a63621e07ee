import { Notice } from '@/components/elements/Notice'
import { shortAddress } from '@/components/format/address'
import { format, lookUp, t } from '@/components/i18n'
import { isAddress } from '@/lib/base/checksum'
import type { Risk, RiskLevel } from '@/lib/reading/risk/risk'

const order: Record<RiskLevel, number> = { danger: 0, caution: 1, note: 2 }
const words = { danger: 'risk_level_danger', caution: 'risk_level_caution', note: 'risk_level_note' } as const

/** Risks that are shown with the balance changes or the amount. */
const saidAbove: ReadonlySet<string> = new Set(['would-fail', 'simulation-unavailable', 'insufficient-funds'])

/** The risks on a scale of three, in words, worst first. */
export function Risks({ risks }: { risks: readonly Risk[] }) {
  const shown = risks.filter(risk => !saidAbove.has(risk.code))
  if (shown.length === 0) return null
  return (
    <section className="risks" aria-label={t('risks_label')}>
      {shown
        .toSorted((a, b) => order[a.level] - order[b.level])
        .map(risk => (
          <Notice key={keyOf(risk)} tone={risk.level}>
            <strong>{t(words[risk.level])}</strong> {riskSentence(risk)}
          </Notice>
        ))}
    </section>
  )
}

/** The dangers beside the box that acknowledges them, always in sight. */
export function Dangers({ risks }: { risks: readonly Risk[] }) {
  const dangers = risks.filter(risk => risk.level === 'danger' && !saidAbove.has(risk.code))
  if (dangers.length === 0) return null
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <ul className="dangers" tabIndex={0}>
      {dangers.map(risk => (
        <li key={keyOf(risk)}>
          <strong>{t(words.danger)}</strong> {riskSentence(risk)}
        </li>
      ))}
    </ul>
  )
}

/** The risks of a part of a decision, a line each. */
export function RiskLines({ risks }: { risks: readonly Risk[] }) {
  if (risks.length === 0) return null
  return (
    <ul className="risk-lines">
      {risks
        .toSorted((a, b) => order[a.level] - order[b.level])
        .map(risk => (
          <li key={keyOf(risk)} className={`risk-line risk-line-${risk.level}`}>
            <strong>{t(words[risk.level])}</strong> {riskSentence(risk)}
          </li>
        ))}
    </ul>
  )
}

/** @param fee wei */
function feeText(fee: string, symbol = ''): string {
  return `${format.amount(BigInt(fee), 18, 'short')} ${symbol}`.trim()
}

function keyOf(risk: Risk): string {
  return `${risk.code} ${Object.values(risk.values).join(' ')}`
}

function riskSentence({ code, values }: Risk): string {
  const shown = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, shownValue(name, value, values)]),
  )
  return lookUp(`risk_${code}`, shown) ?? t('risk_unknown', { code })
}

function shownValue(name: string, value: string, { symbol }: Risk['values']): string {
  if (name === 'date') return format.day(value)
  if (name === 'time') return format.dateTime(Number(value))
  if (name === 'fee') return feeText(value, symbol)
  if (name === 'seconds') return format.period(BigInt(value), 2)
  // The address it resembles is shown in full: the short forms look alike.
  return name !== 'known' && isAddress(value, { strict: false }) ? shortAddress(value) : value
}
