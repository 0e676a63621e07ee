import type { StoreName, stores } from '@/lib/storage/stores'

/** Stores of which all rows stay readable, or some. */
type Readable = {
  [Name in StoreName]: (typeof stores)[Name] extends { locked: 'open' } | { staysReadable: unknown } ? Name : never
}[StoreName]

/**
 * What of the database a person with the disk can read, and why a locked wallet needs it. `npm run documents` writes it
 * into SECURITY.md.
 */
export const readableRows: Readonly<Record<Readable, { what: string; why: string }>> = {
  keyring: { what: 'the vault', why: 'it is ciphertext already' },
  accounts: {
    what: 'addresses and names of the accounts',
    why: 'a locked wallet knows which account a website sees, and whose transactions it watches',
  },
  sites: {
    what: 'websites, their network, their accounts, refusals',
    why: 'a locked wallet answers which network a site is on, and whether it may ask at all',
  },
  requests: {
    what: 'requests of websites with their answers, for half an hour while the browser runs; until its next start if the browser is closed before',
    why: 'a page that connects again gets its one answer',
  },
  approvals: {
    what: 'decisions that wait or are being carried out; batches of calls, for a day',
    why: 'they are carried out, or refused, by a worker that starts locked; a site asks what became of its batch',
  },
  transactions: {
    what: 'transactions that are on their way, until their block is final',
    why: 'they are watched, and sent again',
  },
  nonces: { what: 'the next free number of each account', why: 'no number is used twice' },
  payments: {
    what: 'payments by HTTP 402 that have not ended, or were paid and not delivered',
    why: 'they are delivered, and never paid twice',
  },
  channels: {
    what: 'payment channels in which more was promised than was charged',
    why: 'the answer that is on its way says how much was charged',
  },
  paymentSites: {
    what: 'websites on which payments by requests are switched on, with their payees',
    why: 'their requests are noticed, and wait for the unlock',
  },
  networks: { what: 'networks and their endpoints', why: 'what is on its way is watched there' },
  epochs: { what: 'the blocks by which a network is recognised', why: 'a network that lies or restarted is noticed' },
  fees: { what: 'base fees of the last hours', why: 'they are of the network, not of the person' },
  settings: {
    what: 'settings, the chosen account and network, descriptions that were added',
    why: 'the lock time is one of them',
  },
  faults: { what: 'the fault log', why: 'it holds words from closed lists, and no text of an error' },
  damaged: {
    what: 'rows that were set aside because they are damaged, until the next unlock',
    why: 'they are found at the start of the browser, when there is no key',
  },
  lists: { what: 'which public lists are subscribed to', why: 'they are updated once a day' },
  listEntries: { what: 'the public lists', why: 'they are public' },
}
