import { expect, test } from 'vitest'
import { languages, readMessages } from '@/components/catalogue.fixture'
import { failureCodes } from '@/lib/base/failure'
import { faultPlaces } from '@/lib/base/faults'
import { rpcErrorKinds } from '@/lib/base/rpc/types'
import { meaningOfFault } from './fault-words'

const meant = (kind: string, message: string | null = null) => meaningOfFault({ kind, message })

test('what went wrong at an endpoint is told apart by what the person can do about it', () => {
  expect(meant('RpcError/timeout')).toBe('endpoint-silent')
  expect(meant('RpcError/not-json-rpc')).toBe('endpoint-garbage')
  expect(meant('RpcError/rate-limited')).toBe('endpoint-busy')
  expect(meant('RpcError/wrong-chain')).toBe('endpoint-other-chain')
  expect(meant('RpcError/node-error')).toBe('endpoint-refused')
})

test('a failure has the sentence of its code; any other error one by its message, then by its class', () => {
  expect(meant('Failure/locked')).toBeNull()
  expect(meant('Error', 'no-such-tab')).toBe('target-gone')
  expect(meant('TypeError', 'fetch-failed')).toBe('endpoint-silent')
  expect(meant('TypeError', 'property-of-nothing')).toBe('own-code')
  expect(meant('QuotaExceededError')).toBe('no-room')
  expect(meant('no-error')).toBe('other')
  expect(meant('Failure/other')).toBe('other')
})

test.each(languages)('every place and every kind has its words (%s)', language => {
  const messages = readMessages(language)
  const keys = [
    ...faultPlaces.map(place => `fault_at_${place}`),
    ...[...rpcErrorKinds.map(kind => `RpcError/${kind}`), 'TypeError', 'Anything', 'Failure/unknown'].map(
      kind => `fault_${meant(kind)}`,
    ),
    ...failureCodes.map(code => `failure_${code}`),
  ]
  expect(keys.map(key => key.replaceAll('-', '_')).filter(key => !(key in messages))).toEqual([])
})
