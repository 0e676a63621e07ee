import { recordFaults } from '@/lib/base/faults.fixture'
import type { NetworkId } from '@/lib/base/network-id'
import 'fake-indexeddb/auto'
import { Challenge } from 'mppx'
import { encodeFunctionData, type Hex, hashTypedData, parseAbi, toHex } from 'viem'
import { describe, expect, it } from 'vitest'
import { systemClock } from '@/lib/base/clock'
import { failureIn } from '@/lib/base/failure'
import { RpcError } from '@/lib/base/rpc/errors'
import type { Connection } from '@/lib/base/rpc/types'
import { presets } from '@/lib/chain/networks/presets'
import { openDatabase } from '@/lib/storage/open'
import type { PaymentRecord } from '@/lib/storage/payment-records'
import { watchDisk } from '@/test/full-disk'
import { depositNonce } from './channel'
import {
  account,
  chainAnswering,
  dollar,
  dollarSeparator,
  entry,
  merchant,
  planOf,
  previewChain,
  previewNetwork,
  shopPage,
  termsText,
  unneeded,
} from './fixtures.fixture'
import { createPaymentJournal } from './journal'
import { challengeNonce } from './machine-payments'
import { newPayment } from './new-payment'
import { depositAuthorization, transferAuthorization, voucher } from './payment-typed-data'
import { createPaymentRows } from './rows'
import { signInRules } from './sign-in'
import { createSigning } from './signing'
import { challengedText, readTermsText } from './terms'

const word = (value: bigint) => toHex(value, { size: 32 })
const token = { chainId: previewChain, token: dollar, name: 'Test Dollar', version: '1' }
const authorization = { from: account, to: merchant, value: 10_000n, validBefore: 99_999_999_999n, nonce: word(7n) }
const plan = planOf({
  validBefore: '99999999999',
  typedData: [JSON.stringify(transferAuthorization(token, authorization))],
})

/** A chain on which the account has a thousand dollars. */
const connection = chainAnswering(params =>
  JSON.stringify(params).includes('0x3644e515') ? dollarSeparator : word(1_000_000_000n),
)

/** Offers of a cent each, and a limit of so much for all that is paid in a day. */
async function setUp(chain: Connection, most: bigint, signed = plan, json = termsText(entry())) {
  const database = await openDatabase(crypto.randomUUID())
  const rows = createPaymentJournal(
    createPaymentRows(database, () => 1),
    async () => true,
  )
  const recorded: unknown[] = []
  const parts = {
    database,
    clock: systemClock,
    networks: {
      get: (networkId: NetworkId) => presets(null).find(({ id }) => id === networkId),
      ofChain: (chainId: number) => presets(null).filter(entry => entry.chainId === chainId),
      connection: () => chain,
      epoch: () => 0,
    },
    networkRisks: async () => [],
    accessOf: async () => ({ networkId: previewNetwork, chainId: previewChain }),
    tokens: {
      metadata: async () => ({ symbol: 'TUSD', name: 'Test Dollar', decimals: 6 }),
      list: async () => [],
    },
    signer: { signTypedData: async (): Promise<Hex> => `0x${'5c'.repeat(65)}` },
    ledger: {
      record: async (...row: unknown[]) => {
        recorded.push(row)
        return []
      },
      check: unneeded,
      standing: async () => [],
    },
    barrier: async () => undefined,
    sessionStartedAt: async () => 0,
    channelSalts: async () => [],
    signInRules: () => signInRules,
    isUnlocked: async () => true,
    faults: recordFaults(),
  }
  const cap = { key: 'all', scope: 'day', origin: null, networkId: previewNetwork, token: dollar, most } as const
  await database.put('paymentCaps', cap)
  const read = readTermsText(json)
  if (read === null) throw new Error('they can be read')
  const sign = createSigning(parts, rows)
  const pay = (id: string, payment: PaymentRecord, isToldOfCaps = false) =>
    sign(payment, { id, account, plan: signed, isToldOfCaps })
  return {
    database,
    rows,
    recorded,
    payAgain: async (id: string) => pay(id, (await rows.get(id)) ?? unneeded()),
    async pay(isToldOfCaps = false) {
      const payment = { ...newPayment(shopPage, account, { kind: 'terms', json, read }), createdAt: 1 }
      await rows.add(payment)
      await pay(payment.id, payment, isToldOfCaps)
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

describe('what has ended by the clock of the network, which is hours ahead of this device’s', () => {
  const deviceNow = () => Math.floor(Date.now() / 1_000)
  const later = (validBefore: number) => planOf({ ...plan, validBefore: String(validBefore) })
  const ahead = (seconds: number) =>
    chainAnswering(
      params => (JSON.stringify(params).includes('0x3644e515') ? dollarSeparator : word(1_000_000_000n)),
      () => deviceNow() + seconds,
    )

  it('is not signed, also above a limit that the person was told of', async () => {
    for (const isToldOfCaps of [false, true]) {
      const { rows, recorded, pay } = await setUp(ahead(10_800), 1_000_000n, later(deviceNow() + 10_700))
      await expect(pay(isToldOfCaps)).rejects.toMatchObject({ code: 'payment-expired' })
      expect(recorded).toEqual([])
      expect((await rows.all()).map(({ state }) => state)).toEqual(['offered'])
    }
  })

  it('is signed before that', async () => {
    const { rows, pay } = await setUp(ahead(10_800), 1_000_000n, later(deviceNow() + 11_000))
    await pay()
    expect((await rows.all()).map(({ state }) => state)).toEqual(['signed'])
  })
})

const channelId = word(9n)
const channelConfig = {
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
  depositSalt: word(2n),
  typedData: [
    depositAuthorization(token, { ...authorization, nonce: depositNonce(channelId, word(2n)) }),
    voucher(previewChain, channelId, 10_000n),
  ].map(typedData => JSON.stringify(typedData)),
  channel: { channelId, config: channelConfig, charged: '0', cumulative: '10000' },
})
const withLimit = planOf({ ...plan, limit: { most: '10000', perDay: '20000' } })

it.each([
  ['a payment', plan],
  ['a payment with a limit for those to come', withLimit],
  ['a deposit into a channel', deposit],
])(
  '%s on a disk that is full at any one write is not signed, and is signed once there is room',
  async (_what, signed) => {
    for (let at = 2, isOver = false; !isOver; at += 1) {
      const { database, rows, payAgain, pay } = await setUp(connection, 1_000_000n, signed)
      // The first is the offer.
      const disk = watchDisk(database.name, write => write === at)
      const told = await pay().then(
        () => 'signed',
        (error: unknown) => failureIn(error)?.code ?? `no code: ${error}`,
      )
      const [before] = await rows.all()
      isOver = disk.writes() < at
      expect({ at, told, state: before?.state, payload: before?.payload ?? null }).toMatchObject(
        isOver ? { told: 'signed', state: 'signed' } : { told: 'disk-full', state: 'offered', payload: null },
      )
      if (!isOver) await payAgain(before?.id ?? '')
      expect((await rows.all()).map(({ state }) => state)).toEqual(['signed'])
      expect((await database.getAll('channels')).length).toBe(signed === deposit ? 1 : 0)
    }
  },
)

it('of two payments planned at once for one channel, only one deposits', async () => {
  const { rows, pay } = await setUp(connection, 1_000_000n, deposit)
  expect(await Promise.allSettled([pay(), pay()])).toMatchObject([
    { status: 'fulfilled' },
    { status: 'rejected', reason: { code: 'payment-channel-busy' } },
  ])
  expect((await rows.all()).map(({ state }) => state).sort()).toEqual(['offered', 'signed'])
})

describe('an account that runs code', () => {
  const magic = '0x1626ba7e'
  const code = `0xef0100${'63'.repeat(20)}`
  const signature: Hex = `0x${'5c'.repeat(65)}`

  /** The chain, with what the account's code answers to `isValidSignature`, asked as another encoder writes it. */
  function chainWithCode(answer: () => Hex): Connection {
    const abi = parseAbi(['function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)'])
    const digest = hashTypedData(JSON.parse(plan.typedData[0] ?? ''))
    const question = encodeFunctionData({ abi, functionName: 'isValidSignature', args: [digest, signature] })
    return {
      ...connection,
      request: async (method, params, schema) => {
        if (method === 'eth_getCode') return schema.parse(code)
        if (method === 'eth_call' && JSON.stringify(params).includes(question)) return schema.parse(answer())
        return connection.request(method, params, schema)
      },
    }
  }

  it('pays where its code accepts its signature', async () => {
    const { rows, pay } = await setUp(
      chainWithCode(() => `${magic}${'00'.repeat(28)}`),
      15_000n,
    )
    await pay()
    expect((await rows.all()).map(({ state }) => state)).toEqual(['signed'])
  })

  it.each<[string, () => Hex]>([
    ['answers that it is no signature of it', () => `0xffffffff${'00'.repeat(28)}`],
    ['answers nothing', () => '0x'],
    [
      'reverts',
      () => {
        throw new RpcError('reverted', 'execution reverted')
      },
    ],
  ])('signs nothing that its code refuses: it %s', async (_what, answer) => {
    const { rows, recorded, pay } = await setUp(chainWithCode(answer), 15_000n)
    await expect(pay()).rejects.toMatchObject({ code: 'payment-account-code' })
    expect(recorded).toEqual([])
    expect((await rows.all()).map(({ state, payload }) => [state, payload])).toEqual([['offered', null]])
  })
})

describe('a challenge', () => {
  const header = Challenge.serialize({
    id: 'a',
    realm: 'shop.example',
    method: 'evm',
    intent: 'charge',
    request: {
      amount: '10000',
      currency: dollar,
      recipient: merchant,
      methodDetails: { chainId: previewChain, credentialTypes: ['authorization'] },
    },
  })
  const json = challengedText({ challenges: header, x402: null, error: null })
  const nonce = challengeNonce({ id: 'a', realm: 'shop.example' })
  const answered = planOf({
    validBefore: '99999999999',
    nonce,
    typedData: [JSON.stringify(transferAuthorization(token, { ...authorization, nonce }))],
  })
  /** The same chain, where the token has not seen the nonce, has seen it, or does not answer. */
  const chainWhere = (isUsed: () => bigint): Connection => ({
    ...connection,
    request: async (method, params, schema) => {
      const isAboutNonce = JSON.stringify(params).includes('0xe94a0102')
      return isAboutNonce ? schema.parse(word(isUsed())) : connection.request(method, params, schema)
    },
  })
  const unused = chainWhere(() => 0n)

  it('is signed for once, of two payments at the same time too', async () => {
    const { rows, recorded, pay } = await setUp(unused, 1_000_000n, answered, json)
    expect(await Promise.allSettled([pay(), pay()])).toMatchObject([
      { status: 'fulfilled' },
      { status: 'rejected', reason: { code: 'payment-challenge-signed' } },
    ])
    await expect(pay()).rejects.toMatchObject({ code: 'payment-challenge-signed' })
    expect(recorded).toHaveLength(1)
    const [signed] = (await rows.all()).filter(({ state }) => state === 'signed')
    expect(signed?.payload).toMatch(/^Payment [\w-]+$/)
  })

  it('is not signed for where the token knows its nonce, which the journal has forgotten', async () => {
    const { recorded, pay } = await setUp(
      chainWhere(() => 1n),
      1_000_000n,
      answered,
      json,
    )
    await expect(pay()).rejects.toMatchObject({ code: 'payment-challenge-signed' })
    expect(recorded).toEqual([])
  })

  it('is signed for where the token cannot be asked: it takes the nonce once', async () => {
    const silent = chainWhere(() => {
      throw new RpcError('unreachable', 'nobody answers')
    })
    const { rows, pay } = await setUp(silent, 1_000_000n, answered, json)
    await pay()
    expect((await rows.all()).map(({ state }) => state)).toEqual(['signed'])
  })
})
