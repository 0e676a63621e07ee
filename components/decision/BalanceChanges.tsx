import { Notice } from '@/components/elements/Notice'
import { format, locale, lookUp, t } from '@/components/i18n'
import type { BalanceChange, RevertSaid, Simulation } from '@/lib/approvals/types'
import { unlimitedAllowance } from '@/lib/decoding/describe'
import { cleanForeignText } from '@/lib/values/foreign-text'

/**
 * The balance changes a simulation on the pending state found, or why there is none. `count`: number of transactions
 * simulated together.
 */
export function BalanceChanges({
  simulation,
  symbol,
  count = 1,
}: {
  simulation: Simulation
  symbol: string
  count?: number
}) {
  return (
    <section className="changes" aria-label={t('changes_label')} aria-live="polite">
      {content(simulation, symbol, count)}
    </section>
  )
}

function content(simulation: Simulation, symbol: string, count: number) {
  switch (simulation.status) {
    case 'running':
      return <p className="changes-quiet">{t('changes_running')}</p>
    case 'unavailable':
      return (
        <Notice tone="caution">
          {t('changes_unavailable')}{' '}
          {simulation.reason !== '' && <q className="foreign">{cleanForeignText(simulation.reason, 160)}</q>}
        </Notice>
      )
    case 'reverts': {
      const numbers = count === 1 ? [] : (simulation.calls ?? []).map(({ index }) => format.integer(index + 1))
      const values = { numbers: new Intl.ListFormat(locale()).format(numbers), count: format.integer(count) }
      return (
        <Notice tone="danger">
          {numbers.length === 0
            ? t('changes_reverts')
            : t(numbers.length === 1 ? 'changes_call_reverts' : 'changes_calls_revert', values)}{' '}
          {/* Of several, each says its own reason. */}
          {numbers.length < 2 && <RevertReason said={simulation} />}
        </Notice>
      )
    }
    case 'succeeds':
      return (
        <>
          {simulation.changes.length === 0 ? (
            <p className="changes-quiet">{t('changes_none')}</p>
          ) : (
            <ul className="changes-list">
              {simulation.changes.map(change => (
                <Change
                  key={`${change.kind} ${assetKey(change)} ${change.counterparty ?? ''} ${change.amount}`}
                  change={change}
                  symbol={symbol}
                />
              ))}
            </ul>
          )}
          {!simulation.complete && <p className="changes-quiet">{t('changes_incomplete')}</p>}
        </>
      )
  }
}

/** Why a call reverts: the wallet's sentence for a known reason, otherwise the contract's own text. */
export function RevertReason({ said: { reason, code } }: { said: RevertSaid }) {
  const words = code === undefined ? null : lookUp(`revert_${code}`)
  return words ?? (reason !== '' && <q className="foreign">{cleanForeignText(reason, 160)}</q>)
}

function assetKey({ asset }: BalanceChange): string {
  return asset.kind === 'native' ? 'native' : asset.address
}

function Change({ change, symbol }: { change: BalanceChange; symbol: string }) {
  const { asset } = change
  const amount = BigInt(change.amount)
  const decimals = asset.kind === 'native' ? 18 : asset.decimals
  const unit = asset.kind === 'native' ? symbol : cleanForeignText(asset.symbol, 16)
  const allowance = change.kind === 'allowance'
  const out = amount < 0n
  return (
    <li className={allowance ? 'change change-allowance' : out ? 'change change-out' : 'change change-in'}>
      <span className="change-kind">{t(allowance ? 'change_allowance' : out ? 'change_out' : 'change_in')}</span>
      <span className="change-amount">
        {!allowance
          ? format.delta(amount, decimals)
          : amount >= unlimitedAllowance
            ? t('allowance_unlimited')
            : format.amount(amount, decimals, 'short')}{' '}
        <span className="symbol">{unit}</span>
      </span>
    </li>
  )
}
