import { readPermitNonce, readTokenDomain } from '@/components/payments/pay/read-token'
import {
  readSignedAuthorization,
  type SignedAuthorization,
  type SignedAuthorizationFault,
} from '@/lib/payments/shared/signed-authorization'
import { readSignedLink, typedDataOf } from '@/lib/payments/shared/signed-link'
import type { CallContract } from './use-chain-read'

/**
 * What a payer handed over, as a link or as JSON text. A link leaves out the token's name and the permit's number: they
 * are read from the token, and the signature decides.
 *
 * @param here the selected account and chain; `now` in Unix seconds
 */
export async function readHanded(
  text: string,
  here: { chainId: number; account: `0x${string}`; now: bigint },
  call: CallContract,
): Promise<{ ok: true; signed: SignedAuthorization } | { ok: false; fault: SignedAuthorizationFault }> {
  const link = readSignedLink(text)
  if (link === null) return readSignedAuthorization(text, here)
  if (link.chainId !== null && link.chainId !== here.chainId) return { ok: false, fault: 'other-chain' }
  const [domain, nonce] = await Promise.all([
    readTokenDomain(call, here.chainId, link.token),
    link.kind === 'permit' ? readPermitNonce(call, link.token, link.owner) : 0n,
  ])
  if (domain === null || nonce === null) return { ok: false, fault: 'other-kind' }
  const typedData = typedDataOf(link, domain, nonce)
  return readSignedAuthorization(JSON.stringify({ typedData: JSON.parse(typedData), signature: link.signature }), here)
}
