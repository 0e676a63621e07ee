import { expect, test } from 'vitest'
import { firstNetworkOf } from '@/lib/base/network-id'
import { reportText, timingsOf } from './report-file'

const parts = {
  version: '0.1.0',
  browser: 'Mozilla/5.0',
  language: 'en',
  savedAt: 1_700_000_000_000,
  faults: [],
  networks: null,
  timings: { firstPaintMs: null, pushToPaint: null },
}

test('the file says what it is, when it was saved, and what happened when', () => {
  const fault = {
    where: 'endpoint',
    kind: 'RpcError/timeout',
    cause: null,
    message: null,
    code: null,
    position: 'background:1:2',
    networkId: firstNetworkOf(1),
    firstAt: 1_699_999_000_000,
    at: 1_699_999_999_000,
    count: 3,
  }
  expect(JSON.parse(reportText({ ...parts, faults: [fault] }))).toMatchObject({
    format: 'prelude-report',
    formatVersion: 1,
    savedAt: '2023-11-14T22:13:20.000Z',
    version: '0.1.0',
    faults: [{ where: 'endpoint', first: '2023-11-14T21:56:40.000Z', last: '2023-11-14T22:13:19.000Z', count: 3 }],
  })
})

test('a field that is not named here does not get into the file', () => {
  const network = {
    networkId: firstNetworkOf(1),
    chainId: 1,
    source: 'person' as const,
    testing: false,
    regime: 'http-only' as const,
    preconfirmed: null,
    sealed: null,
    endpoints: [
      { state: 'healthy' as const, error: null, latencyMs: 20, socket: false, http: 'https://key@node.example' },
    ],
    name: 'My own node',
  }
  const text = reportText({ ...parts, networks: [network] })
  expect(text).toContain('"latencyMs": 20')
  expect(text).not.toContain('node.example')
  expect(text).not.toContain('My own node')
})

test('the timings of the page are its first paint and the median of its pushes', () => {
  const entries: Record<string, { startTime: number; duration: number }[]> = {
    'first-contentful-paint': [{ startTime: 61.7, duration: 0 }],
    'push-to-paint': [5.04, 9, 7].map(duration => ({ startTime: 0, duration })),
  }
  const page = { getEntriesByName: (name: string) => (entries[name] ?? []) as never }
  expect(timingsOf(page)).toEqual({ firstPaintMs: 62, pushToPaint: { count: 3, medianMs: 7 } })
  expect(timingsOf({ getEntriesByName: () => [] })).toEqual({ firstPaintMs: null, pushToPaint: null })
})
