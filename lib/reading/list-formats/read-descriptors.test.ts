import { describe, expect, it } from 'vitest'
import { archiveBudget, indexBudget } from '@/lib/base/budgets'
import { giveWay } from '@/lib/base/slices'
import { indexDescriptors } from './descriptor-index'
import { readDescriptorFiles } from './read-descriptors'

const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))
const contract = (index: number) => ({ chainId: 1, address: `0x${index.toString(16).padStart(40, '0')}` })
const unreadable = { code: 'list-unreadable' }

describe('a registry that asks for more work than one has', () => {
  it('is refused where its files include each other without an end', async () => {
    const names = Array.from({ length: 400 }, (_, index) => `registry/${index}.json`)
    const includes = names.slice(0, indexBudget.files).map(name => `/../../../${name}`)
    const files = new Map(names.map(name => [name, JSON.stringify({ includes: Array(30).fill(includes).flat() })]))
    await expect(indexDescriptors(files, giveWay)).rejects.toMatchObject(unreadable)
  })

  it('is refused where each file is for very many contracts of the others', async () => {
    const deployments = Array.from({ length: 1_000 }, (_, index) => contract(index))
    const text = JSON.stringify({ includes: ['a.json', 'b.json'], context: { contract: { deployments } } })
    const files = new Map(['a', 'b', 'c', ...Array(200).keys()].map(name => [`${name}.json`, text]))
    await expect(indexDescriptors(files, giveWay)).rejects.toMatchObject(unreadable)
  })

  it('is refused for a path that is far too long', async () => {
    const path = `${'a'.repeat(archiveBudget.pathCharacters)}.json`
    await expect(readDescriptorFiles(bytesOf({ [path]: {} }), giveWay)).rejects.toMatchObject(unreadable)
  })

  it('and one of usual size is indexed, with a pause now and then', async () => {
    const text = (index: number) =>
      JSON.stringify({ includes: 'base.json', context: { contract: { deployments: [contract(index)] } } })
    const files = new Map(Array.from({ length: 3_000 }, (_, index) => [`${index}.json`, text(index)]))
    files.set('base.json', '{}')
    let pauses = 0
    const index = await indexDescriptors(files, async () => {
      pauses += 1
    })
    expect(index.size).toBe(3_000)
    expect(index.get(`contract:1:${contract(7).address}`)).toEqual({
      descriptors: ['7.json'],
      files: ['7.json', 'base.json'],
    })
    expect(pauses).toBeLessThan(3_000)
  })
})
