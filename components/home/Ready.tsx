import { useSlice } from '@/components/client-context'
import { AddressText } from '@/components/elements/AddressText'
import { Button } from '@/components/elements/Button'
import { Card } from '@/components/elements/Card'
import { CopyButton } from '@/components/elements/CopyButton'
import { Logo } from '@/components/elements/Logo'
import { ScreenHead } from '@/components/elements/ScreenHead'
import { withChecksum } from '@/components/format/address'
import { t } from '@/components/i18n'

/** The end of the first run: the new address, and where to find the wallet again. */
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
      <Button look="primary" wide testId="first-run-done" onClick={onDone}>
        {t('ready_done')}
      </Button>
    </Card>
  )
}
