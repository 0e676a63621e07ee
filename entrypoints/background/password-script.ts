import type { Argon2id, Keystores } from '@/lib/keys/types'
import { laterScript } from './later-script'

/** Argon2id (WebAssembly) and keystore files with their scrypt, loaded when a password is first checked. */
export const passwordScript = laterScript<{ argon2id: Argon2id; keystores: Keystores }>('/password.js')
