import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script'
import { createRowCipher } from '@/lib/keys/vault/row-cipher'
import { setUnreadableAside } from '@/lib/storage/encrypted/set-aside'
import { encryptedStore } from '@/lib/storage/encrypted/store'
import { encryptReadableRows } from '@/lib/storage/encrypted/sweep'
import { recordsScript } from './background/records-script'

/** What the worker encrypts its records with, loaded when the wallet is unlocked. */
export default defineUnlistedScript(() =>
  recordsScript.announce({ createRowCipher, encryptedStore, encryptReadableRows, setUnreadableAside }),
)
