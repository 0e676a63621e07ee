import { useState } from 'react'
import { t, useSlice } from '@/components/app'
import { type AddressEntry, type Here, readAddress, useHere } from '@/components/elements/later'
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

/** Reads typed text as an address, or as the name of an address. A name of several addresses is refused. */
export function readRecipient(text: string, named: readonly Named[], here: Here | undefined): AddressEntry {
  const read = readAddress(text, here)
  const typed = text.trim().toLowerCase()
  if (read.address !== null || typed === '') return read
  const same = named.filter(({ name }) => name.trim().toLowerCase() === typed)
  const [first] = same
  if (first === undefined)
    return typed.includes('0x') || read.link !== null ? read : { ...read, error: t('recipient_unknown') }
  if (same.some(({ address }) => !isSameAddress(address, first.address)))
    return { ...read, error: t('recipient_ambiguous') }
  return { ...readAddress(first.address), text }
}

/** The state of a recipient's field. */
export function useRecipient(initial = ''): [entry: AddressEntry, enter: (text: string) => void] {
  const [text, enter] = useState(initial)
  return [readRecipient(text, useNamed(), useHere()), enter]
}
