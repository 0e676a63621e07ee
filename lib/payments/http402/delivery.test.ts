import { recordFaults } from '@/lib/base/faults.fixture'
import 'fake-indexeddb/auto'
import { toHex } from 'viem'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Clock } from '@/lib/base/clock'
import { createManualClock } from '@/lib/base/manual-clock.fixture'
import { RpcError } from '@/lib/base/rpc/errors'
import type { Connection } from '@/lib/base/rpc/types'
import { type Database, openDatabase } from '@/lib/storage/open'
import type { PaymentRecord } from '@/lib/storage/payment-records'
import { toBase64 } from './base64'
import { createDelivery } from './delivery'
import {
  account,
  chainAnswering,
  dollar,
  entry,
  merchant,
  now,
  planOf,
  previewChain,
  previewNetwork,
  shopPage,
  termsText,
  unneeded,
} from './fixtures.fixture'
import type { PaymentPlan } from './plan'
import { createPaymentRows } from './rows'
import type { Http402Parts } from './types'

const id = 'a'
const sent = (way: PaymentPlan['way']): PaymentRecord => ({
  id,
  ...shopPage,
  pageOrigin: null,
  version: 2,
  terms: termsText(entry()),
  accepted: 0,
  way,
  plan: JSON.stringify(planOf({ way })),
  networkId: previewNetwork,
  chainId: previewChain,
  account,
  token: dollar,
  payee: merchant,
  amount: 10_000n,
  charged: null,
  payload: 'e30=',
  validBefore: BigInt(now + 300),
  state: 'sent',
  attempts: 1,
  automatic: false,
  settlement: null,
  transaction: null,
  reason: null,
  createdAt: 1,
  signedAt: 2,
  endedAt: null,
})

let database: Database
beforeEach(async () => {
  database = await openDatabase(crypto.randomUUID())
})
afterEach(() => database.close())

/**
 * Delivery over a chain; nothing of the browser is there.
 * @param changes parts that differ
 */
function deliveryOn(
  connection: Connection,
  clock: Clock,
  changes: Partial<Pick<Http402Parts, 'carrier' | 'isOpen'>> = {},
) {
  const rows = createPaymentRows(database, clock.now)
  const nothing = async () => unneeded()
  const delivery = createDelivery(
    {
      database,
      clock,
      isUnlocked: async () => true,
      keepAlive: { hold: () => () => undefined },
      networks: { get: () => undefined, ofChain: () => [], connection: () => connection, epoch: () => 0 },
      carrier: { send: nothing, drop: async () => undefined, look: nothing, ask: nothing, keepOnly: nothing },
      ledger: { record: nothing, check: nothing, standing: async () => [] },
      barrier: async () => undefined,
      faults: recordFaults(),
      isOpen: () => true,
      ...changes,
    },
    rows,
  )
  return { rows, delivery }
}

/** What becomes of a payment that was answered with 200, where the token says this of its authorization. */
async function afterAnswer(way: PaymentPlan['way'], word: string): Promise<PaymentRecord | undefined> {
  const clock = createManualClock()
  const connection = chainAnswering(() => word)
  const { rows, delivery } = deliveryOn(connection, clock)
  await rows.add(sent(way))
  let isTaken = false
  const taken = delivery.answered(id, 200).then(() => {
    isTaken = true
  })
  // Time passes as long as it looks for the proof.
  const look = () => {
    clock.advance(1_000)
    return isTaken
  }
  await expect.poll(look, { interval: 1, timeout: 10_000 }).toBe(true)
  await taken
  return rows.get(id)
}

describe('an answer to a payment', () => {
  it('is delivered where the chain says that the payment was used', async () => {
    expect(await afterAnswer('eip3009', toHex(1n, { size: 32 }))).toMatchObject({
      state: 'delivered',
      charged: 10_000n,
    })
  })

  it.each(['eip3009', 'permit2', 'upto', 'deposit'] as const)(
    'is unproven where the chain gives no answer that can be read (%s)',
    async way => {
      expect(await afterAnswer(way, '0x')).toMatchObject({ state: 'unproven', charged: null, endedAt: null })
    },
  )

  it('is delivered for a voucher, of which the chain shows nothing', async () => {
    expect(await afterAnswer('voucher', '0x')).toMatchObject({ state: 'delivered', charged: 10_000n })
  })
})

describe('the chain and the page, heard at once', () => {
  /** A worker that starts asks the chain; before the chain answers, the page says what it was answered. */
  async function heardMeanwhile(word: string) {
    const clock = createManualClock()
    const chain = chainAnswering(() => word)
    const asked = Promise.withResolvers<void>()
    const answers = Promise.withResolvers<void>()
    let isFirst = true
    const held: Connection = {
      ...chain,
      async request(...call) {
        if (call[0] === 'eth_call' && isFirst) {
          isFirst = false
          asked.resolve()
          await answers.promise
        }
        return chain.request(...call)
      },
    }
    const { rows, delivery } = deliveryOn(held, clock)
    await rows.add({ ...sent('eip3009'), carrier: 'request' })
    const recovered = delivery.recover()
    await asked.promise
    await delivery.answered(id, 200)
    answers.resolve()
    await recovered
    return rows.get(id)
  }

  it('are delivered, whoever is heard last', async () => {
    expect(await heardMeanwhile(toHex(1n, { size: 32 }))).toMatchObject({ state: 'delivered', charged: 10_000n })
  })
})

describe('a payment whose time is over', () => {
  const hour = 3_600
  const device = () => Math.floor(Date.now() / 1_000)
  const unused = toHex(0n, { size: 32 })

  async function fate(validBefore: number, secondsAt: (tag: unknown) => number | null) {
    const { rows, delivery } = deliveryOn(
      chainAnswering(() => unused, secondsAt),
      createManualClock(),
    )
    await rows.add({ ...sent('eip3009'), carrier: 'request', validBefore: BigInt(validBefore) })
    await delivery.recover()
    return (await rows.get(id))?.state
  }

  it('is not over because an endpoint’s clock runs ahead', async () => {
    expect(await fate(device() + hour, () => device() + 2 * hour)).toBe('sent')
  })

  it('is not over while no final block is past it', async () => {
    const end = device() - 60
    expect(await fate(end, tag => (tag === 'finalized' ? end - 1 : end + 60))).toBe('sent')
  })

  it('is over once a final block is past it and nothing was taken', async () => {
    const end = device() - 60
    expect(await fate(end, tag => (tag === 'finalized' ? end : end + 60))).toBe('expired')
  })

  it('is over an hour later on a network without final blocks', async () => {
    const withoutFinal = (tag: unknown) => (tag === 'finalized' ? null : device())
    expect(await fate(device() - hour + 60, withoutFinal)).toBe('sent')
    await database.clear('payments')
    expect(await fate(device() - hour - 60, withoutFinal)).toBe('expired')
  })

  it('is not over by a device that is hours ahead of a network without final blocks', async () => {
    const end = device() - hour - 60
    expect(await fate(end, tag => (tag === 'finalized' ? null : end - 4 * hour))).toBe('sent')
  })

  const refusals = [
    [new RpcError('unreachable', 'fetch failed'), 'sent'],
    [new RpcError('rate-limited', 'too many requests'), 'sent'],
    [new RpcError('node-error', 'internal error'), 'sent'],
    [new RpcError('invalid-params', 'invalid argument 0: hex string without 0x prefix'), 'expired'],
    [new RpcError('node-error', 'finalized block not found'), 'expired'],
  ] as const
  it.each(refusals)(
    'is over without final blocks only where the network says that it has none: %s',
    async (error, state) => {
      const seconds = (tag: unknown): number => {
        if (tag === 'finalized') throw error
        return device()
      }
      expect(await fate(device() - hour - 60, seconds)).toBe(state)
    },
  )
})

describe('a payment that is refused again and again', () => {
  const word = (value: bigint) => toHex(value, { size: 32 })

  /** A page that was answered with 402 three times, and what its seller answers to one more request of it. */
  async function refused(status: number, headers: Record<string, string> = {}) {
    const chain = { used: word(0n) }
    const asked: unknown[] = []
    const sentAgain: string[] = []
    const { rows, delivery } = deliveryOn(
      chainAnswering(() => chain.used),
      createManualClock(),
      {
        carrier: {
          send: async payment => {
            sentAgain.push(payment.id)
            return { tabId: payment.tabId, isNew: false }
          },
          drop: async () => undefined,
          look: async () => unneeded(),
          ask: async (...given) => {
            asked.push(given)
            if (status === 200) chain.used = word(1n)
            return { status, headers: new Headers(headers), body: '' }
          },
          keepOnly: async () => undefined,
        },
      },
    )
    await rows.add({ ...sent('eip3009'), attempts: 3 })
    await delivery.answered(id, status === 412 ? 412 : 402)
    return { row: await rows.get(id), asked, sentAgain }
  }

  it('is asked about by its page, in the header that it was sent in', async () => {
    const error = toBase64(termsText(entry()).replace('Payment required', 'Too busy'))
    const { row, asked } = await refused(402, { 'payment-required': error })
    const accept = 'text/html,application/json;q=0.9'
    expect(asked).toEqual([[1, shopPage.url, { accept, header: 'PAYMENT-SIGNATURE', value: 'e30=' }]])
    expect(row).toMatchObject({ state: 'sent', reason: 'asked-again', attempts: 3 })
    expect(row?.settlement).toContain('Too busy')
  })

  // What sellers of x402 answer where Permit2 lacks its allowance: terms and reason are those of a 402.
  it('is asked about also where the seller answers 412', async () => {
    const reason = 'permit2_allowance_required'
    const error = toBase64(termsText(entry()).replace('Payment required', reason))
    const { row, asked } = await refused(412, { 'payment-required': error })
    expect(asked).toHaveLength(1)
    expect(row).toMatchObject({ state: 'sent', reason: 'asked-again' })
    expect(row?.settlement).toContain(reason)
  })

  it('is delivered where it is taken then: the page has the answer, and is not loaded again', async () => {
    const { row, sentAgain } = await refused(200)
    expect(row).toMatchObject({ state: 'delivered', charged: 10_000n, reason: null })
    expect(sentAgain).toEqual([])
  })

  it('is left to the person after six times', async () => {
    const sentAgain: string[] = []
    const { rows, delivery } = deliveryOn(
      chainAnswering(() => word(0n)),
      createManualClock(),
      {
        carrier: {
          send: async payment => {
            sentAgain.push(payment.id)
            return { tabId: payment.tabId, isNew: false }
          },
          drop: async () => undefined,
          look: async () => unneeded(),
          ask: async () => null,
          keepOnly: async () => undefined,
        },
      },
    )
    const visit = { ...shopPage, documentId: 'd', status: 402, mark: null, loadedAt: 1, isAttended: true }
    await rows.add({ ...sent('eip3009'), attempts: 5 })
    expect(await delivery.leftToPerson(visit)).toBeUndefined()
    expect(await delivery.resume(visit)).toBe(true)
    await delivery.answered(id, 402)
    expect(await delivery.resume(visit)).toBe(false)
    expect(await delivery.leftToPerson(visit)).toMatchObject({ id, attempts: 6 })
    await delivery.send(id)
    expect(sentAgain).toEqual([id])
    await delivery.send(id, { isAsked: true })
    expect(sentAgain).toEqual([id, id])
  })
})

describe('a page’s own request that is made again', () => {
  const request = { url: shopPage.url, method: shopPage.method, bodyDigest: shopPage.bodyDigest }

  /** A payment that a document waits for, of which the chain says that it was taken. */
  async function carried(changes: Partial<PaymentRecord> = {}, documentId: string | null = 'first') {
    const open = new Set(['first'])
    const carriedTo: (number | null)[] = []
    const { rows, delivery } = deliveryOn(
      chainAnswering(() => toHex(1n, { size: 32 })),
      createManualClock(),
      {
        isOpen: documentId => open.has(documentId),
        carrier: {
          send: async ({ tabId }) => {
            carriedTo.push(tabId)
            return { tabId, isNew: false }
          },
          drop: async () => undefined,
          look: async () => unneeded(),
          ask: async () => unneeded(),
          keepOnly: async () => undefined,
        },
      },
    )
    await rows.add({ ...sent('eip3009'), carrier: 'request', state: 'signed', attempts: 0, ...changes })
    await delivery.send(id, { documentId })
    return { delivery, rows, open, carriedTo }
  }

  it('is another one while its page waits for the answer', async () => {
    const { delivery, carriedTo } = await carried()
    expect(await delivery.openRequest(shopPage.origin, request)).toBeUndefined()
    await delivery.send(id, { documentId: 'second' })
    expect(carriedTo).toEqual([1])
  })

  it('gets the same payload where the page that waited is gone', async () => {
    const { delivery, rows, open, carriedTo } = await carried()
    open.delete('first')
    expect(await delivery.openRequest(shopPage.origin, request)).toMatchObject({ id, state: 'sent' })
    open.add('second')
    await delivery.send(id, { documentId: 'second' })
    expect(carriedTo).toEqual([1, 1])
    expect(await rows.get(id)).toMatchObject({ state: 'sent', attempts: 2 })
    // The reloaded page waits for it now.
    expect(await delivery.openRequest(shopPage.origin, request)).toBeUndefined()
  })

  it('gets the same payload where the page gave its request up, also if it was taken', async () => {
    const { delivery, rows, carriedTo } = await carried()
    await delivery.repeated(id, 'https://another.example', { status: 0, settlement: null, terms: null })
    expect(await delivery.openRequest(shopPage.origin, request)).toBeUndefined()
    await delivery.repeated(id, shopPage.origin, { status: 0, settlement: null, terms: null })
    expect(await rows.get(id)).toMatchObject({ state: 'sent', endedAt: null })
    expect(await delivery.openRequest(shopPage.origin, request)).toMatchObject({ id })
    await delivery.send(id, { documentId: 'first' })
    expect(carriedTo).toEqual([1, 1])
    expect(await delivery.openRequest(shopPage.origin, request)).toBeUndefined()
  })

  it('gets the payload that a new worker had ready before the page asked again', async () => {
    const { delivery, carriedTo } = await carried({}, null)
    expect(await delivery.openRequest(shopPage.origin, request)).toMatchObject({ id })
    await delivery.send(id, { documentId: 'first' })
    expect(carriedTo).toEqual([1, 1])
  })

  it('is signed in for anew, with a sign-in that no server saw', async () => {
    const { delivery, open } = await carried({ state: 'signing-in', way: null })
    open.delete('first')
    expect(await delivery.openRequest(shopPage.origin, request)).toBeUndefined()
  })

  it('is signed in for anew where the page gave it up, and the sign-in is told as unanswered', async () => {
    const { delivery, rows } = await carried({ state: 'signing-in', way: null })
    await delivery.repeated(id, shopPage.origin, { status: 0, settlement: null, terms: null })
    expect(await rows.get(id)).toMatchObject({ state: 'refused', reason: 'unanswered' })
    expect(await delivery.openRequest(shopPage.origin, request)).toBeUndefined()
  })
})
