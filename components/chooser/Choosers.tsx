import Check from 'lucide-react/icons/check'
import ChevronDown from 'lucide-react/icons/chevron-down'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { t, useAction, useClient, useGo, useSlice } from '@/components/app'
import { AccountMark, Button, Dialog, FailureNotice, LetterMark } from '@/components/elements'
import { CopyButton } from '@/components/elements/CopyButton'
import { shortAddress, withChecksum } from '@/components/format/address'
import { isDeviceKind } from '@/lib/base/devices'
import { isSameAddress } from '@/lib/base/hex'
import type { NetworkId } from '@/lib/base/network-id'
import type { NetworkView } from '@/lib/language/ui'
import './chooser.css'

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
      {open === 'accounts' && <AccountChooser onClose={() => setOpen(null)} />}
      {open === 'networks' && <NetworkChooser onClose={() => setOpen(null)} />}
    </>
  )
}

function NetworkMark({ network: { chainId, name }, size }: { network: NetworkView; size: number }) {
  return <LetterMark of={`chain ${chainId}`} letters={[...name].slice(0, 1).join('')} size={size} />
}

/** Selects the network of the wallet's own screens. Sites keep their own. */
function NetworkChooser({ onClose }: { onClose(): void }) {
  const client = useClient()
  const go = useGo()
  const networks = useSlice('networks') ?? []
  const selection = useSlice('selection')
  const choose = useAction(async (networkId: NetworkId) => {
    await client.call('select', { networkId })
    onClose()
  })
  return (
    <Dialog title={t('networks')} onClose={onClose}>
      <ul className="choices">
        {networks.map(network => {
          const current = network.id === selection?.networkId
          return (
            <li key={network.id}>
              <Button
                look="row"
                className="choice"
                aria-current={current ? 'true' : undefined}
                onClick={() => void choose.run(network.id)}
              >
                <NetworkMark network={network} size={32} />
                <span className="choice-words">
                  <span className="choice-name">{network.name}</span>
                  <span className="choice-note">{network.testing ? t('test_money_may_be_reset') : network.symbol}</span>
                </span>
                {current && <Check size={18} aria-hidden="true" />}
              </Button>
            </li>
          )
        })}
      </ul>
      <p className="quiet">{t('network_choice_note')}</p>
      <Button
        wide
        icon={Plus}
        testId="chooser-network-add"
        label={t('network_add')}
        onClick={() => {
          onClose()
          go('/networks/add')
        }}
      />
      <FailureNotice failure={choose.failure} />
    </Dialog>
  )
}

/** Selects the account of the wallet's own screens. */
function AccountChooser({ onClose }: { onClose(): void }) {
  const client = useClient()
  const go = useGo()
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
                <AccountMark address={account.address} size={32} />
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
      <Button wide icon={Plus} action={add} label={t('account_add')} />
      <Button
        look="link"
        label={t('accounts_manage')}
        onClick={() => {
          onClose()
          go('/accounts')
        }}
      />
      <FailureNotice failure={choose.failure ?? add.failure} />
    </Dialog>
  )
}
