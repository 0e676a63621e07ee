import { describe, expect, it } from 'vitest'
import { askWhy } from './answers'
import { toBase64 } from './base64'
import type { PaymentTransport } from './types'

const url = 'https://shop.example/article'
const encoded = (value: unknown) => toBase64(JSON.stringify(value))

/** A page of what a merchant answers, and what it was asked. */
function pageOf(status: number, headers: Record<string, string>) {
  const asked: Parameters<PaymentTransport['ask']>[] = []
  const carrier: Pick<PaymentTransport, 'ask'> = {
    async ask(...given) {
      asked.push(given)
      return { status, headers: new Headers(headers), body: '{}' }
    },
  }
  return { carrier, asked }
}

const row = { url, tabId: 4, terms: '{}', accepted: 0, payload: 'cGF5' }

describe('a payload that a refused page sends once more', () => {
  it('goes out as it was, in the header of its version, and asks for a page where the reason is in a header', async () => {
    const { carrier, asked } = pageOf(402, {})
    await askWhy(carrier, { ...row, version: 2 })
    await askWhy(carrier, { ...row, version: 1 })
    expect(asked).toEqual([
      [4, url, { accept: 'text/html,application/json;q=0.9', header: 'PAYMENT-SIGNATURE', value: 'cGF5' }],
      [4, url, { accept: 'application/json', header: 'X-PAYMENT', value: 'cGF5' }],
    ])
  })

  it('does not go out without its page: nobody would get the answer', async () => {
    const { carrier, asked } = pageOf(200, {})
    expect(await askWhy(carrier, { ...row, version: 2, tabId: null })).toBeNull()
    expect(asked).toEqual([])
  })

  it('brings back the terms that say why it was refused', async () => {
    const address = `0x${'ab'.repeat(20)}`
    const option = { scheme: 'exact', network: 'eip155:1', amount: '1', asset: address, payTo: address }
    const terms = { x402Version: 2, accepts: [{ ...option, maxTimeoutSeconds: 60 }] }
    const { carrier } = pageOf(402, { 'payment-required': encoded(terms) })
    expect(await askWhy(carrier, { ...row, version: 2 })).toEqual({
      status: 402,
      settlement: null,
      terms: JSON.stringify(terms),
    })
  })

  it('brings back the proof where it was taken after all', async () => {
    const settlement = encoded({ success: true, transaction: '', amount: '1000' })
    const { carrier } = pageOf(200, { 'payment-response': settlement })
    expect(await askWhy(carrier, { ...row, version: 2 })).toEqual({ status: 200, settlement, terms: null })
  })
})
