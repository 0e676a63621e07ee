import { useMemo } from 'react'
import type { Address } from 'viem'
import { Notice } from '@/components/elements/Notice'
import { Row, Rows } from '@/components/elements/Row'
import { format, t } from '@/components/i18n'
import { effectsOf } from '@/lib/base/effects'
import { lowerCaseAddress } from '@/lib/base/hex'
import { contradictionOf } from '@/lib/reading/descriptors/contradiction'
import type { Description, ShownField } from '@/lib/reading/descriptors/description'
import type { TypedData } from '@/lib/reading/typed-data/typed-data'
import { typedDataAct } from '@/lib/reading/typed-data/typed-data-act'
import type { TypedDataMeaning } from '@/lib/reading/typed-data/typed-data-types'
import { fieldLabel } from './field-label'
import { NamedTokens } from './NamedTokens'
import { type Place, ShownValue } from './ShownValue'
import { DomainTree, TypedDataTree } from './TypedDataTree'
import { type ListedOutcome, useDescription } from './use-description'

/**
 * Every signed field, named and formatted by its descriptor (ERC-7730), or by its type names without one. A descriptor
 * that contradicts the data is set aside.
 */
export function DescribedFields({
  typedData,
  meaning,
  account,
  on,
}: {
  typedData: TypedData
  meaning: TypedDataMeaning | null
  /** The signer; `null` where it is not chosen yet. */
  account: Address | null
  on: Place
}) {
  const outcome = useDescription(useMemo(() => ({ kind: 'message', from: account, typedData }), [account, typedData]))
  if (outcome === null || outcome.kind === 'none') return <TypedDataTree typedData={typedData} />
  const { verifyingContract } = typedData.domain
  const contract = typeof verifyingContract === 'string' ? (`0x${verifyingContract.slice(2)}` as const) : null
  const signer = account === null ? null : lowerCaseAddress(account)
  const effects =
    meaning === null || signer === null ? [] : effectsOf(typedDataAct(meaning, { account: signer, target: contract }))
  if (outcome.kind === 'set-aside' || contradictionOf(outcome.description, effects, contract) !== null) {
    const about = outcome.kind === 'set-aside' ? outcome.about : outcome.description.about
    return (
      <>
        <SetAside owner={about.owner} contradicts={outcome.kind === 'described'} listing={outcome.listing} />
        <TypedDataTree typedData={typedData} />
      </>
    )
  }
  return (
    <div className="described" data-testid="described">
      <FieldRows description={outcome.description} on={on} />
      <DomainTree typedData={typedData} />
      <ListSource listing={outcome.listing} />
    </div>
  )
}

/**
 * Says that a descriptor was not used.
 * @param contradicts whether it says something else than what happens; otherwise it does not fit the data
 */
export function SetAside({
  owner,
  contradicts,
  listing,
}: {
  owner: string | null
  contradicts: boolean
  listing: ListedOutcome['listing']
}) {
  const values = { owner: owner ?? t('clear_publisher') }
  return (
    <div data-testid="clear-set-aside">
      <Notice tone="caution">{contradicts ? t('clear_set_aside', values) : t('clear_unfit', values)}</Notice>
      <ListSource listing={listing} />
    </div>
  )
}

/** Which public list a description is from, and of which day. */
export function ListSource({ listing }: { listing: ListedOutcome['listing'] }) {
  if (listing === null) return null
  return <p className="quiet">{t('clear_listed', { list: listing.list, date: format.day(listing.date) })}</p>
}

/** A row for each field; those of a call inside stand behind its own intent. */
export function FieldRows({ description, on }: { description: Description; on: Place }) {
  return (
    <NamedTokens networkId={on.networkId} tokens={tokensIn(description)}>
      <Rows>
        {description.fields.map((field, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a fixed list, and two fields may be equal
          <Row key={index} label={labelOf(field)} stacked={isLong(field.value)}>
            {field.value.kind === 'call' && field.value.description !== null ? (
              <FieldRows description={field.value.description} on={on} />
            ) : (
              <ShownValue value={field.value} on={on} />
            )}
          </Row>
        ))}
      </Rows>
      {description.omitted > 0 && <p>{t('clear_omitted', { count: format.integer(description.omitted) })}</p>}
    </NamedTokens>
  )
}

/** Tokens of the shown amounts, at most 20: each unlisted one is a question to the network. */
export function tokensIn({ fields }: Description): Address[] {
  const tokens = fields.flatMap(({ value }) => {
    const token = value.kind === 'token-amount' || value.kind === 'token' ? value.token : null
    return token === null ? [] : [token]
  })
  return [...new Set(tokens)].slice(0, 20)
}

function isLong(value: ShownField['value']): boolean {
  if (['address', 'token', 'item', 'call', 'encrypted'].includes(value.kind)) return true
  return 'text' in value && value.text.length > 24
}

function labelOf({ label, groups, place }: ShownField): string {
  const name = [...groups, label].map(fieldLabel).filter(Boolean).join(': ')
  return place === null ? name : t('field_numbered', { label: name, number: format.integer(place) })
}
