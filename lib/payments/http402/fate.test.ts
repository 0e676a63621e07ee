import 'fake-indexeddb/auto'
import { type Address, encodeFunctionData, type Hex, type LocalAccount } from 'viem'
import { generatePrivateKey } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { recordFaults } from '@/lib/base/faults.fixture'
import { createManualClock } from '@/lib/base/manual-clock.fixture'
import { firstNetworkOf } from '@/lib/base/network-id'
import type { Connection } from '@/lib/base/rpc/types'
import { given } from '@/lib/payments/register/signed.fixture'
import type { Ledger } from '@/lib/payments/register/types'
import type { Database } from '@/lib/storage/open'
import type { PaymentRecord } from '@/lib/storage/payment-records'
import { permit2Abi } from '@/test/preview-network/contracts/abi/permit2'
import { testDollarAbi } from '@/test/preview-network/contracts/abi/test-dollar'
import { type NetworkFixture, startNetworkFixture } from '@/test/preview-network/contracts/network-fixture'
import { tokenTypes, uptoTypes } from '@/test/preview-network/contracts/typed-data'
import { domainsOf, openLedger, type TypedDataFields } from '@/test/transactions/ledger'
import { capsFor } from './caps'
import { createFate } from './fate'
import { planOf, shopPage, termsText, unneeded } from './fixtures.fixture'
import { createPaymentRows } from './rows'

const price = 10_000n

let network: NetworkFixture
let payer: LocalAccount
let shop: LocalAccount
let database: Database
let connection: Connection
let ledger: Ledger
let close: () => void

// Blocks end when the test says so. The third one after a block makes it final.
beforeAll(async () => {
  network = await startNetworkFixture({ blockMs: 3_600_000, finalizedBlocks: 3 })
  payer = await network.person(1_000_000000n)
  shop = await network.person()
  await network.seal()
})
afterAll(() => network.stop())

beforeEach(async () => {
  ;({ ledger, database, connection, close } = await openLedger(network))
})
afterEach(() => close())

/** A payment that was signed and sent, with its row in the ledger. */
async function paid(way: 'eip3009' | 'upto', { typedData, nonce }: { typedData: TypedDataFields; nonce: string }) {
  const text = JSON.stringify(typedData, (_key, item) => (typeof item === 'bigint' ? item.toString() : item))
  const signature = await payer.signTypedData(JSON.parse(text))
  const id = crypto.randomUUID()
  const account = payer.address.toLowerCase() as Address
  const [token, payee] = [network.contracts.testDollar, shop.address].map(one => one.toLowerCase() as Address)
  const networkId = firstNetworkOf(network.chainId)
  if (token === undefined || payee === undefined) throw new Error('there are two')
  await ledger.record(given(text, { id, signature, account, chainId: network.chainId, networkId, paymentId: id }))
  const row: PaymentRecord = {
    id,
    ...shopPage,
    pageOrigin: null,
    version: 2,
    terms: termsText(),
    accepted: 0,
    way,
    plan: JSON.stringify(planOf({ way, nonce, token, payee, networkId, chainId: network.chainId })),
    networkId,
    chainId: network.chainId,
    account,
    token,
    payee,
    amount: price,
    charged: null,
    payload: 'e30=',
    validBefore: (await network.now()) + 900n,
    state: 'sent',
    attempts: 3,
    automatic: false,
    settlement: null,
    transaction: null,
    reason: 'asked-again',
    createdAt: 1,
    signedAt: 2,
    endedAt: null,
  }
  const rows = createPaymentRows(database, () => 3)
  await rows.add(row)
  const lock = { isUnlocked: true }
  const clock = createManualClock()
  const asked: string[] = []
  const counted: Connection = {
    ...connection,
    request(method, params, schema, options) {
      asked.push(method)
      return connection.request(method, params, schema, options)
    },
  }
  const fate = createFate(
    {
      database,
      ledger,
      clock,
      isUnlocked: async () => lock.isUnlocked,
      networks: { get: () => undefined, ofChain: () => [], connection: () => counted, epoch: () => 0 },
      carrier: {
        send: unneeded,
        drop: unneeded,
        look: unneeded,
        ask: unneeded,
        keepOnly: unneeded,
      },
      barrier: async () => undefined,
      faults: recordFaults(),
    },
    rows,
  )
  return {
    signature,
    fate,
    lock,
    clock,
    asked,
    rows,
    row: () => rows.get(id),
    async looked() {
      await fate.look(id)
      return rows.get(id)
    },
    /** The amount that counts against a limit for a day. */
    async counted() {
      const cap = { key: '', scope: 'day', origin: null, networkId, token, most: price } as const
      const spend = { origin: row.origin, networkId, token }
      return capsFor(spend, [cap], await rows.all(), { now: 3, sessionStartedAt: 0 })[0]?.spent
    },
  }
}

async function authorized() {
  const nonce = generatePrivateKey()
  const message = {
    from: payer.address,
    to: shop.address,
    value: price,
    validAfter: 0n,
    validBefore: (await network.now()) + 900n,
    nonce,
  }
  const domain = domainsOf(network).dollar
  const typedData = { domain, types: tokenTypes, primaryType: 'TransferWithAuthorization', message }
  const payment = await paid('eip3009', { typedData, nonce })
  return {
    ...payment,
    take: () => call(shop, 'transferWithAuthorization', [...Object.values(message), payment.signature]),
    async takeBack() {
      const types = { CancelAuthorization: tokenTypes.CancelAuthorization }
      const cancelled = { authorizer: payer.address, nonce }
      const signature = await payer.signTypedData({
        domain,
        types,
        primaryType: 'CancelAuthorization',
        message: cancelled,
      })
      await call(shop, 'cancelAuthorization', [payer.address, nonce, signature])
    },
  }
}

function call(from: LocalAccount, functionName: string, args: unknown[]) {
  const data = encodeFunctionData({ abi: testDollarAbi, functionName, args } as Parameters<
    typeof encodeFunctionData
  >[0])
  return network.send(from, { to: network.contracts.testDollar, data })
}

const seal = async (blocks: number) => {
  for (let made = 0; made < blocks; made += 1) await network.seal()
}

it('a payment that was taken and not answered is undelivered, with its transaction', async () => {
  const before = await network.dollarsOf(shop.address)
  const { looked, take, counted } = await authorized()
  const { transactionHash } = await take()
  expect(await looked()).toMatchObject({ state: 'undelivered', charged: price, transaction: transactionHash })
  expect(await counted()).toBe(price)
  expect((await network.dollarsOf(shop.address)) - before).toBe(price)
})

it('a payment that was taken back is cancelled once that is final, and counts until then', async () => {
  const before = await network.dollarsOf(shop.address)
  const { looked, takeBack, counted, rows } = await authorized()
  await takeBack()
  await seal(1)
  expect(await looked()).toMatchObject({ state: 'sent', reason: 'revoking', charged: null, endedAt: null })
  expect(await counted()).toBe(price)
  await seal(4)
  expect(await looked()).toMatchObject({ state: 'cancelled', reason: null, charged: 0n })
  expect(await counted()).toBe(0n)
  expect(await rows.site(shopPage.origin)).toBeUndefined()
  expect(await network.dollarsOf(shop.address)).toBe(before)
})

it('a payment is open again when the block with its revocation left the chain', async () => {
  const { looked, takeBack } = await authorized()
  await seal(1)
  await takeBack()
  await seal(1)
  expect(await looked()).toMatchObject({ state: 'sent', reason: 'revoking' })
  await network.network.faults.reorganise(1, 'forgotten')
  expect(await looked()).toMatchObject({ state: 'sent', reason: null, endedAt: null })
})

it('a payment that was answered without being taken, and then taken back, is no delivery that was paid', async () => {
  const { looked, takeBack, rows, row } = await authorized()
  await rows.change((await row())?.id ?? '', () => ({ state: 'unproven', reason: null }))
  await takeBack()
  await seal(5)
  expect(await looked()).toMatchObject({ state: 'cancelled', charged: 0n })
})

it('a payment through Permit2 whose nonce was made void is cancelled', async () => {
  const { permit2, testDollar, x402UptoPermit2Proxy } = network.contracts
  const nonce = BigInt(generatePrivateKey())
  const deadline = (await network.now()) + 900n
  const message = {
    permitted: { token: testDollar, amount: price },
    spender: x402UptoPermit2Proxy,
    nonce,
    deadline,
    witness: { to: shop.address, facilitator: shop.address, validAfter: 0n },
  }
  const domain = domainsOf(network).permit2
  const typedData = { domain, types: uptoTypes, primaryType: 'PermitWitnessTransferFrom', message }
  const { looked } = await paid('upto', { typedData, nonce: nonce.toString() })
  const args = [nonce >> 8n, 1n << (nonce & 255n)] as const
  const data: Hex = encodeFunctionData({ abi: permit2Abi, functionName: 'invalidateUnorderedNonces', args })
  await network.send(payer, { to: permit2, data })
  await seal(5)
  expect(await looked()).toMatchObject({ state: 'cancelled', charged: 0n })
})

it('how a payment was used is read after the unlock, and it stays open until then', async () => {
  const { looked, take, fate, lock, clock, asked, row } = await authorized()
  lock.isUnlocked = false
  await take()
  await seal(1)
  expect(await looked()).toMatchObject({ state: 'sent', reason: 'used', charged: null })
  // Nothing that the chain could say would be understood: the worker may rest.
  asked.length = 0
  clock.advance(3_600_000)
  // What began with the clock has read the row by then.
  await row()
  await row()
  expect(asked).toEqual([])
  lock.isUnlocked = true
  await fate.unlocked()
  expect(await row()).toMatchObject({ state: 'undelivered', charged: price })
})
