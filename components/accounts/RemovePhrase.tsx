import { useClient, useSlice } from '@/components/client-context'
import { AddressText } from '@/components/elements/AddressText'
import { Notice } from '@/components/elements/Notice'
import { plural, t } from '@/components/i18n'
import { PasswordForm } from '@/components/keys/PasswordForm'
import './phrases.css'

/** Takes a phrase and all its accounts out of the wallet, after saying what is lost and what stays open. */
export function RemovePhrase({ phraseId, onDone }: { phraseId: string; onDone(): void }) {
  const client = useClient()
  const accounts = useSlice('accounts') ?? []
  const own = accounts.filter(account => account.phraseId === phraseId)
  const hasOtherKey = accounts.some(
    ({ kind, phraseId: of }) => kind === 'key' || (kind === 'phrase' && of !== phraseId),
  )
  if (!hasOtherKey) return <Notice tone="note">{t('failure_last_account')}</Notice>
  return (
    <PasswordForm
      id="remove-password"
      action={t('phrase_remove')}
      testId="phrase-remove-now"
      look="danger"
      onPassword={async password => {
        await client.call('phrase.remove', { phraseId, password })
        onDone()
      }}
    >
      <Notice tone="danger">{t('phrase_remove_lost')}</Notice>
      <p>{plural('phrase_remove_accounts', own.length)}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls where the accounts are many */}
      <ul className="phrase-accounts" tabIndex={0} aria-label={t('accounts')}>
        {own.map(({ address, name }) => (
          <li key={address}>
            <strong>{name}</strong>
            <AddressText address={address} />
          </li>
        ))}
      </ul>
      <Notice tone="note">{t('phrase_remove_stays')}</Notice>
    </PasswordForm>
  )
}
