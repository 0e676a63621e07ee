import type { CreateRowCipher } from '@/lib/keys/vault/row-cipher'
import type { setUnreadableAside } from '@/lib/storage/encrypted/set-aside'
import type { encryptedStore } from '@/lib/storage/encrypted/store'
import type { encryptReadableRows } from '@/lib/storage/encrypted/sweep'
import { laterScript } from './later-script'

/** The encryption of records, loaded when the wallet is unlocked. */
export const recordsScript = laterScript<{
  createRowCipher: CreateRowCipher
  encryptedStore: typeof encryptedStore
  encryptReadableRows: typeof encryptReadableRows
  setUnreadableAside: typeof setUnreadableAside
}>('/records.js')
