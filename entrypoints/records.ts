import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script'
import { setUnreadableAside } from '@/lib/database/encrypted/set-aside'
import { encryptedStore } from '@/lib/database/encrypted/store'
import { encryptReadableRows } from '@/lib/database/encrypted/sweep'
import { createRowCipher } from '@/lib/keyring/row-cipher'
import { recordsScript } from './background/records-script'

/** What the worker encrypts its records with, loaded when the wallet is unlocked. */
export default defineUnlistedScript(() =>
  recordsScript.announce({ createRowCipher, encryptedStore, encryptReadableRows, setUnreadableAside }),
)
