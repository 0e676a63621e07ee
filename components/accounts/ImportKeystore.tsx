import { useRef, useState } from 'react'
import { useClient } from '@/components/client-context'
import { AddressText } from '@/components/elements/AddressText'
import { Field } from '@/components/elements/Field'
import { Form } from '@/components/elements/Form'
import { Notice } from '@/components/elements/Notice'
import { PasswordField } from '@/components/elements/PasswordField'
import { t } from '@/components/i18n'
import { useSecret } from '@/components/use-secret'
import { mostKeystoreBytes, type ProcedureOutput } from '@/lib/messaging/ui'
import { Failure } from '@/lib/values/failure'

interface OpenedFile extends ProcedureOutput<'account.open-keystore'> {
  keystore: string
}

/** Adds an account from a keystore file, after its address was shown. In a full tab only. */
export function ImportKeystore({ onDone }: { onDone(): void }) {
  const client = useClient()
  const file = useRef<HTMLInputElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [password, hold] = useSecret()
  const [opened, setOpened] = useState<OpenedFile | null>(null)
  const [missing, setMissing] = useState(false)

  async function open(): Promise<void> {
    const chosen = file.current?.files?.[0]
    const typed = input.current?.value ?? ''
    if (chosen === undefined || typed === '') {
      setMissing(true)
      return
    }
    if (chosen.size > mostKeystoreBytes) throw new Failure('keystore-too-large')
    const keystore = await chosen.text()
    const { address } = await client.call('account.open-keystore', { keystore, password: typed })
    if (input.current !== null) input.current.value = ''
    hold(typed)
    setOpened({ keystore, address })
  }

  if (opened !== null && password !== null)
    return (
      <Form
        key="import"
        button={t('keystore_import')}
        busyWords={t('keystore_busy')}
        testId="keystore-import"
        submit={async () => {
          await client.call('account.import-keystore', { keystore: opened.keystore, password })
          hold(null)
          onDone()
        }}
      >
        <p>{t('keystore_gives')}</p>
        <AddressText address={opened.address} testId="keystore-address" />
        <Notice tone="note">{t('account_import_key_note')}</Notice>
      </Form>
    )
  return (
    <Form key="open" button={t('keystore_open')} busyWords={t('keystore_busy')} testId="keystore-open" submit={open}>
      <p>{t('keystore_lead')}</p>
      <Field
        label={t('keystore_file')}
        hint={t('keystore_file_hint')}
        error={missing ? t('restore_missing') : undefined}
      >
        {control => (
          <input
            {...control}
            ref={file}
            className="input"
            type="file"
            data-testid="keystore-file"
            onChange={() => setMissing(false)}
          />
        )}
      </Field>
      <PasswordField
        id="keystore-password"
        label={t('restore_password')}
        inputRef={input}
        isNew
        onInput={() => setMissing(false)}
      />
    </Form>
  )
}
