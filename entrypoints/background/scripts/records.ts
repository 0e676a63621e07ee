/** The encryption of records. */
export { createRowCipher } from '@/lib/keys/vault/row-cipher'
export { setUnreadableAside } from '@/lib/storage/encrypted/set-aside'
export { encryptedStore } from '@/lib/storage/encrypted/store'
export { encryptReadableRows } from '@/lib/storage/encrypted/sweep'
