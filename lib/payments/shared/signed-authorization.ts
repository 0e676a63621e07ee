import type { Address, Hash, Hex } from 'viem'
import { encodeFunctionData, hexToBytes, isHex, parseAbi, recoverTypedDataAddress } from 'viem/utils'
import { isSameAddress } from '@/lib/base/hex'
import type { CaptureView } from '@/lib/language/desk'
import { readTypedData, type TypedData } from '@/lib/reading/typed-data/typed-data'
import { meaningOf } from '@/lib/reading/typed-data/typed-data-meaning'

/**
 * The text that a payer gives to the payee.
 * @param typedData JSON text
 * @returns JSON text of `{ typedData, signature }`
 */
export function writeSignedAuthorization(typedData: string, signature: Hex): string {
  return JSON.stringify({ typedData: JSON.parse(typedData), signature })
}

export interface SignedAuthorization {
  kind: CaptureView['kind']
  token: Address
  /** The contract to call to capture it: the token, or for a permit the checkout. */
  contract: Address
  payer: Address
  /** The most that may be captured, smallest unit. */
  amount: bigint
  /** Unix seconds, both exclusive. */
  validAfter: bigint | null
  validBefore: bigint
  nonce: string
  typedData: string
  signature: Hex
}

export type SignedAuthorizationFault =
  /** Not the JSON text of typed data and a signature. */
  | 'unreadable'
  /** Typed data of a kind that cannot be captured. */
  | 'other-kind'
  | 'other-chain'
  /** Another account is the payee. */
  | 'not-for-you'
  /** The signature is not the payer's over this typed data. */
  | 'signature'
  | 'expired'
  | 'nothing'

/**
 * Reads a payer's signed authorization and checks everything that needs no chain.
 * @param here the selected account and chain; `now` in Unix seconds
 */
export async function readSignedAuthorization(
  text: string,
  here: { chainId: number; account: Address; now: bigint },
): Promise<{ ok: true; signed: SignedAuthorization } | { ok: false; fault: SignedAuthorizationFault }> {
  const refuse = (fault: SignedAuthorizationFault) => ({ ok: false, fault }) as const
  const given = parse(text)
  if (given === null) return refuse('unreadable')
  const { typedData, signature } = given
  const meaning = meaningOf(typedData)
  const kind = meaning?.kind
  if (kind !== 'transfer-authorization' && kind !== 'receive-authorization' && kind !== 'permit')
    return refuse('other-kind')
  const { domain, message } = typedData
  const [spend] = meaning?.spends ?? []
  const { owner, spender } = meaning ?? { owner: null, spender: null }
  const { validFrom, validUntil } = meaning ?? { validFrom: null, validUntil: null }
  if (
    spend === undefined ||
    owner === null ||
    spender === null ||
    validUntil === null ||
    typeof message.nonce !== 'string'
  )
    return refuse('other-kind')
  if (domain.chainId !== `${here.chainId}`) return refuse('other-chain')
  if (kind !== 'permit' && !isSameAddress(spender, here.account)) return refuse('not-for-you')
  if (!(await isSignedBy(typedData, signature, owner))) return refuse('signature')
  // A permit may still be used in its last second, an authorization may not.
  const validBefore = kind === 'permit' ? validUntil + 1n : validUntil
  if (here.now >= validBefore) return refuse('expired')
  if (spend.amount === 0n) return refuse('nothing')
  return {
    ok: true,
    signed: {
      kind,
      token: spend.token,
      contract: kind === 'permit' ? spender : spend.token,
      payer: owner,
      amount: spend.amount,
      validAfter: validFrom,
      validBefore,
      nonce: message.nonce,
      typedData: JSON.stringify(typedData),
      signature,
    },
  }
}

const captureAbi = parseAbi([
  'function capture(bytes32 orderId, address payer, uint256 actualAmount, uint256 authorizedMaximum, uint256 permitDeadline, uint8 v, bytes32 r, bytes32 s)',
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
  'function receiveWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
])

/**
 * The call that captures it.
 * @param amount smallest unit; an authorization is captured whole, a permit up to its maximum
 * @throws RangeError for an amount that it cannot be captured with
 */
export function captureCall(
  signed: Pick<SignedAuthorization, 'kind' | 'contract' | 'payer' | 'amount' | 'typedData' | 'signature'>,
  amount: bigint,
  orderId: Hash | null,
): { to: Address; data: Hex } {
  const { kind, contract, payer, typedData, signature } = signed
  const { message } = readTypedData(typedData)
  const { v, r, s } = partsOf(signature)
  const number = (field: string) => BigInt(String(message[field]))
  if (kind === 'permit') {
    if (amount <= 0n || amount > signed.amount || orderId === null) throw new RangeError('not below the maximum')
    return {
      to: contract,
      data: encodeFunctionData({
        abi: captureAbi,
        functionName: 'capture',
        args: [orderId, payer, amount, signed.amount, number('deadline'), v, r, s],
      }),
    }
  }
  if (amount !== signed.amount) throw new RangeError('an authorization is captured whole')
  const to = String(message.to)
  const nonce = String(message.nonce)
  if (!isHex(to) || !isHex(nonce)) throw new RangeError('not an authorization')
  return {
    to: contract,
    data: encodeFunctionData({
      abi: captureAbi,
      functionName: kind === 'receive-authorization' ? 'receiveWithAuthorization' : 'transferWithAuthorization',
      args: [payer, to, amount, number('validAfter'), number('validBefore'), nonce, v, r, s],
    }),
  }
}

function partsOf(signature: Hex): { v: number; r: Hex; s: Hex } {
  const last = Number.parseInt(signature.slice(130), 16)
  return { r: `0x${signature.slice(2, 66)}`, s: `0x${signature.slice(66, 130)}`, v: last < 27 ? last + 27 : last }
}

const longestText = 100_000

function parse(text: string): { typedData: TypedData; signature: Hex } | null {
  if (text.length > longestText) return null
  try {
    const { typedData, signature }: { typedData?: unknown; signature?: unknown } = JSON.parse(text)
    if (typeof signature !== 'string' || !isHex(signature) || hexToBytes(signature).length !== 65) return null
    return { typedData: readTypedData(typedData), signature }
  } catch {
    // Not JSON, or no typed data: the person is told that it is no signature.
    return null
  }
}

async function isSignedBy({ types, primaryType, domain, message }: TypedData, signature: Hex, payer: Address) {
  try {
    const signer = await recoverTypedDataAddress({ types: mutable(types), primaryType, domain, message, signature })
    return isSameAddress(signer, payer)
  } catch {
    // No key can have made it: the same answer as another signer.
    return false
  }
}

/** viem wants lists it could write to. */
function mutable(types: TypedData['types']): Record<string, { name: string; type: string }[]> {
  return Object.fromEntries(Object.entries(types).map(([name, fields]) => [name, [...fields]]))
}
