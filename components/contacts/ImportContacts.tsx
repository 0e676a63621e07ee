import { useState } from 'react'
import { format, locale, plural, t, useAction, useClient, useSlice } from '@/components/app'
import { FailureNotice, Field, Form, Notice } from '@/components/elements'
import { fileText } from '@/lib/base/file-text'
import { lookAlike } from './alike'
import { type ReadContacts, readContacts } from './contact-file'

const largestFile = 1_000_000

/** Contacts from a file: read in this page, and stored only after the person has seen what was found. */
export function ImportContacts({ onDone }: { onDone(): void }) {
  const client = useClient()
  const contacts = useSlice('contacts') ?? []
  const accounts = useSlice('accounts') ?? []
  const [read, setRead] = useState<ReadContacts | null>(null)
  const [tooLarge, setTooLarge] = useState(false)
  const take = useAction(async (file: File) => {
    setTooLarge(file.size > largestFile)
    setRead(file.size > largestFile ? null : readContacts(fileText(new Uint8Array(await file.arrayBuffer()))))
  })
  const known = [...accounts, ...contacts]
  const alike = (read?.contacts ?? []).flatMap(contact => {
    const other = lookAlike(contact.address, known)
    return other === null ? [] : [t('contacts_import_alike', { name: contact.name, other: other.name })]
  })
  const count = read?.contacts.length ?? 0
  return (
    <Form
      button={t('contacts_keep')}
      testId="contacts-keep"
      isReady={count > 0}
      submit={async () => {
        if (read === null) return
        await client.call('contact.name', { contacts: read.contacts })
        onDone()
      }}
    >
      <Field
        label={t('contacts_file')}
        hint={t('contacts_file_hint')}
        error={tooLarge ? t('contacts_file_too_large') : undefined}
      >
        {control => (
          <input
            {...control}
            className="input"
            type="file"
            accept=".csv,.tsv,.txt,.json,text/csv,text/plain,application/json"
            data-testid="contacts-file"
            onChange={event => {
              const [file] = event.target.files ?? []
              if (file !== undefined) void take.run(file)
            }}
          />
        )}
      </Field>
      {read !== null && (
        <div className="stack" aria-live="polite" data-testid="contacts-read">
          <p>{plural('contacts_found', count)}</p>
          {read.faults.length > 0 && (
            <Notice tone="caution">
              {t('contacts_faults', {
                lines: new Intl.ListFormat(locale()).format(read.faults.slice(0, 20).map(line => format.integer(line))),
              })}
            </Notice>
          )}
          {alike.map(words => (
            <Notice key={words} tone="danger">
              {words}
            </Notice>
          ))}
        </div>
      )}
      <FailureNotice failure={take.failure} />
    </Form>
  )
}
