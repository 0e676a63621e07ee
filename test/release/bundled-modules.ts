import { readFile, writeFile } from 'node:fs/promises'
import type { Plugin } from 'vite'
import * as z from 'zod'

const schema = z.record(z.string(), z.number())

/**
 * Bytes of minified code by the package's path in the lock file, `node_modules/viem`; the project's own code under
 * `''`.
 */
export type BundledBytes = z.infer<typeof schema>

/**
 * Records which packages a build is made of: its scripts, and the files that style sheets name. A package's part of a
 * script is that of its modules before they are minified: a bundler does not say which bytes came from where.
 */
export function recordBundledModules(): { plugin: Plugin; recorded(): BundledBytes } {
  const bytes = new Map<string, number>()
  const plugin: Plugin = {
    name: 'bundled-modules',
    generateBundle(_options, bundle) {
      for (const output of Object.values(bundle)) {
        if (output.type === 'asset') {
          // A style sheet is joined from many files, and all are the project's own.
          const [from = ''] = output.originalFileNames
          const path = packageOf(from)
          if (path !== '') bytes.set(path, (bytes.get(path) ?? 0) + output.source.length)
          continue
        }
        const modules = Object.entries(output.modules)
        const total = modules.reduce((sum, [, { renderedLength }]) => sum + renderedLength, 0)
        for (const [id, { renderedLength }] of modules) {
          if (renderedLength === 0) continue
          const path = packageOf(id)
          bytes.set(path, (bytes.get(path) ?? 0) + (output.code.length * renderedLength) / total)
        }
      }
    },
  }
  return {
    plugin,
    recorded() {
      const sorted = [...bytes].sort(([a], [b]) => (a < b ? -1 : 1)).map(([path, size]) => [path, Math.round(size)])
      return schema.parse(Object.fromEntries(sorted))
    },
  }
}

/** What the bundler adds of its own has no file, and the name of its maker: `\0rolldown/runtime.js`. */
function packageOf(id: string): string {
  const installed = /(?:^|\/)(node_modules\/.*)$/.exec(id)?.[1]
  const added = /^\0(?:virtual:)?(rolldown|vite|wxt)\b/.exec(id)?.[1]
  if (installed === undefined) return added === undefined ? '' : `node_modules/${added}`
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(installed)?.[0] ?? ''
}

/** Leaves what a build recorded beside its folder. */
export async function writeBundledBytes(outputFolder: string, bundled: BundledBytes): Promise<void> {
  await writeFile(`${outputFolder}.packages.json`, `${JSON.stringify(bundled, null, 2)}\n`)
}

/** Reads what the build left beside its folder. */
export async function readBundledBytes(outputFolder: string): Promise<BundledBytes> {
  return schema.parse(JSON.parse(await readFile(`${outputFolder}.packages.json`, 'utf8')))
}
