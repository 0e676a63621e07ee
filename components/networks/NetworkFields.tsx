import { TextField } from '@/components/elements/TextField'
import { t } from '@/components/i18n'
import type { NetworkView } from '@/lib/messaging/ui'
import { httpFault } from './endpoint'

/** What a person says of a network, as typed. */
export interface TypedNetwork {
  name: string
  symbol: string
  explorer: string
  testing: boolean
}

/**
 * The network as the worker takes it; `null` while something is missing or wrong.
 * @param others the networks with its chain id, whose names it cannot have
 */
export function readNetwork({ name, symbol, explorer, testing }: TypedNetwork, others: readonly NetworkView[]) {
  const explorerUrl = explorer.trim() === '' ? null : explorer.trim()
  const isExplorerWrong = explorerUrl !== null && httpFault(explorerUrl) !== null
  if (name.trim() === '' || symbol.trim() === '' || isExplorerWrong || isTaken(name, others)) return null
  return { name: name.trim(), symbol: symbol.trim(), explorerUrl, testing }
}

function isTaken(name: string, others: readonly NetworkView[]): boolean {
  return others.some(other => other.name.trim().toLowerCase() === name.trim().toLowerCase())
}

interface NetworkFieldsProps {
  typed: TypedNetwork
  /** The other networks with its chain id. */
  others: readonly NetworkView[]
  /** It is a test network whatever the person says: a copy on this machine. */
  isCopy?: boolean
  onChange(next: TypedNetwork): void
}

/** Name, currency, explorer, and whether its money is worth nothing. */
export function NetworkFields({ typed, others, isCopy = false, onChange }: NetworkFieldsProps) {
  const { name, symbol, explorer, testing } = typed
  const isExplorerWrong = explorer.trim() !== '' && httpFault(explorer.trim()) !== null
  return (
    <>
      <TextField
        label={t('network_name')}
        error={isTaken(name, others) ? t('network_name_taken') : undefined}
        testId="network-name"
        maxLength={64}
        value={name}
        onChange={text => onChange({ ...typed, name: text })}
      />
      <TextField
        label={t('network_currency')}
        maxLength={12}
        value={symbol}
        onChange={text => onChange({ ...typed, symbol: text })}
      />
      <TextField
        label={t('network_explorer_optional')}
        error={isExplorerWrong ? t('endpoint_not_an_address') : undefined}
        kind="url"
        maxLength={2_000}
        placeholder="https://"
        value={explorer}
        onChange={text => onChange({ ...typed, explorer: text })}
      />
      <label className="check">
        <input
          type="checkbox"
          checked={testing || isCopy}
          disabled={isCopy}
          data-testid="network-testing"
          onChange={event => onChange({ ...typed, testing: event.target.checked })}
        />
        {t('network_is_testing')}
      </label>
    </>
  )
}
