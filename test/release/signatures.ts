import * as z from 'zod'

const resultSchema = z.union([
  z.object({ invalid: z.array(z.unknown()), missing: z.array(z.unknown()) }),
  z.object({ error: z.object({ code: z.nullish(z.string()), summary: z.string() }) }),
])

/** What npm says when it could not ask: no network, or a registry without signatures. */
const unreachable = /^(?:ENOTFOUND|ECONN\w+|ETIMEDOUT|EAI_AGAIN|ENETUNREACH|ERR_SOCKET_TIMEOUT|E40[14]|E5\d\d)$/
const unsupported = /supported registry|TUF|fetch failed|network/i

export type Signatures =
  | { verdict: 'good' }
  | { verdict: 'bad'; packages: string }
  | { verdict: 'not checked'; reason: string }

/**
 * What `npm audit signatures --json` found: whether the registry signed every installed package.
 * @param output its standard output
 * @throws Error when it says something else
 */
export function readSignatures(output: string): Signatures {
  const result = resultSchema.parse(JSON.parse(output))
  if ('error' in result) {
    const { code, summary } = result.error
    if (!unreachable.test(code ?? '') && !unsupported.test(summary)) throw new Error(`npm audit signatures: ${summary}`)
    return { verdict: 'not checked', reason: code ?? 'the registry has no signatures' }
  }
  const faults = [...result.invalid, ...result.missing]
  return faults.length === 0 ? { verdict: 'good' } : { verdict: 'bad', packages: JSON.stringify(faults, null, 2) }
}
