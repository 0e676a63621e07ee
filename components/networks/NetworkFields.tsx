import { t } from '@/components/app'
import { TextField } from '@/components/elements/later'
import type { NetworkView } from '@/lib/language/ui'
import { httpFault } from './endpoint'

/** What a person says of a network, as typed. */
export interface TypedNetwork {
  name: string
  symbol: string
  explorer: string
  faucet: string
  testing: boolean
}

/**
 * The network as the worker takes it; `null` while something is missing or wrong.
 * @param others the networks with its chain id, whose names it cannot have
 */
export function readNetwork({ name, symbol, testing, ...typed }: TypedNetwork, others: readonly NetworkView[]) {
  const [explorerUrl, faucetUrl] = [textOf(typed.explorer), textOf(typed.faucet)]
  const isComplete = name.trim() !== '' && symbol.trim() !== '' && !isWrong(typed.explorer) && !isWrong(typed.faucet)
  if (!isComplete || isNameTaken(name, others)) return null
  return { name: name.trim(), symbol: symbol.trim(), explorerUrl, faucetUrl, testing }
}

function textOf(typed: string): string | null {
  return typed.trim() === '' ? null : typed.trim()
}

/** An optional address that is given and is none. */
function isWrong(typed: string): boolean {
  return typed.trim() !== '' && httpFault(typed) !== null
}

/** Whether a network with the same chain id has the name. */
export function isNameTaken(name: string, others: readonly NetworkView[]): boolean {
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

/** Name, currency, explorer, whether its money is worth nothing, and the faucet of one whose money is. */
export function NetworkFields({ typed, others, isCopy = false, onChange }: NetworkFieldsProps) {
  const { name, symbol, explorer, faucet, testing } = typed
  return (
    <>
      <TextField
        label={t('network_name')}
        error={isNameTaken(name, others) ? t('network_name_taken') : undefined}
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
        error={isWrong(explorer) ? t('endpoint_not_an_address') : undefined}
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
      {(testing || isCopy || faucet !== '') && (
        <TextField
          label={t('network_faucet_optional')}
          hint={t('network_faucet_hint')}
          error={isWrong(faucet) ? t('endpoint_not_an_address') : undefined}
          testId="network-faucet"
          kind="url"
          maxLength={2_000}
          placeholder="https://"
          value={faucet}
          onChange={text => onChange({ ...typed, faucet: text })}
        />
      )}
    </>
  )
}
