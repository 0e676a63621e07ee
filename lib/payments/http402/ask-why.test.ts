import { describe, expect, it } from 'vitest'
import type { DoorRequest } from '@/lib/rpc/door'
import { askWhy } from './ask-why'
import { toBase64 } from './base64'

const url = 'https://shop.example/article'
const encoded = (value: unknown) => toBase64(JSON.stringify(value))

/** What a merchant answers, and what it was asked. */
function doorTo(status: number, headers: Record<string, string>) {
  const asked: [string, DoorRequest][] = []
  const door = {
    async fetch(address: string, request: DoorRequest) {
      asked.push([address, request])
      return { status, headers: new Headers(headers), body: '{}' }
    },
    openSocket: () => {
      throw new Error('nobody opens a socket to a merchant')
    },
    download: () => {
      throw new Error('nobody opens a download to a merchant')
    },
  }
  return { door, asked }
}

const row = { url, terms: '{}', accepted: 0 }

describe('a payload that is sent once more from here', () => {
  it('goes out as it was, in the header of its version', async () => {
    const { door, asked } = doorTo(402, {})
    await askWhy(door, { ...row, version: 2, payload: 'cGF5' })
    await askWhy(door, { ...row, version: 1, payload: 'cGF5' })
    expect(asked.map(([address, { method, headers }]) => [address, method, headers])).toEqual([
      [url, 'GET', { accept: 'application/json', 'PAYMENT-SIGNATURE': 'cGF5' }],
      [url, 'GET', { accept: 'application/json', 'X-PAYMENT': 'cGF5' }],
    ])
  })

  it('brings back the terms that say why it was refused', async () => {
    const address = `0x${'ab'.repeat(20)}`
    const option = { scheme: 'exact', network: 'eip155:1', amount: '1', asset: address, payTo: address }
    const terms = { x402Version: 2, accepts: [{ ...option, maxTimeoutSeconds: 60 }] }
    const { door } = doorTo(402, { 'payment-required': encoded(terms) })
    expect(await askWhy(door, { ...row, version: 2, payload: '' })).toEqual({
      status: 402,
      settlement: null,
      terms: JSON.stringify(terms),
    })
  })

  it('brings back the proof where it was taken after all', async () => {
    const settlement = encoded({ success: true, transaction: '', amount: '1000' })
    const taken = doorTo(200, { 'payment-response': settlement })
    expect(await askWhy(taken.door, { ...row, version: 2, payload: '' })).toEqual({
      status: 200,
      settlement,
      terms: null,
    })
  })
})
