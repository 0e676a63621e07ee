import { useState } from 'react'
import { t, useClient } from '@/components/app'
import { Form, Notice } from '@/components/elements'
import { TextField } from '@/components/elements/later'

/** Deletes everything on this device, after a word was typed. */
export function Erase() {
  const client = useClient()
  const [typed, setTyped] = useState('')
  const word = t('erase_word')
  return (
    <Form
      button={t('erase_do')}
      look="danger"
      testId="erase"
      isReady={typed.trim().toLowerCase() === word.toLowerCase()}
      submit={async () => {
        await client.call('vault.erase', { confirmation: 'erase' })
        localStorage.clear()
      }}
    >
      <Notice tone="danger">{t('erase_warning')}</Notice>
      <TextField label={t('erase_type', { word })} testId="erase-word" value={typed} onChange={setTyped} />
    </Form>
  )
}
