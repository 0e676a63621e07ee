import { useRef } from 'react'
import type { Address } from 'viem'
import { useClient } from '@/components/client-context'
import { Form } from '@/components/elements/Form'
import { Notice } from '@/components/elements/Notice'
import { PasswordField } from '@/components/elements/PasswordField'
import { t } from '@/components/i18n'
import { saveFile } from '@/components/save-file'

/** Saves an account's key as a keystore file, encrypted with a password of its own. In a full tab only. */
export function ExportKeystore({ address, onDone }: { address: Address; onDone(): void }) {
  const client = useClient()
  const password = useRef<HTMLInputElement>(null)
  const filePassword = useRef<HTMLInputElement>(null)
  return (
    <Form
      button={t('keystore_save')}
      busyWords={t('unlock_busy')}
      testId="keystore-save-now"
      submit={async () => {
        const [own, ofFile] = [password, filePassword].map(({ current }) => current?.value ?? '')
        if (own === undefined || ofFile === undefined || own === '' || ofFile === '') return
        const { keystore } = await client.call('account.export-keystore', {
          address,
          password: own,
          filePassword: ofFile,
        })
        for (const { current } of [password, filePassword]) if (current !== null) current.value = ''
        saveFile(`prelude-${address.toLowerCase()}.json`, 'application/json', keystore)
        onDone()
      }}
    >
      <Notice tone="note">{t('keystore_save_note')}</Notice>
      <PasswordField id="reveal-password" label={t('password')} inputRef={password} autoFocus />
      <PasswordField
        id="keystore-file-password"
        label={t('keystore_file_password')}
        hint={t('password_length')}
        inputRef={filePassword}
        isNew
      />
    </Form>
  )
}
