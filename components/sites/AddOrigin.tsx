import { useState } from 'react'
import { t } from '@/components/app'
import { Form } from '@/components/elements'
import { TextField } from '@/components/elements/later'
import { originOf } from './origin'

interface AddOriginProps {
  /** The name in the test ids of the field and its button: `<name>-origin`, `<name>-add`. */
  name: string
  title: string
  note: string
  button: string
  add(origin: string): Promise<unknown>
}

/** Adds a site by its address, for a setting that a site cannot ask for itself. */
export function AddOrigin({ name, title, note, button, add }: AddOriginProps) {
  const [text, setText] = useState('')
  const [isWrong, setWrong] = useState(false)
  return (
    <Form
      card
      title={title}
      button={button}
      testId={`${name}-add`}
      look="plain"
      size="small"
      submit={async () => {
        const origin = originOf(text)
        setWrong(origin === null)
        if (origin === null) return
        await add(origin)
        setText('')
      }}
    >
      <p className="quiet">{note}</p>
      <TextField
        label={t('pose_address')}
        error={isWrong ? t('pose_address_wrong') : undefined}
        testId={`${name}-origin`}
        kind="url"
        placeholder="https://"
        value={text}
        onChange={setText}
      />
    </Form>
  )
}
