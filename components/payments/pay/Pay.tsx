import { useState } from 'react'
import { type MessageKey, t, useClient, useSlice } from '@/components/app'
import { Button, Notice } from '@/components/elements'
import { Segments } from '@/components/elements/later'
import { holdsPermissions } from '@/components/payments/desk/read-contracts'
import { useAssets } from '@/components/payments/desk/use-assets'
import { useCallContract } from '@/components/payments/desk/use-chain-read'
import { useReading } from '@/components/payments/desk/use-reading'
import { type DeskPageProps, DeskWait } from '@/components/payments/desk-page'
import { linkOriginOf } from '@/components/payments/followed-link'
import type { Asset } from '@/components/send/assets'
import { isSameAddress } from '@/lib/base/hex'
import { judgeAddress } from '@/lib/payments/shared/address-text'
import type { PaymentLinkFault } from '@/lib/payments/shared/ethereum-uri'
import { type MaximumLink, readMaximumLink } from '@/lib/payments/shared/maximum-link'
import { type PaymentLink, readPaymentLink } from '@/lib/payments/shared/payment-link'
import { AuthorizationForm } from './AuthorizationForm'
import { CodeField } from './CodeField'
import { PayMaximum } from './PayMaximum'
import { PayNow } from './PayNow'
import '@/components/payments/desk/desk.css'

type Way = 'now' | 'later' | 'maximum' | 'regularly'

/** Pays from a link or by hand: now, later, up to a seller's maximum, or every period. */
export function Pay({ followed }: DeskPageProps) {
  const [text, setText] = useState(followed?.text ?? '')
  const [way, setWay] = useState(wayOf(text))
  const chainId = useSlice('selection')?.chainId
  const isLoaded = useSlice('tokens') !== undefined
  const assets = useAssets()
  if (chainId === undefined || !isLoaded) return <DeskWait />
  const reading = readLink(text, { chainId, assets })
  const { link, maximum, fault } = reading
  const linkOrigin = linkOriginOf(text, followed)
  return (
    <section className="desk-section" aria-label={t('pay')}>
      <CodeField
        label={t('pay_link')}
        followed={followed}
        error={fault === null ? undefined : t(linkFaults[fault])}
        testId="pay-link"
        maxLength={2_000}
        placeholder="ethereum:0x…"
        value={text}
        onText={typed => {
          setText(typed)
          if (typed.trim() !== '') setWay(wayOf(typed))
        }}
      />
      <Elsewhere reading={reading} />
      <Segments
        label={t('pay_when')}
        name="pay-when"
        choices={[
          { value: 'now', label: t('pay_now') },
          { value: 'later', label: t('pay_later') },
          { value: 'maximum', label: t('pay_up_to') },
          { value: 'regularly', label: t('pay_recurring') },
        ]}
        value={way}
        onChange={setWay}
      />
      {way === 'now' && (
        <PayNow
          // Filled in anew once its token is known: its amount is written in the token's decimals.
          key={link === null ? '' : `${text} ${reading.isUnlisted}`}
          link={link}
          isPayable={reading.isPayable}
          linkOrigin={linkOrigin}
        />
      )}
      {way === 'later' && <AuthorizationForm kind="authorization" />}
      {way === 'maximum' &&
        (maximum === null ? (
          <p className="quiet">{t('pay_up_to_lead')}</p>
        ) : (
          reading.isPayable && <PayMaximum key={text} link={maximum} linkOrigin={linkOrigin} />
        ))}
      {way === 'regularly' && <PayRegularly />}
    </section>
  )
}

/** The way that a link is paid. */
function wayOf(link: string): Way {
  return /\/permit\?/.test(link) ? 'maximum' : 'now'
}

/** What keeps a link from being paid here. */
function Elsewhere({ reading: { elsewhere, isUnlisted } }: { reading: LinkReading }) {
  const client = useClient()
  const network = useSlice('networks')?.find(candidate => candidate.chainId === elsewhere)
  if (elsewhere !== null)
    return (
      <Notice tone="caution">
        <p>{t('pay_elsewhere', { network: network?.name ?? `chain ${elsewhere}` })}</p>
        {network !== undefined && (
          <Button size="small" onClick={() => void client.call('select', { networkId: network.id })}>
            {t('pay_switch')}
          </Button>
        )}
      </Notice>
    )
  return isUnlisted ? <Notice tone="caution">{t('pay_unlisted')}</Notice> : null
}

/** A spend permission, where the account can hold one. */
function PayRegularly() {
  const selection = useSlice('selection')
  const call = useCallContract(selection?.networkId)
  const can = useReading(selection == null ? null : `${selection.networkId} ${selection.address}`, async () =>
    selection == null ? false : holdsPermissions(call, selection.address),
  )
  if (can === undefined) return <p className="quiet">{t('chain_asking')}</p>
  if (can === null) return <Notice tone="caution">{t('chain_unread')}</Notice>
  if (!can)
    return (
      <p className="quiet" data-testid="regularly-not">
        {t('regularly_not')}
      </p>
    )
  return <AuthorizationForm kind="spend-permission" />
}

const linkFaults = {
  'not-a-link': 'link_not_a_link',
  'named-recipient': 'link_named',
  checksum: 'link_checksum',
  chain: 'link_chain',
  amount: 'link_amount',
  'other-call': 'link_other_call',
} as const satisfies Record<PaymentLinkFault, MessageKey>

/** What a link asks for, and what stands in the way of paying it from here. */
interface LinkReading {
  /** A transfer. */
  link: PaymentLink | null
  /** A permit up to a maximum. */
  maximum: MaximumLink | null
  fault: PaymentLinkFault | null
  /** The other network that the link is for. */
  elsewhere: number | null
  /** It asks for a token that is not on the list. */
  isUnlisted: boolean
  /** Whether a payment can be reviewed with this link, or without one. */
  isPayable: boolean
}

/** @param here `chainId` of the selected network, `assets` of the selected account */
function readLink(text: string, here: { chainId: number | undefined; assets: readonly Asset[] }): LinkReading {
  const nothing = { link: null, maximum: null, fault: null, elsewhere: null, isUnlisted: false }
  if (text.trim() === '') return { ...nothing, isPayable: true }
  const judged = judgeAddress(text)
  if (judged.ok) {
    const { address: to, chainId = null } = judged
    const link = { chainId, to, token: null, amount: null, memo: null }
    const elsewhere = chainId === here.chainId ? null : chainId
    return { ...nothing, link, elsewhere, isPayable: elsewhere === null }
  }
  const written = judged.reason === 'payment-link' ? judged.text : text
  const asked = readMaximumLink(written)
  const read = asked.ok ? asked : readPaymentLink(written)
  if (!read.ok) {
    if (judged.reason === 'checksum') return { ...nothing, fault: 'checksum', isPayable: false }
    // A permit that names no maximum is refused for what is wrong with it, and not because it is no transfer.
    const fault = !asked.ok && asked.fault !== 'other-call' ? asked.fault : read.fault
    return { ...nothing, fault, isPayable: false }
  }
  const { chainId, token } = read.link
  const elsewhere = chainId !== null && chainId !== here.chainId ? chainId : null
  const isUnlisted = token !== null && !here.assets.some(asset => isSameAddress(asset.token, token))
  const isPayable = elsewhere === null && !isUnlisted
  return {
    ...nothing,
    ...(asked.ok ? { maximum: asked.link } : { link: read.link as PaymentLink }),
    elsewhere,
    isUnlisted,
    isPayable,
  }
}
