import { type ExecFileSyncOptionsWithStringEncoding, execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { packPhishingList } from '../../lib/sites/phishing-list.ts'

/**
 * Makes `public/phishing-list.json` from the npm package `eth-phishing-detect`, whose newest version is from the day below. Run by hand when there is a newer
 * one: `node test/commands/phishing-list.ts`. Nothing of it runs in the wallet: only the hashes of its hosts are kept.
 */
const version = '1.2.0'
const published = '2024-12-09'
const licence = 'Don’t Be a Dick Public License 1.1, © 2018 kumavis'

const configSchema = z.object({
  blacklist: z.array(z.string()),
  whitelist: z.array(z.string()),
  fuzzylist: z.array(z.string()),
})

const folder = mkdtempSync(join(tmpdir(), 'phishing-list-'))
try {
  const quiet: ExecFileSyncOptionsWithStringEncoding = {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }
  const archive =
    execFileSync('npm', ['pack', `eth-phishing-detect@${version}`], quiet)
      .trim()
      .split('\n')
      .at(-1) ?? ''
  execFileSync('tar', ['xzf', archive], quiet)
  const text = readFileSync(join(folder, 'package', 'src', 'config.json'), 'utf8')
  const { blacklist, whitelist, fuzzylist } = configSchema.parse(JSON.parse(text))
  const file = packPhishingList({
    source: `eth-phishing-detect ${version}`,
    date: published,
    licence,
    hosts: blacklist,
    protected: fuzzylist,
    allowed: whitelist,
  })
  writeFileSync(new URL('../../public/phishing-list.json', import.meta.url), `${JSON.stringify(file, null, 2)}\n`)
  console.log(`${blacklist.length} hosts of ${file.source}`)
} finally {
  rmSync(folder, { recursive: true })
}
