import * as z from 'zod'

const manifestSchema = z.looseObject({
  permissions: z.array(z.string()),
  optional_permissions: z.array(z.string()).optional(),
  host_permissions: z.array(z.string()),
  optional_host_permissions: z.array(z.string()).optional(),
  content_scripts: z.array(z.looseObject({ matches: z.array(z.string()) })),
  content_security_policy: z.object({ extension_pages: z.string() }),
})

/** The document's names for the browsers. */
const browsers = { chrome: 'Chromium', firefox: 'Firefox' } as const

/**
 * What the document on permissions leaves out or has too much, each as a sentence.
 * @param document the text of docs/permissions.md
 * @param manifests the built manifest of each store package, parsed from JSON
 */
export function faultsOfPermissions(document: string, manifests: Record<keyof typeof browsers, unknown>): string[] {
  const rows = new Map(
    [...document.matchAll(/^\| (`[^`]+`|content scripts on `[^`]+`) \| ([^|]+) \|([^|]+)\|$/gm)].map(
      ([, what = '', where = '', reason = '']) =>
        [what.replaceAll('`', ''), { where: where.trim(), reason: reason.trim() }] as const,
    ),
  )
  const asked = new Map<string, string[]>()
  for (const edition of ['chrome', 'firefox'] as const)
    for (const entry of entriesOf(manifests[edition]))
      asked.set(entry, [...(asked.get(entry) ?? []), browsers[edition]])
  const missing = [...asked].flatMap(([entry, where]) => {
    const row = rows.get(entry)
    if (row === undefined || row.reason === '') return [`docs/permissions.md has no reason for ${entry}.`]
    if (row.where === where.join(', ')) return []
    return [`docs/permissions.md has ${entry} in ${row.where}; it is in ${where.join(', ')}.`]
  })
  const needless = [...rows.keys()]
    .filter(entry => !asked.has(entry))
    .map(entry => `docs/permissions.md gives a reason for ${entry}, which is not asked for.`)
  return [...missing, ...needless, ...faultsOfPolicy(document, manifests.chrome)]
}

function entriesOf(manifest: unknown): string[] {
  const parsed = manifestSchema.parse(manifest)
  const matches = parsed.content_scripts.flatMap(script => script.matches)
  return [
    ...parsed.permissions,
    ...(parsed.optional_permissions ?? []).map(entry => `${entry} (optional)`),
    ...parsed.host_permissions,
    ...(parsed.optional_host_permissions ?? []).map(entry => `${entry} (optional)`),
    ...new Set(matches.map(match => `content scripts on ${match}`)),
  ]
}

/** The document explains each directive of the policy, in the words of the manifest. */
function faultsOfPolicy(document: string, manifest: unknown): string[] {
  const policy = manifestSchema.parse(manifest).content_security_policy.extension_pages
  return policy
    .split('; ')
    .filter(directive => !document.includes(`\`${directive}\``))
    .map(directive => `docs/permissions.md does not explain ${directive}.`)
}
