import Check from 'lucide-react/icons/check'
import Plus from 'lucide-react/icons/plus'
import { useClient, useSlice } from '@/components/client-context'
import { AccountMark } from '@/components/elements/AccountMark'
import { Button } from '@/components/elements/Button'
import { Dialog } from '@/components/elements/Dialog'
import { FailureNotice } from '@/components/elements/FailureNotice'
import { shortAddress } from '@/components/format/address'
import { t } from '@/components/i18n'
import { useAction } from '@/components/use-action'
import { isDeviceKind } from '@/lib/base/devices'
import { isSameAddress } from '@/lib/base/hex'
import './chooser.css'

/** Selects the account of the wallet's own screens. */
export function AccountChooser({ onClose }: { onClose(): void }) {
  const client = useClient()
  const accounts = (useSlice('accounts') ?? []).filter(account => !account.hidden)
  const selection = useSlice('selection')
  const choose = useAction(async (address: `0x${string}`) => {
    await client.call('select', { address })
    onClose()
  })
  const add = useAction(async () => {
    const { address } = await client.call('account.add', {})
    await client.call('select', { address })
    onClose()
  })
  return (
    <Dialog title={t('accounts')} onClose={onClose}>
      <ul className="choices">
        {accounts.map(account => {
          const current = isSameAddress(account.address, selection?.address)
          return (
            <li key={account.address}>
              <Button
                look="row"
                className="choice"
                aria-current={current ? 'true' : undefined}
                onClick={() => void choose.run(account.address)}
              >
                <AccountMark address={account.address} size={28} />
                <span className="choice-words">
                  <span className="choice-name">{account.name}</span>
                  <bdi className="choice-note">
                    {shortAddress(account.address)}
                    {account.kind === 'watch' && ` · ${t('account_watch')}`}
                    {account.kind === 'key' && ` · ${t('account_key')}`}
                    {isDeviceKind(account.kind) && ` · ${t('account_device')}`}
                  </bdi>
                </span>
                {current && <Check size={18} aria-hidden="true" />}
              </Button>
            </li>
          )
        })}
      </ul>
      <Button wide icon={Plus} action={add}>
        {t('account_add')}
      </Button>
      <FailureNotice failure={choose.failure ?? add.failure} />
    </Dialog>
  )
}
