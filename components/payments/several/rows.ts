import { useState } from 'react'
import { locale } from '@/components/app'
import { type Named, readRecipient } from '@/components/contacts/recipient'
import {
  type AddressEntry,
  type AmountEntry,
  type AmountUnit,
  type Here,
  readAmount,
} from '@/components/elements/later'
import { editableAmount } from '@/components/format/amount'
import type { PastedRow } from '@/lib/payments/shared/payout-rows'

/** A payee and an amount, or a share, as typed. */
interface TypedRow {
  id: number
  who: string
  amount: string
}

export interface ReadRow {
  id: number
  payee: AddressEntry
  amount: AmountEntry
  /** Another row above pays the same address. */
  isRepeated: boolean
}

export interface Rows {
  read(unit: AmountUnit, named: readonly Named[], here: Here | undefined): ReadRow[]
  change(id: number, part: Partial<Omit<TypedRow, 'id'>>): void
  add(): void
  remove(id: number): void
  /** A list takes the place of the row it was pasted into, and of rows that are empty. */
  fill(id: number | null, list: readonly PastedRow[], unit: AmountUnit): void
}

const isEmpty = ({ who, amount }: TypedRow) => who === '' && amount === ''

/** The rows of a payment to several, two at first. */
export function useRows(): Rows {
  const [rows, setRows] = useState<TypedRow[]>([
    { id: 0, who: '', amount: '' },
    { id: 1, who: '', amount: '' },
  ])
  const nextId = Math.max(...rows.map(({ id }) => id)) + 1
  return {
    read(unit, named, here) {
      const seen = new Set<string>()
      return rows.map(({ id, who, amount }) => {
        const payee = readRecipient(who, named, here)
        const key = payee.address?.toLowerCase()
        const isRepeated = key !== undefined && seen.has(key)
        if (key !== undefined) seen.add(key)
        return { id, payee, amount: readAmount(amount, unit), isRepeated }
      })
    },
    change: (id, part) => setRows(all => all.map(row => (row.id === id ? { ...row, ...part } : row))),
    add: () => setRows(all => [...all, { id: nextId, who: '', amount: '' }]),
    remove: id => setRows(all => all.filter(row => row.id !== id)),
    fill(id, list, unit) {
      const added = list.map(({ who, amount }, index) => ({
        id: nextId + index,
        who,
        amount: amountOfList(amount, unit),
      }))
      setRows(all => [...all.filter(row => row.id !== id && !isEmpty(row)), ...added])
    },
  }
}

/** Lists are written with a point and without thousands; what is written otherwise is left for the field to judge. */
function amountOfList(text: string, { decimals }: AmountUnit): string {
  const read = /^\d+(?:\.\d+)?$/.test(text) ? readAmount(text, { symbol: '', decimals }) : null
  const digits = /^(\d+)(?:\.(\d+?)0*)?$/.exec(text)
  if (read === null || digits === null) return text
  const [, whole = '', fraction = ''] = digits
  if (fraction.length > decimals) return text
  return editableAmount(BigInt(`${whole}${fraction.padEnd(decimals, '0')}`), decimals, locale())
}
