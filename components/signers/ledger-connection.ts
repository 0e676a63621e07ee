import { type HidDevice, openLedger } from '@/lib/signers/ledger/device'
import { createEthereumApp, type EthereumApp } from '@/lib/signers/ledger/ethereum-app'
import { Failure } from '@/lib/values/failure'

/** What is used of WebHID, which Firefox does not have. @see https://wicg.github.io/webhid/ */
interface Hid {
  getDevices(): Promise<ListedDevice[]>
  requestDevice(options: { filters: readonly HidFilter[] }): Promise<ListedDevice[]>
  addEventListener(type: 'disconnect', listener: (event: { readonly device: ListedDevice }) => void): void
  removeEventListener(type: 'disconnect', listener: (event: { readonly device: ListedDevice }) => void): void
}
interface ListedDevice extends HidDevice {
  readonly vendorId: number
  readonly productName: string
}
interface HidFilter {
  vendorId: number
  usagePage: number
}
declare global {
  interface Navigator {
    readonly hid?: Hid
  }
}

/** Ledger's devices, and of what they offer the part that takes commands. */
const ledger: HidFilter = { vendorId: 0x2c97, usagePage: 0xffa0 }

/** Whether this browser can reach a device by cable. */
export function hasCable(): boolean {
  return navigator.hid !== undefined
}

/**
 * Talks to the Ethereum app of a Ledger, and lets others have the device afterwards. Begun by a click: where the person
 * has not allowed a device before, the browser asks which one.
 * @param signal ends it, whatever the device waits for
 * @returns what `work` returned
 * @throws Failure `ledger-not-chosen`, `ledger-busy`, `ledger-unplugged`, and what `work` throws
 */
export async function withLedger<Result>(
  work: (app: EthereumApp, productName: string) => Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  const { hid } = navigator
  if (hid === undefined) throw new Failure('ledger-not-chosen')
  const allowed = (await hid.getDevices()).find(({ vendorId }) => vendorId === ledger.vendorId)
  const device = allowed ?? (await hid.requestDevice({ filters: [ledger] }))[0]
  if (device === undefined) throw new Failure('ledger-not-chosen')
  const [channel = 0] = crypto.getRandomValues(new Uint16Array(1))
  const opened = await openLedger(device, channel)
  const leave = (event: { readonly device: ListedDevice }) => {
    if (event.device === device) opened.unplugged()
  }
  hid.addEventListener('disconnect', leave)
  signal.addEventListener('abort', opened.unplugged, { once: true })
  if (signal.aborted) opened.unplugged()
  try {
    return await work(createEthereumApp(opened.exchange), device.productName)
  } finally {
    hid.removeEventListener('disconnect', leave)
    await opened.close()
  }
}
