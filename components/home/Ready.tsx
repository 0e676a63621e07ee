import { useState } from 'react'
import { useSlice } from '@/components/client-context'
import { AddressText } from '@/components/elements/AddressText'
import { Button } from '@/components/elements/Button'
import { Card } from '@/components/elements/Card'
import { CopyButton } from '@/components/elements/CopyButton'
import { Dialog } from '@/components/elements/Dialog'
import { Logo } from '@/components/elements/Logo'
import { Notice } from '@/components/elements/Notice'
import { ScreenHead } from '@/components/elements/ScreenHead'
import { withChecksum } from '@/components/format/address'
import { plural, t } from '@/components/i18n'
import { OfferLists } from '@/components/lists/OfferLists'
import { onDemand } from '@/components/on-demand'

const FindAccounts = onDemand(
  () => import('@/components/accounts/FindAccounts').then(({ FindAccounts }) => FindAccounts),
  () => null,
)

interface ReadyProps {
  /** The phrase was in use before: it may have more accounts. */
  isImported?: boolean
  /** Of a backup, not all beside the keys could be stored. */
  isPartly?: boolean
  /** Takes over the rest of another wallet. */
  onMove(): void
  onDone(): void
}

/** The end of the first run: the new address, where to find the wallet again, and whether to fetch public lists. */
export function Ready({ isImported = false, isPartly = false, onMove, onDone }: ReadyProps) {
  const selection = useSlice('selection')
  const ofPhrase = (useSlice('accounts') ?? []).filter(({ kind }) => kind === 'phrase').length
  const [finding, setFinding] = useState(false)
  return (
    <Card as="main" className="ready" testId="ready">
      <Logo size={44} />
      <ScreenHead title={t('ready_title')} />
      <p className="lead">{t('ready_lead')}</p>
      {selection != null && (
        <p className="ready-address">
          <AddressText address={selection.address} />
          <CopyButton text={withChecksum(selection.address)} label={t('copy_address')} />
        </p>
      )}
      {isPartly && <Notice tone="caution">{t('failure_backup_partly')}</Notice>}
      {isImported && (
        <section className="ready-more">
          <p>{ofPhrase > 1 ? plural('ready_accounts', ofPhrase) : t('ready_more')}</p>
          <Button testId="ready-discover" onClick={() => setFinding(true)}>
            {t('discover')}
          </Button>
          <Button testId="ready-move" onClick={onMove}>
            {t('moving_ready')}
          </Button>
        </section>
      )}
      {finding && (
        <Dialog title={t('discover')} onClose={() => setFinding(false)}>
          <FindAccounts onDone={() => setFinding(false)} />
        </Dialog>
      )}
      <p className="quiet">{t('ready_pin')}</p>
      {!isImported && (
        <Button look="link" testId="ready-move" onClick={onMove}>
          {t('moving_ready_link')}
        </Button>
      )}
      <OfferLists onDone={onDone} />
    </Card>
  )
}
