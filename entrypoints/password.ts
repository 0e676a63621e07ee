import { argon2id } from 'hash-wasm'
import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script'
import { passwordScript } from './background/password-script'

/** What the worker checks a password with, loaded when somebody gives one. */
export default defineUnlistedScript(() => passwordScript.announce({ argon2id }))
