import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import type { BundledBytes } from './bundled-modules.ts'
import { type LockedPackage, locked, readLockFile } from './lock-file.ts'

/** Part of every build: most licences ask that their text goes with each copy of the software. */
export const licencesFile = 'licences.txt'

const manifestSchema = z.object({
  author: z.optional(z.union([z.string(), z.looseObject({ name: z.string() })])),
})

/**
 * The licences of what a build is made of, as one text: each package with its own, and equal texts once.
 * @param folder the project's root, where the packages are installed
 * @throws Error when a package has no licence file and none of the standard texts is its licence
 */
export async function writeLicences(folder: string, bundled: BundledBytes): Promise<string> {
  const packages = await readLockFile(folder)
  const paths = Object.keys(bundled).filter(path => path !== '')
  const byText = new Map<string, LockedPackage[]>()
  for (const path of paths) {
    const one = locked(packages, path)
    const text = await licenceText(folder, one)
    byText.set(text, [...(byText.get(text) ?? []), one])
  }
  const own = await readFile(join(folder, 'LICENSE'), 'utf8')
  const others = [...byText].map(
    ([text, users]) => `${users.map(({ name, version }) => `${name} ${version}`).join('\n')}\n\n${text}`,
  )
  return [`Prelude\n\n${own.trim()}`, 'Prelude contains the following packages.', ...others].join(
    `\n\n${'-'.repeat(80)}\n\n`,
  )
}

async function licenceText(folder: string, { path, license }: LockedPackage): Promise<string> {
  const names = (await readdir(join(folder, path))).filter(name => /^licen[cs]e/i.test(name)).sort()
  const texts = await Promise.all(names.map(name => readFile(join(folder, path, name), 'utf8')))
  // A build tool adds few lines of its own code, and none of the packages that its own file goes on to name.
  if (texts.length > 0)
    return texts.map(text => text.split('# Licenses of bundled dependencies')[0]?.trim()).join('\n\n')
  const { author } = manifestSchema.parse(JSON.parse(await readFile(join(folder, path, 'package.json'), 'utf8')))
  const by = typeof author === 'string' ? author : author?.name
  const stated = `Licence: ${license}, by ${by ?? 'its authors'}.`
  // Gives its software to the public and asks for nothing.
  if (license === 'Unlicense') return stated
  return `${stated}\n\n${(await readFile(join(import.meta.dirname, 'licences', `${license}.txt`), 'utf8')).trim()}`
}
