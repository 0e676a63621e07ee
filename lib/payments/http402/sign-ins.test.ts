import 'fake-indexeddb/auto'
import { parseSIWxHeader, verifySIWxSignature } from '@x402/extensions'
import { hexToString, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '@/lib/base/clock'
import { recordFaults } from '@/lib/base/faults.fixture'
import { lowerCaseAddress } from '@/lib/base/hex'
import { presets } from '@/lib/chain/networks/presets'
import { createApprovals } from '@/lib/decisions/approvals/approvals'
import { memoryStore } from '@/lib/keys/keyring.fixture'
import { type Database, openDatabase } from '@/lib/storage/open'
import type { PaymentRecord } from '@/lib/storage/payment-records'
import { earlierRisks } from './automatic'
import { usedOf } from './caps'
import {
  chainAnswering,
  dollar,
  dollarSeparator,
  entry,
  merchant,
  previewChain,
  previewNetwork,
  shop,
  shopPage,
  unneeded,
} from './fixtures.fixture'
import { createHttp402 } from './http402'
import { limitKey } from './limits'
import { newPayment } from './new-payment'
import { readSignInPlan } from './plan'
import { signInRules } from './sign-in'
import { isSignInCovered } from './sign-ins'
import { readTermsText } from './terms'
import type { Visit } from './types'

const signer = privateKeyToAccount(`0x${'42'.repeat(32)}`)
const account = lowerCaseAddress(signer.address)
const url = shopPage.url
const seconds = () => Math.floor(Date.now() / 1_000)

let database: Database
beforeEach(async () => {
  database = await openDatabase(crypto.randomUUID())
})
afterEach(() => database.close())

/** A shop whose article was paid for a day ago, and the wallet that paid. */
async function setUp() {
  /** ms by which time went on since. */
  const later = { ms: 0 }
  const clock = { ...systemClock, now: () => Date.now() + later.ms }
  const approvals = createApprovals({
    database,
    faults: recordFaults(),
    clock,
    chainIdOf: networkId => networkId,
    networkRisks: async () => [],
  })
  const nothing = async () => unneeded()
  let count = 0
  const seller = {
    nonce(): string {
      count++
      return `nonce${count}0000000`
    },
  }
  const terms = () =>
    JSON.stringify({
      x402Version: 2,
      error: 'Payment required',
      resource: { url },
      accepts: [entry()],
      extensions: {
        'sign-in-with-x': {
          info: {
            domain: new URL(shop).host,
            uri: url,
            version: '1',
            nonce: seller.nonce(),
            issuedAt: new Date(clock.now()).toISOString(),
          },
          supportedChains: [{ chainId: `eip155:${previewChain}`, type: 'eip191' }],
        },
      },
    })
  const sent: PaymentRecord[] = []
  const signed: string[] = []
  const listed = {
    ...{ key: 'dollar', networkId: previewNetwork, address: dollar, symbol: 'TUSD', name: 'Test Dollar', decimals: 6 },
    ...{ hidden: false, source: 'person' as const },
  }
  const http402 = createHttp402({
    database,
    clock,
    approvals,
    keepAlive: { hold: () => () => undefined },
    networks: {
      get: networkId => presets(null).find(({ id }) => id === networkId),
      ofChain: chainId => presets(null).filter(preset => preset.chainId === chainId),
      connection: () =>
        chainAnswering(
          params => (JSON.stringify(params).includes('0x3644e515') ? dollarSeparator : toHex(10n ** 9n, { size: 32 })),
          seconds,
        ),
      epoch: () => 0,
    },
    tokens: { metadata: async () => listed, list: async () => [listed] },
    networkRisks: async () => [],
    accessOf: async () => ({ networkId: previewNetwork, chainId: previewChain }),
    signer: {
      signTypedData: async () => `0x${'5c'.repeat(65)}` as const,
      async signMessage(id, _account, message) {
        signed.push(id)
        return signer.signMessage({ message: hexToString(message as `0x${string}`) })
      },
    },
    ledger: { record: async () => [], check: nothing, standing: async () => [] },
    door: {
      fetch: async () => ({ status: 402, headers: new Headers(), body: terms() }),
      openSocket: unneeded,
      download: unneeded,
    },
    carrier: {
      async send(payment) {
        sent.push(payment)
        return { tabId: payment.tabId, isNew: false }
      },
      drop: async () => undefined,
      look: nothing,
      ask: nothing,
      keepOnly: nothing,
    },
    accountFor: async () => signer.address,
    ownAccounts: async () => [signer.address],
    isMuted: async () => false,
    warn: async () => undefined,
    openWindow: () => undefined,
    isOpen: () => true,
    isUnlocked: async () => true,
    sessionStartedAt: async () => 0,
    sessionStore: memoryStore(),
    channelSalts: async () => [],
    signInRules: () => signInRules,
    barrier: async () => undefined,
    faults: recordFaults(),
  })

  async function paid(changes: Partial<PaymentRecord> = {}): Promise<void> {
    const json = terms()
    const read = readTermsText(json)
    if (read === null) throw new Error('these terms cannot be read')
    await database.put('payments', {
      ...newPayment(shopPage, signer.address, { kind: 'terms', json, read }),
      ...{
        state: 'delivered',
        way: 'eip3009',
        networkId: previewNetwork,
        chainId: previewChain,
        token: dollar,
        payee: merchant,
      },
      ...{ amount: 10_000n, charged: 10_000n, accepted: 0, attempts: 1, payload: 'cGF5' },
      ...{ createdAt: Date.now() - 86_400_000, signedAt: Date.now() - 86_400_000, endedAt: Date.now() - 86_000_000 },
      ...changes,
    })
    // It was stored past the journal.
    http402.sites.forget()
  }

  let documents = 0
  async function visit(changes: Partial<Visit> = {}): Promise<void> {
    documents++
    const document = { tabId: 1, documentId: `document ${documents}`, origin: shop, url, status: 402, mark: null }
    await http402.visited({ ...document, loadedAt: documents, isAttended: true, ...changes })
  }
  async function asked(): Promise<string> {
    const [waiting] = await approvals.waiting()
    if (waiting === undefined) throw new Error('nobody was asked')
    return waiting.id
  }
  async function approve(id: string): Promise<void> {
    const shown = await approvals.get(id)
    if (shown === undefined) throw new Error('there is no decision')
    await http402.pay(await approvals.approve(id, shown.digest, {}))
    await approvals.done(id)
  }
  /** The page of the last request that went out, answered so. */
  async function answered(status: number): Promise<void> {
    const mark = sent.at(-1)?.id ?? ''
    await visit({ status, mark })
  }
  const newest = async () => (await database.getAll('payments')).sort((a, b) => b.createdAt - a.createdAt)[0]
  return { http402, approvals, seller, later, paid, visit, asked, approve, answered, newest, sent, signed }
}

describe('what was bought is opened by signing in', () => {
  it('without paying: the published server knows who signed, and nothing counts as paid', async () => {
    const { http402, paid, visit, asked, approve, answered, newest, sent } = await setUp()
    await paid()
    await visit()
    const id = await asked()
    expect(http402.view(id)?.signIn).toEqual({ isFirst: true, planned: null })
    await http402.chooseSignIn(id, false)
    expect(http402.view(id)?.signIn?.planned?.message).toContain('wants you to sign in')
    await approve(id)
    const payload = parseSIWxHeader(sent[0]?.payload ?? '')
    expect(await verifySIWxSignature(payload)).toEqual({ isValid: true, payer: signer.address })

    await answered(200)
    const row = await newest()
    expect(row).toMatchObject({ state: 'opened', amount: null, signedAt: null, account })
    const cap = { scope: 'day', origin: null, networkId: previewNetwork, token: dollar } as const
    const signIns = (await database.getAll('payments')).filter(({ state }) => state === 'opened')
    expect(usedOf(cap, signIns, { now: Date.now(), sessionStartedAt: 0 })).toBe(0n)
    if (row === undefined) throw new Error('there is a row')
    expect(earlierRisks({ ...row, id: 'next' }, signIns, Date.now())).toEqual([])
  })

  it('is not offered for a payment never made, nor by another account, nor on the page’s word', async () => {
    const { http402, paid, visit, asked } = await setUp()
    await paid({ state: 'refused', signedAt: null })
    await paid({ account: merchant })
    await paid({ origin: 'https://other.example' })
    await visit()
    expect(http402.view(await asked())?.signIn).toBeNull()
    await expect(http402.chooseSignIn(await asked(), false)).rejects.toMatchObject({ code: 'payment-expired' })
  })

  it('stands beside the price where another address of the seller was paid', async () => {
    const { http402, paid, visit, asked } = await setUp()
    await paid({ url: `${shop}/another` })
    await visit()
    expect(http402.view(await asked())?.signIn).toEqual({ isFirst: false, planned: null })
  })

  it('never signs a nonce twice', async () => {
    const { http402, approvals, seller, paid, visit, asked, approve, answered, sent } = await setUp()
    seller.nonce = () => 'alwaysthesame'
    await paid()
    await visit()
    await http402.chooseSignIn(await asked(), true)
    await approve(await asked())
    await answered(200)
    await visit()
    expect(http402.view(await asked())?.signIn).toBeNull()
    expect(sent).toHaveLength(1)
    await approvals.reject(await asked())
  })

  it('is not signed once the message is too old; until then a new one is read from the seller', async () => {
    const { http402, approvals, later, paid, visit, asked, signed } = await setUp()
    await paid()
    await visit()
    const id = await asked()
    const message = () => http402.view(id)?.signIn?.planned?.message
    await http402.chooseSignIn(id, false)
    const first = message()
    later.ms = 130_000
    await http402.chooseSignIn(id, false)
    const second = message()
    expect(second).not.toBe(first)
    await http402.chooseSignIn(id, false)
    expect(message()).toBe(second)
    const shown = await approvals.get(id)
    const approved = await approvals.approve(id, shown?.digest ?? '0x', {})
    later.ms += 600_001
    await expect(http402.pay(approved)).rejects.toMatchObject({ code: 'payment-expired' })
    expect(signed).toEqual([])
  })
})

describe('a seller that asks for money all the same', () => {
  it('is offered the payment after one sign-in, and no other sign-in before it was paid again', async () => {
    const { http402, approvals, paid, visit, asked, approve, answered, sent } = await setUp()
    await paid()
    await visit()
    await http402.chooseSignIn(await asked(), true)
    await approve(await asked())
    await answered(402)
    const next = await asked()
    expect(http402.view(next)?.signIn).toBeNull()
    expect(http402.view(next)?.options).toMatchObject([{ obstacle: null }])
    await approvals.reject(next)

    // Neither by itself, though the person allowed that.
    await visit()
    expect(http402.view(await asked())?.signIn).toBeNull()
    expect(sent).toHaveLength(1)
    await approvals.reject(await asked())

    await paid({ signedAt: Date.now() + 1 })
    await visit()
    expect(sent).toHaveLength(2)
  })
})

describe('below a limit', () => {
  const subject = { page: shop, seller: shop, account, networkId: previewNetwork, token: dollar, payee: merchant }
  const amounts = { most: 10_000n, perDay: 1_000_000n }
  const allow = () => database.put('paymentLimits', { key: limitKey(subject), ...subject, ...amounts, createdAt: 0 })
  const paidAlone = async () => (await database.getAll('payments')).filter(({ automatic }) => automatic)

  it('the person decides once more about what was paid for once: signing in may open it', async () => {
    const { http402, paid, visit, asked } = await setUp()
    await allow()
    await paid()
    await visit()
    expect(http402.view(await asked())?.signIn).toMatchObject({ isFirst: true })
    expect(await paidAlone()).toEqual([])
  })

  it('a seller that charges for each call is paid: it was paid more than once for the same address', async () => {
    const { approvals, paid, visit } = await setUp()
    await allow()
    await paid()
    await paid()
    await visit()
    expect(await approvals.waiting()).toEqual([])
    expect(await paidAlone()).toMatchObject([{ amount: 10_000n }])
  })

  it('a seller that charges for each call is paid: it refused a sign-in for the same address', async () => {
    const { http402, approvals, paid, visit, asked, approve, answered } = await setUp()
    await paid()
    await visit()
    await http402.chooseSignIn(await asked(), false)
    await approve(await asked())
    await answered(402)
    await approvals.reject(await asked())
    // The one payment there is was made after that: a sign-in could open what it bought, and opened nothing before.
    for (const row of await database.getAll('payments'))
      if (row.state === 'delivered') await database.put('payments', { ...row, signedAt: Date.now() + 1 })
    http402.sites.forget()
    await allow()
    await visit()
    expect(await approvals.waiting()).toEqual([])
    expect(await paidAlone()).toMatchObject([{ amount: 10_000n }])
  })
})

describe('the consent to sign in without asking', () => {
  const kept = () => database.get('paymentSites', shop).then(site => site?.signIns ?? [])

  it('is kept with the signature, for this page, seller and account, and ends with one tap', async () => {
    const { http402, approvals, paid, visit, asked, approve, answered, sent, signed, newest } = await setUp()
    await paid()
    await visit()
    await http402.chooseSignIn(await asked(), true)
    expect(await kept()).toEqual([])
    await approve(await asked())
    expect(await kept()).toEqual([{ page: shop, account }])
    expect((await http402.sites.view()).signIns).toEqual([{ page: shop, seller: shop, account }])
    await answered(200)

    await visit()
    expect(await approvals.waiting()).toEqual([])
    expect(sent.map(({ automatic }) => automatic)).toEqual([false, true])
    expect(signed[1]).toBe(`payment:${sent[1]?.id}`)
    await answered(200)
    expect(await newest()).toMatchObject({ state: 'opened' })

    await http402.sites.endSignIn({ page: shop, seller: shop, account })
    await visit()
    expect(http402.view(await asked())?.signIn).toMatchObject({ isFirst: true })
    expect(sent).toHaveLength(2)
  })

  it('is not used for a page that nobody looks at', async () => {
    const { http402, paid, visit, asked, approve, answered, sent } = await setUp()
    await paid()
    await visit()
    await http402.chooseSignIn(await asked(), true)
    await approve(await asked())
    await answered(200)
    await visit({ isAttended: false })
    expect(await asked()).toBeDefined()
    expect(sent).toHaveLength(1)
  })

  it('is not kept after a refusal', async () => {
    const { http402, approvals, paid, visit, asked, sent } = await setUp()
    await paid()
    await visit()
    await http402.chooseSignIn(await asked(), true)
    await approvals.reject(await asked())
    expect(await kept()).toEqual([])
    await visit()
    expect(sent).toEqual([])
    expect(http402.view(await asked())?.signIn).toEqual({ isFirst: true, planned: null })
  })

  it('covers the planned message for its own address, and nothing else', async () => {
    const { http402, paid, visit, asked, newest } = await setUp()
    await paid()
    await visit()
    await http402.chooseSignIn(await asked(), false)
    const [approval] = await database.getAll('approvals')
    const plan = readSignInPlan(JSON.parse(approval?.shown ?? '{}').plan)
    const row = await newest()
    if (plan === null || row === undefined) throw new Error('it is planned')
    const site = { origin: shop, switchedOn: false, payees: [], createdAt: 0, signIns: [{ page: shop, account }] }
    const offered = { ...row, automatic: true }
    expect(isSignInCovered(offered, site, plan, signInRules)).toBe(true)
    expect(isSignInCovered({ ...offered, automatic: false }, site, plan, signInRules)).toBe(false)
    expect(isSignInCovered({ ...offered, pageOrigin: 'https://reader.example' }, site, plan, signInRules)).toBe(false)
    expect(isSignInCovered({ ...offered, state: 'opened' }, site, plan, signInRules)).toBe(false)
    expect(isSignInCovered({ ...offered, url: 'https://bank.example/' }, site, plan, signInRules)).toBe(false)
    expect(isSignInCovered({ ...offered, account: merchant }, site, plan, signInRules)).toBe(false)
    expect(isSignInCovered(offered, undefined, plan, signInRules)).toBe(false)
  })
})
