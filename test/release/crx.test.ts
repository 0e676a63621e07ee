import { execFile } from 'node:child_process'
import { createHash, createPrivateKey, createPublicKey } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requireBrowser } from '../commands/browser.ts'
import { createLifetime } from '../commands/lifetime.ts'
import { unpackFiles } from './archive.ts'
import { isCrx, openCrx } from './crx.ts'
import { readGivenPackage } from './given-package.ts'
import { readFolder, textOf } from './package.ts'

/** Packed and signed by the browser itself. */
const lifetime = createLifetime({ inTestRunner: true })
let folder: string
let crx: Uint8Array
let archiveStart: number

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'prelude-crx-'))
  const extension = join(folder, 'extension')
  await mkdir(join(extension, 'sub'), { recursive: true })
  await writeFile(join(extension, 'manifest.json'), '{"manifest_version":3,"name":"x","version":"1.0.0"}')
  await writeFile(join(extension, 'sub/a.js'), 'console.log(1)\n'.repeat(100))
  const { executable } = await requireBrowser(lifetime)
  const profile = `--user-data-dir=${join(folder, 'profile')}`
  const args = [`--pack-extension=${extension}`, '--no-sandbox', '--headless', '--no-message-box', profile]
  await promisify(execFile)(executable, args)
  crx = new Uint8Array(await readFile(join(folder, 'extension.crx')))
  archiveStart = 12 + new DataView(crx.buffer).getUint32(8, true)
})

afterAll(async () => {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  await lifetime.end()
})

test('the files that the browser packed, and the id of the key that it made', async () => {
  expect(isCrx(crx)).toBe(true)
  const { archive, id } = openCrx(crx)
  expect(unpackFiles(archive)).toEqual(await readFolder(join(folder, 'extension')))
  const key = createPublicKey(createPrivateKey(await readFile(join(folder, 'extension.pem'))))
  const sum = createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex')
  const letters = [...sum.slice(0, 32)].map(digit => 'abcdefghijklmnop'[Number.parseInt(digit, 16)])
  expect(id).toBe(letters.join(''))
  expect(await readGivenPackage(join(folder, 'extension.crx'))).toMatchObject({ form: 'a CRX file', signedFor: id })
})

test('no byte can be changed after it was signed', () => {
  // Behind the header, every byte; in it, those of keys, signatures and id: enough of each to be sure.
  for (let at = 12; at < crx.length; at += at < archiveStart ? 7 : 97) {
    const changed = Uint8Array.from(crx)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(() => openCrx(changed), `at ${at}`).toThrow()
  }
})

test.each([0, 4, 11, 12, 40, 400])('a file that is cut after %d bytes is refused', length => {
  expect(() => openCrx(crx.subarray(0, length))).toThrow()
})

test('a version that is not known is refused by name', () => {
  const changed = Uint8Array.from(crx)
  changed[4] = 2
  expect(() => openCrx(changed)).toThrow('of version 2, not 3')
})

test('what is no archive at all is said', async () => {
  const file = join(folder, 'text.zip')
  await writeFile(file, 'not a zip')
  await expect(readGivenPackage(file)).rejects.toThrow('not a ZIP archive')
  await expect(readGivenPackage(join(folder, 'nothing'))).rejects.toThrow('There is nothing at')
  expect(textOf(crx.subarray(0, 4))).toBe('Cr24')
})
