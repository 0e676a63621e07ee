import { expect, it } from 'vitest'
import { RpcError } from '@/lib/base/rpc/errors'
import { reportEndpoints } from './endpoint-reports'
import { afterAnswer, afterFailure, newHealth } from './health'

const now = 1_000_000
const first = newHealth({ http: 'https://first.example', socket: null })
const second = newHealth({ http: 'https://second.example', socket: null })
const inUse = (views: ReturnType<typeof reportEndpoints>) => views.filter(view => view.isInUse).map(({ http }) => http)

it('no endpoint is in use before the first call', () => {
  expect(inUse(reportEndpoints([first, second], null, new Map(), now))).toEqual([])
})

it('each says whether it is in use, why not, and until when', () => {
  const failed = afterFailure(afterAnswer(first, 12, now), new RpcError('unreachable', 'no answer'), now)
  const views = reportEndpoints([failed, second], second.http, new Map(), now)
  expect(inUse(views)).toEqual(['https://second.example'])
  expect(views[0]).toMatchObject({ state: 'failing', error: 'unreachable', restUntil: now + 1_000, lastAnswerAt: now })
  expect(reportEndpoints([failed, second], null, new Map(), now + 1_001)[0]).toMatchObject({ restUntil: null })
})

it('each says which block the endpoint called final', () => {
  const hash = `0x${'ab'.repeat(32)}` as const
  const claims = new Map([[second.http, { genesisHash: hash, highestBlock: 9n, checkpoint: { number: 7n, hash } }]])
  expect(reportEndpoints([first, second], null, claims, now).map(({ final }) => final)).toEqual([
    null,
    { number: '0x7', hash },
  ])
})
