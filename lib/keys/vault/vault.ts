import { sha256 } from '@noble/hashes/sha2'
import { bytesToHex } from '@noble/hashes/utils'
import * as z from 'zod/mini'
import { parseJson } from '@/lib/base/json'
import { type Sealed, sealedSchema, utf8 } from './cipher'
import { type Derivation, derivationSchema } from './derivation'

const vaultFormat = 'prelude-vault'
/** Version 1 named private keys by their addresses, and knew no former keys of records. Its next unlock makes it 2. */
export const vaultVersion = 2

const secretSchema = z.lazy(() =>
  z.object({
    /** Random. In version 1, for a private key: its address, lower case. */
    id: z.string(),
    kind: z.enum(['phrase', 'key']),
    createdAt: z.number(),
    /** The name that the person gave to a phrase. */
    name: z.exactOptional(z.string().check(z.maxLength(64))),
    content: sealedSchema,
  }),
)
export type VaultSecret = z.infer<typeof secretSchema>

const passkeySchema = z.lazy(() =>
  z.object({
    credentialId: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,2048}$/)),
    name: z.string(),
    createdAt: z.number(),
    dataKey: sealedSchema,
  }),
)

/**
 * Everything secret, encrypted. One data key encrypts every secret on its own; the data key is wrapped by the password
 * and by each passkey. Each ciphertext is bound to its place by the additional data of the functions below.
 */
export const vaultSchema = z.lazy(() =>
  z.object({
    format: z.literal(vaultFormat),
    version: z.literal([1, vaultVersion]),
    id: z.string().check(z.regex(/^[0-9a-f]{32}$/)),
    /** Rises with every write: the newest valid copy wins. */
    generation: z.int().check(z.gte(1)),
    createdAt: z.number(),
    derivation: derivationSchema,
    /** The data key, wrapped by what the password derives. */
    dataKey: sealedSchema,
    /** Input of the passkeys' pseudo-random function. Not secret. */
    prfSalt: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
    passkeys: z.array(passkeySchema),
    secrets: z.array(secretSchema),
    /** Encrypts rows of the database. Absent in vaults of earlier versions, until their next unlock. */
    recordsKey: z.exactOptional(sealedSchema),
    /** The keys before it, the newest first, until no row is encrypted with them. */
    formerRecordsKeys: z.exactOptional(z.array(sealedSchema)),
  }),
)
export type Vault = z.infer<typeof vaultSchema>

export function emptyVault(input: {
  id: string
  createdAt: number
  derivation: Derivation
  dataKey: Sealed
  prfSalt: string
  recordsKey?: Sealed
}): Vault {
  return { format: vaultFormat, version: vaultVersion, generation: 1, passkeys: [], secrets: [], ...input }
}

/** Additional data of the password's wrap: the parameters of the derivation cannot be changed without the password. */
export function passwordContext(
  vaultId: string,
  { name, memoryKiB, iterations, parallelism, salt }: Derivation,
): string {
  return [...place(vaultId), 'password', name, memoryKiB, iterations, parallelism, salt].join('|')
}
export function passkeyContext(vaultId: string, credentialId: string): string {
  return [...place(vaultId), 'passkey', credentialId].join('|')
}
export function secretContext(vaultId: string, secret: Pick<VaultSecret, 'id' | 'kind'>): string {
  return [...place(vaultId), 'secret', secret.kind, secret.id].join('|')
}
export function recordsContext(vaultId: string): string {
  return [...place(vaultId), 'records'].join('|')
}
function place(vaultId: string): (string | number)[] {
  // The same in every version: a new version encrypts nothing anew because of it.
  return [vaultFormat, 1, vaultId]
}

/** A vault as it lies in a store: its exact text, and the SHA-256 of it. */
export interface VaultCopy {
  text: string
  checksum: string
}
const copySchema = z.object({ text: z.string(), checksum: z.string() })
/** All that is promised of versions to come. */
const anyVersionSchema = z.object({ format: z.literal(vaultFormat), version: z.int() })

export function copyOf(vault: Vault): VaultCopy {
  // Parsed, so that the same vault is always the same text.
  const text = JSON.stringify(vaultSchema.parse(vault))
  return { text, checksum: checksumOf(text) }
}

export type ReadCopy =
  | { state: 'absent' }
  | { state: 'damaged' }
  /** Its checksum is wrong, and it has the shape of a vault: the password may open it. */
  | { state: 'doubted'; vault: Vault }
  /** Whole, but written by a newer Prelude. */
  | { state: 'newer' }
  | { state: 'valid'; vault: Vault }

export function readCopy(value: unknown): ReadCopy {
  if (value === undefined || value === null) return { state: 'absent' }
  const copy = copySchema.safeParse(value)
  if (!copy.success) return { state: 'damaged' }
  const read = readVault(parseJson(copy.data.text))
  if (checksumOf(copy.data.text) === copy.data.checksum) return read
  return read.state === 'valid' ? { ...read, state: 'doubted' } : { state: 'damaged' }
}

export function readVault(value: unknown): ReadCopy {
  const vault = vaultSchema.safeParse(value)
  if (vault.success) return { state: 'valid', vault: vault.data }
  const newer = anyVersionSchema.safeParse(value)
  return { state: newer.success && newer.data.version > vaultVersion ? 'newer' : 'damaged' }
}

/** Hex of the SHA-256 of the UTF-8 text. */
export function checksumOf(text: string): string {
  return bytesToHex(sha256(utf8(text)))
}
