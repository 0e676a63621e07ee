import ChevronRight from 'lucide-react/icons/chevron-right'
import { useMemo } from 'react'
import { useNames } from '@/components/contacts/use-names'
import { AddressText } from '@/components/elements/AddressText'
import { Notice } from '@/components/elements/Notice'
import { format, t } from '@/components/i18n'
import type { TypedDataMeaning } from '@/lib/decoding/typed-data-meaning'
import { DescribedFields } from './DescribedFields'
import { readMeaning, spendWords, untilWords } from './meaning'
import { Row } from './Row'
import { TypedDataTree } from './TypedDataTree'
import { useTokens } from './use-tokens'

/**
 * Typed data to be signed (EIP-712). A kind the wallet knows is put into facts and its fields are folded; of any other the fields
 * are all there is to go by.
 */
export function TypedDataBody({ typedData: text, chainId }: { typedData: string; chainId: number }) {
  const read = useMemo(() => readMeaning(text), [text])
  if (read === null) return <Notice tone="caution">{t('typed_data_warning')}</Notice>
  const { typedData, meaning } = read
  if (meaning === null) {
    return (
      <>
        <Notice tone="caution">{t('typed_data_warning')}</Notice>
        <TypedDataTree typedData={typedData} />
      </>
    )
  }
  return (
    <>
      <Facts meaning={meaning} chainId={chainId} />
      <details className="fold" open={saysLittle(meaning)}>
        <summary data-testid="typed-data-fields">
          <ChevronRight className="fold-arrow" size={16} aria-hidden="true" />
          {t('typed_data_fields')}
        </summary>
        <DescribedFields typedData={typedData} chainId={chainId} />
      </details>
    </>
  )
}

/** Where the facts name no money, or nobody who may take it, what is signed is to be seen at once. */
function saysLittle({ spends, kind, spender }: TypedDataMeaning): boolean {
  return (spends.length === 0 || spender === null) && kind !== 'cancel-authorization'
}

function Facts({ meaning, chainId }: { meaning: TypedDataMeaning; chainId: number }) {
  const tokenOf = useTokens(chainId)
  const nameOf = useNames()
  const { spender, recipient, spends, validFrom, validUntil, period } = meaning
  const other = recipient !== null && recipient.toLowerCase() !== spender?.toLowerCase() ? recipient : null
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
      <dl className="rows">
        {spender !== null && (
          <Row label={t(other === null && recipient !== null ? 'counterparty_to' : 'counterparty_spender')} stacked>
            <span className="counterparty-name">{nameOf(spender)}</span>
            <AddressText address={spender} />
          </Row>
        )}
        {other !== null && (
          <Row label={t('counterparty_to')} stacked>
            <span className="counterparty-name">{nameOf(other)}</span>
            <AddressText address={other} />
          </Row>
        )}
        {period !== null && <Row label={t('typed_data_period')}>{format.period(period)}</Row>}
        {startsAt !== null && startsAt > Date.now() && (
          <Row label={t('typed_data_from')}>{format.dateTime(startsAt)}</Row>
        )}
        {validUntil !== null && <Row label={t('typed_data_until')}>{untilWords(validUntil)}</Row>}
      </dl>
    </>
  )
}
