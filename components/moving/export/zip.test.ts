import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { mostFileBytes } from '../files/read-file'
import { isForMoving, isZip, unzip, zipOf } from './zip'

const files = [
  { name: 'contacts.json', text: '[{"name": "Café €"}]' },
  { name: 'activity/0xab.csv', text: 'a,b\r\n'.repeat(1_000) },
  { name: 'empty.txt', text: '' },
]
const all = () => true

describe('an archive', () => {
  it('is read by another implementation, and by this one', async () => {
    const archive = zipOf(files, new Date(2026, 10, 25, 12, 30, 10))
    expect(isZip(archive)).toBe(true)
    expect(Object.entries(unzipSync(archive)).map(([name, content]) => ({ name, text: strFromU8(content) }))).toEqual(
      files,
    )
    expect(await unzip(archive, all)).toEqual(files)
    expect(await unzip(archive, isForMoving)).toEqual(files.slice(0, 1))
  })

  it('that another implementation made and compressed is read too', async () => {
    const made = zipSync(Object.fromEntries(files.map(({ name, text }) => [name, strToU8(text)])), {
      level: 9,
      comment: 'x',
    } as object)
    expect(await unzip(new Uint8Array(made), all)).toEqual(files)
  })

  it('that is damaged, or would grow beyond what a file may have, is none', async () => {
    const archive = zipOf(files, new Date())
    for (const cut of [0, 3, 30, archive.length - 23]) expect(await unzip(archive.slice(0, cut), all)).toBeNull()
    const bomb = zipSync({ 'contacts.json': new Uint8Array(mostFileBytes + 1) }, { level: 9 })
    expect(bomb.length).toBeLessThan(100_000)
    expect(await unzip(new Uint8Array(bomb), all)).toBeNull()
    const garbled = archive.slice()
    garbled.fill(0xff, archive.length - 60, archive.length - 22)
    expect(await unzip(garbled, all)).toBeNull()
  })
})
