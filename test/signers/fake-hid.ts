import type { BrowserContext, Page } from '@playwright/test'
import { createSoftwareLedger, type SoftwareLedger } from './software-ledger.ts'

/** A Ledger on the computer that the browser runs on. */
export interface PluggedLedger {
  /** Puts it in front of a page of the extension, before anything there asks for a device. */
  reach(page: Page): Promise<void>
  software: SoftwareLedger
  /** Another device in its place. */
  exchange(other: SoftwareLedger): void
  /** A second one beside it. */
  plugBeside(other: SoftwareLedger): void
  /** Which of them the person takes when the browser asks. */
  chosen: 0 | 1
  /** Pulls its cable: pages that talk to it are told. */
  unplug(): Promise<void>
  plug(): void
}

/**
 * A software Ledger behind `navigator.hid`. It lives here: a page that is closed and opened again finds the same one. A
 * script for new pages would come too late for those that the extension opens.
 */
export async function plugLedger(context: BrowserContext, phrase: string): Promise<PluggedLedger> {
  const devices = [createSoftwareLedger(phrase)]
  let isPlugged = true
  let chosen: 0 | 1 = 0
  function at(place: number): SoftwareLedger {
    const software = isPlugged ? devices[place] : undefined
    if (software === undefined) throw new Error('no device')
    return software
  }
  await context.exposeFunction('ledgersPlugged', () => (isPlugged ? devices.length : 0))
  await context.exposeFunction('ledgerChosen', () => chosen)
  await context.exposeFunction('ledgerOpen', (place: number) => at(place).open())
  await context.exposeFunction('ledgerClose', (place: number) => devices[place]?.close())
  /** Takes one report, and gives those with which the device answers at once. */
  await context.exposeFunction('ledgerReport', async (place: number, report: number[]) => {
    const software = at(place)
    const answers: number[][] = []
    const listener = ({ data }: { readonly data: DataView }) =>
      void answers.push([...new Uint8Array(data.buffer, data.byteOffset, data.byteLength)])
    software.addEventListener('inputreport', listener)
    await software.sendReport(0, Uint8Array.from(report))
    software.removeEventListener('inputreport', listener)
    return answers
  })
  const reached = new Set<Page>()
  return {
    async reach(page) {
      if (reached.has(page)) return
      reached.add(page)
      await page.evaluate(fakeHid)
    },
    get software() {
      return devices[0] ?? createSoftwareLedger(phrase)
    },
    exchange(other) {
      devices[0] = other
    },
    plugBeside(other) {
      devices[1] = other
    },
    get chosen() {
      return chosen
    },
    set chosen(place) {
      chosen = place
    },
    async unplug() {
      isPlugged = false
      for (const page of context.pages().filter(each => reached.has(each)))
        await page.evaluate(() => dispatchEvent(new Event('ledger-unplugged')))
    },
    plug() {
      isPlugged = true
    },
  }
}

/** Runs in the page, and sees nothing of this module. */
function fakeHid(): void {
  const outside = window as unknown as {
    ledgersPlugged(): Promise<number>
    ledgerChosen(): Promise<number>
    ledgerOpen(place: number): Promise<void>
    ledgerClose(place: number): Promise<void>
    ledgerReport(place: number, report: number[]): Promise<number[][]>
  }
  class Device extends EventTarget {
    opened = false
    vendorId = 0x2c97
    productName: string
    place: number
    isAllowed = false
    constructor(place: number) {
      super()
      this.place = place
      this.productName = place === 0 ? 'Nano X' : 'Flex'
    }
    async open() {
      await outside.ledgerOpen(this.place)
      this.opened = true
    }
    async close() {
      this.opened = false
      await outside.ledgerClose(this.place)
    }
    async sendReport(_id: number, data: Uint8Array) {
      for (const answer of await outside.ledgerReport(this.place, [...data]))
        this.dispatchEvent(
          Object.assign(new Event('inputreport'), { data: new DataView(Uint8Array.from(answer).buffer) }),
        )
    }
  }
  const devices = [new Device(0), new Device(1)]
  const plugged = async () => devices.slice(0, await outside.ledgersPlugged())
  class Hid extends EventTarget {
    async getDevices() {
      return (await plugged()).filter(({ isAllowed }) => isAllowed)
    }
    async requestDevice() {
      // The browser too answers only somebody who has just clicked.
      if (!navigator.userActivation.isActive) throw new DOMException('A click is needed.', 'SecurityError')
      const device = (await plugged())[await outside.ledgerChosen()]
      if (device === undefined) return []
      device.isAllowed = true
      return [device]
    }
  }
  const hid = new Hid()
  addEventListener('ledger-unplugged', () => {
    for (const device of devices) hid.dispatchEvent(Object.assign(new Event('disconnect'), { device }))
  })
  Object.defineProperty(Navigator.prototype, 'hid', { configurable: true, get: () => hid })
}
