import type { Address } from 'viem'
import { useSlice } from '@/components/client-context'
import { AccountMark } from '@/components/elements/AccountMark'
import { shortAddress } from '@/components/format/address'
import { t } from '@/components/i18n'

interface ConnectBodyProps {
  chosen: readonly Address[]
  onChoose(accounts: Address[]): void
}

/** The accounts a site may see. The first chosen account is the site's default. */
export function ConnectBody({ chosen, onChoose }: ConnectBodyProps) {
  const accounts = (useSlice('accounts') ?? []).filter(account => !account.hidden)
  return (
    <>
      <fieldset className="accounts-choice">
        <legend>{t('connect_accounts')}</legend>
        {accounts.map(account => {
          const isChosen = chosen.includes(account.address)
          return (
            <label key={account.address} className="account-choice">
              <input
                type="checkbox"
                checked={isChosen}
                onChange={() =>
                  onChoose(
                    isChosen ? chosen.filter(address => address !== account.address) : [...chosen, account.address],
                  )
                }
              />
              <AccountMark address={account.address} size={24} />
              <span className="account-choice-name">
                {account.name} {account.kind === 'watch' && <span className="badge">{t('account_watch')}</span>}
              </span>
              <bdi className="account-choice-address">{shortAddress(account.address)}</bdi>
              {chosen[0] === account.address && chosen.length > 1 && (
                <span className="badge">{t('connect_first')}</span>
              )}
            </label>
          )
        })}
      </fieldset>
      <ul className="consent">
        <li className="consent-yes">{t('connect_may_see')}</li>
        <li className="consent-yes">{t('connect_may_ask')}</li>
        <li className="consent-no">{t('connect_may_not')}</li>
      </ul>
    </>
  )
}
