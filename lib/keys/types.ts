import type { scryptAsync } from '@noble/hashes/scrypt'
import type { IArgon2Options } from 'hash-wasm'
import type { Clock } from '@/lib/base/clock'
import type { AskDevice } from '@/lib/base/devices'
import type { Faults } from '@/lib/base/faults'
import type { KeyValueStore } from '@/lib/base/key-value-store'
import type { ReadList } from '@/lib/keys/accounts/phrase-lists'
import type { BackupRecords } from '@/lib/keys/shared/keyring'
import type { VerifyApproval } from '@/lib/keys/shared/signing'
import type { Database } from '@/lib/storage/open'
import type { CreateRowCipher } from './vault/row-cipher'

/**
 * Argon2id of a library. It is an argument, so that a script which checks no password does not load the library.
 * Resolves with `hashLength` bytes.
 */
export type Argon2id = (options: IArgon2Options & { outputType: 'binary' }) => Promise<Uint8Array>

export type Scrypt = typeof scryptAsync

/** Keystore files, passed in so that the worker loads what reads and writes them with the password script. */
export interface Keystores {
  /** `readKeystore` */
  read(text: string, password: string): Promise<Uint8Array<ArrayBuffer>>
  /** `writeKeystore` */
  write(privateKey: Uint8Array<ArrayBuffer>, password: string): Promise<string>
}

export interface KeyringOptions {
  database: Database
  /** Dies with the browser: the wrapped data key and the lock deadline. */
  sessionStore: KeyValueStore
  /** Second copy of the vault, ciphertext only. */
  mirrorStore: KeyValueStore
  /** Wall time that goes on while the machine sleeps (`wallClock`). */
  clock: Clock
  argon2id: Argon2id
  keystores: Keystores
  createRowCipher: CreateRowCipher
  verifyApproval: VerifyApproval
  /** For accounts whose key is on a device. */
  askDevice: AskDevice
  backupRecords: BackupRecords
  faults: Faults
  /** Cost of the password's key derivation; absent: `defaultDerivation`. */
  derivation?: DerivationTarget
  /** For phrases in other languages than English. */
  readList: ReadList
}

/** How dear a password guess is made when a vault is created or its password changed. */
export interface DerivationTarget {
  memoryKiB: number
  /** Never fewer passes than this. */
  minimumIterations: number
  /** Never more, however fast the machine. */
  maximumIterations: number
  /** Passes are added until one derivation takes about this long here. */
  targetMs: number
}
