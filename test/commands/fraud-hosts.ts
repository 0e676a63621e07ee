import { readFileSync, writeFileSync } from 'node:fs'
import { protectedHosts } from '../../lib/reading/hosts/protected-hosts.ts'
import { packBundledHosts, readBundledHosts } from '../../lib/reading/list-formats/bundled-hosts.ts'
import { readListedHost } from '../../lib/reading/list-formats/host-names.ts'

/**
 * Makes `public/fraud-hosts.bin` from a file of hosts, one a line, and its date:
 * `npx node test/commands/fraud-hosts.ts all.txt 2026-02-03`. The hosts are those under `deny` in the list that
 * polkadot-js keeps (https://github.com/polkadot-js/phishing). Only hashes of them become part of the wallet.
 */
const [path, date] = process.argv.slice(2)
if (path === undefined || date === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(date))
  throw new Error('Usage: npx node test/commands/fraud-hosts.ts FILE DATE')
const lines = readFileSync(path, 'utf8').split('\n')
const hosts = [...new Set(lines.flatMap(line => (line.trim() === '' ? [] : (readListedHost(line) ?? []))))]
const file = packBundledHosts(
  { source: 'Polkadot phishing list', date, licence: 'Apache-2.0, © polkadot-js contributors' },
  hosts,
)
const list = readBundledHosts(file)
const wrong = protectedHosts.filter(({ host }) => list.has(host) || list.has(`app.${host}`))
if (wrong.length > 0) throw new Error(`Protected hosts are on it: ${wrong.map(({ host }) => host).join(', ')}`)
writeFileSync(new URL('../../public/fraud-hosts.bin', import.meta.url), file)
console.log(`${list.count} hosts of ${date} in ${file.length} bytes`)
