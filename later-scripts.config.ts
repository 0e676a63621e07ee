import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/**
 * How the scripts of the worker share code: while a build is made, a module that another script has is replaced by a
 * stand-in that takes it from there. Each table below names what is shared, and the plugins write the code for it.
 */

/** Chromium's worker loads these when it first needs them. A document (Firefox) loads all before the worker's own. */
export const laterScripts = [
  ...['decisions', 'payments', 'password', 'records', 'phrases', 'lists', 'past', 'signing', 'rare', 'asking'],
  'procedures',
]

const root = fileURLToPath(new URL('./', import.meta.url))

/**
 * Modules that the worker and its other scripts take from the script named: of the worker's first script the curve and
 * the encoders were a seventh, and a start has no use for them. They export functions alone. The script is loaded when
 * one is called.
 */
const modulesOfScripts: Record<string, readonly string[]> = {
  // With what a page signed itself, and what is sent under conditions.
  asking: ['lib/activity/sending/conditional.ts', 'lib/activity/sending/relay.ts', 'lib/provider/methods/asking.ts'],
  // A payment is judged by this script in any case.
  decisions: [
    'lib/reading/risk/look-alike-token.ts',
    'lib/reading/typed-data/typed-data.ts',
    'lib/reading/typed-data/typed-data-meaning.ts',
  ],
  phrases: ['lib/keys/accounts/derived-keys.ts', 'lib/keys/accounts/phrase.ts', 'lib/keys/accounts/phrase-check.ts'],
  procedures: ['entrypoints/background/procedures/index.ts', 'lib/language/worker/ui-edge.ts'],
  rare: [
    'lib/activity/backup-records.ts',
    'lib/activity/sending/batch-support.ts',
    'lib/keys/accounts/accounts.ts',
    'lib/keys/accounts/keystore-accounts.ts',
    'lib/keys/accounts/secret-accounts.ts',
    'lib/keys/backups/backups.ts',
    'lib/keys/repairs.ts',
    'lib/keys/vault/passkeys.ts',
    'lib/storage/migrations/steps.ts',
  ],
  signing: [
    'lib/activity/sending/batch.ts',
    'lib/activity/sending/signed.ts',
    'lib/keys/accounts/secp256k1.ts',
    'lib/keys/shared/canonical/typed-data.ts',
    'lib/keys/signing/agreement.ts',
    'lib/keys/signing/approved.ts',
    'lib/keys/signing/device-request.ts',
    'lib/provider/message-signer.ts',
  ],
}

/** The wallet's own modules that the worker lends its later scripts whole: its first script has all of them. */
const modulesOfWorker = [
  'lib/activity/arrivals/incoming.ts',
  'lib/base/checksum.ts',
  'lib/base/failure.ts',
  'lib/base/hex.ts',
  'lib/base/local-host.ts',
  'lib/base/rpc/errors.ts',
  'lib/base/rpc/schemas.ts',
  'lib/base/rpc/sent.ts',
  'lib/chain/rpc/door.ts',
  'lib/chain/watching/witnesses.ts',
  'lib/keys/accounts/account-rows.ts',
  'lib/keys/accounts/private-keys.ts',
  'lib/keys/vault/cipher.ts',
  'lib/keys/vault/derivation.ts',
  'lib/keys/vault/secrets.ts',
  'lib/keys/vault/vault.ts',
  'lib/keys/vault/vault-storage.ts',
  'lib/provider/errors.ts',
  'lib/storage/open.ts',
  'lib/storage/records.ts',
]

/**
 * The parts of libraries that the worker lends its later scripts, by the file in which a package has them. The schemas
 * alone were a tenth of the package, and each copy took time to be read. What else of such a file a later script
 * needs, it brings itself.
 */
const librariesOfWorker = {
  '@noble/hashes/esm/_md.js': 'HashMD',
  '@noble/hashes/esm/hmac.js': 'hmac',
  '@noble/hashes/esm/sha2.js': 'sha256',
  '@noble/hashes/esm/sha3.js': 'keccak_256',
  '@noble/hashes/esm/utils.js': 'Hash abytes bytesToHex concatBytes hexToBytes toBytes utf8ToBytes',
  'zod/mini/index.js': `
    _default array bigint boolean catch catchall codec custom decode discriminatedUnion encode enum exactOptional extend gte int
    iso lazy length literal looseObject lte maxLength minLength nonnegative nullable nullish number object optional
    partial pipe positive record refine regex safeParse strictObject string transform tuple union unknown url`,
}

/** Lent by the signing script, which is loaded for them. The signing script itself brings them. */
const librariesOfSigning = {
  '@noble/curves/esm/abstract/modular.js': 'mod',
  '@noble/curves/esm/secp256k1.js': 'secp256k1',
  'viem/_esm/utils/abi/encodeAbiParameters.js': 'encodeAbiParameters',
  'viem/_esm/utils/transaction/serializeTransaction.js': 'serializeTransaction',
}

const lentByWorker = 'virtual:lent-by-the-worker'
const standIn = '\0stand-in:'

/** The script that a module is part of, by its file. */
const ownerOf = (file: string | undefined): string | undefined =>
  Object.keys(modulesOfScripts).find(script => modulesOfScripts[script]?.some(path => file === root + path))

const namesIn = (text: string): string[] => text.trim().split(/\s+/)
const isOwn = (source: string): boolean => /^[@./]/.test(source)
const pathIn = (folder: string, id = ''): string => id.slice(id.lastIndexOf(folder) + folder.length)

/** For the worker: stand-ins for what it loads later, and what it lends. */
export const lending: Plugin = {
  name: 'lending',
  enforce: 'pre',
  async resolveId(source, importer, { isEntry }) {
    if (source === lentByWorker) return `\0${lentByWorker}`
    if (isEntry || !isOwn(source)) return null
    const resolved = await this.resolve(source, importer)
    return ownerOf(resolved?.id) === undefined ? null : `${standIn}${resolved?.id}`
  },
  async load(id) {
    if (id === `\0${lentByWorker}`) return lent()
    if (!id.startsWith(standIn)) return null
    const path = id.slice(standIn.length)
    const script = `${ownerOf(path)}Script`
    return [importOf(script), ...calls(`${script}.load()`, await exportsOf(path))].join('\n')
  },
}

/**
 * For a later script of the worker: stand-ins for what the worker lends.
 * @param script its name
 */
export function borrowing(script: string): Plugin {
  const libraries: Record<string, string> = {
    ...librariesOfWorker,
    ...(script === 'signing' ? {} : librariesOfSigning),
  }
  const isOfOther = (id: string | undefined) => ![undefined, script].includes(ownerOf(id))
  return {
    name: 'borrowing',
    enforce: 'pre',
    async resolveId(source, importer = '') {
      const isOfLibrary = /^(zod|viem|@noble)\b/.test(source) || /\/node_modules\/(viem|@noble|@scure)\//.test(importer)
      if ((!isOfLibrary && !isOwn(source)) || importer.startsWith(standIn)) return null
      const id = (await this.resolve(source, importer))?.id
      const isLent =
        Object.hasOwn(libraries, pathIn('/node_modules/', id)) ||
        modulesOfWorker.some(path => id === root + path) ||
        isOfOther(id)
      return isLent ? `${standIn}${id}` : null
    },
    async load(id) {
      if (!id.startsWith(standIn)) return null
      const file = id.slice(standIn.length)
      const library = pathIn('/node_modules/', file)
      if (Object.hasOwn(libraries, library)) return borrowedLibrary(library, file, namesIn(libraries[library] ?? ''))
      const path = file.slice(root.length)
      const names = await exportsOf(file)
      if (isOfOther(file)) return calls(`globalThis.preludeLent.${ownerOf(file)}`, names).join('\n')
      return [
        `const shared = globalThis.preludeLent[${JSON.stringify(path)}]`,
        ...names.map(name => `export const ${name} = shared.${name}`),
      ].join('\n')
    },
    // Otherwise a part that is not shared would be undefined, and known to be where it is first used.
    onLog(_level, log) {
      if (log.code === 'IMPORT_IS_UNDEFINED') this.error(log)
    },
  }
}

/** @throws Error where a script does not hand over a module that others take from it */
async function checkScripts(): Promise<void> {
  for (const [script, paths] of Object.entries(modulesOfScripts)) {
    const code = await readFile(`${root}entrypoints/background/scripts/${script}.ts`, 'utf8')
    const missing = paths.find(path => !code.includes(`export * from '@/${path.replace(/\.ts$/, '')}'`))
    if (missing !== undefined) throw new Error(`${script}.ts does not export ${missing}.`)
  }
}

/** What the worker sets before any later script is loaded. */
async function lent(): Promise<string> {
  await checkScripts()
  const parts = Object.entries(librariesOfWorker).map(([file, names], index) => ({
    code: `import * as library${index} from ${JSON.stringify(`${root}node_modules/${file}`)}`,
    member: `${JSON.stringify(file)}: { ${namesIn(names).map(name => lentPart(`library${index}`, name))} }`,
  }))
  const modules = modulesOfWorker.map((path, index) => ({
    code: `import * as module${index} from ${JSON.stringify(root + path)}`,
    member: `${JSON.stringify(path)}: module${index}`,
  }))
  const ofSigning = Object.entries(librariesOfSigning).map(
    ([file, name]) => `${JSON.stringify(file)}: { get ${name}() { return signingScript.load().${name} } }`,
  )
  const members = [...parts, ...modules].map(({ member }) => member)
  const scripts = Object.keys(modulesOfScripts)
  const ofScripts = scripts.map(name => `get ${name}() { return ${name}Script.load() }`)
  return [
    importOf(scripts.map(name => `${name}Script`).join()),
    ...[...parts, ...modules].map(({ code }) => code),
    `globalThis.preludeLent = { ${[...members, ...ofSigning, ...ofScripts]} }`,
  ].join('\n')
}

/** The wallet uses two members of the namespace `iso`. */
function lentPart(library: string, name: string): string {
  const value = `${library}.${name}`
  return `${name}: ${name === 'iso' ? `{ date: ${value}.date, datetime: ${value}.datetime }` : value}`
}

function borrowedLibrary(library: string, file: string, names: readonly string[]): string {
  const isSchemas = library.startsWith('zod/')
  /** Making a schema has no effect, as the library says of its functions: one that nobody uses is left out. */
  const makesSchema = (name: string) => isSchemas && !['decode', 'encode', 'iso', 'safeParse'].includes(name)
  return [
    `const library = globalThis.preludeLent[${JSON.stringify(library)}]`,
    ...names.map((name, index) =>
      makesSchema(name)
        ? `/* @__NO_SIDE_EFFECTS__ */ function part${index}(...given) { return library.${name}(...given) }`
        : `const part${index} = library.${name}`,
    ),
    `export { ${names.map((name, index) => `part${index} as ${name}`)} }`,
    // A schema that is made by another copy of the library is not known to the worker's copy.
    ...(isSchemas ? [] : [`export * from ${JSON.stringify(file)}`]),
  ].join('\n')
}

const importOf = (names: string): string =>
  `import { ${names} } from ${JSON.stringify(`${root}entrypoints/background/later-scripts.ts`)}`

/** Functions that are looked up in their script when they are called. */
const calls = (script: string, names: readonly string[]): string[] =>
  names.map(name => `export const ${name} = (...given) => ${script}.${name}(...given)`)

/** The names that a module of the wallet exports outright. */
async function exportsOf(file: string): Promise<string[]> {
  const code = await readFile(file, 'utf8')
  const declared = [...code.matchAll(/^export (?:async )?(?:class|const|function) (\w+)/gm)].map(([, name]) => name)
  const passedOn = [...code.matchAll(/^export \{([^}]+)\}/gm)].flatMap(([, names = '']) => names.split(','))
  return [...declared, ...passedOn].flatMap(name => name?.trim() || [])
}
