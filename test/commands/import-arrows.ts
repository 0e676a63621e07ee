import { readdir, readFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { type ESTree, parseSync, Visitor } from 'vite'
import { root } from './project.ts'

/**
 * Which file may import which. The tables below are the rules; `npm run check` holds every import of the source tree to
 * them. A pattern that ends with `/` means the folder and everything in it; any other means one file, without its
 * extension. `*` is one name.
 */

/** The rooms of `lib`, from those that use to those that are used. A room imports its own line and all lines below. */
const layers = [
  ['provider'],
  ['payments'],
  ['decisions'],
  ['transactions'],
  ['approvals'],
  ['simulation', 'decoding', 'risk', 'clear-signing'],
  ['sites', 'lists'],
  ['confirmations', 'tokens', 'faucet'],
  ['networks'],
  ['rpc'],
  ['database'],
]
/** Imported by every room of the layers: plain values, the types of any room, and what tests give for the fault log. */
const shared = [
  ...['lib/base/', 'lib/*/types', 'lib/base/faults.fixture'],
  ...['lib/base/', 'lib/reading/', 'lib/language/', 'lib/keys/shared/', 'lib/reading/risk/risk'],
]
/** Rooms that import the contract between the contexts. */
const withMessaging = ['provider', 'payments', 'transactions', 'approvals', 'lists']
/** Rooms that import the keyring: they sign. */
const withKeyring = ['payments', 'transactions']

/** What pages import of `lib`: the messaging client and files that do no I/O and hold no secret. */
const pageSafe = [
  ...['lib/language/', 'lib/reading/calls/', 'lib/reading/descriptors/', 'lib/keys/shared/devices/', ...shared],
  ...[
    'lib/chain/shared/commitments',
    'lib/chain/watching/levels',
    'lib/chain/shared/pace',
    'lib/chain/shared/statistics',
    'lib/base/describe-fault',
    'lib/reading/list-formats/names',
    'lib/reading/list-formats/presets',
    'lib/reading/list-formats/read-descriptors',
    'lib/base/addresses',
    'lib/base/test-chains',
    'lib/payments/*',
    'lib/payments/http402/placeholder',
  ],
  ...['lib/payments/shared/exposure', 'lib/payments/shared/revocation', 'lib/payments/shared/verification'],
  'lib/payments/shared/refunded-transfer',
  ...[
    'lib/reading/risk/added-network',
    'lib/reading/risk/forbidden',
    'lib/reading/risk/look-alike-token',
    'lib/reading/simulation/revert',
    'lib/reading/tokens/known-money',
  ],
]

interface Arrow {
  files: string[]
  /** Beside the folder of `files` that the file lies in. */
  may: string[]
  /** How another folder is written: as `@/…`, as a relative path (Node runs these files itself), or either. */
  written?: 'alias' | 'relative'
}

/** The first row that names a file holds for it. A file that no row names is a fault: a new room needs a row. */
const arrows: readonly Arrow[] = [
  { files: ['lib/**.test', 'components/**.test'], may: ['lib/', 'components/', 'public/', 'test/'] },
  ...layers.flatMap((rooms, index) =>
    rooms.map(room => ({
      files: [`lib/${room}/`],
      may: [
        ...layers.slice(index).flatMap(below => below.map(name => `lib/${name}/`)),
        ...shared,
        ...(withMessaging.includes(room) ? ['lib/language/'] : []),
        ...(withKeyring.includes(room) ? ['lib/keys/'] : []),
      ],
      written: 'alias' as const,
    })),
  ),
  { files: ['lib/keys/'], may: ['lib/storage/', ...shared], written: 'alias' },
  // What a page needs to speak with a device. It holds no secret and does no I/O.
  { files: ['lib/keys/shared/devices/'], may: shared, written: 'alias' },
  { files: ['lib/language/'], may: shared, written: 'alias' },
  {
    files: ['lib/base/', 'lib/reading/', 'lib/language/', 'lib/keys/'],
    may: [...shared, 'lib/reading/calls/proxies', 'lib/reading/messages/sign-in-terms'],
    written: 'alias',
  },
  { files: ['lib/storage/'], may: ['lib/storage/', ...shared], written: 'alias' },
  { files: ['lib/base/'], may: [], written: 'alias' },
  { files: ['lib/page/', 'entrypoints/*.content'], may: ['lib/page/', 'lib/language/dapp'], written: 'alias' },
  { files: ['entrypoints/background/**.test'], may: ['entrypoints/background/', 'lib/', 'test/'] },
  { files: ['entrypoints/background/'], may: ['lib/'] },
  { files: ['entrypoints/phrases'], may: ['entrypoints/background/'] },
  { files: ['entrypoints/password'], may: ['entrypoints/background/', 'lib/keys/accounts/keystore'] },
  { files: ['entrypoints/payments'], may: ['entrypoints/background/', 'lib/storage/payment-shapes'] },
  {
    files: ['entrypoints/decisions'],
    may: [
      ...['entrypoints/background/', 'lib/decisions/', 'lib/reading/calls/', 'lib/activity/sending/'],
      ...['lib/chain/networks/probe', 'lib/base/test-chains', 'lib/payments/http402/sign-in'],
    ],
  },
  { files: ['entrypoints/lists'], may: ['entrypoints/background/', 'lib/decisions/lists/'] },
  { files: ['entrypoints/past'], may: ['entrypoints/background/', 'lib/activity/past/'] },
  {
    files: ['entrypoints/records'],
    may: ['entrypoints/background/', 'lib/storage/encrypted/', 'lib/keys/vault/row-cipher'],
  },
  { files: ['components/', 'entrypoints/*/'], may: ['components/', '.wxt/i18n/', ...pageSafe] },
  // Packages of their own.
  { files: ['test/preview-network/'], may: [], written: 'relative' },
  { files: ['test/viem-levels/**.test'], may: ['test/viem-levels/', 'test/preview-network/'], written: 'relative' },
  { files: ['test/viem-levels/'], may: [], written: 'relative' },
  { files: ['test/wallet-fixtures/'], may: ['test/preview-network/index'], written: 'relative' },
  {
    files: ['test/shop/', 'test/commands/', 'test/e2e/', 'test/dapp/', 'test/bench/'],
    may: ['test/', 'lib/', 'components/catalogue.fixture'],
    written: 'relative',
  },
  { files: ['test/'], may: ['test/', 'lib/', 'components/locales/', 'components/catalogue.fixture', 'public/'] },
  // What a build is made of, and under which licences, is recorded while it is made.
  {
    files: ['wxt.config'],
    may: ['entrypoints/background/shared-libraries', 'test/release/bundled-modules', 'test/release/licences'],
    written: 'relative',
  },
  { files: ['playwright.config'], may: ['test/'], written: 'relative' },
  { files: ['*'], may: [] },
]

/**
 * What of a file's imports the table does not allow, each as a sentence.
 * @param file its path from the project's root, with `/`
 * @param code its text
 */
export function faultsOfImports(file: string, code: string): string[] {
  const row = arrows.find(({ files }) => files.some(pattern => matches(pattern, file)))
  if (row === undefined) return [`${file}: no row of test/commands/import-arrows.ts names this file.`]
  const own = row.files
    .filter(pattern => pattern.endsWith('/') && matches(pattern, file))
    .map(pattern => folderOf(pattern, file))
  const faults: string[] = []
  for (const specifier of importsOf(file, code)) {
    const fault = faultOf(specifier)
    if (fault !== null) faults.push(`${file} imports ${specifier ?? 'a computed path'}: ${fault}`)
  }
  return faults

  function faultOf(specifier: string | null): string | null {
    if (specifier === null) return 'the check cannot tell what that is.'
    const isAlias = specifier.startsWith('@/')
    if (!isAlias && !specifier.startsWith('.')) return null
    const target = isAlias ? specifier.slice(2) : posix.join(posix.dirname(file), specifier)
    if (![...own, ...(row?.may ?? [])].some(pattern => matches(pattern, target)))
      return `${row?.files.join(', ')} may import ${row?.may.join(', ') || 'nothing of ours'}.`
    if (row?.written === 'alias' && specifier.startsWith('../')) return 'another folder is written @/…'
    if (row?.written === 'relative' && isAlias) return 'Node runs this file: a relative path with its extension.'
    return null
  }
}

/** All faults of the source tree. */
export async function faultsOfImportArrows(): Promise<string[]> {
  const found = await Promise.all(
    ['components', 'entrypoints', 'lib', 'test'].map(async folder =>
      (await readdir(join(root, folder), { recursive: true })).map(name => `${folder}/${name.replaceAll('\\', '/')}`),
    ),
  )
  const files = [...found.flat(), ...(await readdir(root))].filter(isSource).sort()
  const faults = await Promise.all(
    files.map(async file => faultsOfImports(file, await readFile(join(root, file), 'utf8'))),
  )
  return faults.flat()
}

/** Not what a package was built into, nor what is installed in a workspace. */
function isSource(file: string): boolean {
  return /\.tsx?$/.test(file) && !/\/(?:dist|node_modules)\//.test(file)
}

/** The modules a file names in any kind of import, types too; `null` for one it computes. */
function importsOf(file: string, code: string): (string | null)[] {
  const { program, errors } = parseSync(file, code)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  const found: (string | null)[] = []
  const add = ({ source }: { source: ESTree.Expression | null }) => {
    if (source !== null) found.push(literalOf(source))
  }
  new Visitor({
    ImportDeclaration: add,
    ExportNamedDeclaration: add,
    ExportAllDeclaration: add,
    ImportExpression: add,
    TSImportType: add,
  }).visit(program)
  return found
}

function literalOf(expression: ESTree.Expression): string | null {
  if (expression.type === 'Literal' && typeof expression.value === 'string') return expression.value
  if (expression.type === 'TemplateLiteral' && expression.expressions.length === 0)
    return expression.quasis[0]?.value.cooked ?? null
  return null
}

/** Whether a pattern of the table names this file; a path of an import may lack the extension. */
function matches(pattern: string, path: string): boolean {
  const text = pattern
    .replaceAll('.', '\\.')
    .replaceAll('**', '\u0000')
    .replaceAll('*', '[^/]+')
    .replaceAll('\u0000', '.*')
  return new RegExp(pattern.endsWith('/') ? `^${text}` : `^${text}(?:\\.(?:ts|tsx|json))?$`).test(path)
}

/** `entrypoints/popup/` for a file that `entrypoints/*\/` names. */
function folderOf(pattern: string, file: string): string {
  return file
    .split('/')
    .slice(0, pattern.split('/').length - 1)
    .join('/')
    .concat('/')
}
