import { useSlice } from '@/components/client-context'
import { Notice } from '@/components/elements/Notice'
import { t } from '@/components/i18n'
import { holdsPermissions } from '@/components/payments/desk/read-contracts'
import { useCallContract } from '@/components/payments/desk/use-chain-read'
import { useReading } from '@/components/payments/desk/use-reading'
import type { DeskPageProps } from '@/components/payments/desk-page'
import { AuthorizationForm } from './AuthorizationForm'

/** A spend permission, where the account can hold one. */
export function PayRegularly({ onProposed }: DeskPageProps) {
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
  return <AuthorizationForm kind="spend-permission" onProposed={onProposed} />
}
