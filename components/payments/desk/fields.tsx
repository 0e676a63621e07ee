import type { Address } from 'viem'
import { t } from '@/components/app'
import { Fold } from '@/components/elements'
import { SelectField, TextField, type TextFieldProps } from '@/components/elements/later'
import { shortAddress } from '@/components/format/address'
import type { Asset } from '@/components/send/assets'

interface AssetFieldProps {
  label?: string
  assets: readonly Asset[]
  token: Address | null
  onToken(token: Address | null): void
  testId: string
}

/** The choice of an asset. */
export function AssetField({ label = t('send_asset'), assets, token, onToken, testId }: AssetFieldProps) {
  return (
    <SelectField
      label={label}
      testId={testId}
      // A token that only arrived has the symbol that it gives itself.
      choices={assets.map(({ token, symbol, found }) => ({
        value: token,
        label: found && token !== null ? `${symbol} ${shortAddress(token)}` : symbol,
        group: found ? t('tokens_found_title') : undefined,
      }))}
      value={token}
      onChange={onToken}
    />
  )
}

interface ReferenceFieldProps extends Pick<TextFieldProps, 'value' | 'onChange' | 'testId' | 'maxLength'> {
  token: Address | null
  /** It does not fit into the 32 bytes that a token's transfer carries. */
  isWrong: boolean
}

/** The reference of a payment. Transfers of tokens can carry one, transfers of the chain's currency cannot. */
export function ReferenceField({ token, isWrong, ...field }: ReferenceFieldProps) {
  if (token === null) return null
  const error = isWrong ? t('verify_memo_wrong') : undefined
  return (
    <Fold title={t('request_reference')} open={field.value !== ''} testId={`${field.testId}-fold`}>
      <TextField {...field} label={t('request_reference_note')} error={error} />
    </Fold>
  )
}
