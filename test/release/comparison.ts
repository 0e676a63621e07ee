import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'
import { type Package, textOf } from './package.ts'

/** How a given package differs from the one that the source makes, by file. */
export interface Comparison {
  differs: string[]
  missing: string[]
  more: string[]
  /** What a store or a browser writes into every package, as sentences; changes nothing that runs. */
  added: string[]
}

/** Files that signing and installing add. None of them is code, and no extension can load them. */
const additions: { pattern: RegExp; says: string }[] = [
  {
    pattern: /^META-INF\/(?:manifest\.mf|mozilla\.(?:sf|rsa)|cose\.(?:manifest|sig))$/,
    says: 'META-INF holds a signature. Firefox judges it when it installs the package; this command does not.',
  },
  {
    pattern: /^_metadata\/(?:verified_contents\.json|computed_hashes\.json|generated_indexed_rulesets\/_ruleset\d+)$/,
    says: '_metadata holds sums of the files. Chromium judges them when it installs the package; this command does not.',
  },
]

/** Where the stores of Chromium and of Edge tell an installed extension to look for its updates. */
const updateAddresses = [
  'https://clients2.google.com/service/update2/crx',
  'https://edge.microsoft.com/extensionwebstorebase/v1/crx',
]

const manifestSchema = z.looseObject({ key: z.string().optional(), update_url: z.string().optional() })

/**
 * Holds a given package against the one that the source makes.
 * @param built the files that the source makes
 * @param given the files to judge
 */
export function comparePackages(built: Package, given: Package): Comparison {
  const added = new Set<string>()
  const more = [...given.keys()].filter(name => {
    if (built.has(name)) return false
    const addition = additions.find(({ pattern }) => pattern.test(name))
    if (addition) added.add(addition.says)
    return addition === undefined
  })
  const differs = [...built].flatMap(([name, bytes]) => {
    const other = given.get(name)
    if (other === undefined || Buffer.from(bytes).equals(other)) return []
    const rewritten = sayWhatWasRewritten(name, textOf(bytes), textOf(other))
    for (const sentence of rewritten ?? []) added.add(sentence)
    return rewritten === null ? [name] : []
  })
  return { differs, missing: [...built.keys()].filter(name => !given.has(name)), more, added: [...added] }
}

/**
 * What Chromium did to a file when it installed the package: it writes the manifest and the message catalogues anew, in
 * another order, and the store adds a key and its own address.
 * @returns sentences about it, or `null` if the file says something else than it did
 */
function sayWhatWasRewritten(name: string, built: string, given: string): string[] | null {
  if (/^_locales\/[^/]+\/messages\.json$/.test(name))
    return isDeepStrictEqual(parsed(built), parsed(given)) ? ['Message catalogues say the same in another form.'] : null
  if (name !== 'manifest.json') return null
  const manifest = manifestSchema.safeParse(parsed(given))
  if (!manifest.success) return null
  const { key, update_url: updateAddress, differential_fingerprint: fingerprint, ...rest } = manifest.data
  if (!isDeepStrictEqual(parsed(built), rest)) return null
  const said = ['manifest.json says the same in another form.']
  if (key !== undefined) said.push('manifest.json carries a key, which gives the extension its id.')
  if (updateAddress !== undefined) {
    if (!updateAddresses.includes(updateAddress)) return null
    said.push(`manifest.json has updates looked for at ${updateAddress}.`)
  }
  if (fingerprint !== undefined) said.push('manifest.json carries the store’s fingerprint.')
  return said
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
