import { describe, expect, it } from 'vitest'
import { report } from './payment-look'

const told = { status: 402, mark: null, loadedAt: 5 }

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
