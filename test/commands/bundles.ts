import { readFile, stat } from 'node:fs/promises'
import { dirname, join, posix } from 'node:path'
import { parseSync } from 'vite'

/** Bytes a built extension costs, as the browser loads it. */
export interface Bundle {
  files: string[]
  bytes: number
  /** What is reached by `import()` only. */
  dynamic: { from: string; file: string }[]
}

/**
 * Everything that loads with these scripts: their whole static import graphs, each file once. Paths are relative to
 * `folder`.
 */
export async function staticGraph(folder: string, entries: readonly string[]): Promise<Bundle> {
  const seen = new Set<string>()
  const dynamic: Bundle['dynamic'] = []
  const visit = async (file: string): Promise<void> => {
    if (seen.has(file)) return
    seen.add(file)
    const code = await readFile(join(folder, file), 'utf8')
    const { module } = parseSync(file, code, { sourceType: 'module' })
    for (const { moduleRequest: request } of module.dynamicImports) {
      const literal = /^["'`](.+)["'`]$/.exec(code.slice(request.start, request.end))
      dynamic.push({ from: file, file: literal?.[1] ? resolve(file, literal[1]) : '(computed)' })
    }
    const imported = [
      ...module.staticImports.map(statement => statement.moduleRequest.value),
      ...module.staticExports.flatMap(statement =>
        statement.entries.flatMap(entry => (entry.moduleRequest ? [entry.moduleRequest.value] : [])),
      ),
    ]
    for (const specifier of imported) await visit(resolve(file, specifier))
  }
  for (const entry of entries) await visit(posix.normalize(entry))
  const files = [...seen]
  const sizes = await Promise.all(files.map(async file => (await stat(join(folder, file))).size))
  return { files, bytes: sizes.reduce((sum, size) => sum + size, 0), dynamic }
}

/** The scripts of a page of ours, and those it has loaded beside them before they ask. */
export async function pageScripts(folder: string, page: string): Promise<{ scripts: string[]; preloaded: string[] }> {
  const html = await readFile(join(folder, page), 'utf8')
  const files = (tag: RegExp) => [...html.matchAll(tag)].map(match => (match[1] ?? '').replace(/^\//, ''))
  return {
    scripts: files(/<script\b[^>]*\bsrc="([^"]+)"/g),
    preloaded: files(/<link\b[^>]*modulepreload[^>]*\bhref="([^"]+)"/g),
  }
}

function resolve(from: string, specifier: string): string {
  return specifier.startsWith('/')
    ? posix.normalize(specifier.slice(1))
    : posix.normalize(posix.join(dirname(from), specifier))
}
