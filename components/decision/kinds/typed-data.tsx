import { useMemo } from 'react'
import type { Address } from 'viem'
import { useSlice } from '@/components/client-context'
import { AddressRow } from '@/components/contacts/AddressRow'
import { useNames } from '@/components/contacts/use-names'
import { Fold } from '@/components/elements/Fold'
import { Notice } from '@/components/elements/Notice'
import { Row, Rows } from '@/components/elements/Row'
import { shortAddress } from '@/components/format/address'
import { format, locale, t, template } from '@/components/i18n'
import { fillTemplate, Sentence } from '@/components/Sentence'
import { cleanForeignText } from '@/lib/base/foreign-text'
import { isSameAddress, lowerCaseAddress } from '@/lib/base/hex'
import type { NetworkId } from '@/lib/base/network-id'
import { contractsNamed } from '@/lib/reading/typed-data/typed-data-tokens'
import type { TypedDataMeaning } from '@/lib/reading/typed-data/typed-data-types'
import { fitsButton } from '../ApproveTransaction'
import { DescribedFields } from '../DescribedFields'
import { readMeaning, sentenceOf, spendWords, tokenName, untilWords } from '../meaning'
import { RawData } from '../RawData'
import { SignedEffects } from '../SignedEffects'
import { tradeWords } from '../trade-words'
import { useContractNames, useTokens } from '../use-tokens'
import type { Asked, ShownKind } from './kind'

export const typedData: ShownKind<'typed-data'> = {
  Approve,
  Statement,
  Body,
  Beneath: ({ request, approval }) => (
    <>
      <Fields request={request} approval={approval} />
      <RawData parts={[[t('raw_typed_data'), request.typedData]]} />
    </>
  ),
  contracts({ typedData }, account) {
    const read = readMeaning(typedData)
    if (read === null || account === null) return []
    return contractsNamed(read.typedData, read.meaning, lowerCaseAddress(account))
  },
}

/** «Allow 12 USDC» where the signature lets one amount of one token go and nothing else, otherwise «Sign». */
function Approve({ request: { typedData: text }, approval: { networkId } }: Asked<'typed-data'>) {
  const meaning = useMemo(() => readMeaning(text)?.meaning, [text])
  const tokenOf = useTokens(networkId)
  const [spend, ...more] = meaning?.spends ?? []
  const isAllowance = spend !== undefined && more.length === 0 && meaning?.orders.length === 0
  const amount = isAllowance && !spend.isUnlimited ? spendWords(spend, tokenOf) : ''
  return fitsButton(amount)
    ? t('approve_allow', { amount })
    : t(isAllowance ? 'approve_allow_bare' : 'approve_typed_data')
}

function Statement({ request: { typedData: text }, approval: { networkId } }: Asked<'typed-data'>) {
  const read = useMemo(() => readMeaning(text), [text])
  const tokenOf = useTokens(networkId)
  const contractOf = useContractNames(networkId)
  const nameOf = useNames()
  const networks = useSlice('networks') ?? []
  const symbol = networks.find(network => network.id === networkId)?.symbol ?? ''
  if (read === null) return t('does_typed_data_unread')
  const { typedData, meaning } = read
  const sentence = meaning === null ? '' : template(sentenceOf(meaning))
  if (meaning === null || sentence === '') {
    const type = <strong>{cleanForeignText(typedData.primaryType, 60)}</strong>
    return <Sentence of="does_typed_data" values={{ type }} />
  }
  const who = (address: Address | null) => (
    <strong>{address === null ? t('somebody') : (nameOf(address) ?? <bdi>{shortAddress(address)}</bdi>)}</strong>
  )
  const amounts = meaning.spends.map(spend => spendWords(spend, tokenOf))
  const names = { symbol, nameOf: contractOf }
  const traded = tradeWords(meaning.orders.flat().concat(meaning.grants), names)
  const values = {
    ...{ gives: <strong>{traded.gives}</strong>, gets: <strong>{traded.gets}</strong> },
    stated: <strong>{cleanForeignText(meaning.statedAmount ?? '', 60)}</strong>,
    symbol: <strong>{meaning.spends[0] && tokenName(meaning.spends[0], tokenOf)}</strong>,
    amount: <strong>{new Intl.ListFormat(locale()).format(amounts)}</strong>,
    spender: who(meaning.spender),
    recipient: who(meaning.recipient),
    period: meaning.period === null ? '' : format.period(meaning.period),
  }
  return <>{fillTemplate(sentence, values)}</>
}

/** Typed data to sign (EIP-712): of a known kind its effects and facts. */
function Body({ request: { typedData: text }, approval: { account, networkId } }: Asked<'typed-data'>) {
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
function Fields({ request: { typedData: text }, approval }: Asked<'typed-data'>) {
  const read = useMemo(() => readMeaning(text), [text])
  if (read === null) return null
  const fields = <DescribedFields {...read} account={approval.account} on={approval} />
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
