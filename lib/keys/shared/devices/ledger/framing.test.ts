// @vitest-environment node
import createHidFraming from '@ledgerhq/devices/lib/hid-framing'
import { describe, expect, it } from 'vitest'
import { createReportReceiver, reportLength, reportsOf } from './framing'

const channel = 0xa1b2
const oracle = createHidFraming(channel, reportLength)

/** Bytes that differ from their neighbours, so that a shifted one is seen. */
function bytesOf(length: number): Uint8Array {
  return Uint8Array.from({ length }, (_, at) => (at * 31 + length) % 251)
}

/** The reports of an answer, as the oracle writes them. */
function reportsOfAnswer(length: number): Uint8Array[] {
  return oracle.makeBlocks(Buffer.from(bytesOf(length))).map(report => Uint8Array.from(report))
}

function changed(report: Uint8Array | undefined, at: number, value: number): Uint8Array {
  return (report ?? new Uint8Array()).with(at, value)
}

describe('reports to a device', () => {
  it('are those of the maker’s own library, for every length of a command', () => {
    for (let length = 0; length <= 600; length += 1)
      expect(reportsOf(channel, bytesOf(length)).map(report => Buffer.from(report))).toEqual(
        oracle.makeBlocks(Buffer.from(bytesOf(length))),
      )
  })

  it('are refused for a command whose length needs more than 16 bits', () => {
    expect(() => reportsOf(channel, new Uint8Array(0x1_0000))).toThrow(RangeError)
  })
})

describe('reports from a device', () => {
  it('make the answer with its last report, for every length of an answer', () => {
    for (let length = 2; length <= 258; length += 1) {
      const receive = createReportReceiver(channel)
      const receptions = reportsOfAnswer(length).map(receive)
      expect(receptions.pop()).toEqual({ kind: 'whole', answer: bytesOf(length) })
      expect(receptions.every(({ kind }) => kind === 'partial')).toBe(true)
    }
  })

  const [first, second] = reportsOfAnswer(100)
  const hostile: [what: string, reports: (Uint8Array | undefined)[]][] = [
    ['nothing', [new Uint8Array()]],
    ['a head alone', [first?.subarray(0, 5)]],
    ['half a length', [first?.subarray(0, 6)]],
    ['no byte after the length', [first?.subarray(0, 7)]],
    ['another channel', [changed(first, 1, 0)]],
    ['another tag', [changed(first, 2, 2)]],
    ['a sequence that begins late', [second]],
    ['a report twice', [first, first]],
    ['a report left out', [first, changed(second, 4, 2)]],
    ['a second report without bytes', [first, second?.subarray(0, 5)]],
    ['no room for a status', [changed(first, 6, 1)]],
    ['a length beyond any answer', [changed(first, 5, 0xff)]],
    ['a report after the end', [first, second, changed(second, 4, 2)]],
  ]
  it.each(hostile)('are unreadable with %s, and stay so', (_, reports) => {
    const receive = createReportReceiver(channel)
    expect(reports.map(report => receive(report ?? new Uint8Array())).at(-1)).toEqual({ kind: 'unreadable' })
    expect(first && receive(first)).toEqual({ kind: 'unreadable' })
  })
})
