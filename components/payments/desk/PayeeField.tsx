import { useState } from 'react'
import { t, useSlice } from '@/components/app'
import { type AddressEntry, AddressField, type Here, readAddress, useHere } from '@/components/elements/later'
import { shortAddress } from '@/components/format/address'
import { isSameAddress } from '@/lib/base/hex'

/** A name of the person's own for an address. */
export interface Named {
  name: string
  address: `0x${string}`
}

/** Contacts and the person's own accounts. */
export function useNamed(): Named[] {
  const accounts = useSlice('accounts') ?? []
  const contacts = useSlice('contacts') ?? []
  return [...contacts, ...accounts.filter(({ hidden }) => !hidden)].map(({ name, address }) => ({ name, address }))
}

/** What was typed, read as an address or as the name of one. A name of several addresses is refused. */
export function readPayee(text: string, named: readonly Named[], here: Here | undefined): AddressEntry {
  const read = readAddress(text, here)
  const typed = text.trim().toLowerCase()
  if (read.address !== null || typed === '') return read
  const same = named.filter(({ name }) => name.trim().toLowerCase() === typed)
  const [first] = same
  if (first === undefined)
    return typed.includes('0x') || read.link !== null ? read : { ...read, error: t('payee_unknown') }
  if (same.some(({ address }) => !isSameAddress(address, first.address)))
    return { ...read, error: t('payee_ambiguous') }
  return { ...readAddress(first.address), text }
}

/** The state of a payee's field. */
export function usePayee(initial = ''): [entry: AddressEntry, enter: (text: string) => void] {
  const [text, enter] = useState(initial)
  return [readPayee(text, useNamed(), useHere()), enter]
}

interface PayeeFieldProps {
  label: string
  entry: AddressEntry
  onChange(text: string): void
  testId: string
  /** Takes pasted text; true where it dealt with it. */
  onPasted?(text: string): boolean
}

/** Whom to pay: an address, or a name of the person's own. */
export function PayeeField({ entry, ...field }: PayeeFieldProps) {
  const named = useNamed()
  const { address, text } = entry
  const name = named.find(each => isSameAddress(each.address, address))?.name
  const hint = name === undefined || address === null ? undefined : name === text ? shortAddress(address) : name
  return <AddressField {...field} placeholder={t('payee_placeholder')} list={namesId} entry={entry} hint={hint} />
}

const namesId = 'payee-names'

/** The names that every payee's field of the page suggests. */
export function PayeeNames() {
  return (
    <datalist id={namesId}>
      {useNamed().map(({ name, address }) => (
        <option key={address} value={name}>
          {shortAddress(address)}
        </option>
      ))}
    </datalist>
  )
}
