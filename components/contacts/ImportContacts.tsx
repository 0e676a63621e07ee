import { useState } from 'react'
import { useClient, useSlice } from '@/components/client-context'
import { FailureNotice } from '@/components/elements/FailureNotice'
import { Field } from '@/components/elements/Field'
import { Notice } from '@/components/elements/Notice'
import { format, locale, plural, t } from '@/components/i18n'
import { useAction } from '@/components/use-action'
import { lookAlike } from './alike'
import { type ReadContacts, readContacts } from './contact-file'

const largestFile = 1_000_000

/** A file is read here and shown before any of it is kept. */
export function ImportContacts({ onDone }: { onDone(): void }) {
  const client = useClient()
  const contacts = useSlice('contacts') ?? []
  const accounts = useSlice('accounts') ?? []
  const [read, setRead] = useState<ReadContacts | null>(null)
  const [tooLarge, setTooLarge] = useState(false)
  const take = useAction(async (file: File) => {
    setTooLarge(file.size > largestFile)
    setRead(file.size > largestFile ? null : readContacts(await file.text()))
  })
  const keep = useAction(async () => {
    if (read === null) return
    await client.call('contact.name', { contacts: read.contacts })
    onDone()
  })
  const known = [...accounts, ...contacts]
  const alike = (read?.contacts ?? []).flatMap(contact => {
    const other = lookAlike(contact.address, known)
    return other === null ? [] : [t('contacts_import_alike', { name: contact.name, other: other.name })]
  })
  const count = read?.contacts.length ?? 0
  return (
    <form
      className="stack"
      onSubmit={event => {
        event.preventDefault()
        if (count > 0) void keep.run()
      }}
    >
      <Field
        id="contacts-file"
        label={t('contacts_file')}
        hint={t('contacts_file_hint')}
        error={tooLarge ? t('contacts_file_too_large') : undefined}
      >
        <input
          id="contacts-file"
          className="input"
          type="file"
          accept=".csv,.json,text/csv,application/json"
          aria-describedby="contacts-file-note"
          data-testid="contacts-file"
          onChange={event => {
            const [file] = event.target.files ?? []
            if (file !== undefined) void take.run(file)
          }}
        />
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
      <button
        type="submit"
        className="button button-primary button-wide"
        data-testid="contacts-keep"
        disabled={count === 0 || keep.busy}
      >
        {t('contacts_keep')}
      </button>
      <FailureNotice failure={take.failure ?? keep.failure} />
    </form>
  )
}
