import { useSlice } from '@/components/client-context'
import { AccountMark } from '@/components/elements/AccountMark'
import { shortAddress } from '@/components/format/address'
import { t } from '@/components/i18n'
import { Sentence } from '@/components/Sentence'
import { readOrigin } from '@/components/sites/SiteName'
import { signInText } from '@/lib/reading/messages/sign-in-terms'
import { readSignIn } from '@/lib/reading/messages/siwe'
import { SignInFacts } from '../SignInFacts'
import type { Asked, Choosing, ShownKind } from './kind'

/** The accounts a site may see, and the sign-in that the first of them makes with it. */
export const connect: ShownKind<'connect'> = {
  Approve: ({ request: { signIn } }) => t(signIn === undefined ? 'approve_connect' : 'approve_connect_sign_in'),
  Statement({ request, approval: { requester } }) {
    const site = requester.kind === 'site' ? readOrigin(requester.origin).host : t('extension_name')
    const sentence = request.signIn === undefined ? 'does_connect' : 'does_connect_sign_in'
    return <Sentence of={sentence} values={{ site: <strong>{site}</strong> }} />
  },
  Body,
  Beneath: () => null,
  contracts: () => [],
}

/** The first chosen account is the site's default. */
function Body({ request: { signIn }, chosen, onChanging, onChoose }: Asked<'connect'> & Choosing) {
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
              <AccountMark address={account.address} size={32} />
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
      {signIn !== undefined && chosen[0] !== undefined && (
        <ConnectSignIn text={signInText(signIn, chosen[0])} onChanging={onChanging} />
      )}
      <ul className="consent">
        <li className="consent-yes">{t('connect_may_see')}</li>
        <li className="consent-yes">{t('connect_may_ask')}</li>
        <li className="consent-no">{t('connect_may_not')}</li>
      </ul>
    </>
  )
}

/** The message that is signed with the connection. */
function ConnectSignIn({ text, onChanging }: { text: string } & Pick<Choosing, 'onChanging'>) {
  const signIn = readSignIn(text)
  return (
    <section aria-label={t('connect_sign_in')} data-testid="connect-sign-in">
      <h2>{t('connect_sign_in')}</h2>
      {signIn !== null && <SignInFacts signIn={signIn} text={text} onChanging={onChanging} />}
    </section>
  )
}
