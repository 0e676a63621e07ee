import type { Address, Hex } from 'viem'
import type { CallContract } from '@/components/payments/desk/use-chain-read'
import { authorization, permit, spendPermission } from '@/lib/payments/authorization-templates'
import { readPermitNonce, readTokenDomain } from './read-token'

export type AuthorizationFormKind = 'authorization' | 'permit' | 'spend-permission'

/** What an authorization allows. Amounts in the token's smallest unit, durations in seconds. */
export interface AuthorizationTerms {
  chainId: number
  /** Whose money it is. */
  account: Address
  token: Address
  /** Who may take it. */
  payee: Address
  amount: bigint
  validSeconds: number
  /** Of a spend permission: how often, and for how long. */
  periodSeconds: number
  durationSeconds: number
  /** Only the payee may submit it. */
  receive: boolean
}

/**
 * The typed data of an authorization that begins now.
 *
 * @returns JSON text; `null` where the token takes no signatures
 */
export async function authorizationData(
  kind: AuthorizationFormKind,
  terms: AuthorizationTerms,
  call: CallContract,
): Promise<string | null> {
  const { chainId, account, token, payee, amount, validSeconds } = terms
  const now = Math.floor(Date.now() / 1_000)
  if (kind === 'spend-permission')
    return spendPermission(chainId, {
      account,
      spender: payee,
      token,
      allowance: amount,
      periodSeconds: terms.periodSeconds,
      start: now,
      end: now + terms.durationSeconds,
      salt: BigInt(random32Bytes()),
    })
  const domain = await readTokenDomain(call, chainId, token)
  if (domain === null) return null
  if (kind === 'authorization')
    return authorization(domain, {
      from: account,
      to: payee,
      value: amount,
      now,
      validSeconds,
      nonce: random32Bytes(),
      receive: terms.receive,
    })
  const nonce = await readPermitNonce(call, token, account)
  return nonce === null
    ? null
    : permit(domain, { owner: account, spender: payee, value: amount, nonce, now, validSeconds })
}

function random32Bytes(): Hex {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return `0x${Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')}`
}
