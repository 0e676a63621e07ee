import type { Address } from 'viem'
import type { AccountView, ContactView, TransactionView } from '@/lib/language/ui'
import { describeTransaction } from '@/lib/reading/calls/describe'

export interface Choice {
  address: Address
  name: string | null
}
export interface ChoiceGroup {
  group: 'contacts' | 'accounts' | 'recent'
  choices: Choice[]
}

const mostRecent = 5

/** The likely recipients in groups, each address once and never the paying account. */
export function choicesOf(known: {
  contacts: readonly ContactView[]
  accounts: readonly AccountView[]
  activity: readonly TransactionView[]
  own: Address | null
}): ChoiceGroup[] {
  const seen = new Set<string>(known.own === null ? [] : [known.own.toLowerCase()])
  const once = ({ address }: Choice): boolean => {
    const key = address.toLowerCase()
    if (seen.has(key)) return false
    seen.add(key)
    return true
  }
  const accounts = known.accounts
    .filter(account => !account.hidden)
    .map(({ address, name }) => ({ address, name }))
    .filter(once)
  const contacts = known.contacts.map(({ address, name }) => ({ address, name })).filter(once)
  const recent = known.activity
    .flatMap(row => {
      const { code, counterparty } = describeTransaction(row, {
        purpose: row.purpose,
        account: row.from,
        contractOf: () => null,
      })
      return code.startsWith('send-') && counterparty !== null ? [{ address: counterparty, name: null }] : []
    })
    .filter(once)
    .slice(0, mostRecent)
  return [
    { group: 'contacts', choices: contacts },
    { group: 'accounts', choices: accounts },
    { group: 'recent', choices: recent },
  ]
}

/** The choices that a text may be the beginning of, by a word of their name or by their address; all without one. */
export function matching(groups: readonly ChoiceGroup[], text: string): (Choice & Pick<ChoiceGroup, 'group'>)[] {
  const typed = text.trim().toLowerCase()
  const fits = ({ address, name }: Choice) =>
    ` ${name?.toLowerCase() ?? ''}`.includes(` ${typed}`) || address.toLowerCase().startsWith(typed)
  return groups.flatMap(({ group, choices }) => choices.filter(fits).map(choice => ({ ...choice, group })))
}
