import Download from 'lucide-react/icons/download'
import Plus from 'lucide-react/icons/plus'
import Upload from 'lucide-react/icons/upload'
import { useState } from 'react'
import { t, useClient, useSlice } from '@/components/app'
import { AccountMark, Button, Buttons, Dialog, EmptyState, Item, List } from '@/components/elements'
import { AddressText, CopyButton, DangerAction, ScreenHead } from '@/components/elements/later'
import { withChecksum } from '@/components/format/address'
import { saveFile } from '@/components/save-file'
import type { ContactView } from '@/lib/language/ui'
import { ContactForm } from './ContactForm'
import { contactsToCsv, contactsToJson } from './contact-file'
import { ImportContacts } from './ImportContacts'

type Open = { kind: 'add' | 'import' | 'export' } | { kind: 'rename' | 'remove'; contact: ContactView }

/** The contacts: names for addresses, stored on this device only. */
export function ContactsPage() {
  const contacts = useSlice('contacts')
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  return (
    <main className="page">
      <ScreenHead
        title={t('contacts')}
        aside={
          <Button size="small" icon={Plus} testId="contact-add" onClick={() => setOpen({ kind: 'add' })}>
            {t('add')}
          </Button>
        }
      />
      {contacts?.length === 0 && <EmptyState card>{t('contacts_empty')}</EmptyState>}
      {contacts !== undefined && contacts.length > 0 && (
        <List>
          {contacts.map(contact => (
            <Item
              key={contact.address}
              testId="contact"
              data-address={contact.address}
              mark={<AccountMark address={contact.address} size={32} />}
            >
              <h2 className="item-title">{contact.name}</h2>
              <AddressText address={contact.address} />
              <Buttons>
                <Button size="small" about={contact.name} onClick={() => setOpen({ kind: 'rename', contact })}>
                  {t('rename')}
                </Button>
                <Button
                  size="small"
                  about={contact.name}
                  testId="contact-remove"
                  onClick={() => setOpen({ kind: 'remove', contact })}
                >
                  {t('remove')}
                </Button>
                <CopyButton text={withChecksum(contact.address)} label={t('copy_address')} />
              </Buttons>
            </Item>
          ))}
        </List>
      )}
      <Buttons>
        <Button size="small" icon={Upload} testId="contacts-import" onClick={() => setOpen({ kind: 'import' })}>
          {t('contacts_import')}
        </Button>
        {contacts !== undefined && contacts.length > 0 && (
          <Button size="small" icon={Download} testId="contacts-export" onClick={() => setOpen({ kind: 'export' })}>
            {t('activity_export')}
          </Button>
        )}
      </Buttons>
      {open !== null && (
        <Dialog title={titleOf(open)} onClose={close}>
          {open.kind === 'add' && <ContactForm onDone={close} />}
          {open.kind === 'rename' && <ContactForm {...open.contact} onDone={close} />}
          {open.kind === 'remove' && <RemoveContact contact={open.contact} onDone={close} />}
          {open.kind === 'import' && <ImportContacts onDone={close} />}
          {open.kind === 'export' && <ExportContacts contacts={contacts ?? []} onDone={close} />}
        </Dialog>
      )}
    </main>
  )
}

function titleOf(open: Open): string {
  switch (open.kind) {
    case 'add':
      return t('contact_add')
    case 'rename':
      return t('rename')
    case 'remove':
      return t('contact_remove', { name: open.contact.name })
    case 'import':
      return t('contacts_import')
    case 'export':
      return t('activity_export')
  }
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
      <Button
        wide
        testId="export-csv"
        onClick={() => save('prelude-contacts.csv', 'text/csv', contactsToCsv(contacts))}
      >
        {t('activity_export_as', { format: 'CSV' })}
      </Button>
      <Button
        wide
        testId="export-json"
        onClick={() => save('prelude-contacts.json', 'application/json', contactsToJson(contacts))}
      >
        {t('activity_export_as', { format: 'JSON' })}
      </Button>
    </div>
  )
}
