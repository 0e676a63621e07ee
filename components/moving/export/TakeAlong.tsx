import { t, useClient, useSlice } from '@/components/app'
import { Notice } from '@/components/elements'
import { PasswordForm } from '@/components/keys/PasswordForm'
import { saveFile } from '@/components/save-file'
import { systemClock } from '@/lib/base/clock'
import { exportFiles } from './export-files'
import { zipOf } from './zip'

/** Saves everything of the wallet in one archive, after the password was asked. In a full tab only. */
export function TakeAlong({ onDone }: { onDone(): void }) {
  const client = useClient()
  const accounts = useSlice('accounts') ?? []
  const contacts = useSlice('contacts') ?? []
  const networks = useSlice('networks') ?? []
  const sites = useSlice('sites') ?? []
  const settings = useSlice('settings') ?? null

  async function save(password: string): Promise<void> {
    const { backup } = await client.call('vault.export-backup', { password })
    const { tokens } = await client.call('token.everywhere', {})
    const { answers } = await client.call('payment.signed', {})
    const activity = await Promise.all(
      accounts.map(async account => ({
        account,
        ...(await client.call('activity.export', { address: account.address })),
      })),
    )
    const places = accounts.flatMap(account => networks.map(({ id }) => ({ account, networkId: id })))
    const books = await Promise.all(
      places.map(async ({ account, networkId }) => ({
        account,
        networkId,
        books: await client.call('books.read', { networkId, address: account.address }),
      })),
    )
    const now = new Date(systemClock.now())
    const all = { backup, accounts, contacts, tokens, networks, sites, settings, activity, answers, books }
    const day = now.toISOString().slice(0, 10)
    saveFile(`prelude-${day}.zip`, 'application/zip', zipOf(exportFiles(all, now), now))
    onDone()
  }

  return (
    <PasswordForm id="take-along-password" action={t('take_along_save')} testId="take-along-save" onPassword={save}>
      <p>{t('take_along_lead')}</p>
      <Notice tone="caution">{t('take_along_note')}</Notice>
    </PasswordForm>
  )
}
