import { recordFaults } from '@/lib/faults/faults.fixture'
import 'fake-indexeddb/auto'
import { toHex } from 'viem'
import { expect, it } from 'vitest'
import { openDatabase } from '@/lib/database/open'
import { presets } from '@/lib/networks/presets'
import { RpcError } from '@/lib/rpc/errors'
import type { Connection } from '@/lib/rpc/types'
import { systemClock } from '@/lib/values/clock'
import {
  account,
  chainAnswering,
  dollar,
  dollarSeparator,
  entry,
  planOf,
  previewChain,
  shopPage,
  termsText,
  unneeded,
} from './fixtures.fixture'
import { newPayment } from './new-payment'
import { createPaymentRows } from './rows'
import { createSigning } from './signing'
import { readTermsText } from './terms'

const word = (value: bigint) => toHex(value, { size: 32 })
const plan = planOf({ validBefore: '99999999999' })

/** A chain on which the account has a thousand dollars. */
const connection = chainAnswering(params =>
  JSON.stringify(params).includes('0x3644e515') ? dollarSeparator : word(1_000_000_000n),
)

/** Offers of a cent each, and a limit of so much for all that is paid in a day. */
async function setUp(chain: Connection, most: bigint, signed = plan) {
  const database = await openDatabase(crypto.randomUUID())
  const rows = createPaymentRows(database, () => 1)
  const parts = {
    database,
    clock: systemClock,
    networks: {
      get: (chainId: number) => presets(null).find(entry => entry.chainId === chainId),
      connection: () => chain,
      epoch: () => 0,
    },
    tokens: {
      metadata: async () => ({ symbol: 'TUSD', name: 'Test Dollar', decimals: 6 }),
      list: async () => [],
    },
    signer: { signTypedData: unneeded },
    ledger: { record: unneeded, check: unneeded },
    barrier: async () => undefined,
    sessionStartedAt: async () => 0,
    channelSalts: async () => [],
    faults: recordFaults(),
  }
  const cap = { key: 'all', scope: 'day', origin: null, chainId: previewChain, token: dollar, most } as const
  await database.put('paymentCaps', cap)
  const json = termsText(entry())
  const read = readTermsText(json)
  if (read === null) throw new Error('they can be read')
  const sign = createSigning(parts, rows)
  return {
    rows,
    async pay() {
      const payment = { ...newPayment(shopPage, account, { kind: 'terms', json, read }), createdAt: 1 }
      await rows.add(payment)
      await sign(payment, { id: payment.id, account, plan: signed, isToldOfCaps: false })
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
  const silent = chainAnswering(() => {
    throw new RpcError('unreachable', 'nobody answers')
  })
  const { rows, pay } = await setUp(silent, 5_000n)
  await expect(pay()).rejects.toMatchObject({ code: 'payment-above-cap' })
  expect((await rows.all()).map(({ state }) => state)).toEqual(['offered'])
})

it('of two payments planned at once for one channel, only one deposits', async () => {
  const channelId = word(9n)
  const config = {
    payer: account,
    payerAuthorizer: account,
    receiver: account,
    receiverAuthorizer: account,
    token: dollar,
    withdrawDelay: 900,
    salt: word(1n),
  }
  const deposit = planOf({
    way: 'deposit',
    validBefore: '99999999999',
    channel: { channelId, config, charged: '0', cumulative: '10000' },
  })
  const { rows, pay } = await setUp(connection, 1_000_000n, deposit)
  expect(await Promise.allSettled([pay(), pay()])).toMatchObject([
    { status: 'fulfilled' },
    { status: 'rejected', reason: { code: 'payment-channel-busy' } },
  ])
  expect((await rows.all()).map(({ state }) => state).sort()).toEqual(['offered', 'signed'])
})
