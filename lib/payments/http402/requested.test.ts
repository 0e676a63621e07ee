import { recordFaults } from '@/lib/base/faults.fixture'
import { memoryStore } from '@/lib/keys/keyring.fixture'
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createManualClock } from '@/lib/base/manual-clock.fixture'
import { createApprovals } from '@/lib/decisions/approvals/approvals'
import { type Database, openDatabase } from '@/lib/storage/open'
import {
  account,
  asPageTells,
  chainAnswering,
  entry,
  previewChain,
  previewNetwork,
  shop,
  termsText,
  unneeded,
} from './fixtures.fixture'
import { createHttp402 } from './http402'
import { signInRules } from './sign-in'

let database: Database
beforeEach(async () => {
  database = await openDatabase(crypto.randomUUID())
})
afterEach(() => database.close())

const requester = { kind: 'site', origin: shop, topOrigin: null, tabId: 1, documentId: 'd' } as const
const request = {
  url: `${shop}/beans`,
  method: 'GET',
  bodyDigest: null,
  terms: asPageTells(termsText(entry())),
  isHidden: false,
  isPaid: false,
  isAttended: true,
  again: null,
}

/** A shop where the person switched payments on, and set no limit below which nobody asks. */
async function switchedOn() {
  const clock = createManualClock()
  const approvals = createApprovals({
    database,
    faults: recordFaults(),
    clock,
    chainIdOf: networkId => networkId,
    networkRisks: async () => [],
  })
  await database.put('paymentSites', {
    origin: shop,
    switchedOn: true,
    payees: [],
    createdAt: clock.now(),
  })
  const nothing = async () => unneeded()
  const http402 = createHttp402({
    database,
    clock,
    approvals,
    keepAlive: { hold: () => () => undefined },
    networks: { get: () => undefined, ofChain: () => [], connection: () => chainAnswering(() => '0x'), epoch: () => 0 },
    tokens: { metadata: async () => null, list: async () => [] },
    networkRisks: async () => [],
    accessOf: async () => ({ networkId: previewNetwork, chainId: previewChain }),
    signer: { signMessage: nothing, signTypedData: nothing },
    ledger: { record: nothing, check: nothing, standing: async () => [] },
    door: { fetch: nothing, openSocket: unneeded, download: unneeded },
    carrier: { send: nothing, drop: nothing, look: nothing, ask: nothing, keepOnly: async () => undefined },
    accountFor: async () => account,
    ownAccounts: async () => [account],
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
  return { http402, approvals }
}

describe('a payment that a page asks for', () => {
  it('is offered, and decided by the person', async () => {
    const { http402, approvals } = await switchedOn()
    const asked = await http402.requested(request, requester, 'key', async () => undefined)
    const [waiting] = await approvals.waiting()
    expect(asked).toEqual({ approvalId: waiting?.id })
    expect(await database.getAll('payments')).toMatchObject([{ state: 'offered' }])
  })

  it('leaves nothing behind where the person may not be asked', async () => {
    const { http402, approvals } = await switchedOn()
    const refused = new Error('too many wait')
    await expect(http402.requested(request, requester, 'key', () => Promise.reject(refused))).rejects.toBe(refused)
    expect(await approvals.waiting()).toEqual([])
    expect(await database.getAll('payments')).toEqual([])
  })
})
