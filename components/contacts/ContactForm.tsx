import { useState } from 'react'
import { useClient, useSlice } from '@/components/client-context'
import { AddressField } from '@/components/elements/AddressField'
import { AddressText } from '@/components/elements/AddressText'
import { useAddressEntry } from '@/components/elements/address-entry'
import { Form } from '@/components/elements/Form'
import { Notice } from '@/components/elements/Notice'
import { TextField } from '@/components/elements/TextField'
import { t } from '@/components/i18n'
import { isSameAddress } from '@/lib/base/hex'
import type { ContactView } from '@/lib/language/ui'
import { lookAlike } from './alike'

/** A name for an address: a new contact, or with `contact` another name for one. */
export function ContactForm({ contact, onDone }: { contact?: ContactView; onDone(): void }) {
  const client = useClient()
  const contacts = useSlice('contacts') ?? []
  const accounts = useSlice('accounts') ?? []
  const [entry, enter] = useAddressEntry(contact?.address)
  const [text, setText] = useState(contact?.name ?? '')
  const { address } = entry
  const name = text.trim()
  const same = (each: { address: string }) => isSameAddress(each.address, address)
  const known = [...accounts, ...contacts]
  const alike = address === null ? null : lookAlike(address, known)
  const taken = contact === undefined ? known.find(same) : undefined
  const nameTaken = known.some(each => !same(each) && each.name.trim().toLowerCase() === name.toLowerCase())
  return (
    <Form
      button={t('save')}
      testId="contact-save"
      isReady={address !== null && name !== ''}
      submit={async () => {
        if (address === null) return
        await client.call('contact.name', { contacts: [{ address, name }] })
        onDone()
      }}
    >
      <TextField
        label={t('contact_name')}
        error={nameTaken ? t('contact_name_taken') : undefined}
        testId="contact-name"
        autoFocus
        maxLength={64}
        value={text}
        onChange={setText}
      />
      {contact === undefined && <AddressField testId="contact-address" entry={entry} onChange={enter} />}
      {address !== null && <AddressText address={address} />}
      {taken !== undefined && <Notice tone="caution">{t('contact_known_as', { name: taken.name })}</Notice>}
      {alike !== null && (
        <Notice tone="danger" live>
          {t('contact_alike', { name: alike.name })} <AddressText address={alike.address} />
        </Notice>
      )}
    </Form>
  )
}
