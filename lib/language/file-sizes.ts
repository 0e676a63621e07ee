/** Bytes that a keystore file may have; one of geth has 491. */
export const mostKeystoreBytes = 100_000

/** Bytes that a backup file may have; one with 10,000 contacts has about 3 million. */
export const mostBackupBytes = 16_000_000
