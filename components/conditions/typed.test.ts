import { describe, expect, it, vi } from 'vitest'
import type { Conditions } from '@/lib/base/conditions'
import { nothingTyped, readConditions, typedOf } from './typed'

vi.mock('@/components/i18n', () => ({ locale: () => 'en-US', t: (key: string) => key }))

const account = '0x00000000000000000000000000000000000000aa'
const contract = '0x00000000000000000000000000000000000000bb'
const all = { block: '4456', balance: '0.5', contract, slot: '8', value: '0x2a' }

describe('typed conditions', () => {
  it('are what they say, and read back as the same', () => {
    const { conditions, wrong } = readConditions(all, account)
    expect(wrong).toEqual([])
    expect(conditions).toEqual([
      { type: 'block_number', params: { op: '<=', value: '0x1168' } },
      { type: 'balance', params: { address: account, op: '>=', value: '0x6f05b59d3b20000' } },
      { type: 'storage', params: { address: contract, slot: '0x8', op: '=', value: '0x2a' } },
    ])
    const again = typedOf(conditions, account)
    expect(again).toEqual({ ...all, slot: '0x8' })
    expect(again === null ? null : readConditions(again, account).conditions).toEqual(conditions)
    expect(readConditions(nothingTyped, account)).toEqual({ conditions: [], wrong: [] })
  })

  it.each([
    [{ block: 'soon' }, ['block']],
    [{ block: '-1' }, ['block']],
    [{ balance: 'much' }, ['balance']],
    [{ slot: '8' }, ['contract', 'value']],
    [{ contract, slot: '0x', value: '1' }, ['slot']],
    [{ contract: '0x12', slot: '0', value: `0x${'f'.repeat(65)}` }, ['contract', 'value']],
  ])('%j cannot be read', (typed, wrong) => {
    expect(readConditions({ ...nothingTyped, ...typed }, account).wrong).toEqual(wrong)
  })

  it('are not offered for change where nobody can type them', () => {
    const others: Conditions[] = [
      [{ type: 'block_number', params: { op: '>', value: '0x1' } }],
      [{ type: 'balance', params: { address: contract, op: '>=', value: '0x1' } }],
      [{ type: 'nonce', params: { address: account, op: '=', value: '0x1' } }],
      [{ type: 'storage', params: { address: contract, slot: '0x1', mask: '0xff', op: '=', value: '0x1' } }],
      ['0x1', '0x2'].map(value => ({ type: 'block_number', params: { op: '<=', value } }) as Conditions[number]),
    ]
    for (const each of others) expect(typedOf(each, account)).toBeNull()
  })
})
