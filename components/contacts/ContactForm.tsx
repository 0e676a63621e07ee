import { useState } from 'react'
import type { Address } from 'viem'
import { t, useClient, useSlice } from '@/components/app'
import { Form, Notice } from '@/components/elements'
import { AddressField, AddressText, TextField, useAnyAddressEntry } from '@/components/elements/later'
import { isSameAddress } from '@/lib/base/hex'
import { lookAlike } from './alike'

interface ContactFormProps {
  /** The address to name; left out: it is typed. */
  address?: Address
  /** The name it has. */
  name?: string
  onDone(): void
}

/** A name for an address: a new contact, or another name for one. */
export function ContactForm({ address: given, name: known = '', onDone }: ContactFormProps) {
  const client = useClient()
  const contacts = useSlice('contacts') ?? []
  const accounts = useSlice('accounts') ?? []
  const [entry, enter] = useAnyAddressEntry(given)
  const [text, setText] = useState(known)
  const { address } = entry
  const name = text.trim()
  const same = (each: { address: string }) => isSameAddress(each.address, address)
  const all = [...accounts, ...contacts]
  const alike = address === null ? null : lookAlike(address, all)
  const taken = given === undefined ? all.find(same) : undefined
  const nameTaken = all.some(each => !same(each) && each.name.trim().toLowerCase() === name.toLowerCase())
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
      {given === undefined && <AddressField testId="contact-address" entry={entry} onChange={enter} />}
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
