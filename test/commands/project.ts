import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as z from 'zod'

/** The project's root folder. */
export const root = resolve(import.meta.dirname, '../..')

/** For what may be made again at any time. */
export const cacheFolder = join(root, 'node_modules/.cache/prelude')

/** A tool installed with the project or another checkout of it, by the name of its command. */
export function tool(name: string, checkout = root): string {
  return join(checkout, 'node_modules/.bin', process.platform === 'win32' ? `${name}.cmd` : name)
}

/** The version in package.json, which is also the extension's. */
export const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))
