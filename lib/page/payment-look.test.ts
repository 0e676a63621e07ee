import { describe, expect, it } from 'vitest'
import { report, reportOf } from './payment-look'

const told = { status: 402, mark: null, loadedAt: 5, isAttended: true }

function setUp() {
  const ports: { told: unknown[]; isOpen: boolean; die(): void }[] = []
  const delayed: (() => void)[] = []
  let alive = true
  const connect = () => {
    let ended: () => void = () => undefined
    const port = {
      told: [] as unknown[],
      isOpen: true,
      die() {
        port.isOpen = false
        ended()
      },
    }
    ports.push(port)
    return {
      postMessage: (message: unknown) => void port.told.push(message),
      disconnect() {
        port.isOpen = false
      },
      onDisconnect: {
        addListener(listener: () => void) {
          ended = listener
        },
      },
    }
  }
  const reported = report(told, { connect, isAlive: () => alive, later: (_ms, task) => delayed.push(task) })
  return {
    ports,
    reported,
    pass: () => {
      for (const task of delayed.splice(0)) task()
    },
    update: () => {
      alive = false
    },
  }
}

describe('a page that asks for a payment', () => {
  it('is reported to a new worker when one died, and no longer after an update', () => {
    const { ports, pass, update } = setUp()
    ports[0]?.die()
    pass()
    expect(ports.map(port => port.told)).toEqual([[told], [told]])
    ports[1]?.die()
    update()
    pass()
    expect(ports).toHaveLength(2)
  })

  it('has no port while it is in the back-forward cache', () => {
    const { ports, reported, pass } = setUp()
    reported.putAway()
    expect(ports.map(({ isOpen }) => isOpen)).toEqual([false])
    ports[0]?.die()
    pass()
    expect(ports).toHaveLength(1)
    reported.restored()
    reported.restored()
    expect(ports.map(({ isOpen }) => isOpen)).toEqual([false, true])
  })
})

describe('the look at a page', () => {
  const origin = 'https://shop.example'
  const navigation = {
    responseStatus: 402,
    serverTiming: [],
    type: 'navigate',
  } as unknown as PerformanceNavigationTiming
  const shown = { referrer: `${origin}/list`, visibilityState: 'visible', hasFocus: () => true } as const

  it.each([
    ['from another page of its site', {}, {}, true],
    ['loaded again', { type: 'reload' }, { referrer: '' }, true],
    ['from another site', {}, { referrer: 'https://other.example/' }, false],
    ['from nowhere that is told: an address bar, or a page that hides itself', {}, { referrer: '' }, false],
    ['back in the history, where another page may have gone', { type: 'back_forward' }, { referrer: '' }, false],
    ['in a tab that is not shown', {}, { visibilityState: 'hidden' }, false],
    ['in a window behind another', {}, { hasFocus: () => false }, false],
  ] as const)('tells whether the person asked for it: %s', (_how, how, seen, isAttended) => {
    expect(reportOf({ ...navigation, ...how }, 5, { ...shown, ...seen }, origin)).toEqual({ ...told, isAttended })
  })

  it('says nothing of a page that costs nothing', () => {
    expect(reportOf({ ...navigation, responseStatus: 200 }, 5, shown, origin)).toBeNull()
  })
})
