import { describe, expect, it } from 'vitest'
import { createSlicePublisher } from './slices'

type Publisher = Parameters<typeof createSlicePublisher>[0]

/** A publisher of one slice, each reading of which ends when the test says so. */
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

/** Everything that waits for nothing but its turn has happened. */
const settled = () => new Promise(resolve => setImmediate(resolve))

describe('a slice', () => {
  it('reaches a page that begins to show it before what changed meanwhile', async () => {
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

  it('that changes often while it is read is read once more', async () => {
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

  it('that could not be read can be read again', async () => {
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
