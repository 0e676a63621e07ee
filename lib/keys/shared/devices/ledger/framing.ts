import { concatBytes } from '@noble/hashes/utils'

/** Length of a HID report, without the report's number. */
export const reportLength = 64

const tag = 0x05
const headLength = 5
/** An answer ends with a status of 2 bytes; before it come at most 256. @see ISO 7816-4 §5.1 */
const shortestAnswer = 2
const longestAnswer = 258

/** What the reports so far make. */
export type Reception = { kind: 'partial' } | { kind: 'whole'; answer: Uint8Array } | { kind: 'unreadable' }

/**
 * Splits a command into HID reports.
 * @param channel 0 to 65,535: the answer comes on the same
 * @returns reports of 64 bytes each, filled up with zeros
 * @throws RangeError where the length of the command needs more than 16 bits
 */
export function reportsOf(channel: number, command: Uint8Array): Uint8Array[] {
  if (command.length > 0xffff) throw new RangeError('The command is too long.')
  const message = concatBytes(uint16(command.length), command)
  const room = reportLength - headLength
  return Array.from({ length: Math.ceil(message.length / room) }, (_, sequence) => {
    const report = new Uint8Array(reportLength)
    report.set(concatBytes(uint16(channel), Uint8Array.of(tag), uint16(sequence)))
    report.set(message.subarray(sequence * room, (sequence + 1) * room), headLength)
    return report
  })
}

/**
 * Takes the reports of one answer, in their order. After an unreadable one it stays unreadable: what follows could
 * belong to another answer.
 * @param channel of the command
 */
export function createReportReceiver(channel: number): (report: Uint8Array) => Reception {
  let answer: Uint8Array = new Uint8Array()
  let length: number | null = null
  let sequence = 0
  let isUnreadable = false

  function take(report: Uint8Array): Reception {
    const rest = payloadOf(report, channel, sequence)
    if (rest === null) return { kind: 'unreadable' }
    const isFirst = length === null
    if (isFirst && rest.length < 2) return { kind: 'unreadable' }
    length ??= uint16At(rest, 0)
    if (length < shortestAnswer || length > longestAnswer) return { kind: 'unreadable' }
    const part = rest.subarray(isFirst ? 2 : 0).subarray(0, length - answer.length)
    // A report that adds nothing is cut short, or comes after the end.
    if (part.length === 0) return { kind: 'unreadable' }
    answer = concatBytes(answer, part)
    sequence += 1
    return answer.length === length ? { kind: 'whole', answer } : { kind: 'partial' }
  }

  return report => {
    const reception: Reception = isUnreadable ? { kind: 'unreadable' } : take(report)
    isUnreadable = reception.kind === 'unreadable'
    return reception
  }
}

/** What follows the head of a report; `null` for a report of another channel, of another kind, or out of order. */
function payloadOf(report: Uint8Array, channel: number, sequence: number): Uint8Array | null {
  if (report.length < headLength) return null
  const isNext = uint16At(report, 0) === channel && report[2] === tag && uint16At(report, 3) === sequence
  return isNext ? report.subarray(headLength) : null
}

function uint16(value: number): Uint8Array {
  return Uint8Array.of(value >> 8, value & 0xff)
}

function uint16At(bytes: Uint8Array, at: number): number {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint16(at)
}
