import { useMemo } from 'react'
import type { Address } from 'viem'
import { AddressRow } from '@/components/contacts/AddressRow'
import { Fold } from '@/components/elements/Fold'
import { Notice } from '@/components/elements/Notice'
import { Row, Rows } from '@/components/elements/Row'
import { format, t } from '@/components/i18n'
import { isSameAddress } from '@/lib/base/hex'
import type { NetworkId } from '@/lib/base/network-id'
import type { TypedDataMeaning } from '@/lib/reading/typed-data/typed-data-types'
import { DescribedFields } from './DescribedFields'
import { readMeaning, spendWords, untilWords } from './meaning'
import type { Place } from './ShownValue'
import { SignedEffects } from './SignedEffects'
import { useTokens } from './use-tokens'

interface TypedDataProps {
  typedData: string
  /** The signer; `null` where it is not chosen yet. */
  account: Address | null
  on: Place
}

/** Typed data to sign (EIP-712): of a known kind its effects and facts. */
export function TypedDataBody({ typedData: text, account, on: { networkId } }: TypedDataProps) {
  const read = useMemo(() => readMeaning(text), [text])
  if (read === null || read.meaning === null) return <Notice tone="caution">{t('typed_data_warning')}</Notice>
  const { typedData, meaning } = read
  return (
    <>
      <SignedEffects typedData={typedData} meaning={meaning} account={account} networkId={networkId} />
      <Facts meaning={meaning} networkId={networkId} />
    </>
  )
}

/** Every field that is signed, folded where the facts say enough. Below the risks: there may be many. */
export function TypedDataFields({ typedData: text, account, on }: TypedDataProps) {
  const read = useMemo(() => readMeaning(text), [text])
  if (read === null) return null
  const fields = <DescribedFields {...read} account={account} on={on} />
  if (read.meaning === null) return fields
  return (
    <Fold open={saysLittle(read.meaning)} title={t('typed_data_fields')} testId="typed-data-fields">
      {fields}
    </Fold>
  )
}

/** Whether the facts name no amount or no spender, so that the fields are shown unfolded. */
function saysLittle({ spends, kind, spender }: TypedDataMeaning): boolean {
  return (spends.length === 0 || spender === null) && kind !== 'cancel-authorization'
}

function Facts({ meaning, networkId }: { meaning: TypedDataMeaning; networkId: NetworkId }) {
  const tokenOf = useTokens(networkId)
  const { spender, recipient, spends, validFrom, validUntil, period } = meaning
  const other = recipient !== null && !isSameAddress(recipient, spender) ? recipient : null
  const startsAt = validFrom === null ? null : Number(validFrom) * 1_000
  return (
    <>
      {spends.length > 0 && (
        <ul className="changes-list">
          {spends.map((spend, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a fixed list, and the same amount may be in it twice
            <li key={index} className="change change-allowance">
              <span className="change-kind">{t('change_allowance')}</span>
              <span className="change-amount">{spendWords(spend, tokenOf)}</span>
            </li>
          ))}
        </ul>
      )}
      <Rows>
        {spender !== null && (
          <AddressRow
            label={t(other === null && recipient !== null ? 'counterparty_to' : 'counterparty_spender')}
            address={spender}
          />
        )}
        {other !== null && <AddressRow label={t('counterparty_to')} address={other} />}
        {period !== null && <Row label={t('typed_data_period')}>{format.period(period)}</Row>}
        {startsAt !== null && startsAt > Date.now() && (
          <Row label={t('typed_data_from')}>{format.dateTime(startsAt)}</Row>
        )}
        {validUntil !== null && <Row label={t('typed_data_until')}>{untilWords(validUntil)}</Row>}
      </Rows>
    </>
  )
}
