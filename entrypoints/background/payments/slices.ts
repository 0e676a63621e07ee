import type { Arrivals } from '@/lib/activity/arrivals/arrivals'
import { lowerCaseAddress, toQuantity } from '@/lib/base/hex'
import type { NetworkId } from '@/lib/base/network-id'
import { failureOf } from '@/lib/base/rpc/errors'
import type { BooksView } from '@/lib/language/desk'
import type { AuthorizationView, ChannelView, ReadingView, TransferView } from '@/lib/language/payments'
import type { PaymentSliceName, SelectedReaders } from '@/lib/language/slices'
import { booksOf } from '@/lib/payments/books/books'
import { isSignedKnown, readConfig } from '@/lib/payments/http402/channel'
import { channelsOf } from '@/lib/payments/http402/channel-rows'
import type { Http402 } from '@/lib/payments/http402/types'
import type { Ledger } from '@/lib/payments/register/types'
import { ordinalsOf } from '@/lib/payments/shared/refunded-transfer'
import type { TransferReading, Transfers } from '@/lib/payments/transfers/transfers'
import type { Database } from '@/lib/storage/open'
import type { AuthorizationRecord, ChannelRecord, TransferRecord } from '@/lib/storage/payment-records'
import type { Desk, Place } from './desk'
import { toNativePaidView } from './desk-view'

const transfersShown = 200
const channelsShown = 100
const unmatchedShown = 200

/** Reads the slices of payments, each for the selected account and network. */
export function createPaymentSliceReaders({
  ledger,
  transfers,
  desk,
  http402,
  database,
  epochOf,
  arrivals,
}: {
  ledger: Ledger
  transfers: Transfers
  desk: Desk
  http402: Pick<Http402, 'sites'>
  database: Database
  epochOf(networkId: NetworkId): number
  arrivals: Pick<Arrivals, 'list'>
}): SelectedReaders<PaymentSliceName> {
  return {
    authorizations: async ({ networkId, address }) => (await ledger.rows(networkId, address)).map(toAuthorizationView),
    authorizationsRead: async ({ networkId, address }) =>
      toReadingView({ from: null, fromAt: null, ...(await ledger.reading(networkId, address)) }),
    async transfers({ networkId, address }) {
      const rows = await transfers.rows(networkId, address, transfersShown)
      return rows.map(toTransferViews(rows))
    },
    async chainHead({ networkId }) {
      const read = [ledger.time(networkId), transfers.time(networkId)].filter(time => time !== null)
      const newest = read.sort((a, b) => b.readAt - a.readAt)[0]
      return newest === undefined ? null : { ...newest, blockMs: transfers.time(networkId)?.blockMs ?? null }
    },
    async channels({ networkId, address }) {
      const rows = (await channelsOf(database, lowerCaseAddress(address))).filter(
        row => row.networkId === networkId && row.epoch === epochOf(networkId),
      )
      return rows
        .sort((a, b) => b.createdAt - a.createdAt)
        .slice(0, channelsShown)
        .map(toChannelView)
    },
    answers: () => http402.sites.view(),
    desk: desk.view,
    books: async selected => readBooksView(selected, { desk, transfers, arrivals }, unmatchedShown),
  }
}

/**
 * Matches over everything that was read.
 * @param most unmatched transfers, newest first, without the outgoing ones; `null`: everything
 */
export async function readBooksView(
  selected: Place,
  {
    desk,
    transfers,
    arrivals,
  }: {
    desk: Pick<Desk, 'sources'>
    transfers: Pick<Transfers, 'all' | 'reading'>
    arrivals: Pick<Arrivals, 'list'>
  },
  most: number | null,
): Promise<BooksView> {
  const rows = await transfers.all(selected.networkId, selected.address)
  // Only the outgoing ones have a purpose.
  const { nativeSpent, ...sources } = await desk.sources(selected, rows, most === null)
  const { requests } = sources
  const books = booksOf(selected.address, sources, rows)
  const { paid, native, unmatched, outgoing } = books
  const came = await arrivals.list(selected.networkId, selected.address)
  const labels = new Map(requests.map(({ id, label }) => [id, label]))
  const toTransferView = toTransferViews(rows)
  const shown = most === null ? unmatched : unmatched.slice(-most).reverse()
  return {
    paid: paid.map(({ request, transfer }) => ({
      ...{ request, label: labels.get(request) ?? request },
      transfer: toTransferView(transfer),
    })),
    native: native.map(paid => toNativePaidView(paid, came)),
    captured: books.captured.map(({ label, transfer }) => ({ label, transfer: toTransferView(transfer) })),
    returned: books.returned.map(({ transfer, ...from }) => ({ ...from, transfer: toTransferView(transfer) })),
    unmatched: shown.map(({ transfer, reason }) => ({ transfer: toTransferView(transfer), reason })),
    outgoing:
      most === null ? outgoing.map(({ transfer, purpose }) => ({ transfer: toTransferView(transfer), purpose })) : [],
    nativeOutgoing: nativeSpent.map(({ amount, ...rest }) => ({ ...rest, amount: toQuantity(amount) })),
    count: [nativeSpent, paid, native, books.captured, books.returned, unmatched, outgoing].flat().length,
    reading: toReadingView(await transfers.reading(selected.networkId, selected.address)),
  }
}

function toReadingView({ to, failure, ...rest }: TransferReading): ReadingView {
  const told = failure === null ? null : failureOf(failure)
  return {
    ...rest,
    // Where nothing is to be read, it is read as far as wanted.
    to: to === Number.POSITIVE_INFINITY ? null : to,
    isRead: to !== null,
    failure: told === null ? null : { code: told.code, details: told.details },
  }
}

function toChannelView(row: ChannelRecord): ChannelView {
  const { channelId, origin, config, state, createdAt } = row
  const signed = isSignedKnown(row) ? toQuantity(row.signed) : null
  return { channelId, origin, config: readConfig(config), signed, state, createdAt }
}

/** @param rows all that can be equal to one of them */
function toTransferViews(rows: readonly TransferRecord[]): (row: TransferRecord) => TransferView {
  const ordinals = new Map([...ordinalsOf(rows)].map(([{ key }, ordinal]) => [key, ordinal]))
  return row => {
    const { key, networkId, token, from, to, amount, memo, hash, blockHash, blockNumber, logIndex, at } = row
    const isSealed = blockHash !== null
    const transfer = { token, from, to, amount: toQuantity(amount), memo, hash, blockNumber, logIndex, isSealed, at }
    const ordinal = ordinals.get(key) ?? 0
    return { key, networkId, ...transfer, ...(ordinal === 0 ? {} : { ordinal }) }
  }
}

function toAuthorizationView(row: AuthorizationRecord): AuthorizationView {
  const { id, kind, contract, token, spender, recipient, nonce, digest, origin, paymentId, state } = row
  const { isOnChain, isProvisional, createdAt, checkedAt, evidence } = row
  return {
    ...{ id, kind, contract, token, spender, recipient, nonce, digest, origin, paymentId, state },
    ...{ isOnChain, isProvisional, createdAt, checkedAt },
    amount: quantityOrNull(row.amount),
    used: toQuantity(row.used),
    remaining: quantityOrNull(row.remaining),
    validAfterSeconds: secondsOrNull(row.validAfter),
    validBeforeSeconds: secondsOrNull(row.validBefore),
    deadlineSeconds: secondsOrNull(row.deadline),
    period: secondsOrNull(row.period),
    evidence: evidence.map(({ event, amount, hash, blockHash, blockNumber }) => ({
      ...{ event, hash, blockNumber, amount: quantityOrNull(amount), isSealed: blockHash !== null },
    })),
  }
}

function quantityOrNull(value: bigint | null) {
  return value === null ? null : toQuantity(value)
}

/** Unix seconds, at most the latest that a `Date` can hold. */
function secondsOrNull(value: bigint | null): number | null {
  return value === null ? null : Number(value < 8_640_000_000_000n ? value : 8_640_000_000_000n)
}
