import { useEffect, useState } from 'react'
import { useNames } from '@/components/contacts/use-names'
import { AddressText } from '@/components/elements/AddressText'
import { Row, Rows } from '@/components/elements/Row'
import { VisibleText } from '@/components/elements/VisibleText'
import { format, t } from '@/components/i18n'
import { type DescribedField, describeFields } from '@/lib/decoding/descriptor'
import type { TypedData } from '@/lib/decoding/typed-data'
import { fieldLabel } from './field-label'
import { spendWords, untilWords } from './meaning'
import { DomainTree, TypedDataTree } from './TypedDataTree'
import { useTokens } from './use-tokens'

/** Every signed field, named and formatted by its descriptor (ERC-7730), or by its type names without one. */
export function DescribedFields({ typedData, chainId }: { typedData: TypedData; chainId: number }) {
  const [fields, setFields] = useState<DescribedField[] | null>(null)
  useEffect(() => {
    let current = true
    void import('@/lib/decoding/descriptors').then(({ descriptors }) => {
      if (current) setFields(describeFields(typedData, descriptors))
    })
    return () => {
      current = false
    }
  }, [typedData])
  if (fields === null) return <TypedDataTree typedData={typedData} />
  return (
    <div className="described" data-testid="described">
      <FieldRows fields={fields} chainId={chainId} />
      <DomainTree typedData={typedData} />
    </div>
  )
}

function FieldRows({ fields, chainId }: { fields: readonly DescribedField[]; chainId: number }) {
  return (
    <Rows>
      {fields.map((field, index) => (
        <Row
          // biome-ignore lint/suspicious/noArrayIndexKey: a fixed list, and two fields may be equal
          key={index}
          label={labelOf(field)}
          stacked={field.value.kind === 'address' || (field.value.kind === 'raw' && field.value.text.length > 24)}
        >
          <Value value={field.value} chainId={chainId} />
        </Row>
      ))}
    </Rows>
  )
}

function labelOf({ label, place }: DescribedField): string {
  const name = fieldLabel(label)
  return place === null ? name : t('field_numbered', { label: name, number: format.integer(place) })
}

function Value({ value, chainId }: { value: DescribedField['value']; chainId: number }) {
  const tokenOf = useTokens(chainId)
  const nameOf = useNames()
  switch (value.kind) {
    case 'address': {
      const name = tokenOf(value.address)?.symbol ?? nameOf(value.address)
      return (
        <>
          {name !== null && <span className="counterparty-name">{name}</span>}
          <AddressText address={value.address} />
        </>
      )
    }
    case 'token-amount':
      return value.token === null
        ? format.integer(value.amount)
        : spendWords({ token: value.token, amount: value.amount, isUnlimited: value.isUnlimited }, tokenOf)
    case 'date':
      // Zero means that no date is set; what that allows differs between contracts.
      return value.seconds === 0n ? '0' : untilWords(value.seconds)
    case 'duration':
      return format.period(value.seconds)
    case 'unit':
      return `${format.amount(value.amount, value.decimals, 'exact')} ${value.base}`
    case 'raw':
      return <VisibleText text={value.text} />
  }
}
