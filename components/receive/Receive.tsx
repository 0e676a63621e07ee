import { t, useGo, useSlice } from '@/components/app'
import { AddressText, CopyButton, ScreenHead } from '@/components/elements/later'
import { QrCode } from '@/components/elements/QrCode'
import { withChecksum } from '@/components/format/address'
import { isSameAddress } from '@/lib/base/hex'
import './receive.css'

/** The account's address as a code, as text, and to copy. */
export function Receive() {
  const go = useGo()
  const selection = useSlice('selection')
  const networks = useSlice('networks') ?? []
  const accounts = useSlice('accounts') ?? []
  const address = selection?.address
  const network = networks.find(candidate => candidate.id === selection?.networkId)
  const account = accounts.find(candidate => isSameAddress(candidate.address, address))
  return (
    <main className="screen">
      <ScreenHead title={t('receive')} onBack={() => go('/')} />
      {address !== undefined && (
        <div className="receive screen-body">
          <QrCode text={withChecksum(address)} size={196} label={t('receive_qr')} />
          <p className="receive-name">{account?.name}</p>
          <p className="receive-address">
            <AddressText address={address} testId="receive-address" />
          </p>
          <CopyButton text={withChecksum(address)} label={t('copy_address')} wide />
          <p className="quiet receive-note">
            {network?.testing === true
              ? t('receive_note_testing', { network: network.name })
              : t('receive_note', { network: network?.name ?? '' })}
          </p>
        </div>
      )}
    </main>
  )
}
