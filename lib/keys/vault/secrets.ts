import { bytesToHex } from '@noble/hashes/utils'
import { Failure } from '@/lib/base/failure'
import type { KeptPhrase } from '@/lib/keys/accounts/phrase'
import { isPrivateKey } from '@/lib/keys/accounts/secp256k1'
import { type Bytes, randomBytes, seal, unseal, utf8 } from './cipher'
import { secretContext, type Vault, type VaultSecret } from './vault'

/** What a secret of the vault holds. Bytes, so that they can be filled with zeros after use. */
export type Secret = { kind: 'phrase'; phrase: KeptPhrase; passphrase: Bytes } | { kind: 'key'; privateKey: Bytes }

/**
 * Plaintext: for a phrase one byte with the length of the entropy, the entropy, the passphrase in UTF-8 (NFKD); where
 * its words are kept, 0 and two bytes with their length in place of the first byte; for a key its 32 bytes.
 */
function encode(secret: Secret): Bytes {
  if (secret.kind === 'key') return secret.privateKey.slice()
  const { as, bytes } = secret.phrase
  const length = as === 'entropy' ? [bytes.length] : [0, bytes.length >> 8, bytes.length & 255]
  return new Uint8Array([...length, ...bytes, ...secret.passphrase])
}

function decode(kind: Secret['kind'], bytes: Bytes): Secret {
  if (kind === 'key') {
    if (!isPrivateKey(bytes)) throw new Failure('vault-damaged')
    return { kind, privateKey: bytes.slice() }
  }
  const [first = 0, upper = 0, lower = 0] = bytes
  const as = first === 0 ? 'words' : 'entropy'
  const start = as === 'words' ? 3 : 1
  const end = start + (as === 'words' ? upper * 256 + lower : first)
  if (end === start || (as === 'entropy' && ![16, 20, 24, 28, 32].includes(first)) || bytes.length < end)
    throw new Failure('vault-damaged')
  return { kind, phrase: { as, bytes: bytes.slice(start, end) }, passphrase: bytes.slice(end) }
}

export type PhraseSecret = Extract<Secret, { kind: 'phrase' }>

export function phraseSecret(phrase: KeptPhrase, passphrase: string): PhraseSecret {
  return { kind: 'phrase', phrase, passphrase: utf8(passphrase.normalize('NFKD')) }
}

export async function sealSecret(
  vaultId: string,
  dataKey: CryptoKey,
  secret: Secret,
  place: { id: string; createdAt: number },
): Promise<VaultSecret> {
  const plaintext = encode(secret)
  try {
    const entry = { id: place.id, kind: secret.kind }
    const content = await seal(dataKey, plaintext, secretContext(vaultId, entry))
    return { ...entry, createdAt: place.createdAt, content }
  } finally {
    plaintext.fill(0)
  }
}

/**
 * Lends the secret to `use` and fills it with zeros afterwards, whatever happens.
 * @throws Failure `vault-damaged` when it does not decrypt
 */
export async function withSecret<Result>(
  vault: Vault,
  dataKey: CryptoKey,
  entry: VaultSecret,
  use: (secret: Secret) => Result | Promise<Result>,
): Promise<Result> {
  const plaintext = await unseal(dataKey, entry.content, secretContext(vault.id, entry)).catch(() => {
    throw new Failure('vault-damaged')
  })
  let secret: Secret | null = null
  try {
    secret = decode(entry.kind, plaintext)
    return await use(secret)
  } finally {
    plaintext.fill(0)
    if (secret !== null) wipe(secret)
  }
}

export function newSecretId(): string {
  return bytesToHex(randomBytes(8))
}

/**
 * The secrets of a vault under another data key.
 * @throws Failure `vault-damaged` when one does not decrypt
 */
export async function resealSecrets(vault: Vault, from: CryptoKey, to: CryptoKey): Promise<VaultSecret[]> {
  const secrets: VaultSecret[] = []
  for (const entry of vault.secrets)
    await withSecret(vault, from, entry, async secret => {
      secrets.push({ ...entry, ...(await sealSecret(vault.id, to, secret, entry)) })
    })
  return secrets
}

export function wipe(secret: Secret): void {
  if (secret.kind === 'key') secret.privateKey.fill(0)
  else {
    secret.phrase.bytes.fill(0)
    secret.passphrase.fill(0)
  }
}
