import { bytesToHex } from '@noble/hashes/utils'
import { Failure } from '@/lib/base/failure'
import { isPrivateKey } from '@/lib/keys/accounts/secp256k1'
import { type Bytes, randomBytes, seal, unseal, utf8 } from './cipher'
import { secretContext, type Vault, type VaultSecret } from './vault'

/** What a secret of the vault holds. Bytes, so that they can be filled with zeros after use. */
export type Secret = { kind: 'phrase'; entropy: Bytes; passphrase: Bytes } | { kind: 'key'; privateKey: Bytes }

/**
 * Plaintext: for a phrase one byte with the length of the entropy, the entropy, the passphrase in UTF-8 (NFKD); for a
 * key its 32 bytes.
 */
function encode(secret: Secret): Bytes {
  if (secret.kind === 'key') return secret.privateKey.slice()
  const bytes = new Uint8Array(1 + secret.entropy.length + secret.passphrase.length)
  bytes[0] = secret.entropy.length
  bytes.set(secret.entropy, 1)
  bytes.set(secret.passphrase, 1 + secret.entropy.length)
  return bytes
}

function decode(kind: Secret['kind'], bytes: Bytes): Secret {
  if (kind === 'key') {
    if (!isPrivateKey(bytes)) throw new Failure('vault-damaged')
    return { kind, privateKey: bytes.slice() }
  }
  const length = bytes[0] ?? 0
  if (![16, 20, 24, 28, 32].includes(length) || bytes.length < 1 + length) throw new Failure('vault-damaged')
  return { kind, entropy: bytes.slice(1, 1 + length), passphrase: bytes.slice(1 + length) }
}

export type PhraseSecret = Extract<Secret, { kind: 'phrase' }>

export function phraseSecret(entropy: Bytes, passphrase: string): PhraseSecret {
  return { kind: 'phrase', entropy, passphrase: utf8(passphrase.normalize('NFKD')) }
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
    secret.entropy.fill(0)
    secret.passphrase.fill(0)
  }
}
