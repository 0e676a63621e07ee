import { format, t } from '@/components/app'
import { Button } from '@/components/elements'
import { type AmountEntry, AmountField, Select } from '@/components/elements/later'
import { shortAddress } from '@/components/format/address'
import type { Asset } from './assets'

interface SendAmountProps {
  entry: AmountEntry
  /** Everything there is, in place of the amount. */
  all: boolean
  tooMuch: boolean
  asset: Asset
  assets: readonly Asset[]
  onAmount(amount: string): void
  onAll(all: boolean): void
  onAsset(token: Asset['token']): void
}

/** The amount and, where there are several assets, the choice of one in place of the unit. */
export function SendAmount({ entry, all, tooMuch, asset, assets, onAmount, onAll, onAsset }: SendAmountProps) {
  return (
    <AmountField
      label={t('amount')}
      hint={hint(asset, all)}
      error={tooMuch ? t('amount_above_balance') : undefined}
      testId="send-amount"
      large
      entry={all ? { ...entry, text: '', error: undefined } : entry}
      placeholder={all ? t('send_everything') : '0'}
      readOnly={all}
      end={
        assets.length === 1 ? undefined : (
          <Select
            label={t('send_asset')}
            testId="send-asset"
            choices={assets.map(({ token, symbol, found }) => ({
              value: token,
              label: found && token !== null ? `${symbol} ${shortAddress(token)}` : symbol,
              group: found ? t('tokens_found_title') : undefined,
            }))}
            value={asset.token}
            onChange={onAsset}
          />
        )
      }
      aside={
        <Button size="small" aria-pressed={all} testId="send-all" onClick={() => onAll(!all)} label={t('send_all')} />
      }
      onChange={onAmount}
    />
  )
}

function hint({ token, spendable, decimals, symbol }: Asset, all: boolean): string | undefined {
  if (all && token === null) return t('send_all_note')
  if (spendable === null) return undefined
  return t('send_available', { amount: `${format.amount(spendable, decimals, 'short')} ${symbol}` })
}
