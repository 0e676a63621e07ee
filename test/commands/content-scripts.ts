import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readManifest } from './extension.ts'

/**
 * Characters with which Chromium refuses a content script ("it isn't UTF-8 encoded"): U+FEFF, U+2028, U+2029 and
 * noncharacters.
 */
const refused = /[\ufeff\u2028\u2029\ufdd0-\ufdef\ufffe\uffff]/

/** What would keep the browser from running the content scripts, each as a sentence. */
export async function faultsOfContentScripts(folder: string): Promise<string[]> {
  const { content_scripts: declared } = await readManifest(folder)
  const faults: string[] = []
  for (const file of declared.flatMap(script => script.js)) {
    const bytes = await readFile(join(folder, file))
    try {
      const code = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
      const found = refused.exec(code)
      if (found) faults.push(`${file} contains U+${found[0].charCodeAt(0).toString(16).padStart(4, '0')}.`)
    } catch {
      faults.push(`${file} is not UTF-8.`)
    }
  }
  return faults
}
