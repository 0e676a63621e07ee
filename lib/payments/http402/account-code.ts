import { type Address, concat, type Hex, toHex } from 'viem'
import { RpcError } from '@/lib/rpc/errors'
import { dataReply } from '@/lib/rpc/schemas'
import type { Connection } from '@/lib/rpc/types'
import { wordToBytes32 } from '@/lib/values/abi'
import * as selectors from '@/lib/values/signatures/selectors'

/**
 * Asks the account's own code whether it accepts the account's signatures. Sellers and tokens ask an account with code,
 * also a delegate's (EIP-7702), and no longer recover the signer.
 * @param signed digests with their signatures of 65 bytes
 * @returns `false` if the account has code that refuses one of them; `true` without code, and where the chain cannot be
 * asked
 * @see EIP-1271, isValidSignature
 */
export async function isAcceptedByAccount(
  connection: Pick<Connection, 'request'>,
  account: Address,
  signed: readonly { digest: Hex; signature: Hex }[],
): Promise<boolean> {
  // Unknown is no refusal: the seller asks the chain itself.
  const code = await connection.request('eth_getCode', [account, 'pending'], dataReply).catch(() => null)
  if (code === null || code === '0x') return true
  const accepted = await Promise.all(
    signed.map(({ digest, signature }) =>
      connection.request('eth_call', [{ to: account, data: question(digest, signature) }, 'pending'], dataReply).then(
        answer => answer.slice(0, 10) === selectors.isValidSignature,
        (error: unknown) => !(error instanceof RpcError && error.kind === 'reverted'),
      ),
    ),
  )
  return accepted.every(each => each)
}

/** The call `isValidSignature(digest, signature)`. */
function question(digest: Hex, signature: Hex): Hex {
  const length = (signature.length - 2) / 2
  const padding = toHex(new Uint8Array((32 - (length % 32)) % 32))
  return concat([
    selectors.isValidSignature,
    digest,
    wordToBytes32(64n),
    wordToBytes32(BigInt(length)),
    signature,
    padding,
  ])
}
