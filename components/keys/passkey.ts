import type { Hex } from 'viem'
import { hexToBytes } from 'viem/utils'
import { Failure } from '@/lib/base/failure'
import { hexOf } from '@/lib/base/hex'
import type { PasskeysView } from '@/lib/language/ui'

/** What a passkey gave: which one it was, and the 32 bytes of its PRF. A secret: it opens the wallet. */
export interface PasskeyAnswer {
  /** base64url */
  credentialId: string
  prfOutput: Hex
}

/**
 * Whether this browser lets an extension's page ask for passkeys. In Firefox an extension's origin is no relying party,
 * and the wallet has no domain of its own that could be one.
 * @see WebAuthn Level 3 §5.1.2, effective domain
 */
export function hasPasskeys(): boolean {
  return typeof PublicKeyCredential === 'function' && location.protocol !== 'moz-extension:'
}

/**
 * Makes a passkey for this extension and asks it for its output, user verification required (WebAuthn Level 3 §10.1.4).
 * @throws Failure `passkey-cancelled` | `passkey-unsuitable`: made, but without PRF
 */
export async function makePasskey(
  { prfSalt, credentials }: PasskeysView,
  names: { wallet: string; passkey: string },
): Promise<PasskeyAnswer> {
  const made = await asked(
    navigator.credentials.create({
      publicKey: {
        rp: { name: names.wallet },
        user: { id: crypto.getRandomValues(new Uint8Array(16)), name: names.passkey, displayName: names.passkey },
        challenge: crypto.getRandomValues(new Uint8Array(32)),
        pubKeyCredParams: [
          { type: 'public-key', alg: -7 },
          { type: 'public-key', alg: -257 },
        ],
        excludeCredentials: credentials.map(descriptorOf),
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
        extensions: { prf: { eval: { first: saltOf(prfSalt) } } },
      },
    }),
  )
  const results = made.getClientExtensionResults().prf
  if (results?.enabled !== true) throw new Failure('passkey-unsuitable')
  // Not every authenticator answers while it makes one.
  return results.results === undefined ? askPasskey(prfSalt, [made.id]) : answerOf(made.id, results.results.first)
}

/**
 * Asks one of the wallet's passkeys, user verification required.
 * @throws Failure `passkey-cancelled` | `passkey-unsuitable`
 */
export async function askPasskey(prfSalt: Hex, credentialIds: readonly string[]): Promise<PasskeyAnswer> {
  const given = await asked(
    navigator.credentials.get({
      publicKey: {
        challenge: crypto.getRandomValues(new Uint8Array(32)),
        allowCredentials: credentialIds.map(credentialId => descriptorOf({ credentialId })),
        userVerification: 'required',
        extensions: { prf: { eval: { first: saltOf(prfSalt) } } },
      },
    }),
  )
  const output = given.getClientExtensionResults().prf?.results?.first
  if (output === undefined) throw new Failure('passkey-unsuitable')
  return answerOf(given.id, output)
}

async function asked(answer: Promise<Credential | null>): Promise<PublicKeyCredential> {
  const credential = await answer.catch((cause: unknown) => {
    // Cancelled, timed out or not allowed: browsers do not say which.
    throw new Failure('passkey-cancelled', {}, { cause })
  })
  if (!(credential instanceof PublicKeyCredential)) throw new Failure('passkey-cancelled')
  return credential
}

function answerOf(credentialId: string, output: BufferSource): PasskeyAnswer {
  const bytes = ArrayBuffer.isView(output)
    ? new Uint8Array(output.buffer, output.byteOffset, output.byteLength)
    : new Uint8Array(output)
  if (bytes.length !== 32) throw new Failure('passkey-unsuitable')
  const prfOutput = hexOf(bytes)
  bytes.fill(0)
  return { credentialId, prfOutput }
}

function descriptorOf({ credentialId }: { credentialId: string }): PublicKeyCredentialDescriptor {
  return { type: 'public-key', id: bytesOfBase64Url(credentialId) }
}

function bytesOfBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, character => character.charCodeAt(0))
}

function saltOf(prfSalt: Hex): Uint8Array<ArrayBuffer> {
  return new Uint8Array(hexToBytes(prfSalt))
}
