import type { Address, Hex } from 'viem'
import type { CallContract } from '@/components/payments/desk/use-chain-read'
import { authorization, permit, spendPermission } from '@/lib/payments/shared/authorization-templates'
import type { MaximumLink } from '@/lib/payments/shared/maximum-link'
import { readPermitNonce, readTokenDomain } from './read-token'

export type AuthorizationFormKind = 'authorization' | 'spend-permission'

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
  /** How often a spend permission may be used, and for how long. */
  periodSeconds: number
  durationSeconds: number
}

/**
 * The typed data of an authorization that begins now, a minute ago by this device: the chain's clock may be behind.
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
  return domain === null
    ? null
    : authorization(domain, {
        from: account,
        to: payee,
        value: amount,
        validAfter: BigInt(now - 60),
        validBefore: BigInt(now + validSeconds),
        nonce: random32Bytes(),
        receive: false,
      })
}

/**
 * The typed data of the permit that a seller's link asks for.
 *
 * @returns JSON text; `null` where the token takes no signatures
 */
export async function permitData(
  { token, contract, most, until }: MaximumLink,
  { chainId, address: owner }: { chainId: number; address: Address },
  call: CallContract,
): Promise<string | null> {
  const [domain, nonce] = await Promise.all([
    readTokenDomain(call, chainId, token),
    readPermitNonce(call, token, owner),
  ])
  return domain === null || nonce === null
    ? null
    : permit(domain, { owner, spender: contract, value: most, nonce, deadline: until })
}

function random32Bytes(): Hex {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return `0x${Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')}`
}
