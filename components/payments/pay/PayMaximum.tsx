import { useState } from 'react'
import { format, t, usePropose, useSlice } from '@/components/app'
import { AddressRow } from '@/components/contacts/AddressRow'
import { Form, Notice } from '@/components/elements'
import { Row, Rows } from '@/components/elements/later'
import { readCheckout } from '@/components/payments/desk/read-contracts'
import { useAssets } from '@/components/payments/desk/use-assets'
import { useCallContract } from '@/components/payments/desk/use-chain-read'
import { useReading } from '@/components/payments/desk/use-reading'
import { useCautiousNow } from '@/components/payments/use-cautious-now'
import { momentWords } from '@/components/payments/words'
import { cleanSymbol } from '@/lib/base/foreign-text'
import { isSameAddress } from '@/lib/base/hex'
import type { MaximumLink } from '@/lib/payments/shared/maximum-link'
import { permitData } from './authorization-data'

interface PayMaximumProps {
  link: MaximumLink
  /** The origin of the page that has the link. */
  linkOrigin: string | undefined
}

/** A seller's maximum: what their contract says of itself, and the permit to sign for it. */
export function PayMaximum({ link, linkOrigin }: PayMaximumProps) {
  const propose = usePropose()
  const selection = useSlice('selection')
  const call = useCallContract(selection?.networkId)
  const asset = useAssets().find(({ token }) => isSameAddress(token, link.token))
  const symbol = cleanSymbol(asset?.symbol ?? '')
  const [hasNoDomain, setNoDomain] = useState(false)
  const { nowSeconds } = useCautiousNow(true)
  const checkout = useReading(`${selection?.networkId} ${link.contract}`, async () => ({
    found: await readCheckout(call, link.contract),
  }))
  if (checkout === undefined) return <p className="quiet">{t('chain_asking')}</p>
  if (checkout === null) return <Notice tone="caution">{t('chain_unread')}</Notice>
  const { found } = checkout
  if (found === null || !isSameAddress(found.token, link.token))
    return <Notice tone="danger">{t('maximum_no_checkout')}</Notice>
  if (link.until <= BigInt(nowSeconds)) return <Notice tone="caution">{t('capture_expired')}</Notice>
  const until = Number(link.until)
  return (
    <Form
      card
      button={t('send_review')}
      testId="maximum-review"
      isReady={selection != null && asset !== undefined}
      submit={async () => {
        if (selection == null) return
        const typedData = await permitData(link, selection, call)
        setNoDomain(typedData === null)
        if (typedData === null) return
        await propose('authorization.propose', { typedData, linkOrigin })
      }}
    >
      <p className="authorization-sentence" data-testid="maximum">
        {t('maximum_takes', { amount: `${format.amount(link.most, asset?.decimals ?? 18, 'exact')} ${symbol}` })}
      </p>
      <p className="quiet">{t('maximum_note')}</p>
      <Rows>
        <AddressRow label={t('maximum_seller')} address={found.merchant} />
        <AddressRow label={t('maximum_contract')} address={link.contract} />
        <Row label={t('maximum_until')}>
          {`${momentWords(until)} (${format.remaining((until - nowSeconds) * 1_000)})`}
        </Row>
      </Rows>
      {hasNoDomain && (
        <Notice tone="danger" live>
          {t('promise_no_domain', { symbol })}
        </Notice>
      )}
    </Form>
  )
}
