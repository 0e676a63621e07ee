import type * as ofPayments from './payment-records'
import type * as records from './records'

/** What the rows of each store are. */
interface Rows {
  keyring: records.KeyringRecord
  accounts: records.AccountRecord
  sites: records.SiteRecord
  requests: records.RequestRecord
  approvals: records.ApprovalRecord
  transactions: records.TransactionRecord
  nonces: records.NonceRecord
  payments: ofPayments.PaymentRecord
  channels: ofPayments.ChannelRecord
  paymentSites: ofPayments.PaymentSiteRecord
  networks: records.NetworkEntry
  epochs: records.EpochRecord
  fees: records.FeesRecord
  settings: records.SettingsRecord | records.DescriptorFilesRecord
  faults: records.FaultRecord
  damaged: records.DamagedRecord
  lists: records.ListRecord
  listEntries: records.ListEntryRecord
  arrivals: records.ArrivalRecord
  tokens: records.TokenRecord
  contacts: ofPayments.ContactRecord
  items: records.ItemRecord
  authorizations: ofPayments.AuthorizationRecord
  paymentCaps: ofPayments.PaymentCapRecord
  paymentLimits: ofPayments.PaymentLimitRecord
  transfers: ofPayments.TransferRecord
  transferCursors: ofPayments.TransferCursorRecord
  paymentRequests: ofPayments.PaymentRequestRecord
  captures: ofPayments.CaptureRecord
  refunds: ofPayments.RefundRecord
  payouts: ofPayments.PayoutRecord
  pastTransactions: records.PastTransactionRecord
  pastSearches: records.PastSearchRecord
}

/**
 * What a locked wallet may do with a store of encrypted rows. All rows of a store that is `open` stay readable.
 * `closed`: nothing is read or written (Failure `locked`). `unread`: it is read as if it were empty, and not written.
 * `written`: its readable rows are read and written; those that have ended are encrypted at the next unlock.
 */
export interface EncryptedRule<Row = unknown> {
  locked: 'closed' | 'unread' | 'written'
  /** True for a row that a locked wallet needs: it is not encrypted. Absent: none is needed. */
  staysReadable?(row: Row): boolean
  /** What becomes of a row that is there encrypted and, newer, readable. Absent: the readable one counts. */
  merge?(encrypted: Row, readable: Row): Row
}

type Field<Row> = keyof Row & string

/** Everything that the wallet has to know about a store. */
type Store<Row> = ({ locked: 'open' } | EncryptedRule<Row>) & {
  /** The fields of its key, as the migrations made it. `null`: the database counts. */
  key: Field<Row> | readonly Field<Row>[] | null
  indexes: Readonly<Record<string, Field<Row> | readonly Field<Row>[]>>
  /**
   * Who has the shape by which a damaged row is found and set aside: `inspection.ts`, or `payment-shapes.ts`, which is
   * loaded when it is needed. `null`: its rows are not inspected.
   */
  shape: 'worker' | 'payments' | null
  /** True if it grows with use: `test/bench/grown-rows.ts` fills it. */
  grows: boolean
}

/**
 * The stores of the database, a row each. The types of the database, the reset, the inspection, the encryption and the
 * measurement of growth follow from them. `encrypted/readable.ts` says what stays readable on the disk, and why: the
 * worker needs no words for that. This file imports only types, so that Node can run it.
 */
export const stores = {
  // The mirror has a copy of the rows.
  keyring: { ...open('key', null), grows: false },
  accounts: open('address', 'worker'),
  sites: open('origin', 'worker'),
  requests: { ...open('key', 'worker'), indexes: { createdAt: 'createdAt' } },
  approvals: {
    ...{ key: 'id', grows: true, shape: 'worker' },
    indexes: { status: 'status', requestKey: 'requestKey', kind: 'kind' },
    locked: 'written',
    staysReadable: ({ kind, status }) => status === 'waiting' || status === 'approved' || kind === 'calls',
  },
  transactions: {
    ...{ key: 'id', grows: true, shape: 'worker' },
    indexes: {
      hash: ['networkId', 'hash'],
      inFlight: 'inFlight',
      account: ['networkId', 'from', 'createdAt'],
      nonce: ['networkId', 'epoch', 'from', 'nonce'],
      recent: ['networkId', 'createdAt'],
    },
    locked: 'written',
    staysReadable: ({ inFlight }) => inFlight === 1,
  },
  nonces: open('key', 'worker'),
  payments: {
    ...{ key: 'id', indexes: { state: 'state' }, grows: true, shape: 'payments' },
    locked: 'written',
    staysReadable: ({ attempts, endedAt, state }) =>
      state === 'undelivered'
        ? attempts < 3
        : endedAt === null && ['offered', 'signed', 'sent', 'signing-in', 'unproven'].includes(state),
  },
  channels: {
    ...{ key: 'key', indexes: {}, grows: true, shape: 'worker' },
    locked: 'written',
    staysReadable: ({ charged, signed, state }) => state === 'opening' || (state !== 'closed' && signed > charged),
  },
  paymentSites: {
    ...{ key: 'origin', indexes: {}, grows: true, shape: 'payments' },
    locked: 'written',
    staysReadable: ({ switchedOn }) => switchedOn,
    merge: (encrypted, { payees }) => ({
      ...encrypted,
      payees: [...encrypted.payees, ...payees.filter(payee => !encrypted.payees.some(known => isSame(known, payee)))],
    }),
  },
  networks: open('id', 'worker'),
  epochs: open('networkId', 'worker'),
  fees: open('networkId', 'worker'),
  // A setting that cannot be read has a default.
  settings: { ...open('key', null), grows: false },
  faults: { ...open('key', 'worker'), indexes: { at: 'at' } },
  damaged: { ...open(null, null), grows: false },
  lists: { ...open('id', 'worker'), grows: false },
  // Lists are fetched again.
  listEntries: { ...open(['list', 'key'], null), indexes: { name: 'name' }, grows: false },
  arrivals: encrypted('id', 'worker', 'written'),
  tokens: encrypted('key', 'worker', 'unread'),
  contacts: encrypted('address', 'worker'),
  items: encrypted('key', 'worker'),
  authorizations: { ...encrypted('id', 'payments'), indexes: { account: ['networkId', 'account'], state: 'state' } },
  paymentCaps: encrypted('key', 'payments'),
  paymentLimits: encrypted('key', 'payments'),
  transfers: {
    ...encrypted('key', 'payments'),
    indexes: { block: ['networkId', 'epoch', 'account', 'blockNumber'] },
  },
  transferCursors: encrypted('key', 'payments'),
  paymentRequests: encrypted('id', 'payments'),
  captures: encrypted('id', 'payments'),
  refunds: encrypted('id', 'payments'),
  payouts: encrypted('key', 'payments'),
  pastTransactions: encrypted('id', 'worker'),
  pastSearches: encrypted('key', 'worker'),
} as const satisfies { readonly [Name in keyof Rows]: Store<Rows[Name]> }

/** A store of which all rows stay readable. */
function open<const Key, Shape extends 'worker' | 'payments' | null>(key: Key, shape: Shape) {
  return { key, shape, locked: 'open', indexes: {}, grows: true } as const
}

/** A store of which nothing stays readable. */
function encrypted<
  const Key extends string,
  Shape extends 'worker' | 'payments',
  Locked extends EncryptedRule['locked'] = 'closed',
>(key: Key, shape: Shape, locked?: Locked) {
  return { key, shape, locked: locked ?? 'closed', indexes: {}, grows: true } as const
}

type Stores = typeof stores
export type StoreName = keyof Stores
export const storeNames = Object.keys(stores) as readonly StoreName[]

/** The stores whose rows are inspected by shapes that are there. */
export type StoreShapedBy<Holder> = {
  [Name in StoreName]: Stores[Name]['shape'] extends Holder ? Name : never
}[StoreName]

/** The stores whose rows are encrypted with a key of the vault. */
export type EncryptedStoreName = {
  [Name in StoreName]: Stores[Name]['locked'] extends 'open' ? never : Name
}[StoreName]
export const encryptedStoreNames = storeNames.filter(
  (name): name is EncryptedStoreName => stores[name].locked !== 'open',
)

/** The types of the database. */
export interface PreludeSchema extends Schema {}
type Schema = {
  [Name in StoreName]: {
    key: Stores[Name]['key'] extends null ? number : KeyOf<Rows[Name], Stores[Name]['key']>
    value: Rows[Name]
    indexes: { [Index in keyof Stores[Name]['indexes']]: KeyOf<Rows[Name], Stores[Name]['indexes'][Index]> }
  }
}

/** What a key or an index is asked with. */
type KeyOf<Row, Fields> = Fields extends keyof Row
  ? Asked<NonNullable<Row[Fields]>>
  : { -readonly [Place in keyof Fields]: KeyOf<Row, Fields[Place]> }
type Asked<Value> = Value extends string ? string : Extract<Value, number>

type Payee = Rows['paymentSites']['payees'][number]

function isSame(left: Payee, right: Payee): boolean {
  return left.networkId === right.networkId && left.token === right.token && left.payee === right.payee
}
