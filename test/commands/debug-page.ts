import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Written in the page and in the worker that answers it (`lib/language/debug.ts`). */
const marks = ['prelude-debug-view', 'debug.html']

/**
 * What a build for people has of the debug page, each as a sentence; empty when it has nothing of it.
 * @param folder of a built extension
 */
export async function faultsOfDebugPage(folder: string): Promise<string[]> {
  const faults: string[] = []
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = join(entry.parentPath, entry.name)
    if (entry.name === 'debug.html') faults.push(`${file} is the debug page.`)
    if (!/\.(?:js|json|html)$/.test(entry.name)) continue
    const text = await readFile(file, 'utf8')
    for (const mark of marks) if (text.includes(mark)) faults.push(`${file} contains “${mark}”.`)
  }
  return faults
}
