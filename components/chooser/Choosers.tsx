import ChevronDown from 'lucide-react/icons/chevron-down'
import { useState } from 'react'
import { useSlice } from '@/components/client-context'
import { AccountMark } from '@/components/elements/AccountMark'
import { Button } from '@/components/elements/Button'
import { shortAddress } from '@/components/format/address'
import { t } from '@/components/i18n'
import { isSameAddress } from '@/lib/base/hex'
import { AccountChooser } from './AccountChooser'
import { NetworkChooser } from './NetworkChooser'

/** Account and network of the wallet's own screens, each a button that opens its list. */
export function Choosers() {
  const selection = useSlice('selection')
  const accounts = useSlice('accounts')
  const networks = useSlice('networks')
  const [open, setOpen] = useState<'accounts' | 'networks' | null>(null)
  const account = accounts?.find(candidate => isSameAddress(candidate.address, selection?.address))
  const network = networks?.find(candidate => candidate.id === selection?.networkId)
  return (
    <>
      <Button
        look="row"
        className="top-account"
        aria-haspopup="dialog"
        testId="account-switcher"
        onClick={() => setOpen('accounts')}
      >
        {selection == null ? (
          <span className="placeholder placeholder-mark" />
        ) : (
          <AccountMark address={selection.address} size={28} />
        )}
        <span className="top-account-words">
          <span className="top-account-name">{account?.name ?? '\u00a0'}</span>
          <bdi className="top-account-address">{selection == null ? '\u00a0' : shortAddress(selection.address)}</bdi>
        </span>
        <ChevronDown size={16} aria-hidden="true" />
        <span className="visually-hidden">{t('account_switch')}</span>
      </Button>
      <Button
        look="row"
        className="network-chip"
        aria-haspopup="dialog"
        testId="network-chip"
        data-testing={network?.testing}
        onClick={() => setOpen('networks')}
      >
        <span className="network-name">{network?.name ?? '\u00a0'}</span>
        {network?.testing === true && <span className="network-testing">{t('test_money_may_be_reset')}</span>}
        <ChevronDown size={14} aria-hidden="true" />
        <span className="visually-hidden">{t('network_switch')}</span>
      </Button>
      {open === 'accounts' && <AccountChooser onClose={() => setOpen(null)} />}
      {open === 'networks' && <NetworkChooser onClose={() => setOpen(null)} />}
    </>
  )
}
