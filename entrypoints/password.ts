import { scryptAsync } from '@noble/hashes/scrypt'
import { argon2id } from 'hash-wasm'
import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script'
import { createKeystores } from '@/lib/keys/accounts/keystore'
import { passwordScript } from './background/password-script'

/** What the worker checks passwords and opens keystore files with, loaded when it is first needed. */
export default defineUnlistedScript(() =>
  passwordScript.announce({ argon2id, keystores: createKeystores(scryptAsync) }),
)
