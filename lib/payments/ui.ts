import type { Arrivals } from '@/lib/activity/arrivals/arrivals'
import type { Transactions } from '@/lib/activity/sending/types'
import { Failure } from '@/lib/base/failure'
import { lowerCaseAddress, toQuantity } from '@/lib/base/hex'
import { failureOf, RpcError } from '@/lib/base/rpc/errors'
import type { Networks } from '@/lib/chain/networks/networks'
import type { Decisions } from '@/lib/decisions/decisions'
import type { BooksView } from '@/lib/language/desk'
import type { AuthorizationView, ChannelView, ReadingView, TransferView } from '@/lib/language/payments'
import type { PaymentHandlers } from '@/lib/language/procedures'
import type { PaymentSliceName, SelectedReaders } from '@/lib/language/slices'
import type { SelectionView } from '@/lib/language/ui'
import { readTypedData } from '@/lib/reading/typed-data/typed-data'
import type { Database } from '@/lib/storage/open'
import type { AuthorizationRecord, ChannelRecord, TransferRecord } from '@/lib/storage/payment-records'
import { booksOf } from './books/books'
import type { Desk, Place } from './desk/desk'
import { toNativePaidView } from './desk/desk-view'
import { isSignedKnown, readConfig } from './http402/channel'
import { channelsOf } from './http402/channel-rows'
import type { Http402 } from './http402/types'
import type { Ledger } from './register/types'
import { ordinalsOf } from './shared/refunded-transfer'
import type { TransferReading, Transfers } from './transfers/transfers'

const transfersShown = 200
const channelsShown = 100
const unmatchedShown = 200

export interface PaymentsUiParts {
  database: Database
  networks: Pick<Networks, 'epoch'>
  arrivals: Pick<Arrivals, 'list'>
  selection: { required(): Promise<SelectionView> }
  transactions: Pick<Transactions, 'propose'>
  propose: Decisions['propose']
  desk: Desk
  http402: Http402
  ledger: Ledger
  transfers: Transfers
}

/** What pages read and ask of payments. The slices are each for the selected account and network. */
export function createPaymentsUi(parts: PaymentsUiParts): {
  procedures: PaymentHandlers
  readers: SelectedReaders<PaymentSliceName>
} {
  return { procedures: createProcedures(parts), readers: createReaders(parts) }
}

function createProcedures(parts: PaymentsUiParts): PaymentHandlers {
  const { desk, http402, ledger, propose, selection, transactions, transfers } = parts
  return {
    ...desk.procedures,
    async 'books.read'({ networkId, address }) {
      const selected = await selection.required()
      const place = { networkId: networkId ?? selected.networkId, address: address ?? selected.address }
      return readBooksView(place, parts, null)
    },
    async 'books.further'() {
      const { networkId, address } = await selection.required()
      await transfers.further(networkId, address).catch((error: unknown) => {
        throw error instanceof RpcError ? failureOf(error) : error
      })
      return { networkId, address, from: (await transfers.reading(networkId, address)).from }
    },
    'payment.choose': ({ approvalId, ...choice }) => http402.choose(approvalId, choice),
    'payment.choose-sign-in': ({ approvalId, keeps }) => http402.chooseSignIn(approvalId, keeps),
    async 'payment.allow-permit2'({ approvalId, accepted }) {
      const { networkId, account, to, data } = await http402.permit2Allowance(approvalId, accepted)
      const transaction = { to, value: '0x0' as const, data }
      const asked = { requester: { kind: 'wallet' as const }, requestKey: null, replaces: null }
      const proposal = { ...asked, networkId, account, transaction, purpose: 'send' as const }
      return { approvalId: await transactions.propose(proposal) }
    },
    'payment.signed': async () => ({ answers: await http402.sites.signed() }),
    'payment.set-site': site => http402.sites.set(site),
    'payment.end-limit': subject => http402.sites.endLimit(subject),
    'payment.end-sign-in': kept => http402.sites.endSignIn(kept),
    'payment.set-cap': cap => http402.sites.setCap(cap),
    'payment.stop': () => http402.sites.stop(),
    'payment.send-again': ({ id }) => http402.sendAgain(id),
    async 'channel.refund'({ channelId }) {
      const { networkId } = await selection.required()
      await http402.refund(`${networkId}:${channelId}`)
    },
    async 'authorization.propose'({ typedData, linkOrigin }) {
      const { networkId, address } = await selection.required()
      const request = { kind: 'typed-data' as const, typedData: JSON.stringify(readOrRefuse(typedData)) }
      return { approvalId: await propose({ networkId, account: address, request, linkOrigin }) }
    },
    async 'authorization.read'({ id }) {
      const row = await ledger.get(id)
      if (row === undefined) throw new Failure('invalid-input', { field: 'id' })
      return { typedData: row.typedData, signature: row.signature }
    },
  }
}

/** @throws Failure `invalid-input` {field: 'typedData'} */
function readOrRefuse(typedData: string) {
  try {
    return readTypedData(typedData)
  } catch (cause) {
    if (cause instanceof Error && cause.name === 'TypedDataError')
      throw new Failure('invalid-input', { field: 'typedData' }, { cause })
    throw cause
  }
}

function createReaders(parts: PaymentsUiParts): SelectedReaders<PaymentSliceName> {
  const { database, desk, http402, ledger, networks, transfers } = parts
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
        row => row.networkId === networkId && row.epoch === networks.epoch(networkId),
      )
      return rows
        .sort((a, b) => b.createdAt - a.createdAt)
        .slice(0, channelsShown)
        .map(toChannelView)
    },
    answers: () => http402.sites.view(),
    desk: desk.view,
    books: async selected => readBooksView(selected, parts, unmatchedShown),
  }
}

/**
 * Matches over everything that was read.
 * @param most unmatched transfers, newest first, without the outgoing ones; `null`: everything
 */
async function readBooksView(
  selected: Place,
  { desk, transfers, arrivals }: Pick<PaymentsUiParts, 'desk' | 'transfers' | 'arrivals'>,
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
