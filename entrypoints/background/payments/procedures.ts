import type { Procedures } from '@/entrypoints/background/ui-port'
import type { WalletParts } from '@/entrypoints/background/wallet'
import type { Decisions } from '@/lib/decisions/decisions'
import { readTypedData, TypedDataError } from '@/lib/decoding/typed-data'
import type { paymentProcedureInputs } from '@/lib/messaging/payments'
import type { Http402 } from '@/lib/payments/http402/types'
import type { Ledger } from '@/lib/payments/ledger/types'
import { Failure } from '@/lib/values/failure'
import type { Desk } from './desk'

/** What each procedure of payments does. */
export function createPaymentProcedures(
  parts: Pick<WalletParts, 'selection'> & { desk: Desk; http402: Http402; ledger: Ledger } & Pick<Decisions, 'propose'>,
): Pick<Procedures, keyof typeof paymentProcedureInputs> {
  const { desk, http402, ledger, propose, selection } = parts

  return {
    ...desk.procedures,
    async 'payment.choose'({ approvalId, ...built }) {
      await http402.choose(approvalId, built)
      return null
    },
    async 'payment.set-site'(input) {
      await http402.sites.set(input)
      return null
    },
    async 'payment.set-cap'(cap) {
      await http402.sites.setCap(cap)
      return null
    },
    async 'payment.stop'() {
      await http402.sites.stop()
      return null
    },
    async 'payment.send-again'({ id }) {
      await http402.sendAgain(id)
      return null
    },
    async 'channel.refund'({ channelId }) {
      const selected = await selection.current()
      if (selected === null) throw new Failure('locked')
      await http402.refund(`${selected.chainId}:${channelId}`)
      return null
    },
    async 'authorization.propose'({ typedData }) {
      const selected = await selection.current()
      if (selected === null) throw new Failure('locked')
      const { chainId, address } = selected
      return {
        approvalId: await propose({
          chainId,
          account: address,
          request: { kind: 'typed-data', typedData: JSON.stringify(readOrRefuse(typedData)) },
        }),
      }
    },
    async 'authorization.read'({ id }) {
      const selected = await selection.current()
      if (selected === null) throw new Failure('locked')
      const row = await ledger.get(id)
      if (row === undefined) throw new Failure('invalid-input', { field: 'id' })
      return { typedData: row.typedData, signature: row.signature }
    },
  }
}

function readOrRefuse(typedData: string) {
  try {
    return readTypedData(typedData)
  } catch (cause) {
    if (cause instanceof TypedDataError) throw new Failure('invalid-input', { field: 'typedData' }, { cause })
    throw cause
  }
}
