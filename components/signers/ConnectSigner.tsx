import { useState } from 'react'
import { useClient, useSlice } from '@/components/client-context'
import { AddressText } from '@/components/elements/AddressText'
import { Button } from '@/components/elements/Button'
import { Form } from '@/components/elements/Form'
import { Notice } from '@/components/elements/Notice'
import { t } from '@/components/i18n'
import { readSharedAccounts, type SharedAccounts } from '@/lib/signers/shared-accounts'
import type { Ur } from '@/lib/signers/ur/decode'
import { DeviceInput } from './DeviceInput'
import './signers.css'

const atFirst = 5

/** Reads the accounts that a device shares, and adds those that the person chooses. */
export function ConnectSigner({ onDone }: { onDone(): void }) {
  const [shared, setShared] = useState<SharedAccounts | null>(null)
  const [isOther, setOther] = useState(false)
  function read(ur: Ur): void {
    const found = readSharedAccounts(ur)
    setOther(found === null || found.list(1).length === 0)
    if (found !== null && found.list(1).length > 0) setShared(found)
  }
  if (shared !== null) return <ChooseAccounts shared={shared} onDone={onDone} />
  return (
    <div className="signer-step">
      <p>{t('signer_connect_note')}</p>
      <DeviceInput onUr={read} />
      {isOther && (
        <Notice tone="caution" live>
          {t('signer_no_accounts')}
        </Notice>
      )}
    </div>
  )
}

function ChooseAccounts({ shared, onDone }: { shared: SharedAccounts; onDone(): void }) {
  const client = useClient()
  const known = useSlice('accounts') ?? []
  const [count, setCount] = useState(atFirst)
  const offered = shared.list(count)
  const isKnown = (address: string) =>
    known.some(account => account.address.toLowerCase() === address.toLowerCase() && account.kind !== 'watch')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () =>
      new Set(
        offered
          .map(({ address }) => address)
          .filter(address => !isKnown(address))
          .slice(0, 1),
      ),
  )
  const choose = (address: string, isChosen: boolean) =>
    setChosen(now => new Set(isChosen ? [...now, address] : [...now].filter(each => each !== address)))
  const accounts = offered.filter(({ address }) => chosen.has(address))
  return (
    <Form
      button={t('signer_add')}
      testId="signer-add"
      isReady={accounts.length > 0}
      submit={async () => {
        await client.call('account.add-device', { accounts, device: shared.device })
        onDone()
      }}
    >
      <fieldset className="signer-accounts">
        <legend>
          {shared.device === null ? t('signer_accounts') : t('signer_accounts_of', { device: shared.device })}
        </legend>
        {offered.map(({ address, path }) => (
          <label key={address} className="signer-account">
            <input
              type="checkbox"
              data-testid="signer-account"
              disabled={isKnown(address)}
              checked={chosen.has(address)}
              onChange={event => choose(address, event.target.checked)}
            />
            <span>
              <AddressText address={address} />
              <span className="quiet">{isKnown(address) ? t('signer_known') : <bdi dir="ltr">{path}</bdi>}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {offered.length === count && count < 100 && (
        <Button size="small" testId="signer-more" onClick={() => setCount(count + atFirst)}>
          {t('signer_more')}
        </Button>
      )}
    </Form>
  )
}
