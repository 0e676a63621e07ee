import { Failure, type FailureCode } from '@/lib/base/failure'

/** What is asked of the device: some status words mean another thing for another question. */
export type Question = 'setting' | 'address' | 'signature' | 'typed-data'

const done = 0x9000

/** Status words with one meaning, whatever was asked. @see ethapp.adoc §Status Words */
const meanings: ReadonlyMap<number, FailureCode> = new Map([
  [0x5515, 'ledger-locked'],
  [0x6b0c, 'ledger-locked'],
  [0x6804, 'ledger-locked'],
  [0x5303, 'ledger-locked'],
  [0x6982, 'ledger-rejected'],
  [0x6985, 'ledger-rejected'],
  [0x5501, 'ledger-rejected'],
  [0x6501, 'ledger-app-too-old'],
  [0x6511, 'ledger-wrong-app'],
  [0x6e00, 'ledger-wrong-app'],
  [0x6e01, 'ledger-wrong-app'],
])
/** A command that the app in use does not know. */
const unknownCommands: readonly number[] = [0x6d00, 0x6d02]
/** Data that the app refuses; without blind signing that is what it answers to every call of a contract. */
const refusedData = 0x6a80

/**
 * @param answer of the device, with its status word at the end
 * @returns what comes before the status
 * @throws Failure `ledger-locked`, `ledger-rejected`, `ledger-wrong-app`, `ledger-app-too-old`,
 * `ledger-blind-signing-off`, `ledger-unreadable` {status: 4 hex digits}
 */
export function contentOf(answer: Uint8Array, question: Question): Uint8Array {
  const [high, low] = answer.slice(-2)
  if (high === undefined || low === undefined) throw new Failure('ledger-unreadable', { status: '' })
  const status = high * 256 + low
  if (status === done) return answer.slice(0, -2)
  const code = meanings.get(status) ?? meaningFor(status, question)
  throw code === null
    ? new Failure('ledger-unreadable', { status: status.toString(16).padStart(4, '0') })
    : new Failure(code)
}

function meaningFor(status: number, question: Question): FailureCode | null {
  if (unknownCommands.includes(status)) return question === 'typed-data' ? 'ledger-app-too-old' : 'ledger-wrong-app'
  return status === refusedData && question !== 'setting' && question !== 'address' ? 'ledger-blind-signing-off' : null
}
