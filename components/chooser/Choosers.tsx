import ChevronDown from 'lucide-react/icons/chevron-down'
import { useState } from 'react'
import { onDemand, t, useSlice } from '@/components/app'
import { AccountMark, Button } from '@/components/elements'
import { CopyButton } from '@/components/elements/CopyButton'
import { shortAddress, withChecksum } from '@/components/format/address'
import { NetworkMark } from '@/components/networks/NetworkMark'
import { isSameAddress } from '@/lib/base/hex'
import './chooser.css'

const AccountSheet = onDemand(() => import('./Sheets').then(part => part.AccountSheet))
const NetworkSheet = onDemand(() => import('./Sheets').then(part => part.NetworkSheet))

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
      <div className="top-who">
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
            <AccountMark address={selection.address} size={32} />
          )}
          <span className="top-account-words">
            <span className="top-account-name">{account?.name ?? '\u00a0'}</span>
            <bdi className="top-account-address">{selection == null ? '\u00a0' : shortAddress(selection.address)}</bdi>
          </span>
          <ChevronDown size={16} aria-hidden="true" />
          <span className="visually-hidden">{t('account_switch')}</span>
        </Button>
        {selection != null && <CopyButton text={withChecksum(selection.address)} label={t('copy_address')} />}
      </div>
      <Button
        look="row"
        className="network-chip"
        aria-haspopup="dialog"
        testId="network-chip"
        data-testing={network?.testing}
        onClick={() => setOpen('networks')}
      >
        {network !== undefined && <NetworkMark network={network} size={16} />}
        <span className="network-name">{network?.name ?? '\u00a0'}</span>
        {network?.testing === true && <span className="network-testing">{t('test_money_may_be_reset')}</span>}
        <ChevronDown size={14} aria-hidden="true" />
        <span className="visually-hidden">{t('network_switch')}</span>
      </Button>
      {open === 'accounts' && <AccountSheet onClose={() => setOpen(null)} />}
      {open === 'networks' && <NetworkSheet onClose={() => setOpen(null)} />}
    </>
  )
}
