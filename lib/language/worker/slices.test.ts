import { describe, expect, it } from 'vitest'
import { createSlicePublisher } from './slices'

type Publisher = Parameters<typeof createSlicePublisher>[0]

/** A publisher of one slice. The test ends each reading. */
function readOnDemand() {
  const told: string[] = []
  const ends: ((value: string) => void)[] = []
  const readers = { sites: () => new Promise<string>(resolve => ends.push(resolve)) }
  const publisher = createSlicePublisher({
    readNow: readers.sites as unknown as Publisher['readNow'],
    push: (_name, value) => void told.push(`pushed ${String(value)}`),
    onValue: () => undefined,
    onWanted: () => undefined,
  })
  publisher.wanted(new Set(['sites']))
  return { publisher, told, ends }
}

/** Resolves after all callbacks that are due have run. */
const settled = () => new Promise(resolve => setImmediate(resolve))

describe('a slice', () => {
  it('is sent with its older value first when it changes while a page subscribes', async () => {
    const { publisher, told, ends } = readOnDemand()
    void publisher.read('sites').then(value => told.push(`read ${String(value)}`))
    publisher.changed('sites')
    await settled()
    expect(ends).toHaveLength(1)
    ends[0]?.('old')
    await settled()
    ends[1]?.('new')
    await settled()
    expect(told).toEqual(['read old', 'pushed new'])
  })

  it('is read once more when it changes several times while it is read', async () => {
    const { publisher, told, ends } = readOnDemand()
    publisher.changed('sites')
    await settled()
    for (let times = 0; times < 5; times++) {
      publisher.changed('sites')
      await settled()
    }
    ends[0]?.('first')
    await settled()
    ends[1]?.('last')
    await settled()
    expect(ends).toHaveLength(2)
    expect(told).toEqual(['pushed first', 'pushed last'])
  })

  it('can be read again after a reading failed', async () => {
    let readings = 0
    const publisher = createSlicePublisher({
      readNow: (async () => {
        readings += 1
        if (readings === 1) throw new Error('damaged')
        return []
      }) as unknown as Publisher['readNow'],
      push: () => undefined,
      onValue: () => undefined,
      onWanted: () => undefined,
    })
    await expect(publisher.read('sites')).rejects.toThrow('damaged')
    expect(await publisher.read('sites')).toEqual([])
  })
})
