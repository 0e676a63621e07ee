import { Failure } from '@/lib/base/failure'
import { type HidDevice, openLedger } from '@/lib/keys/shared/devices/ledger/device'
import { createEthereumApp, type EthereumApp } from '@/lib/keys/shared/devices/ledger/ethereum-app'

/** What is used of WebHID, which Firefox does not have. @see https://wicg.github.io/webhid/ */
interface Hid {
  getDevices(): Promise<ListedDevice[]>
  requestDevice(options: { filters: readonly HidFilter[] }): Promise<ListedDevice[]>
  addEventListener(type: 'disconnect', listener: (event: { readonly device: ListedDevice }) => void): void
  removeEventListener(type: 'disconnect', listener: (event: { readonly device: ListedDevice }) => void): void
}
/** A device that the person has allowed this extension to use. */
export interface ListedDevice extends HidDevice {
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

/** The Ledgers that are plugged in now and that the person allowed before. */
async function allowedLedgers(): Promise<ListedDevice[]> {
  const devices = (await navigator.hid?.getDevices()) ?? []
  return devices.filter(({ vendorId }) => vendorId === ledger.vendorId)
}

/** The browser asks which one. Begun by a click. @throws Failure `ledger-not-chosen` */
export async function chooseLedger(): Promise<ListedDevice> {
  const [device] = (await navigator.hid?.requestDevice({ filters: [ledger] })) ?? []
  if (device === undefined) throw new Failure('ledger-not-chosen')
  return device
}

/** The one that is plugged in; where there is none that was allowed, or several, as `chooseLedger`. */
export async function onlyLedger(): Promise<ListedDevice> {
  const [first, ...others] = await allowedLedgers()
  return first !== undefined && others.length === 0 ? first : chooseLedger()
}

/** What says that this device is not the one, or cannot tell: the next one is asked. */
const elsewhere = ['ledger-other-account', 'ledger-locked', 'ledger-wrong-app', 'ledger-busy', 'ledger-unplugged']

/**
 * Does what `withLedger` does, with the one allowed Ledger that `work` accepts.
 * @param work throws `ledger-other-account` for any other, before it does anything else
 * @param chosen by the person, in place of those
 * @throws Failure of the first one that could not tell; `ledger-other-account` where all of them could
 */
export async function withTheLedger<Result>(
  work: (app: EthereumApp) => Promise<Result>,
  signal: AbortSignal,
  chosen?: ListedDevice,
): Promise<Result> {
  const allowed = chosen === undefined ? await allowedLedgers() : [chosen]
  const devices = allowed.length === 0 ? [await chooseLedger()] : allowed
  const failures: Failure[] = []
  for (const device of devices) {
    try {
      return await withLedger(device, work, signal)
    } catch (error) {
      if (!(error instanceof Failure) || !elsewhere.includes(error.code) || signal.aborted) throw error
      failures.push(error)
    }
  }
  throw failures.find(({ code }) => code !== 'ledger-other-account') ?? new Failure('ledger-other-account')
}

/**
 * Talks to the Ethereum app of a Ledger, and lets others have the device afterwards.
 * @param signal ends it, whatever the device waits for
 * @returns what `work` returned
 * @throws Failure `ledger-busy`, `ledger-unplugged`, and what `work` throws
 */
export async function withLedger<Result>(
  device: ListedDevice,
  work: (app: EthereumApp) => Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  const [channel = 0] = crypto.getRandomValues(new Uint16Array(1))
  const opened = await openLedger(device, channel)
  const leave = (event: { readonly device: ListedDevice }) => {
    if (event.device === device) opened.unplugged()
  }
  navigator.hid?.addEventListener('disconnect', leave)
  signal.addEventListener('abort', opened.unplugged, { once: true })
  if (signal.aborted) opened.unplugged()
  try {
    return await work(createEthereumApp(opened.exchange))
  } finally {
    navigator.hid?.removeEventListener('disconnect', leave)
    await opened.close()
  }
}
