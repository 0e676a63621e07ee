import { expect, it } from 'vitest'
import { firstNetworkOf } from '@/lib/base/network-id'
import type { ApprovalView } from '@/lib/language/ui'
import type { Risk } from '@/lib/reading/risk/risk'
import { isUnderstood, toUnderstand } from './understood'

const danger = (code: string, values: Risk['values'] = {}): Risk => ({ code, level: 'danger', values })
const fee = (wei: string) => danger('fee-above-ceiling', { fee: wei, symbol: 'ETH' })
const listed = danger('listed-address', { address: '0xaa', list: 'seen.json', date: '2026-11-27' })
const asked: ApprovalView = {
  id: 'a',
  digest: '0x01',
  requester: { kind: 'wallet' },
  isConnected: false,
  firstTime: false,
  networkId: firstNetworkOf(1),
  chainId: 1,
  account: '0xaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
  request: { kind: 'message', message: '0x01' },
  preview: null,
  lacks: null,
  risks: [listed],
  createdAt: 0,
  expiresAt: 1,
}
const ticked = toUnderstand(asked)
const stands = (now: Partial<ApprovalView>, tick = ticked) => isUnderstood(tick, toUnderstand({ ...asked, ...now }))

it('a tick stands while the digest, the order of the risks and what is no danger change', () => {
  expect(stands({})).toBe(true)
  expect(stands({ digest: '0x02', risks: [{ code: 'recipient-new', level: 'caution', values: {} }, listed] })).toBe(
    true,
  )
  const two = toUnderstand({ ...asked, risks: [listed, danger('drains')] })
  expect(stands({ risks: [danger('drains'), listed] }, two)).toBe(true)
})

it('it ends with another danger, another request and another decision', () => {
  expect(isUnderstood(null, ticked)).toBe(false)
  expect(stands({ risks: [listed, danger('drains')] })).toBe(false)
  expect(stands({ risks: [{ ...listed, values: { ...listed.values, address: '0xbb' } }] })).toBe(false)
  expect(stands({ request: { kind: 'message', message: '0x02' } })).toBe(false)
  expect(stands({ id: 'b' })).toBe(false)
})

it('a dangerous fee may move, and may not double', () => {
  const tick = toUnderstand({ ...asked, risks: [fee('1000')] })
  for (const wei of ['1', '999', '1125', '2000']) expect(stands({ risks: [fee(wei)] }, tick)).toBe(true)
  expect(stands({ risks: [fee('2001')] }, tick)).toBe(false)
  expect(stands({ risks: [fee('1')] })).toBe(false)
})
