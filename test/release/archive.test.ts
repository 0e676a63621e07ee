import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { packFiles, unpackFiles } from './archive.ts'

const encode = (text: string) => new TextEncoder().encode(text)

const files = new Map([
  ['manifest.json', encode('{}')],
  ['a/b.js', encode('x'.repeat(10_000))],
  ['a/ä.js', encode('')],
])

test('what is packed comes out again', async () => {
  expect(unpackFiles(await packFiles(files))).toEqual(new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1))))
})

test('the same bytes in every time zone, in every language and from files in any order', async () => {
  const sum = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
  const here = sum(await packFiles(files))
  expect(sum(await packFiles(new Map([...files].reverse())))).toBe(here)
  const script = `
    import { createHash } from 'node:crypto'
    import { packFiles } from ${JSON.stringify(join(import.meta.dirname, 'archive.ts'))}
    const files = new Map(JSON.parse(process.argv[1]).map(([name, text]) => [name, new TextEncoder().encode(text)]))
    console.log(createHash('sha256').update(await packFiles(files)).digest('hex'))`
  const given = JSON.stringify([...files].map(([name, bytes]) => [name, new TextDecoder().decode(bytes)]))
  for (const [timeZone, locale] of [
    ['Pacific/Kiritimati', 'tr_TR.UTF-8'],
    ['Pacific/Honolulu', 'ar_EG.UTF-8'],
    ['Africa/Monrovia', 'C'],
  ]) {
    const env = { ...process.env, TZ: timeZone, LC_ALL: locale, LANG: locale }
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script, given], {
      env,
    })
    expect(stdout.trim(), timeZone).toBe(here)
  }
})

test('two files of one name are refused: a browser could take either', () => {
  const twice = zipSync({ 'a.js': encode('1'), 'b.js': encode('2') }, { level: 0 })
  const renamed = Uint8Array.from(twice, (byte, at) =>
    byte === 0x62 && String.fromCharCode(...twice.subarray(at, at + 4)) === 'b.js' ? 0x61 : byte,
  )
  expect(() => unpackFiles(renamed)).toThrow('two files of the name a.js')
})

test('an archive that is cut short is refused', async () => {
  const archive = await packFiles(files)
  expect(() => unpackFiles(archive.subarray(0, archive.length - 30))).toThrow('not a ZIP archive')
})
