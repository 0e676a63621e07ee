import { useClient, useSlice } from '@/components/client-context'
import { Form } from '@/components/elements/Form'
import { Notice } from '@/components/elements/Notice'
import { t } from '@/components/i18n'
import { PasswordForm } from '@/components/keys/PasswordForm'
import type { AccountView } from '@/lib/language/ui'

/** Takes an account off the list, after saying what is lost. Where a secret goes with it the password is asked for. */
export function RemoveAccount({ account, onDone }: { account: AccountView; onDone(): void }) {
  const client = useClient()
  const accounts = useSlice('accounts') ?? []
  const { address, kind, phraseId } = account
  const isLastOfPhrase = kind === 'phrase' && accounts.filter(other => other.phraseId === phraseId).length === 1
  const stays = <Notice tone="note">{t('account_remove_stays')}</Notice>
  if (kind !== 'key' && !isLastOfPhrase)
    return (
      <Form
        button={t('account_remove')}
        look="danger"
        testId="account-remove-now"
        submit={async () => {
          await client.call('account.remove', { address })
          onDone()
        }}
      >
        <p>{t(kind === 'phrase' ? 'account_remove_derived' : 'account_remove_listed')}</p>
        {stays}
      </Form>
    )
  return (
    <PasswordForm
      id="remove-password"
      action={t('account_remove')}
      testId="account-remove-now"
      look="danger"
      onPassword={async password => {
        await client.call('account.remove', { address, password })
        onDone()
      }}
    >
      <Notice tone="danger">{t(kind === 'key' ? 'account_remove_key' : 'account_remove_phrase')}</Notice>
      {stays}
    </PasswordForm>
  )
}
