import type { Argon2id } from '@/lib/keyring/derivation'
import { laterScript } from './later-script'

/** Argon2id, mostly WebAssembly, loaded when a password is first checked. */
export const passwordScript = laterScript<{ argon2id: Argon2id }>('/password.js')
