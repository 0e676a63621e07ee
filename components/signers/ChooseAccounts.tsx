import { type ReactNode, useState } from 'react'
import { type Action, t, useClient, useSlice } from '@/components/app'
import { Button, Form } from '@/components/elements'
import { AddressText } from '@/components/elements/later'
import type { DeviceAccount } from '@/lib/base/devices'
import { cleanForeignText } from '@/lib/base/foreign-text'
import { isSameAddress } from '@/lib/base/hex'
import './signers.css'

interface ChooseAccountsProps {
  /** What the device calls itself. */
  device: string | null
  offered: readonly DeviceAccount[]
  /** Offers more; absent where there are none. */
  more?: Pick<Action<[], unknown>, 'run' | 'busy'> | undefined
  /** Below an account's path. */
  beside?: (account: DeviceAccount) => ReactNode
  onDone(): void
}

/** Adds those accounts of a device that the person chooses; at first the first one that is new. */
export function ChooseAccounts({ device, offered, more, beside, onDone }: ChooseAccountsProps) {
  const client = useClient()
  const known = useSlice('accounts') ?? []
  const isKnown = (address: string) =>
    known.some(account => isSameAddress(account.address, address) && account.kind !== 'watch')
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
        await client.call('account.add-device', { accounts, device })
        onDone()
      }}
    >
      <fieldset className="signer-accounts">
        <legend>
          {device === null ? t('signer_accounts') : t('signer_accounts_of', { device: cleanForeignText(device, 64) })}
        </legend>
        {offered.map(account => (
          <div key={account.address} className="signer-account">
            <label>
              <input
                type="checkbox"
                data-testid="signer-account"
                disabled={isKnown(account.address)}
                checked={chosen.has(account.address)}
                onChange={event => choose(account.address, event.target.checked)}
              />
              <span>
                <AddressText address={account.address} />
                <span className="quiet">
                  {isKnown(account.address) ? t('signer_known') : <bdi dir="ltr">{account.path}</bdi>}
                </span>
              </span>
            </label>
            {beside?.(account)}
          </div>
        ))}
      </fieldset>
      {more !== undefined && <Button size="small" testId="signer-more" action={more} label={t('signer_more')} />}
    </Form>
  )
}
