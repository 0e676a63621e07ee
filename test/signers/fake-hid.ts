import type { BrowserContext, Page } from '@playwright/test'
import { createSoftwareLedger, type SoftwareLedger } from './software-ledger.ts'

/** A Ledger on the computer that the browser runs on. */
export interface PluggedLedger {
  /** Puts it in front of a page of the extension, before anything there asks for a device. */
  reach(page: Page): Promise<void>
  software: SoftwareLedger
  /** Another device in its place. */
  exchange(other: SoftwareLedger): void
  /** Pulls its cable: pages that talk to it are told. */
  unplug(): Promise<void>
  plug(): void
}

/**
 * A software Ledger behind `navigator.hid`. It lives here: a page that is closed and opened again finds the same one. A
 * script for new pages would come too late for those that the extension opens.
 */
export async function plugLedger(context: BrowserContext, phrase: string): Promise<PluggedLedger> {
  let software = createSoftwareLedger(phrase)
  let isPlugged = true
  await context.exposeFunction('ledgerIsPlugged', () => isPlugged)
  await context.exposeFunction('ledgerOpen', async () => {
    if (!isPlugged) throw new Error('no device')
    await software.open()
  })
  await context.exposeFunction('ledgerClose', () => software.close())
  /** Takes one report, and gives those with which the device answers at once. */
  await context.exposeFunction('ledgerReport', async (report: number[]) => {
    if (!isPlugged) throw new Error('no device')
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
      return software
    },
    exchange(other) {
      software = other
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
    ledgerIsPlugged(): Promise<boolean>
    ledgerOpen(): Promise<void>
    ledgerClose(): Promise<void>
    ledgerReport(report: number[]): Promise<number[][]>
  }
  class Device extends EventTarget {
    opened = false
    vendorId = 0x2c97
    productName = 'Nano X'
    async open() {
      await outside.ledgerOpen()
      this.opened = true
    }
    async close() {
      this.opened = false
      await outside.ledgerClose()
    }
    async sendReport(_id: number, data: Uint8Array) {
      for (const answer of await outside.ledgerReport([...data]))
        this.dispatchEvent(
          Object.assign(new Event('inputreport'), { data: new DataView(Uint8Array.from(answer).buffer) }),
        )
    }
  }
  const device = new Device()
  let isAllowed = false
  class Hid extends EventTarget {
    async getDevices() {
      return isAllowed && (await outside.ledgerIsPlugged()) ? [device] : []
    }
    async requestDevice() {
      // As the browser: only for somebody who has just clicked.
      if (!navigator.userActivation.isActive) throw new DOMException('A click is needed.', 'SecurityError')
      isAllowed = await outside.ledgerIsPlugged()
      return isAllowed ? [device] : []
    }
  }
  const hid = new Hid()
  addEventListener('ledger-unplugged', () => hid.dispatchEvent(Object.assign(new Event('disconnect'), { device })))
  Object.defineProperty(Navigator.prototype, 'hid', { configurable: true, get: () => hid })
}
