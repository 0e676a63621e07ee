import { scryptAsync } from '@noble/hashes/scrypt'
import { createKeystores } from '@/lib/keys/accounts/keystore'

/** Argon2id (WebAssembly), and keystore files with their scrypt. */
export { argon2id } from 'hash-wasm'
export const keystores = createKeystores(scryptAsync)
