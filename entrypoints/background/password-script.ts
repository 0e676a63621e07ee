import type { Argon2id, Scrypt } from '@/lib/keyring/types'
import { laterScript } from './later-script'

/** Argon2id (WebAssembly) and scrypt, loaded when a password is first checked. */
export const passwordScript = laterScript<{ argon2id: Argon2id; scrypt: Scrypt }>('/password.js')
