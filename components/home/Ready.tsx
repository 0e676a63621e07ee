import { useSlice } from '@/components/client-context'
import { AddressText } from '@/components/elements/AddressText'
import { Card } from '@/components/elements/Card'
import { CopyButton } from '@/components/elements/CopyButton'
import { Logo } from '@/components/elements/Logo'
import { ScreenHead } from '@/components/elements/ScreenHead'
import { withChecksum } from '@/components/format/address'
import { t } from '@/components/i18n'
import { OfferLists } from '@/components/lists/OfferLists'

/** The end of the first run: the new address, where to find the wallet again, and whether to fetch public lists. */
export function Ready({ onDone }: { onDone(): void }) {
  const selection = useSlice('selection')
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
      <p className="quiet">{t('ready_pin')}</p>
      <OfferLists onDone={onDone} />
    </Card>
  )
}
