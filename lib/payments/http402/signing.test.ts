import 'fake-indexeddb/auto'
import { expect, it } from 'vitest'
import { openDatabase } from '@/lib/database/open'
import { RpcError } from '@/lib/rpc/errors'
import type { Connection } from '@/lib/rpc/types'
import { systemClock } from '@/lib/values/clock'
import { account, dollar, dollarSeparator, entry, merchant, now, previewChain, termsText } from './fixtures.fixture'
import { newPayment } from './new-payment'
import type { PaymentPlan } from './plan'
import { createPaymentRows } from './rows'
import { createSigning } from './signing'
import { readTermsText } from './terms'
import type { Http402Parts } from './types'

const origin = 'https://shop.example'
const word = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`

/** A chain on which the account has a thousand dollars. */
const connection = {
  batch: async (calls: readonly { method: string; params: unknown }[]) =>
    calls.map(({ method, params }) => {
      if (method === 'eth_getBlockByNumber')
        return {
          ok: true,
          result: {
            number: '0x1',
            hash: word(1n),
            parentHash: word(0n),
            timestamp: `0x${now.toString(16)}`,
            gasLimit: '0x1',
            gasUsed: '0x0',
            transactions: [],
          },
        }
      const isSeparator = JSON.stringify(params).includes('0x3644e515')
      return { ok: true, result: isSeparator ? dollarSeparator : word(1_000_000_000n) }
    }),
} as unknown as Connection

const plan: PaymentPlan = {
  accepted: 0,
  way: 'eip3009',
  chainId: previewChain,
  token: dollar,
  payee: merchant,
  amount: '10000',
  validBefore: '99999999999',
  nonce: '0x1',
  typedData: [],
  payload: '{}',
  extensions: null,
  channel: null,
}

const asked = {
  origin,
  tabId: 1,
  carrier: 'navigation',
  method: 'GET',
  url: `${origin}/a`,
  bodyDigest: null,
} as const

/** Offers of a cent each, and a limit of so much for all that is paid in a day. */
async function setUp(chain: Connection, most: bigint) {
  const database = await openDatabase(crypto.randomUUID())
  const rows = createPaymentRows(database, () => 1)
  const parts = {
    database,
    clock: systemClock,
    networks: { get: () => ({}), connection: () => chain, epoch: () => 0 },
    tokens: {
      metadata: async () => ({ symbol: 'TUSD', name: 'Test Dollar', decimals: 6 }),
      list: async () => [],
    },
    barrier: async () => undefined,
    sessionStartedAt: async () => 0,
  } as unknown as Http402Parts
  const cap = { key: 'all', scope: 'day', origin: null, chainId: previewChain, token: dollar, most } as const
  await database.put('paymentCaps', cap)
  const json = termsText(entry())
  const read = readTermsText(json)
  if (read === null) throw new Error('they can be read')
  const sign = createSigning(parts, rows)
  return {
    rows,
    async pay() {
      const payment = { ...newPayment(asked, account, { kind: 'terms', json, read }), createdAt: 1 }
      await rows.add(payment)
      await sign(payment, { id: payment.id, account, plan })
    },
  }
}

it('of two payments at once, the second sees what the first one uses of a limit', async () => {
  const { rows, pay } = await setUp(connection, 15_000n)
  expect(await Promise.allSettled([pay(), pay()])).toMatchObject([
    { status: 'fulfilled' },
    { status: 'rejected', reason: { code: 'payment-above-cap' } },
  ])
  expect((await rows.all()).map(({ state }) => state).sort()).toEqual(['offered', 'signed'])
})

it('a limit holds also while the chain cannot be asked', async () => {
  const silent = { batch: () => Promise.reject(new RpcError('unreachable', 'nobody answers')) } as unknown as Connection
  const { rows, pay } = await setUp(silent, 5_000n)
  await expect(pay()).rejects.toMatchObject({ code: 'payment-above-cap' })
  expect((await rows.all()).map(({ state }) => state)).toEqual(['offered'])
})
