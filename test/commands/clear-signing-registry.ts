import { readdir, readFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { type Address, parseTransaction } from 'viem'
import { type DescriptionOutcome, describeSubject } from '../../lib/reading/descriptors/describe.ts'
import type { ReadInclude, SourceFile } from '../../lib/reading/descriptors/include.ts'
import { loadDescriptor } from '../../lib/reading/descriptors/load.ts'
import type { Subject } from '../../lib/reading/descriptors/subject.ts'
import type { Descriptor } from '../../lib/reading/descriptors/types.ts'
import { readTypedData } from '../../lib/reading/typed-data/typed-data.ts'
import { type DataProvider, renderDescription } from './clear-signing-text.ts'

/** A test file of the registry, version 2 of its own schema. */
interface TestFile {
  descriptor: string
  dataProvider?: DataProvider
  tests: { description: string; rawTx?: `0x${string}`; from?: Address; data?: unknown; expected: unknown }[]
}

/**
 * What loads and what agrees, as lines to print.
 * @param folder the registry's folder, with `registry` and `ercs` in it
 * @param showsDifferences whether each test that differs is printed
 */
export async function reportOf(folder: string, showsDifferences: boolean): Promise<string[]> {
  const names = (await readdir(folder, { recursive: true }))
    .map(name => name.replaceAll('\\', '/'))
    .filter(name => name.endsWith('.json') && !name.startsWith('specs/'))
    .sort()
  const texts = new Map<string, string>()
  for (const name of names) texts.set(name, await readFile(join(folder, name), 'utf8'))
  const readInclude: ReadInclude = (reference, from) => {
    const name = posix.join(posix.dirname(from), reference)
    const text = texts.get(name)
    return text === undefined ? undefined : { name, text }
  }
  const lines: string[] = []
  const descriptors = new Map<string, Descriptor>()
  const files = names.filter(name => !/\/(?:testsv2|tests|sigs)\//.test(name))
  const faults = new Map<string, number>()
  for (const name of files) {
    const file: SourceFile = { name, text: texts.get(name) ?? '' }
    const loaded = loadDescriptor(file, readInclude)
    if (loaded.kind === 'descriptor') descriptors.set(name, loaded.descriptor)
    else {
      faults.set(loaded.fault.code, (faults.get(loaded.fault.code) ?? 0) + 1)
      lines.push(`does not load: ${name}: ${loaded.fault.message}`)
    }
  }
  const formats = [...descriptors.values()].reduce((sum, { formats }) => sum + formats.size, 0)
  lines.push(`${descriptors.size} of ${files.length} descriptors load, with ${formats} formats.`)
  for (const [code, count] of faults) lines.push(`  ${code}: ${count}`)
  return [...lines, ...tests()]

  function tests(): string[] {
    const counts = { calls: [0, 0], messages: [0, 0] }
    const said: string[] = []
    for (const name of names.filter(each => each.includes('/testsv2/'))) {
      const file = JSON.parse(texts.get(name) ?? '') as TestFile
      const own = descriptors.get(posix.join(posix.dirname(name), file.descriptor))
      for (const test of file.tests) {
        const count = test.rawTx === undefined ? counts.messages : counts.calls
        count[1] = (count[1] ?? 0) + 1
        const shown = own === undefined ? 'not loaded' : rendered(test, [own, ...descriptors.values()], file)
        const [got, wanted] = [canonical(shown), canonical(test.expected)]
        if (got === wanted) count[0] = (count[0] ?? 0) + 1
        else if (showsDifferences)
          said.push(`differs: ${name}: ${test.description}`, `  got    ${got}`, `  wanted ${wanted}`)
      }
    }
    const [calls, messages] = [counts.calls, counts.messages]
    said.push(`${calls[0]} of ${calls[1]} tests of calls and ${messages[0]} of ${messages[1]} of messages agree.`)
    return said
  }
}

function rendered(test: TestFile['tests'][number], descriptors: Descriptor[], file: TestFile): unknown {
  let subject: Subject
  try {
    subject = subjectOf(test)
  } catch (error) {
    return `not read: ${error instanceof Error ? error.message : ''}`
  }
  const outcome: DescriptionOutcome = describeSubject(descriptors, subject)
  if (outcome.kind !== 'described') return outcome.kind === 'none' ? 'none' : `set aside: ${outcome.reason}`
  return renderDescription(outcome.description, file.dataProvider ?? {})
}

function subjectOf({ rawTx, from, data }: TestFile['tests'][number]): Subject {
  if (rawTx === undefined) return { kind: 'message', from: from ?? null, typedData: readTypedData(data) }
  const { chainId, to, value, data: calldata } = parseTransaction(rawTx)
  if (to === undefined || to === null) throw new Error('no recipient')
  return { kind: 'call', chainId: chainId ?? 1, from: from ?? null, to, value: value ?? 0n, data: calldata ?? '0x' }
}

/** JSON with its members in one order; blanks at the end of a text are not compared. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) => (typeof each === 'string' ? each.trimEnd() : sorted(each)))
}

function sorted(each: unknown): unknown {
  return typeof each === 'object' && each !== null && !Array.isArray(each)
    ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
    : each
}
