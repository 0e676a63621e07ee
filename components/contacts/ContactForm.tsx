import { useState } from 'react'
import { useClient, useSlice } from '@/components/client-context'
import { AddressText } from '@/components/elements/AddressText'
import { FailureNotice } from '@/components/elements/FailureNotice'
import { Field } from '@/components/elements/Field'
import { Notice } from '@/components/elements/Notice'
import { judgeAddress } from '@/components/format/address'
import { addressErrorWords } from '@/components/format/address-error'
import { t } from '@/components/i18n'
import { useAction } from '@/components/use-action'
import type { ContactView } from '@/lib/messaging/ui'
import { lookAlike } from './alike'

/** A name for an address: a new one, or another name for one there is. */
export function ContactForm({ contact, onDone }: { contact?: ContactView; onDone(): void }) {
  const client = useClient()
  const contacts = useSlice('contacts') ?? []
  const accounts = useSlice('accounts') ?? []
  const [text, setText] = useState(contact?.address ?? '')
  const [name, setName] = useState(contact?.name ?? '')
  const [left, setLeft] = useState(false)
  const judged = judgeAddress(text)
  const error = left ? addressErrorWords(judged) : undefined
  const same = (each: { address: string }) => judged.ok && each.address.toLowerCase() === judged.address.toLowerCase()
  const known = [...accounts, ...contacts]
  const alike = judged.ok ? lookAlike(judged.address, known) : null
  const taken = contact === undefined ? known.find(same) : undefined
  const nameTaken = known.some(each => !same(each) && each.name.trim().toLowerCase() === name.trim().toLowerCase())
  const save = useAction(async () => {
    if (!judged.ok) return
    await client.call('contact.name', { contacts: [{ address: judged.address, name: name.trim() }] })
    onDone()
  })
  return (
    <form
      className="stack"
      onSubmit={event => {
        event.preventDefault()
        setLeft(true)
        if (judged.ok && name.trim() !== '') void save.run()
      }}
    >
      <Field id="contact-name" label={t('contact_name')} error={nameTaken ? t('contact_name_taken') : undefined}>
        <input
          id="contact-name"
          className="input"
          // biome-ignore lint/a11y/noAutofocus: the first thing to fill in
          autoFocus
          maxLength={64}
          autoComplete="off"
          aria-describedby="contact-name-note"
          data-testid="contact-name"
          value={name}
          onChange={event => setName(event.target.value)}
        />
      </Field>
      {contact === undefined ? (
        <Field
          id="contact-address"
          label={t('address')}
          error={error}
          hint={
            judged.ok
              ? t(judged.checksum === 'matches' ? 'address_checksum_matches' : 'address_no_checksum')
              : undefined
          }
        >
          <input
            id="contact-address"
            className="input mono"
            dir="ltr"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={200}
            placeholder="0x"
            aria-describedby="contact-address-note"
            aria-invalid={error === undefined ? undefined : true}
            data-testid="contact-address"
            value={text}
            onBlur={() => setLeft(true)}
            onChange={event => {
              setText(event.target.value)
              setLeft(false)
            }}
          />
        </Field>
      ) : null}
      {judged.ok && <AddressText address={judged.address} />}
      {taken !== undefined && <Notice tone="caution">{t('contact_known_as', { name: taken.name })}</Notice>}
      {alike !== null && (
        <Notice tone="danger" live>
          {t('contact_alike', { name: alike.name })} <AddressText address={alike.address} />
        </Notice>
      )}
      <button
        type="submit"
        className="button button-primary button-wide"
        data-testid="contact-save"
        disabled={!judged.ok || name.trim() === '' || save.busy}
      >
        {t('save')}
      </button>
      <FailureNotice failure={save.failure} />
    </form>
  )
}
