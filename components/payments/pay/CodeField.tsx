import QrCodeIcon from 'lucide-react/icons/qr-code'
import { useState } from 'react'
import { useClient, useSlice } from '@/components/client-context'
import { Button } from '@/components/elements/Button'
import { FileButton } from '@/components/elements/FileButton'
import { Notice } from '@/components/elements/Notice'
import { TextField } from '@/components/elements/TextField'
import type { MessageKey } from '@/components/i18n'
import { t } from '@/components/i18n'
import type { Asset } from '@/components/send/assets'
import { type PaymentLink, type PaymentLinkFault, readPaymentLink } from '@/lib/payments/payment-link'
import { readCode } from './read-code'

const faults = {
  'not-a-link': 'link_not_a_link',
  'named-recipient': 'link_named',
  checksum: 'link_checksum',
  chain: 'link_chain',
  amount: 'link_amount',
  'other-call': 'link_other_call',
} as const satisfies Record<PaymentLinkFault, MessageKey>

interface Surroundings {
  /** The selected network. */
  chainId: number | undefined
  assets: readonly Asset[]
}

interface LinkReading {
  link: PaymentLink | null
  fault: PaymentLinkFault | null
  /** The other network that the link is for. */
  elsewhere: number | null
  /** It asks for a token that is not on the list. */
  isUnlisted: boolean
  /** Whether the form can be sent with this link, or without one. */
  isPayable: boolean
}

/** What a payment link asks for, and whether it can be paid from here. */
export function readLink(text: string, { chainId, assets }: Surroundings): LinkReading {
  const read = text.trim() === '' ? null : readPaymentLink(text)
  const link = read?.ok === true ? read.link : null
  const elsewhere = link !== null && link.chainId !== null && link.chainId !== chainId ? link.chainId : null
  const token = link?.token?.toLowerCase()
  const isUnlisted = token !== undefined && !assets.some(asset => asset.token?.toLowerCase() === token)
  return {
    link,
    fault: read !== null && !read.ok ? read.fault : null,
    elsewhere,
    isUnlisted,
    isPayable: elsewhere === null && !isUnlisted,
  }
}

interface LinkFieldProps {
  text: string
  assets: readonly Asset[]
  onText(text: string): void
  /** Called with every link that can be read. */
  onLink(link: PaymentLink): void
}

/** A payment link, pasted or from a picture of its code, and what stands in the way of paying it. */
export function LinkField({ text, assets, onText, onLink }: LinkFieldProps) {
  const client = useClient()
  const chainId = useSlice('selection')?.chainId
  const networks = useSlice('networks') ?? []
  const [hasNoCode, setNoCode] = useState(false)
  const { fault, elsewhere, isUnlisted } = readLink(text, { chainId, assets })
  const network = networks.find(candidate => candidate.chainId === elsewhere)

  function take(typed: string): void {
    onText(typed)
    const { link } = readLink(typed, { chainId, assets })
    if (link !== null) onLink(link)
  }

  return (
    <>
      <TextField
        label={t('pay_link')}
        hint={t('pay_link_note')}
        error={fault === null ? undefined : t(faults[fault])}
        testId="pay-link"
        kind="code"
        maxLength={2_000}
        placeholder="ethereum:0x…"
        value={text}
        onChange={take}
      />
      <FileButton
        icon={QrCodeIcon}
        accept="image/*"
        testId="pay-code"
        onFile={file =>
          void readCode(file).then(found => {
            setNoCode(found === null)
            if (found !== null) take(found)
          })
        }
      >
        {t('pay_code')}
      </FileButton>
      {hasNoCode && (
        <Notice tone="caution" live>
          {t('pay_code_none')}
        </Notice>
      )}
      {elsewhere !== null && (
        <Notice tone="caution">
          <p>{t('pay_elsewhere', { network: network?.name ?? `chain ${elsewhere}` })}</p>
          {network !== undefined && (
            <Button size="small" onClick={() => void client.call('select', { chainId: elsewhere })}>
              {t('pay_switch')}
            </Button>
          )}
        </Notice>
      )}
      {isUnlisted && elsewhere === null && <Notice tone="caution">{t('pay_unlisted')}</Notice>}
    </>
  )
}
