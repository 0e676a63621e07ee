import * as z from 'zod/mini'
import { addressesOfText } from '@/lib/decisions/listed-address'
import { type DecisionKind, requestSchema } from './kind'
import { accountOf, valued } from './results'

declare module '@/lib/language/requests' {
  interface Requests {
    'typed-data': { typedData: string }
  }
}

/** Typed data to sign (EIP-712). */
export const typedData: DecisionKind<'typed-data'> = {
  schema: requestSchema('typed-data', () => ({ typedData: z.string() })),
  isSingle: false,
  needs: null,
  isAccountSeen: true,
  isOfChain: ({ typedData }) => JSON.parse(typedData).domain?.chainId !== undefined,
  signs:
    ({ typedData }) =>
    () => ({ kind: 'typed-data', typedData: [typedData] }),
  names: ({ typedData }) => addressesOfText(typedData),
  assessed: ({ typedData }, { account }) => ({ kind: 'typed-data', typedData, account }),
  /** The ledger stores the signature first: its receiver may use it at once. */
  async carryOut({ typedData }, approval, { ledger, readTypedData, signer }) {
    const { id, networkId, chainId, requester } = approval
    const account = accountOf(approval)
    const signature = await signer.signTypedData(id, account, readTypedData(typedData))
    const origin = requester.kind === 'site' ? requester.origin : null
    await ledger.record({ id, networkId, chainId, account, typedData, signature, origin, paymentId: null })
    return valued(signature)
  },
}
