import type { Argon2id } from '@/lib/keyring/derivation'
import { laterScript } from './later-script'

/** Argon2id, most of it WebAssembly: read when a password is checked. */
export const passwordScript = laterScript<{ argon2id: Argon2id }>('/password.js')
