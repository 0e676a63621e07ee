import type { Hex } from 'viem'
import { hexSchema } from '@/lib/base/hex-schemas'
import { type DecisionKind, requestSchema } from './kind'
import { accountOf, valued } from './results'

declare module '@/lib/language/requests' {
  interface Requests {
    message: { message: Hex }
  }
}

/** A message to sign (EIP-191). */
export const message: DecisionKind<'message'> = {
  schema: requestSchema('message', () => ({ message: hexSchema })),
  isSingle: false,
  needs: null,
  isAccountSeen: true,
  isOfChain: () => false,
  signs:
    ({ message }) =>
    () => ({ kind: 'message', message }),
  names: () => [],
  assessed: ({ message }, { account, requester }) =>
    account === null || requester.kind !== 'site'
      ? null
      : { kind: 'message', message, account, origin: requester.origin },
  carryOut: async ({ message }, approval, { signer }) =>
    valued(await signer.signMessage(approval.id, accountOf(approval), message)),
}
