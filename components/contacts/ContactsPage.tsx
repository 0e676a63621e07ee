import Download from 'lucide-react/icons/download'
import Plus from 'lucide-react/icons/plus'
import Upload from 'lucide-react/icons/upload'
import { useState } from 'react'
import { useClient, useSlice } from '@/components/client-context'
import { AccountMark } from '@/components/elements/AccountMark'
import { AddressText } from '@/components/elements/AddressText'
import { CopyButton } from '@/components/elements/CopyButton'
import { DangerAction } from '@/components/elements/DangerAction'
import { Dialog } from '@/components/elements/Dialog'
import { ScreenHead } from '@/components/elements/ScreenHead'
import { withChecksum } from '@/components/format/address'
import { t } from '@/components/i18n'
import { saveFile } from '@/components/save-file'
import type { ContactView } from '@/lib/messaging/ui'
import { ContactForm } from './ContactForm'
import { contactsToCsv, contactsToJson } from './contact-file'
import { ImportContacts } from './ImportContacts'
import './contacts.css'

type Open = { kind: 'add' | 'import' | 'export' } | { kind: 'rename' | 'remove'; contact: ContactView }

/** Names for other people's addresses. They stay on this device. */
export function ContactsPage() {
  const contacts = useSlice('contacts')
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  return (
    <main className="page">
      <ScreenHead
        title={t('contacts')}
        aside={
          <button
            type="button"
            className="button button-small"
            data-testid="contact-add"
            onClick={() => setOpen({ kind: 'add' })}
          >
            <Plus size={14} aria-hidden="true" /> {t('add')}
          </button>
        }
      />
      {contacts?.length === 0 && <p className="card empty contacts-empty">{t('contacts_empty')}</p>}
      {contacts !== undefined && contacts.length > 0 && (
        <ul className="card list">
          {contacts.map(contact => (
            <li key={contact.address} className="item" data-testid="contact" data-address={contact.address}>
              <AccountMark address={contact.address} size={32} />
              <div className="item-body contact-body">
                <h2 className="item-title">{contact.name}</h2>
                <AddressText address={contact.address} />
                <div className="item-actions">
                  <button
                    type="button"
                    className="button button-small"
                    onClick={() => setOpen({ kind: 'rename', contact })}
                  >
                    {t('rename')}
                    <span className="visually-hidden"> {contact.name}</span>
                  </button>
                  <button
                    type="button"
                    className="button button-small"
                    data-testid="contact-remove"
                    onClick={() => setOpen({ kind: 'remove', contact })}
                  >
                    {t('remove')}
                    <span className="visually-hidden"> {contact.name}</span>
                  </button>
                  <CopyButton text={withChecksum(contact.address)} label={t('copy_address')} />
                </div>
              </div>
            </li>
          ))}
        </ul>
      )}
      <div className="page-actions">
        <button
          type="button"
          className="button button-small"
          data-testid="contacts-import"
          onClick={() => setOpen({ kind: 'import' })}
        >
          <Upload size={14} aria-hidden="true" /> {t('contacts_import')}
        </button>
        {contacts !== undefined && contacts.length > 0 && (
          <button
            type="button"
            className="button button-small"
            data-testid="contacts-export"
            onClick={() => setOpen({ kind: 'export' })}
          >
            <Download size={14} aria-hidden="true" /> {t('activity_export')}
          </button>
        )}
      </div>
      {open?.kind === 'add' && (
        <Dialog title={t('contact_add')} onClose={close}>
          <ContactForm onDone={close} />
        </Dialog>
      )}
      {open?.kind === 'rename' && (
        <Dialog title={t('rename')} onClose={close}>
          <ContactForm contact={open.contact} onDone={close} />
        </Dialog>
      )}
      {open?.kind === 'remove' && (
        <Dialog title={t('contact_remove', { name: open.contact.name })} onClose={close}>
          <RemoveContact contact={open.contact} onDone={close} />
        </Dialog>
      )}
      {open?.kind === 'import' && (
        <Dialog title={t('contacts_import')} onClose={close}>
          <ImportContacts onDone={close} />
        </Dialog>
      )}
      {open?.kind === 'export' && (
        <Dialog title={t('activity_export')} onClose={close}>
          <ExportContacts contacts={contacts ?? []} onDone={close} />
        </Dialog>
      )}
    </main>
  )
}

function RemoveContact({ contact: { address }, onDone }: { contact: ContactView; onDone(): void }) {
  const client = useClient()
  async function remove() {
    await client.call('contact.remove', { address })
    onDone()
  }
  return (
    <div className="stack">
      <AddressText address={address} />
      <p>{t('contact_remove_lost')}</p>
      <DangerAction testId="contact-remove-now" run={remove}>
        {t('remove')}
      </DangerAction>
    </div>
  )
}

function ExportContacts({ contacts, onDone }: { contacts: readonly ContactView[]; onDone(): void }) {
  const save = (name: string, type: string, text: string) => {
    saveFile(name, type, text)
    onDone()
  }
  return (
    <div className="stack">
      <button
        type="button"
        className="button button-wide"
        data-testid="export-csv"
        onClick={() => save('prelude-contacts.csv', 'text/csv', contactsToCsv(contacts))}
      >
        {t('activity_export_as', { format: 'CSV' })}
      </button>
      <button
        type="button"
        className="button button-wide"
        data-testid="export-json"
        onClick={() => save('prelude-contacts.json', 'application/json', contactsToJson(contacts))}
      >
        {t('activity_export_as', { format: 'JSON' })}
      </button>
    </div>
  )
}
