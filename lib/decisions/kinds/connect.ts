import type { Address, Hex } from 'viem'
import * as z from 'zod/mini'
import { Failure } from '@/lib/base/failure'
import { lowerCaseAddress, textToHex } from '@/lib/base/hex'
import type { Approval } from '@/lib/decisions/approvals/types'
import { shownAddresses, toldAccounts } from '@/lib/decisions/sites/site-access'
import { type SignInTerms, signInText } from '@/lib/reading/messages/sign-in-terms'
import type { CarryingOut } from './carrying-out'
import { type DecisionKind, requestSchema } from './kind'
import { originOf, valued } from './results'

declare module '@/lib/language/requests' {
  interface Requests {
    /** `signIn`: an EIP-4361 message to sign with the first account that the person chooses. */
    connect: { signIn?: SignInTerms }
  }
}

/** Stands for the account that the person will choose: which one it is makes no risk. */
const anyAccount: Address = '0x0000000000000000000000000000000000000000'

/** A site asks to see accounts, and may ask the first of them to sign in (EIP-4361). */
export const connect: DecisionKind<'connect'> = {
  schema: requestSchema('connect', () => ({
    signIn: z.exactOptional(z.strictObject({ before: z.string(), after: z.string() })),
  })),
  isSingle: true,
  needs: 'accounts',
  isAccountSeen: true,
  isOfChain: () => false,
  signs: ({ signIn }) =>
    signIn === undefined ? null : (_, account) => ({ kind: 'message', message: signInMessage(signIn, account) }),
  names: () => [],
  assessed: ({ signIn }, { requester }) =>
    signIn === undefined || requester.kind !== 'site'
      ? null
      : {
          kind: 'message',
          message: signInMessage(signIn, anyAccount),
          account: anyAccount,
          origin: requester.origin,
        },
  carryOut: async ({ signIn }, approval, parts) => valued(await connectTo(approval, signIn, parts)),
}

function signInMessage(terms: SignInTerms, account: Address): Hex {
  return textToHex(signInText(terms, account))
}

/**
 * Signs in, if the site asked for it, and then connects: without the signature nothing is stored.
 * @returns the connected accounts as pages are told of them, the active one first; with the sign-in of the active one
 */
async function connectTo(
  approval: Approval,
  terms: SignInTerms | undefined,
  { accounts, signer, sites }: CarryingOut,
): Promise<Address[] | { accounts: Address[]; signIn: { message: string; signature: Hex } }> {
  const origin = originOf(approval)
  const shown = shownAddresses(await accounts())
  const chosen = [...new Set((approval.decision?.accounts ?? []).map(lowerCaseAddress))]
  const [active] = chosen
  if (active === undefined || chosen.some(address => !shown.has(address)))
    throw new Failure('invalid-input', { field: 'accounts' })
  const message = terms === undefined ? null : signInText(terms, active)
  const signature = message === null ? null : await signer.signMessage(approval.id, active, textToHex(message))
  const record = await sites.get(origin)
  const isConnected = record !== undefined && record.accounts.length > 0
  await sites.connect(origin, chosen, isConnected ? record.networkId : approval.networkId)
  const told = toldAccounts(chosen)
  return message === null || signature === null ? told : { accounts: told, signIn: { message, signature } }
}
