import { useMemo } from 'react'
import { Notice } from '@/components/elements/Notice'
import { format, locale, lookUp, t } from '@/components/i18n'
import { readEffectView } from '@/lib/base/effect-views'
import { cleanForeignText } from '@/lib/base/foreign-text'
import type { TransactionPreview } from '@/lib/language/requests'
import type { RevertSaid, SimulationView } from '@/lib/reading/simulation/simulation'
import { EffectList } from './EffectList'

/** What a preview says of the changes for the account. */
export type Changes = Pick<TransactionPreview, 'simulation' | 'effects' | 'contracts'>

/** Nothing is known yet. */
export const noChanges: Changes = { simulation: { status: 'running' }, effects: [], contracts: {} }

/**
 * What would change for the account, on the pending state, or why that is not known. `count`: number of calls simulated
 * one after the other. `isTogether`: they are one transaction.
 */
export function BalanceChanges({
  preview,
  symbol,
  count = 1,
  isTogether = false,
}: {
  preview: Changes
  symbol: string
  count?: number
  isTogether?: boolean
}) {
  const effects = useMemo(() => preview.effects.map(readEffectView), [preview.effects])
  const { contracts, simulation } = preview
  const names = { symbol, nameOf: (address: string) => contracts[address.toLowerCase()] ?? null }
  return (
    <section
      className="changes"
      aria-label={t('changes_label')}
      aria-live="polite"
      aria-busy={simulation.status === 'running'}
    >
      {simulation.status === 'unavailable' && (
        <Notice tone="caution">
          {t('changes_unavailable')}{' '}
          {simulation.reason !== '' && <q className="foreign">{cleanForeignText(simulation.reason, 160)}</q>}
        </Notice>
      )}
      {simulation.status !== 'running' && effects.length > 0 && <EffectList effects={effects} names={names} />}
      <Remark simulation={simulation} hasEffects={effects.length > 0} count={count} isTogether={isTogether} />
    </section>
  )
}

/** What is to be said beside the list: nothing would change only where everything was tried out. */
function Remark({
  simulation,
  hasEffects,
  count,
  isTogether,
}: {
  simulation: SimulationView
  hasEffects: boolean
  count: number
  isTogether: boolean
}) {
  switch (simulation.status) {
    case 'running':
      return <p className="changes-quiet">{t('changes_running')}</p>
    case 'unavailable':
      return hasEffects ? <p className="changes-quiet">{t('changes_incomplete')}</p> : null
    case 'reverts': {
      const failing = count === 1 ? [] : (simulation.calls ?? []).map(({ index }) => format.integer(index + 1))
      // Together, the first that fails ends all of them.
      const numbers = isTogether ? failing.slice(0, 1) : failing
      const one = isTogether ? 'changes_batch_reverts' : 'changes_call_reverts'
      const values = { numbers: new Intl.ListFormat(locale()).format(numbers), count: format.integer(count) }
      return (
        <Notice tone="danger">
          {numbers.length === 0 ? t('changes_reverts') : t(numbers.length === 1 ? one : 'changes_calls_revert', values)}{' '}
          {/* If there are several calls, each says its own reason. */}
          {numbers.length < 2 && <RevertReason said={simulation} />}
        </Notice>
      )
    }
    case 'succeeds':
      if (simulation.complete) return hasEffects ? null : <p className="changes-quiet">{t('changes_none')}</p>
      return hasEffects ? (
        <p className="changes-quiet">{t('changes_incomplete')}</p>
      ) : (
        // The risks warn of it.
        <p className="changes-quiet">{t('changes_not_tried')}</p>
      )
  }
}

/** Why a call reverts: the wallet's sentence for a known reason, otherwise the contract's own text. */
export function RevertReason({ said: { reason, code } }: { said: RevertSaid }) {
  const words = code === undefined ? null : lookUp(`revert_${code}`)
  return words ?? (reason !== '' && <q className="foreign">{cleanForeignText(reason, 160)}</q>)
}
