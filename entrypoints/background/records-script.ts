import type { setUnreadableAside } from '@/lib/database/encrypted/set-aside'
import type { encryptedStore } from '@/lib/database/encrypted/store'
import type { encryptReadableRows } from '@/lib/database/encrypted/sweep'
import type { CreateRowCipher } from '@/lib/keyring/row-cipher'
import { laterScript } from './later-script'

/** The encryption of records, loaded when the wallet is unlocked. */
export const recordsScript = laterScript<{
  createRowCipher: CreateRowCipher
  encryptedStore: typeof encryptedStore
  encryptReadableRows: typeof encryptReadableRows
  setUnreadableAside: typeof setUnreadableAside
}>('/records.js')
