import { useState } from 'react'
import { useClient, useSlice } from '@/components/client-context'
import { Button } from '@/components/elements/Button'
import { Notice } from '@/components/elements/Notice'
import { Segments } from '@/components/elements/Segments'
import { t } from '@/components/i18n'
import '@/components/payments/desk/desk.css'
import { DeskWait } from '@/components/payments/DeskWait'
import { useAssets } from '@/components/payments/desk/use-assets'
import type { DeskPageProps } from '@/components/payments/desk-page'
import { linkOriginOf } from '@/components/payments/followed-link'
import { AuthorizationForm } from './AuthorizationForm'
import { CodeField } from './CodeField'
import { PayMaximum } from './PayMaximum'
import { PayNow } from './PayNow'
import { PayRegularly } from './PayRegularly'
import { type LinkReading, linkFaults, readLink } from './read-link'

type Way = 'now' | 'later' | 'maximum' | 'regularly'

/** Pays from a link or by hand: now, later, up to a seller's maximum, or every period. */
export function Pay({ followed, onProposed }: DeskPageProps) {
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
          onProposed={onProposed}
        />
      )}
      {way === 'later' && <AuthorizationForm kind="authorization" onProposed={onProposed} />}
      {way === 'maximum' &&
        (maximum === null ? (
          <p className="quiet">{t('pay_up_to_lead')}</p>
        ) : (
          reading.isPayable && <PayMaximum key={text} link={maximum} linkOrigin={linkOrigin} onProposed={onProposed} />
        ))}
      {way === 'regularly' && <PayRegularly onProposed={onProposed} />}
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
