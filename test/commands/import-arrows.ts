import { readdir, readFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { type ESTree, parseSync, Visitor } from 'vite'
import { root } from './project.ts'

/**
 * Which file may import which. The tables below are the rules; `npm run check` holds every import of the source tree to
 * them. A pattern that ends with `/` means the folder and everything in it; any other means files, without their
 * extension. `*` is one name.
 */

/** The rooms of `lib`, from below to above. A room imports itself and the rooms before it. */
const rooms = 'base reading language storage keys chain decisions activity payments provider'.split(' ')
/** Rooms without I/O and without secrets: pages and the worker import them. */
const bothSides = rooms.slice(0, 3).map(room => `lib/${room}/`)
/** What pages import of the other rooms. It does no I/O and holds no secret either. */
const sharedOf = (names: readonly string[]) => names.slice(3).map(room => `lib/${room}/shared/`)

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
  { files: ['lib/page/', 'entrypoints/*.content'], may: ['lib/page/', 'lib/language/dapp'], written: 'alias' },
  ...rooms.slice(3).map((room, index): Arrow => {
    const before = rooms.slice(0, index + 3)
    return { files: [`lib/${room}/shared/`], may: [...bothSides, ...sharedOf(before)], written: 'alias' }
  }),
  ...rooms.map((room, index): Arrow => {
    // Other rooms see only the shared part of the keys: the wiring hands them the keyring.
    const before = rooms.slice(0, index).map(name => (name === 'keys' ? 'lib/keys/shared/' : `lib/${name}/`))
    return { files: [`lib/${room}/`], may: before, written: 'alias' }
  }),
  { files: ['entrypoints/background/**.test'], may: ['entrypoints/background/', 'lib/', 'test/'] },
  { files: ['entrypoints/background/'], may: ['lib/'] },
  // Later scripts of the worker.
  { files: ['entrypoints/*'], may: ['entrypoints/background/', 'lib/'] },
  {
    files: ['components/elements/', 'components/format/'],
    may: ['components/elements/', 'components/format/', 'components/*', ...bothSides, ...sharedOf(rooms)],
  },
  { files: ['components/', 'entrypoints/*/'], may: ['components/', '.wxt/i18n/', ...bothSides, ...sharedOf(rooms)] },
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
  {
    files: ['test/'],
    may: ['test/', 'lib/', 'components/locales/', 'components/catalogue.fixture', 'public/', 'lean-react.config'],
  },
  // What a build is made of, and under which licences, is recorded while it is made.
  {
    files: ['wxt.config'],
    may: ['later-scripts.config', 'lean-react.config', 'test/release/bundled-modules', 'test/release/licences'],
    written: 'relative',
  },
  { files: ['playwright.config', 'vitest.config'], may: ['test/'], written: 'relative' },
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
    const target = targetOf(file, specifier)
    if (target === null) return null
    if (![...own, ...(row?.may ?? [])].some(pattern => matches(pattern, target)))
      return `${row?.files.join(', ')} may import ${row?.may.join(', ') || 'nothing of ours'}.`
    if (row?.written === 'alias' && specifier.startsWith('../')) return 'another folder is written @/…'
    if (row?.written === 'relative' && specifier.startsWith('@/'))
      return 'Node runs this file: a relative path with its extension.'
    return null
  }
}

/** All faults of the source tree: imports that the table does not allow, and circles of imports in the product. */
export async function faultsOfImportArrows(): Promise<string[]> {
  const found = await Promise.all(
    ['components', 'entrypoints', 'lib', 'test'].map(async folder =>
      (await readdir(join(root, folder), { recursive: true })).map(name => `${folder}/${name.replaceAll('\\', '/')}`),
    ),
  )
  const files = [...found.flat(), ...(await readdir(root))].filter(isSource).sort()
  const texts = await Promise.all(files.map(file => readFile(join(root, file), 'utf8')))
  const faults = files.flatMap((file, index) => faultsOfImports(file, texts[index] ?? ''))
  const isFile = new Set(files)
  const imports = files.map((file, index): [string, string[]] => {
    if (file.startsWith('test/')) return [file, []]
    const named = importsOf(file, texts[index] ?? '').flatMap(specifier => targetOf(file, specifier) ?? [])
    return [file, named.flatMap(path => endings.map(ending => path + ending).find(name => isFile.has(name)) ?? [])]
  })
  return [...faults, ...faultsOfCircles(new Map(imports))]
}

/** How the name of a file goes on where an import leaves that out. */
const endings = ['', '.ts', '.tsx', '/index.ts', '/index.tsx']

/**
 * Circles of imports, types too: files of a circle can only be understood together.
 * @param imports the files that each file imports
 * @returns a sentence for each circle that is found
 */
export function faultsOfCircles(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const faults: string[] = []
  const done = new Set<string>()
  const path: string[] = []
  const follow = (file: string): void => {
    const at = path.indexOf(file)
    if (at >= 0) faults.push(`${[...path.slice(at), file].join(' imports ')}: a circle.`)
    if (at >= 0 || done.has(file)) return
    path.push(file)
    imports.get(file)?.forEach(follow)
    path.pop()
    done.add(file)
  }
  for (const file of imports.keys()) follow(file)
  return faults
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

/** The path from the root that an import names, as it is written; `null` for a package. */
function targetOf(file: string, specifier: string | null): string | null {
  if (specifier?.startsWith('@/')) return specifier.slice(2)
  return specifier?.startsWith('.') ? posix.join(posix.dirname(file), specifier) : null
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
