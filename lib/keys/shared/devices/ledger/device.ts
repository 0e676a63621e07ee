import { Failure } from '@/lib/base/failure'
import { createQueue } from '@/lib/base/queue'
import type { Exchange } from './command'
import { createReportReceiver, reportsOf } from './framing'

/** What is used of WebHID's `HIDDevice`. @see https://wicg.github.io/webhid/#hiddevice-interface */
export interface HidDevice {
  readonly opened: boolean
  open(): Promise<void>
  close(): Promise<void>
  sendReport(reportId: number, data: Uint8Array<ArrayBuffer>): Promise<void>
  addEventListener(type: 'inputreport', listener: (event: { readonly data: DataView }) => void): void
  removeEventListener(type: 'inputreport', listener: (event: { readonly data: DataView }) => void): void
}

/** A device that is open. */
export interface LedgerDevice {
  /**
   * One command at a time: a second one waits for the answer to the first.
   * @throws Failure `ledger-unplugged`, `ledger-unreadable`
   */
  exchange: Exchange
  /** The device is gone: whoever waits for an answer gets `ledger-unplugged`. */
  unplugged(): void
  /** Lets others have the device. Who waits for an answer gets `ledger-unplugged`. */
  close(): Promise<void>
}

/**
 * Opens a device.
 * @param channel 0 to 65,535; the device answers on the same
 * @throws Failure `ledger-busy`: another tab or program has it
 */
export async function openLedger(device: HidDevice, channel: number): Promise<LedgerDevice> {
  try {
    if (!device.opened) await device.open()
  } catch (error) {
    throw new Failure('ledger-busy', {}, { cause: error })
  }
  const gone = Promise.withResolvers<never>()
  // It is waited for only while a command waits.
  gone.promise.catch(() => undefined)
  const leave = () => gone.reject(new Failure('ledger-unplugged'))
  const inTurn = createQueue()

  async function ask(command: Uint8Array): Promise<Uint8Array> {
    const receive = createReportReceiver(channel)
    const answer = Promise.withResolvers<Uint8Array>()
    const listener = ({ data }: { readonly data: DataView }) => {
      const reception = receive(new Uint8Array(data.buffer, data.byteOffset, data.byteLength))
      if (reception.kind === 'whole') answer.resolve(reception.answer)
      if (reception.kind === 'unreadable') answer.reject(new Failure('ledger-unreadable', { status: '' }))
    }
    device.addEventListener('inputreport', listener)
    try {
      return await Promise.race([gone.promise, send(command).then(() => answer.promise)])
    } finally {
      device.removeEventListener('inputreport', listener)
    }
  }

  async function send(command: Uint8Array): Promise<void> {
    for (const report of reportsOf(channel, command)) {
      try {
        await device.sendReport(0, new Uint8Array(report))
      } catch (error) {
        throw new Failure('ledger-unplugged', {}, { cause: error })
      }
    }
  }

  return {
    exchange: command => inTurn(() => ask(command)),
    unplugged: leave,
    async close() {
      leave()
      await device.close()
    },
  }
}
