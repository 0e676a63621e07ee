import 'fake-indexeddb/auto'
import { type Address, encodeFunctionData, erc20Abi, type Hex, toHex } from 'viem'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '@/lib/base/clock'
import { Failure } from '@/lib/base/failure'
import { recordFaults } from '@/lib/base/faults.fixture'
import type { KeyValueStore } from '@/lib/base/key-value-store'
import type { RowCipher } from '@/lib/base/row-cipher'
import { presets } from '@/lib/chain/networks/presets'
import { createApprovals } from '@/lib/decisions/approvals/approvals'
import { memoryStore } from '@/lib/keys/keyring.fixture'
import { createRowCipher } from '@/lib/keys/vault/row-cipher'
import { withEncryptedRows } from '@/lib/storage/encrypted/database'
import { encryptedStore } from '@/lib/storage/encrypted/store'
import { type Database, openDatabase } from '@/lib/storage/open'
import type { ChannelRecord } from '@/lib/storage/payment-records'
import { channelIdOf } from './channel'
import {
  account,
  asPageTells,
  chainAnswering,
  dollar,
  dollarSeparator,
  entry,
  facilitator,
  merchant,
  previewChain,
  previewNetwork,
  shop,
  termsText,
  unneeded,
} from './fixtures.fixture'
import { createHttp402 } from './http402'
import { type ChannelConfig, readPlan } from './plan'
import { signInRules } from './sign-in'
import type { Http402Parts, Visit } from './types'

const reader = 'https://reader.example'
const other = 'https://other.example'
const otherAccount: Address = `0x${'c9'.repeat(20)}`
const otherPayee: Address = `0x${'ee'.repeat(20)}`
const limit = { most: toHex(10_000n), perDay: toHex(20_000n) }
const seconds = () => Math.floor(Date.now() / 1_000)

let database: Database
/** `null` while the wallet is locked. */
let cipher: RowCipher | null
let sessionStore: KeyValueStore
beforeEach(async () => {
  sessionStore = memoryStore()
  cipher = createRowCipher(crypto.getRandomValues(new Uint8Array(32)))
  const onUnreadable = () => expect.unreachable('every row opens')
  const raw = await openDatabase(crypto.randomUUID())
  database = withEncryptedRows(raw, { cipher: () => cipher, encryptedStore, onUnreadable })
})
afterEach(() => database.close())

const choice = { accepted: 0 }

const rowsOf = async (path: string) =>
  (await database.getAll('payments')).filter(({ url }) => url === `${shop}/${path}`)

/** Two pages whose requests may be paid, and a shop that sells to both. */
async function setUp() {
  const clock = systemClock
  const approvals = createApprovals({
    database,
    faults: recordFaults(),
    clock,
    chainIdOf: networkId => networkId,
    networkRisks: async () => [],
  })
  const nothing = async () => unneeded()
  const sold: {
    /** The account that the wallet shows. */
    payer: Address
    own: Address[]
    payee: Address
    price: string
    isLoginWanted: boolean
    method: string
    scheme: string
    salts: Http402Parts['channelSalts']
    /** Documents that are not there any more. */
    gone: Set<string>
    /** Steps of the worker, of which it is told. Where one never resolves, the worker died there. */
    barrier(step: string): Promise<void>
    /** What the wallet waits for before it reads terms, and before it signs. */
    untilRead: Promise<void>
    untilSigned: Promise<void>
  } = {
    payer: account,
    own: [account, otherAccount],
    payee: merchant,
    price: '10000',
    isLoginWanted: false,
    method: 'eip3009',
    scheme: 'exact',
    salts: async () => [],
    gone: new Set(),
    barrier: async () => undefined,
    untilRead: Promise.resolve(),
    untilSigned: Promise.resolve(),
  }
  /** A token without permits, and what Permit2 may take of it. */
  const token = { allowance: 0n }
  const terms = () =>
    termsText(
      entry(
        { amount: sold.price, payTo: sold.payee, scheme: sold.scheme },
        { assetTransferMethod: sold.method, receiverAuthorizer: facilitator },
      ),
    )
  const pageSees = () => ({ status: 402, headers: new Headers(), body: termsText(entry()) })
  for (const origin of [reader, other])
    await database.put('paymentSites', { origin, switchedOn: true, payees: [], createdAt: 0 })
  const listed = {
    key: 'dollar',
    networkId: previewNetwork,
    address: dollar,
    symbol: 'TUSD',
    name: 'Test Dollar',
    decimals: 6,
    hidden: false,
    source: 'person',
  } as const
  const http402 = createHttp402({
    database,
    clock,
    approvals,
    keepAlive: { hold: () => () => undefined },
    networks: {
      get: networkId => presets(null).find(({ id }) => id === networkId),
      ofChain: chainId => presets(null).filter(entry => entry.chainId === chainId),
      connection: () =>
        chainAnswering(params => {
          const call = JSON.stringify(params)
          if (call.includes('0x3644e515')) return dollarSeparator
          if (call.includes('0x7ecebe00')) return '0x'
          // No authorization was used.
          if (call.includes('0xe94a0102')) return toHex(0n, { size: 32 })
          return toHex(call.includes('0xdd62ed3e') ? token.allowance : 10n ** 9n, { size: 32 })
        }, seconds),
      epoch: () => 0,
    },
    tokens: { metadata: async () => listed, list: async () => [listed] },
    networkRisks: async () => [],
    accessOf: async () => ({ networkId: previewNetwork, chainId: previewChain }),
    signer: {
      signMessage: nothing,
      async signTypedData(): Promise<Hex> {
        await sold.untilSigned
        return `0x${'5c'.repeat(65)}`
      },
    },
    ledger: { record: async () => [], check: async () => undefined, standing: async () => [] },
    door: {
      async fetch() {
        await sold.untilRead
        return { status: sold.isLoginWanted ? 401 : 402, headers: new Headers(), body: terms() }
      },
      openSocket: unneeded,
      download: unneeded,
    },
    carrier: {
      send: async ({ tabId }) => ({ tabId, isNew: false }),
      drop: async () => undefined,
      look: nothing,
      ask: async () => pageSees(),
      keepOnly: nothing,
    },
    accountFor: async () => sold.payer,
    ownAccounts: async () => sold.own,
    isMuted: async () => false,
    warn: async () => undefined,
    openWindow: () => undefined,
    isOpen: documentId => !sold.gone.has(documentId),
    isUnlocked: async () => cipher !== null,
    sessionStartedAt: async () => 0,
    sessionStore,
    channelSalts: (...wanted) => sold.salts(...wanted),
    signInRules: () => signInRules,
    barrier: step => sold.barrier(step),
    faults: recordFaults(),
  })
  const ask = (page: string, path: string, mayAsk = async () => {}, documentId = path, differs = {}) =>
    http402.requested(
      {
        url: `${shop}/${path}`,
        method: 'GET',
        bodyDigest: null,
        terms: asPageTells(terms()),
        isHidden: false,
        isPaid: false,
        isAttended: true,
        again: null,
        ...differs,
      },
      { kind: 'site', origin: page, topOrigin: null, tabId: 1, documentId },
      documentId,
      mayAsk,
    )
  async function asked(page: string, path: string): Promise<string> {
    const answer = await ask(page, path)
    if (!('approvalId' in answer)) throw new Error('nobody was asked')
    return answer.approvalId
  }
  async function approve(id: string): Promise<void> {
    const shown = await approvals.get(id)
    if (shown === undefined) throw new Error('there is no decision')
    await http402.pay(await approvals.approve(id, shown.digest, {}))
    await approvals.done(id)
  }
  return { http402, approvals, ask, asked, approve, sold, token, limits: () => database.getAll('paymentLimits') }
}

/** The worker does nothing after this step. Resolves when it is there. */
function dieAt({ sold }: Awaited<ReturnType<typeof setUp>>, wanted: string): Promise<void> {
  return new Promise(reached => {
    sold.barrier = step => {
      if (step !== wanted) return Promise.resolve()
      reached()
      return new Promise(() => undefined)
    }
  })
}

it('what a page asks for while the wallet is locked is judged and paid once it is unlocked', async () => {
  const { http402, approvals, asked, approve, limits } = await setUp()
  const first = await asked(reader, 'a')
  await http402.choose(first, { ...choice, limit })
  await approve(first)
  const key = cipher
  cipher = null
  // The limit would allow it, and is not known.
  const id = await asked(reader, 'b')
  expect(http402.view(id)).toMatchObject({ url: `${shop}/b`, options: [], limits: [] })
  await expect(http402.choose(id, choice)).rejects.toMatchObject({ code: 'approval-gone' })
  cipher = key
  await http402.unlocked()
  expect(http402.view(id)).toMatchObject({
    options: [{ obstacle: null }],
    limits: [{ perDay: '0x4e20' }],
  })
  await http402.choose(id, choice)
  await approve(id)
  expect((await database.getAll('payments')).map(({ state, url }) => [state, url])).toEqual(
    expect.arrayContaining([
      ['sent', `${shop}/a`],
      ['sent', `${shop}/b`],
    ]),
  )
  expect(await limits()).toHaveLength(1)
  expect(await approvals.waiting()).toEqual([])
})

describe('a limit', () => {
  it.each([
    ['a page that nobody looks at', { isAttended: false }],
    ['a request that the page paid for itself', { isPaid: true }],
  ])('pays nothing by itself for %s', async (_what, differs) => {
    const { http402, ask, asked, approve } = await setUp()
    const id = await asked(reader, 'a')
    await http402.choose(id, { ...choice, limit })
    await approve(id)
    expect(await ask(reader, 'b')).toHaveProperty('paymentId')
    expect(await ask(reader, 'c', async () => {}, 'c', differs)).toHaveProperty('approvalId')
  })

  it('is part of what is approved, and not stored before', async () => {
    const { http402, approvals, asked, approve, limits } = await setUp()
    const id = await asked(reader, 'a')
    await http402.choose(id, choice)
    const without = (await approvals.get(id))?.digest
    await http402.choose(id, { ...choice, limit })
    expect((await approvals.get(id))?.digest).not.toBe(without)
    expect(http402.view(id)?.planned?.limit).toEqual(limit)
    expect(await limits()).toEqual([])
    await approve(id)
    expect(await limits()).toMatchObject([
      {
        page: reader,
        seller: shop,
        networkId: previewNetwork,
        token: dollar,
        account,
        payee: merchant,
        most: 10_000n,
        perDay: 20_000n,
      },
    ])
  })

  it('is gone with a refusal: the page is asked about again', async () => {
    const { http402, approvals, asked, limits } = await setUp()
    const id = await asked(reader, 'a')
    await http402.choose(id, { ...choice, limit })
    await approvals.reject(id)
    expect(await limits()).toEqual([])
    await asked(reader, 'a')
  })

  it('that is smaller than the payment, or larger than its day, is not taken', async () => {
    const { http402, asked } = await setUp()
    const id = await asked(reader, 'a')
    for (const wrong of [
      { most: toHex(9_999n), perDay: toHex(20_000n) },
      { most: toHex(20_000n), perDay: toHex(19_999n) },
    ])
      await expect(http402.choose(id, { ...choice, limit: wrong })).rejects.toMatchObject({
        code: 'payment-mismatch',
        details: { field: 'limit' },
      })
  })

  it('belongs to the page and the seller: no other page spends it, no other payee gets it', async () => {
    const { http402, ask, asked, approve, sold } = await setUp()
    const id = await asked(reader, 'a')
    await http402.choose(id, { ...choice, limit })
    await approve(id)
    expect(await ask(reader, 'b')).toHaveProperty('paymentId')
    expect(await ask(other, 'c')).toHaveProperty('approvalId')
    sold.payee = `0x${'ee'.repeat(20)}`
    expect(await ask(reader, 'd')).toHaveProperty('approvalId')
  })

  it('belongs to the account: none is paid from another, and each has its own', async () => {
    const { http402, ask, asked, approve, sold } = await setUp()
    const id = await asked(reader, 'a')
    await http402.choose(id, { ...choice, limit })
    await approve(id)
    sold.payer = otherAccount
    const second = await asked(reader, 'b')
    expect(http402.view(second)?.limits).toEqual([])
    await http402.choose(second, { ...choice, limit: { most: toHex(10_000n), perDay: toHex(10_000n) } })
    await approve(second)
    expect(await ask(reader, 'c')).toHaveProperty('paymentId')
    expect(await ask(reader, 'd')).toHaveProperty('approvalId')
    sold.payer = account
    // What the other account paid uses nothing of this one's day.
    expect(await ask(reader, 'e')).toHaveProperty('paymentId')
    expect(await ask(reader, 'f')).toHaveProperty('paymentId')
    expect(await ask(reader, 'g')).toHaveProperty('approvalId')
    const alone = (await database.getAll('payments')).filter(({ automatic }) => automatic)
    expect(alone.map(({ account, url }) => [account, url.at(-1)])).toEqual(
      expect.arrayContaining([
        [otherAccount, 'c'],
        [account, 'e'],
        [account, 'f'],
      ]),
    )
  })

  it('for a second payee leaves the first one’s as it was, and the day of each is its own', async () => {
    const { http402, ask, asked, approve, sold, limits } = await setUp()
    const id = await asked(reader, 'a')
    await http402.choose(id, { ...choice, limit })
    await approve(id)
    sold.payee = otherPayee
    const second = await asked(reader, 'b')
    expect(http402.view(second)?.limits).toMatchObject([{ payee: merchant, most: '0x2710' }])
    await http402.choose(second, { ...choice, limit: { most: toHex(5_000_000n), perDay: toHex(50_000_000n) } })
    await approve(second)
    expect(await limits()).toHaveLength(2)
    expect(await ask(reader, 'c')).toHaveProperty('paymentId')
    sold.payee = merchant
    sold.price = '4000000'
    expect(await ask(reader, 'd')).toHaveProperty('approvalId')
    sold.price = '10000'
    expect(await ask(reader, 'e')).toHaveProperty('paymentId')
    expect(await ask(reader, 'f')).toHaveProperty('paymentId')
    const above = await asked(reader, 'g')
    expect(http402.view(above)?.limits).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ payee: merchant, most: '0x2710', perDay: '0x4e20', spentInDay: '0x4e20' }),
        expect.objectContaining({ payee: otherPayee, most: toHex(5_000_000n), spentInDay: '0x2710' }),
      ]),
    )
  })

  it('of a version that did not bind it to an account pays nothing, and is not shown', async () => {
    const { http402, ask } = await setUp()
    const old = {
      ...{ key: `${reader} ${shop}`, page: reader, seller: shop, networkId: previewNetwork, token: dollar },
      ...{ payees: [merchant], most: 10_000n, perDay: 20_000n, createdAt: 0 },
    }
    await database.put('paymentLimits', old)
    expect(await ask(reader, 'a')).toHaveProperty('approvalId')
    expect((await http402.sites.view()).limits).toEqual([])
  })

  it('and a kept sign-in end with their account, and stay with the others', async () => {
    const { http402, ask, asked, approve, sold, limits } = await setUp()
    const id = await asked(reader, 'a')
    await http402.choose(id, { ...choice, limit })
    await approve(id)
    sold.payer = otherAccount
    const second = await asked(reader, 'b')
    await http402.choose(second, { ...choice, limit })
    await approve(second)
    const signIns = [account, otherAccount].map(one => ({ page: reader, account: one }))
    await database.put('paymentSites', { origin: shop, switchedOn: false, payees: [], signIns, createdAt: 0 })
    sold.own = [otherAccount]
    await http402.accountsChanged()
    expect(await limits()).toMatchObject([{ account: otherAccount }])
    expect((await http402.sites.view()).signIns).toEqual([{ page: reader, seller: shop, account: otherAccount }])
    expect(await ask(reader, 'c')).toHaveProperty('paymentId')
    sold.payer = account
    expect(await ask(reader, 'd')).toHaveProperty('approvalId')
  })

  it.each(['payment-sign', 'payment-record', 'payment-journal', 'payment-send'])(
    'is exactly the approved one where the worker dies at %s and the wallet shows another account since',
    async step => {
      const first = await setUp()
      const id = await first.asked(reader, 'a')
      await first.http402.choose(id, { ...choice, limit })
      const dying = dieAt(first, step)
      void first.approve(id)
      await dying
      expect(await first.limits()).toHaveLength(step === 'payment-send' ? 1 : 0)
      const second = await setUp()
      second.sold.payer = otherAccount
      second.sold.payee = otherPayee
      const [approved] = await second.approvals.approved()
      if (approved === undefined) throw new Error('it was approved')
      await second.http402.pay(approved)
      expect(await second.limits()).toMatchObject([{ account, payee: merchant, most: 10_000n, perDay: 20_000n }])
      expect(await second.limits()).toHaveLength(1)
      second.sold.payee = merchant
      expect(await second.ask(reader, 'b')).toHaveProperty('approvalId')
    },
  )

  describe('under which a payment was begun by a worker that died', () => {
    async function begun() {
      const first = await setUp()
      const id = await first.asked(reader, 'a')
      await first.http402.choose(id, { ...choice, limit })
      await first.approve(id)
      const dying = dieAt(first, 'payment-sign')
      void first.ask(reader, 'b')
      await dying
      const second = await setUp()
      second.sold.payer = otherAccount
      return second
    }

    it('pays it from its account, whichever account the wallet shows since', async () => {
      const { ask } = await begun()
      await ask(other, 'c')
      expect(await rowsOf('b')).toMatchObject([{ state: 'sent', account, automatic: true }])
    })

    it('pays nothing where its account was removed since', async () => {
      const { ask, limits, sold } = await begun()
      sold.own = [otherAccount]
      await ask(other, 'c')
      expect(await limits()).toEqual([])
      expect(await rowsOf('b')).toMatchObject([{ state: 'refused', signedAt: null }])
    })

    it('pays nothing where it was ended since', async () => {
      const { ask, http402 } = await begun()
      await http402.sites.stop()
      await ask(other, 'c')
      expect(await rowsOf('b')).toMatchObject([{ state: 'refused', signedAt: null }])
    })
  })

  it('that is used up means to be asked, and to be able to approve', async () => {
    const { http402, ask, asked, approve } = await setUp()
    const first = await asked(reader, 'a')
    await http402.choose(first, { ...choice, limit })
    await approve(first)
    expect(await ask(reader, 'b')).toHaveProperty('paymentId')
    expect(await ask(reader, 'c')).toHaveProperty('paymentId')
    const above = await asked(reader, 'd')
    expect(http402.view(above)?.limits).toMatchObject([{ page: reader, seller: shop, spentInDay: toHex(20_000n) }])
    await http402.choose(above, choice)
    await approve(above)
    expect((await database.getAll('payments')).map(({ state }) => state)).toEqual(['sent', 'sent', 'sent', 'sent'])
  })

  it('of all sites that would be exceeded is said, and the person may go above it', async () => {
    const { http402, approvals, asked, approve } = await setUp()
    const cap = {
      key: 'all',
      scope: 'day',
      origin: null,
      networkId: previewNetwork,
      token: dollar,
      most: 5_000n,
    } as const
    await database.put('paymentCaps', cap)
    const id = await asked(reader, 'a')
    await http402.choose(id, choice)
    expect((await approvals.get(id))?.shown.risks.map(({ code }) => code)).toContain('payment-above-cap')
    await approve(id)
    expect((await database.getAll('payments')).map(({ state }) => state)).toEqual(['sent'])
  })

  it('pays once for a request of a page that is reloaded while it is judged', async () => {
    const { ask, asked, approve, http402, sold } = await setUp()
    const first = await asked(reader, 'a')
    await http402.choose(first, { ...choice, limit: { ...limit, perDay: toHex(100_000n) } })
    await approve(first)
    const signing = Promise.withResolvers<void>()
    sold.untilSigned = signing.promise
    const isJudged = (path: string) =>
      expect.poll(async () => (await rowsOf(path)).map(({ automatic }) => automatic)).toEqual([true])
    const before = ask(reader, 'b')
    await isJudged('b')
    sold.gone.add('b')
    const after = ask(reader, 'b', undefined, 'b again')
    // Asked after it: where this one is judged, the other would be too, were it judged beside the first.
    const another = ask(reader, 'c')
    await isJudged('c')
    signing.resolve()
    await another
    expect(await after).toEqual(await before)
    expect(await rowsOf('b')).toMatchObject([{ state: 'sent', attempts: 2 }])
  })

  it('ends for its pair alone, and all end with one tap', async () => {
    const { http402, asked, approve, limits } = await setUp()
    for (const page of [reader, other]) {
      const id = await asked(page, page)
      await http402.choose(id, { ...choice, limit })
      await approve(id)
    }
    await http402.sites.endLimit({
      ...{ page: other, seller: shop, account },
      networkId: previewNetwork,
      token: dollar,
      payee: merchant,
    })
    expect((await limits()).map(({ page }) => page)).toEqual([reader])
    await http402.sites.stop()
    expect(await limits()).toEqual([])
    expect(await database.count('paymentCaps')).toBe(0)
  })
})

describe('a channel', () => {
  const config: ChannelConfig = {
    payer: account,
    payerAuthorizer: account,
    receiver: merchant,
    receiverAuthorizer: facilitator,
    token: dollar,
    withdrawDelay: 900,
    salt: toHex(0n, { size: 32 }),
  }
  const channelId = channelIdOf(config, previewChain)
  const open: ChannelRecord = {
    key: `${previewNetwork}:${channelId}`,
    networkId: previewNetwork,
    chainId: previewChain,
    epoch: 0,
    channelId,
    origin: shop,
    payer: account,
    receiver: merchant,
    token: dollar,
    config: JSON.stringify(config),
    withdrawDelaySeconds: 900,
    deposited: 55_000n,
    signed: 0n,
    charged: 0n,
    claimed: 0n,
    // A voucher of nothing so far; without a voucher it would be a channel that was found on the chain.
    voucher: JSON.stringify({ maxClaimableAmount: '0', signature: '0x' }),
    withdrawalAt: null,
    state: 'open',
    createdAt: 0,
    checkedAt: 0,
  }
  const delivered = { status: 200, settlement: null, terms: null }

  /** A channel with five prices in it, and a limit that was approved with the first voucher. */
  async function withVoucherPaid() {
    const made = await setUp()
    made.sold.scheme = 'batch-settlement'
    await database.put('channels', open)
    const id = await made.asked(reader, 'a')
    await made.http402.choose(id, { ...choice, limit: { most: toHex(10_000n), perDay: toHex(60_000n) } })
    await made.approve(id)
    const rowOf = async (path: string) =>
      (await database.getAll('payments')).find(({ url }) => url === `${shop}/${path}`)
    const answer = async (path: string) => made.http402.repeated((await rowOf(path))?.id ?? '', reader, delivered)
    const charged = async () => (await database.get('channels', open.key))?.charged
    return { ...made, rowOf, answer, charged }
  }

  it('pays by vouchers below a limit without a window, and asks before another deposit', async () => {
    const { ask, answer, asked, http402, charged, rowOf } = await withVoucherPaid()
    await answer('a')
    for (const path of ['b', 'c', 'd', 'e']) {
      expect(await ask(reader, path)).toHaveProperty('paymentId')
      await answer(path)
    }
    expect(await charged()).toBe(50_000n)
    expect((await rowOf('e'))?.automatic).toBe(true)
    const id = await asked(reader, 'f')
    expect(http402.view(id)).toMatchObject({
      options: [{ moves: 'deposit' }],
      limits: [{ spentInDay: toHex(40_000n) }],
    })
    await expect(
      http402.choose(id, { ...choice, limit: { most: toHex(100_000n), perDay: toHex(100_000n) } }),
    ).rejects.toMatchObject({ details: { field: 'limit' } })
  })

  it('is nothing an account on a device can pay from, which is the reason that is given', async () => {
    const { http402, asked, sold } = await setUp()
    sold.scheme = 'batch-settlement'
    sold.salts = async () => Promise.reject(new Failure('signer-unsupported'))
    expect(http402.view(await asked(reader, 'a'))?.options).toMatchObject([{ obstacle: 'channel-device' }])
  })

  it('that became free while its next payment was judged can pay it', async () => {
    const { http402, ask, answer } = await withVoucherPaid()
    await http402.sites.stop()
    const asked = await ask(reader, 'b', () => answer('a'))
    const id = 'approvalId' in asked ? asked.approvalId : ''
    await expect.poll(() => http402.view(id)?.options).toMatchObject([{ obstacle: null }])
  })

  it('lets calls below the limit wait for each other: one voucher at a time, and no window', async () => {
    const { ask, answer, charged } = await withVoucherPaid()
    const calls = Promise.all(['b', 'c', 'd'].map(path => ask(reader, path)))
    const sent = async () => (await database.getAll('payments')).filter(({ state }) => state === 'sent')
    for (let answered = 0; answered < 4; answered++) {
      await expect.poll(async () => (await sent()).length).toBe(1)
      const [one] = await sent()
      const cumulative = one?.plan == null ? null : readPlan(one.plan).channel?.cumulative
      expect(cumulative).toBe(String(10_000 * (answered + 1)))
      await answer(one?.url.split('/').at(-1) ?? '')
    }
    for (const call of await calls) expect(call).toHaveProperty('paymentId')
    expect(await charged()).toBe(40_000n)
  })
})

describe('a page that costs something', () => {
  const visit = (documentId: string): Visit => ({
    tabId: 1,
    documentId,
    origin: shop,
    url: `${shop}/${documentId}`,
    status: 402,
    mark: null,
    loadedAt: 1,
    isAttended: true,
  })

  it('is offered behind a login too: the terms are those that its page sees', async () => {
    const { http402, approvals, sold } = await setUp()
    sold.isLoginWanted = true
    await http402.visited(visit('a'))
    const [waiting] = await approvals.waiting()
    expect(http402.view(waiting?.id ?? '')?.options).toMatchObject([{ obstacle: null, payee: merchant }])
  })

  it('in a second tab of a site is offered once the first is decided', async () => {
    const { http402, approvals } = await setUp()
    await http402.visited(visit('a'))
    await http402.visited(visit('b'))
    const [first, ...others] = await approvals.waiting()
    expect(others).toEqual([])
    await approvals.reject(first?.id ?? '')
    await expect
      .poll(async () => (await approvals.waiting()).map(({ requester }) => requester))
      .toMatchObject([{ kind: 'site', documentId: 'b' }])
  })

  it('is asked about once: not by a worker that starts later, until it is loaded anew', async () => {
    const first = await setUp()
    await first.http402.visited(visit('a'))
    const [asked] = await first.approvals.waiting()
    const second = await setUp()
    await second.approvals.reject(asked?.id ?? '')
    await second.http402.visited(visit('a'))
    expect(await second.approvals.waiting()).toEqual([])
    await second.http402.visited({ ...visit('a'), loadedAt: 2 })
    expect(await second.approvals.waiting()).toHaveLength(1)
  })

  it('and is loaded anew while its terms are read is paid for once, below a limit', async () => {
    const { http402, approvals, approve, sold } = await setUp()
    await http402.visited(visit('a'))
    const [asked] = await approvals.waiting()
    await http402.choose(asked?.id ?? '', { ...choice, limit: { ...limit, perDay: toHex(100_000n) } })
    await approve(asked?.id ?? '')
    const reading = Promise.withResolvers<void>()
    sold.untilRead = reading.promise
    const page = visit('b')
    const visits = [http402.visited(page)]
    await expect.poll(() => http402.isAllowed(page.url)).toBe(true)
    await http402.left('b')
    visits.push(http402.visited({ ...page, documentId: 'b again', loadedAt: 2 }))
    // Visited after it: once the terms of this one are read, the other had its turn, were it not made to wait.
    const another = visit('c')
    visits.push(http402.visited(another))
    await expect.poll(() => http402.isAllowed(another.url)).toBe(true)
    reading.resolve()
    await Promise.all(visits)
    expect(await rowsOf('b')).toMatchObject([{ state: 'sent', attempts: 1 }])
    expect(await approvals.waiting()).toEqual([])
  })

  it('that was left before its question was answered is asked about when one comes back to it', async () => {
    const { http402, approvals } = await setUp()
    await http402.visited(visit('a'))
    await http402.left('a')
    expect(await approvals.waiting()).toEqual([])
    await http402.visited(visit('a'))
    expect(await approvals.waiting()).toHaveLength(1)
  })
})

describe('a payment that lacks only an allowance for Permit2', () => {
  const permit2 = '0x000000000022d473030f116ddee9f6b43ac78ba3'

  it('offers the approval of exactly its price, and can be approved once that is on the chain', async () => {
    const { http402, approvals, asked, approve, sold, token } = await setUp()
    sold.method = 'permit2'
    const id = await asked(reader, 'a')
    expect(http402.view(id)?.options).toMatchObject([{ obstacle: 'allowance' }])
    await expect(http402.choose(id, choice)).rejects.toMatchObject({ code: 'payment-mismatch' })
    expect(await http402.permit2Allowance(id, 0)).toEqual({
      networkId: previewNetwork,
      account,
      to: dollar,
      data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [permit2, 10_000n] }),
    })
    token.allowance = 10_000n
    await http402.rateAgain()
    expect(http402.view(id)?.options).toMatchObject([{ obstacle: null }])
    await expect(http402.permit2Allowance(id, 0)).rejects.toMatchObject({ code: 'payment-mismatch' })
    await http402.choose(id, choice)
    await approve(id)
    expect((await approvals.get(id))?.status).toBe('done')
    expect((await database.getAll('payments')).map(({ way, state }) => [way, state])).toEqual([['permit2', 'sent']])
  })
})
