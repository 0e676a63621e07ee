/**
 * What data of others may cost before it is refused: lists and their archives, descriptors, files, device replies. Each
 * reader takes its bounds from here. What lies below them may still be slow, so that long readings go in slices.
 */

/** Milliseconds for which a reading keeps other work of its process waiting. */
export const sliceMs = 30

/** A public list. `megabytes`: the largest file of a kind. `deaths`: a list in whose reading the worker ended. */
export const listBudget = {
  megabytes: { 'fraud-hosts': 32, 'fraud-addresses': 8, tokens: 16, descriptors: 16, chains: 8 },
  names: 1_000_000,
  rows: 50_000,
  deaths: 2,
} as const

/** The archive of a registry, unpacked. `heads`: of files, folders and extensions. */
export const archiveBudget = {
  bytes: 64_000_000,
  heads: 60_000,
  files: 20_000,
  extensionBytes: 16_384,
  pathCharacters: 400,
} as const

/**
 * A clear-signing descriptor. The largest of the public registry has 480 kB. `includes`: how far files include each
 * other. `merges`: files that one is made of. `fields`: of one list.
 */
export const descriptorBudget = { characters: 1_048_576, depth: 40, includes: 8, merges: 40, fields: 4_000 } as const

/**
 * Which files of a registry are for which contract. `files`: of one contract. `steps`: includes that are followed and
 * files that are noted; the public registry takes some ten thousand.
 */
export const indexBudget = { files: 40, steps: 300_000 } as const

/**
 * `keystoreBytes`: a keystore file of geth has 491. `backupBytes`: a backup with 10,000 contacts has about 3 million.
 * `listCharacters`: the text of a public list that a person adds as a file.
 */
export const fileBudget = { keystoreBytes: 100_000, backupBytes: 16_000_000, listCharacters: 16_000_000 } as const

/**
 * What a file may ask of a password. `memoryKiB` and `work` (memory × passes, KiB): Argon2id, at most about three
 * seconds where the wallet's own takes half a second. `scryptBytes` (128 × N × r): geth writes 256 MiB. `scryptWork`
 * (N × r × p): geth writes 2^21. `rounds`: PBKDF2.
 */
export const derivationBudget = {
  memoryKiB: 262_144,
  work: 4_194_304,
  scryptBytes: 512 * 1024 * 1024,
  scryptWork: 2 ** 23,
  rounds: 10_000_000,
} as const

/** Bounds of a signing device's answer. `message`: bytes of a UR in `fragments` frames. `depth`: of CBOR. */
export const deviceBudget = { message: 300_000, fragments: 5_000, depth: 16, keys: 100 } as const
