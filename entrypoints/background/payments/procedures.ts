import type { WalletParts } from '@/entrypoints/background/parts'
import { Failure } from '@/lib/base/failure'
import { failureOf, RpcError } from '@/lib/base/rpc/errors'
import type { Decisions } from '@/lib/decisions/decisions'
import type { PaymentHandlers } from '@/lib/language/procedures'
import type { Http402 } from '@/lib/payments/http402/types'
import type { Ledger } from '@/lib/payments/register/types'
import type { Transfers } from '@/lib/payments/transfers/transfers'
import { readTypedData, TypedDataError } from '@/lib/reading/typed-data/typed-data'
import type { Desk } from './desk'
import { readBooksView } from './slices'

/** What each procedure of payments does. */
export function createPaymentProcedures(
  parts: Pick<WalletParts, 'arrivals' | 'selection' | 'transactions'> & {
    desk: Desk
    http402: Http402
    ledger: Ledger
    transfers: Transfers
  } & Pick<Decisions, 'propose'>,
): PaymentHandlers {
  const { arrivals, desk, http402, ledger, propose, selection, transactions, transfers } = parts

  return {
    ...desk.procedures,
    async 'books.read'({ networkId, address }) {
      const selected = await selection.required()
      const place = { networkId: networkId ?? selected.networkId, address: address ?? selected.address }
      return readBooksView(place, { desk, transfers, arrivals }, null)
    },
    async 'books.further'() {
      const { networkId, address } = await selection.required()
      try {
        await transfers.further(networkId, address)
      } catch (error) {
        throw error instanceof RpcError ? failureOf(error) : error
      }
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
    if (cause instanceof TypedDataError) throw new Failure('invalid-input', { field: 'typedData' }, { cause })
    throw cause
  }
}
