import { zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { mostFileBytes } from '../files/read-file'
import { isForMoving, isZip, unzip, zipOf } from './zip'

const files = [
  { name: 'contacts.json', text: '[{"name": "Café €"}]' },
  { name: 'activity/0xab.csv', text: 'a,b\r\n'.repeat(1_000) },
  { name: 'empty.txt', text: '' },
]
const all = () => true
const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer())

describe('an archive', () => {
  it('gives back what was put in, or the part that is wanted', async () => {
    const archive = await bytesOf(zipOf(files, new Date(2026, 10, 25, 12, 30, 10)))
    expect(isZip(archive)).toBe(true)
    expect(unzip(archive, all)).toEqual(files)
    expect(unzip(archive, isForMoving)).toEqual(files.slice(0, 1))
  })

  it('that is damaged, or would grow beyond what a file may have, is none', async () => {
    const archive = await bytesOf(zipOf(files, new Date()))
    for (const cut of [0, 3, 30, archive.length - 23]) expect(unzip(archive.slice(0, cut), all)).toBeNull()
    const bomb = zipSync({ 'contacts.json': new Uint8Array(mostFileBytes + 1) }, { level: 9 })
    expect(bomb.length).toBeLessThan(100_000)
    expect(unzip(bomb, all)).toBeNull()
    const garbled = archive.slice()
    garbled.fill(0xff, archive.length - 60, archive.length - 22)
    expect(unzip(garbled, all)).toBeNull()
  })

  it('that says less of the size of a file than it has gives no more than it says', () => {
    const bomb = zipSync({ 'contacts.json': new Uint8Array(mostFileBytes + 1) }, { level: 9 })
    const view = new DataView(bomb.buffer)
    const directory = view.getUint32(bomb.length - 6, true)
    view.setUint32(directory + 24, 100, true)
    expect(unzip(bomb, all)?.[0]?.text.length ?? 0).toBeLessThanOrEqual(100)
  })
})
