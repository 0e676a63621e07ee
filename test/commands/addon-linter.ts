import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { type Lifetime, run } from './lifetime.ts'
import { root, tool } from './project.ts'

/**
 * What addons.mozilla.org holds against a package when it is uploaded: its own linter, which `web-ext lint` runs too.
 */

const findingSchema = z.object({
  code: z.string(),
  message: z.string(),
  file: z.string().nullish(),
  line: z.number().nullish(),
  column: z.number().nullish(),
})
const reportSchema = z.object({ errors: z.array(findingSchema), warnings: z.array(findingSchema) })
type Finding = z.infer<typeof findingSchema>

/** Each error and warning of the linter that is ours, as a line. */
export async function faultsOfAddon(lifetime: Lifetime, folder: string): Promise<string[]> {
  const { output } = await run(lifetime, tool('addons-linter'), ['--output', 'json', folder], {
    cwd: root,
    quiet: true,
  })
  const report = output.split('\n').find(line => line.startsWith('{'))
  if (report === undefined) throw new Error(`The linter made no report:\n${output.trim()}`)
  return faultsOfReport(JSON.parse(report), async file => readFile(join(folder, file), 'utf8'))
}

/**
 * @param report of `addons-linter --output json`
 * @param read resolves with the text of a file of the package
 */
export async function faultsOfReport(report: unknown, read: (file: string) => Promise<string>): Promise<string[]> {
  const { errors, warnings } = reportSchema.parse(report)
  const faults: string[] = []
  for (const finding of [...errors, ...warnings]) {
    const { code, message, file, line, column } = finding
    if (!(await isReact(finding, read)))
      faults.push(`${file ?? 'package'}:${line ?? ''}:${column ?? ''} ${code}: ${message}`)
  }
  return faults
}

/**
 * React sets markup for `dangerouslySetInnerHTML`, which Biome's rules and our Trusted Types policy keep from being
 * used.
 */
async function isReact(
  { code, message, file, line, column }: Finding,
  read: (file: string) => Promise<string>,
): Promise<boolean> {
  if (code !== 'UNSAFE_VAR_ASSIGNMENT' || message !== 'Unsafe assignment to innerHTML') return false
  if (!file || !line || !column) return false
  const before = (await read(file)).split('\n')[line - 1]?.slice(0, column) ?? ''
  return before.slice(-40).includes('__html')
}
