import { recordFaults } from '@/lib/base/faults.fixture'
import { chainOfFirst, firstNetworkOf, furtherNetwork, type NetworkId } from '@/lib/base/network-id'
import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AccessList } from '@/lib/base/access-list'
import { createManualClock, type ManualClock } from '@/lib/base/manual-clock.fixture'
import type { ApprovalRequest } from '@/lib/language/requests'
import type { Risk } from '@/lib/reading/risk/risk'
import { type Database, openDatabase } from '@/lib/storage/open'
import { approvalLifetimeMs, createApprovals, type PersistentApprovals } from './approvals'
import { approvalDigest, canonicalText } from './digest'
import type { Approval, Approvals, Shown } from './types'

const account = '0x00000000000000000000000000000000000000aA'
const recipient = '0x00000000000000000000000000000000000000bB'
const site = { kind: 'site', origin: 'https://shop.example', topOrigin: null, tabId: 7, documentId: 'D1' } as const
const shown: Shown = {
  feeCeiling: '0x5208',
  fee: { gas: '0x5208', maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x1' },
  noncePolicy: 'next',
  outcome: null,
  risks: [],
}
const payment = {
  requester: site,
  networkId: firstNetworkOf(84538453),
  account,
  request: {
    kind: 'transaction',
    transaction: { to: recipient, value: '0x1', data: '0x' },
    purpose: 'send',
    replaces: null,
  },
  shown,
  requestKey: 'https://shop.example 1',
} as const satisfies Parameters<Approvals['add']>[0]

/** A further network shares its chain id with another one. */
const networkRisks = async (networkId: NetworkId, request: ApprovalRequest): Promise<Risk[]> =>
  networkId < 0 && request.kind === 'transaction' ? [{ code: 'shared-chain', level: 'caution', values: {} }] : []
const chainIdOf = (networkId: NetworkId) => chainOfFirst(networkId) ?? 84538453
const listOf = (digit: string): AccessList => [{ address: recipient, storageKeys: [`0x${digit.repeat(64)}`] }]

let database: Database
let clock: ManualClock
let approvals: PersistentApprovals

beforeEach(async () => {
  database = await openDatabase(crypto.randomUUID())
  clock = createManualClock()
  approvals = createApprovals({ database, faults: recordFaults(), clock, chainIdOf, networkRisks })
})
afterEach(() => database.close())

/** The approvals as the next worker reads them. */
const afterRestart = () => createApprovals({ database, clock, faults: recordFaults(), chainIdOf, networkRisks })

describe('stored approvals', () => {
  it('wait across a restart of the worker, oldest first', async () => {
    const first = await approvals.add(payment)
    clock.advance(1)
    const second = await approvals.add({ ...payment, request: { kind: 'connect' }, requestKey: null })
    expect(await afterRestart().waiting()).toEqual([first, second])
  })

  it('stay approved across a restart until they are carried out', async () => {
    const { id, digest } = await approvals.add(payment)
    await approvals.approve(id, digest, {})
    expect((await afterRestart().approved()).map(approval => approval.id)).toEqual([id])
    await approvals.done(id)
    expect(await afterRestart().approved()).toEqual([])
    expect((await approvals.get(id))?.status).toBe('done')
  })

  it('accept only one of two simultaneous answers', async () => {
    const { id, digest } = await approvals.add(payment)
    const outcomes = await Promise.allSettled([approvals.approve(id, digest, {}), approvals.reject(id)])
    expect(outcomes.map(outcome => outcome.status).sort()).toEqual(['fulfilled', 'rejected'])
    expect((await approvals.get(id))?.status).toBe('approved')
  })

  it('announce every change after it is stored', async () => {
    const seen: string[] = []
    const stop = approvals.onChange(approval => seen.push(approval.status))
    const { id, digest } = await approvals.add(payment)
    await approvals.approve(id, digest, {})
    await approvals.done(id)
    stop()
    await approvals.add(payment)
    expect(seen).toEqual(['waiting', 'approved', 'done'])
  })

  it('expire after ten minutes, even if the worker was stopped meanwhile', async () => {
    const { id, digest } = await approvals.add(payment)
    clock.advance(approvalLifetimeMs)
    await expect(approvals.approve(id, digest, {})).rejects.toMatchObject({ code: 'approval-gone' })
    expect((await afterRestart().expire()).length + (await approvals.expire()).length).toBeLessThanOrEqual(1)
    expect((await approvals.get(id))?.status).toBe('expired')
  })

  it('are cancelled only if they match and wait', async () => {
    const approved = await approvals.add(payment)
    await approvals.approve(approved.id, approved.digest, {})
    const here = await approvals.add(payment)
    const elsewhere = await approvals.add({ ...payment, requester: { ...site, tabId: 8 } })
    const ended = await approvals.cancel(
      ({ requester }) => requester.kind === 'site' && requester.tabId === 7,
      'cancelled',
    )
    expect(ended.map(({ id, status }) => [id, status])).toEqual([[here.id, 'cancelled']])
    expect((await approvals.waiting()).map(({ id }) => id)).toEqual([elsewhere.id])
    expect((await approvals.get(approved.id))?.status).toBe('approved')
  })

  it('are deleted a day after they ended, and only then', async () => {
    const ended = await approvals.add(payment)
    await approvals.reject(ended.id)
    const approved = await approvals.add(payment)
    await approvals.approve(approved.id, approved.digest, {})
    clock.advance(86_400_001)
    await approvals.expire()
    expect(await approvals.get(ended.id)).toBeUndefined()
    expect((await approvals.get(approved.id))?.status).toBe('approved')
  })

  it('are listed despite a damaged row', async () => {
    const good = await approvals.add(payment)
    const bad = await approvals.add(payment)
    const row = await database.get('approvals', bad.id)
    if (row === undefined) throw new Error('the row is there')
    await database.put('approvals', { ...row, request: '{"kind":"transfer-everything"}' })
    const faults = recordFaults()
    const restarted = createApprovals({ database, clock, faults, chainIdOf, networkRisks })
    expect((await restarted.waiting()).map(({ id }) => id)).toEqual([good.id])
    expect(faults.seen).toMatchObject([{ where: 'approvals', error: { name: '$ZodError' } }])
  })
})

describe('approving', () => {
  it('fails if what is shown has changed since', async () => {
    const { id, digest } = await approvals.add(payment)
    const changed = await approvals.show(id, { ...shown, feeCeiling: '0x5209' })
    expect(changed.digest).not.toBe(digest)
    await expect(approvals.approve(id, digest, {})).rejects.toMatchObject({ code: 'approval-changed' })
    expect((await approvals.approve(id, changed.digest, {})).status).toBe('approved')
  })

  it('fails for a revised request until the new one is shown', async () => {
    const { id, digest } = await approvals.add(payment)
    if (payment.request.kind !== 'transaction') throw new Error('it is one')
    const transaction = { ...payment.request.transaction, value: '0x7' } as const
    const revised = await approvals.revise(id, { ...payment.request, transaction })
    expect(revised.shown).toMatchObject({ feeCeiling: null, fee: null, risks: [] })
    await expect(approvals.approve(id, digest, {})).rejects.toMatchObject({ code: 'approval-changed' })
    await expect(approvals.approve(id, revised.digest, {})).rejects.toMatchObject({ code: 'invalid-input' })
    const ready = await approvals.show(id, shown)
    expect((await approvals.approve(id, ready.digest, {})).request).toMatchObject({ transaction: { value: '0x7' } })
    await expect(approvals.revise(id, payment.request)).rejects.toMatchObject({ code: 'approval-gone' })
  })

  it('works if only the live fee changed, within the ceiling', async () => {
    const { id, digest } = await approvals.add({ ...payment, shown: { ...shown, feeCeiling: '0xa410' } })
    const moved = await approvals.show(id, {
      ...shown,
      feeCeiling: '0xa410',
      fee: { gas: '0x5208', maxFeePerGas: '0x2', maxPriorityFeePerGas: '0x0' },
    })
    expect(moved.digest).toBe(digest)
    expect((await approvals.approve(id, digest, {})).status).toBe('approved')
  })

  it('fails if the fee exceeds its ceiling', async () => {
    const { id, digest } = await approvals.add({
      ...payment,
      shown: { ...shown, fee: { gas: '0x5208', maxFeePerGas: '0x2', maxPriorityFeePerGas: '0x1' } },
    })
    await expect(approvals.approve(id, digest, {})).rejects.toMatchObject({ code: 'fee-above-ceiling' })
  })

  it('fails while the fee of a transaction is unknown', async () => {
    const { id, digest } = await approvals.add({ ...payment, shown: { ...shown, feeCeiling: null, fee: null } })
    await expect(approvals.approve(id, digest, {})).rejects.toMatchObject({ code: 'invalid-input' })
  })

  it('a connection needs at least one account', async () => {
    const { id, digest } = await approvals.add({ ...payment, request: { kind: 'connect' } })
    await expect(approvals.approve(id, digest, { accounts: [] })).rejects.toMatchObject({ code: 'invalid-input' })
    expect((await approvals.approve(id, digest, { accounts: [account] })).decision).toEqual({ accounts: [account] })
  })

  it.each([
    ['value', '"0x1"', '"0xffff"'],
    ['access list', '1'.repeat(64), '2'.repeat(64)],
  ])('releases no signature if the %s was altered in the database', async (_what, before, after) => {
    const transaction = { ...payment.request.transaction, accessList: listOf('1') }
    const { id, digest } = await approvals.add({ ...payment, request: { ...payment.request, transaction } })
    await approvals.approve(id, digest, {})
    expect((await approvals.verify(id)).request).toMatchObject({ transaction })
    const row = await database.get('approvals', id)
    if (row === undefined) throw new Error('the row is there')
    await database.put('approvals', { ...row, request: row.request.replace(before, after) })
    await expect(approvals.verify(id)).rejects.toMatchObject({ code: 'approval-changed' })
  })

  it('releases a signature: an approval that waits or was carried out does not', async () => {
    const { id, digest } = await approvals.add(payment)
    await expect(approvals.verify(id)).rejects.toMatchObject({ code: 'approval-gone' })
    await approvals.approve(id, digest, {})
    await approvals.done(id)
    await expect(approvals.verify(id)).rejects.toMatchObject({ code: 'approval-gone' })
    await expect(approvals.show(id, shown)).rejects.toMatchObject({ code: 'approval-gone' })
    await expect(approvals.verify('nobody')).rejects.toMatchObject({ code: 'approval-gone' })
  })
})

describe('the risks of the site', () => {
  const framed = { code: 'site-framed', level: 'caution', values: {} } as const
  const fails = { code: 'would-fail', level: 'danger', values: {} } as const

  it('stay when the rest of what is shown changes', async () => {
    const { id, digest } = await approvals.add(payment)
    await approvals.warn(id, [framed, fails])
    expect((await approvals.get(id))?.shown.risks).toEqual([framed])
    const changed = await approvals.show(id, { ...shown, risks: [fails] })
    expect(changed.shown.risks).toEqual([framed, fails])
    expect(changed.digest).not.toBe(digest)
    await approvals.approve(id, changed.digest, {})
    await expect(approvals.warn(id, [])).rejects.toMatchObject({ code: 'approval-gone' })
  })
})

describe('the risk of a network that shares its chain id', () => {
  const shared = { code: 'shared-chain', level: 'caution', values: {} } as const
  const fork = furtherNetwork([])

  it('is there from the start, stays whatever is shown, and is not in decisions that sign nothing', async () => {
    const { id, chainId, shown: first } = await approvals.add({ ...payment, networkId: fork })
    expect([chainId, first.risks]).toEqual([84538453, [shared]])
    expect((await approvals.show(id, shown)).shown.risks).toEqual([shared])
    await approvals.warn(id, [])
    expect((await approvals.get(id))?.shown.risks).toEqual([shared])
    const connecting = await approvals.add({ ...payment, networkId: fork, request: { kind: 'connect' } })
    expect(connecting.shown.risks).toEqual([])
  })

  it('comes and goes with the network that a payment is chosen for', async () => {
    const { id } = await approvals.add(payment)
    expect(await approvals.choose(id, { networkId: fork, shown })).toMatchObject({
      ...{ networkId: fork, chainId: 84538453, shown: { risks: [shared] } },
    })
    expect((await approvals.choose(id, { networkId: payment.networkId, shown })).shown.risks).toEqual([])
  })
})

describe('the digest', () => {
  const content = { ...payment, chainId: 84538453, shown }
  const danger = { code: 'look_alike', level: 'danger', values: { known: recipient } } as const
  const caution = { code: 'first_time', level: 'caution', values: {} } as const
  const different: [
    string,
    Partial<Pick<Approval, 'requester' | 'networkId' | 'chainId' | 'account' | 'request' | 'shown'>>,
  ][] = [
    ['origin', { requester: { ...site, origin: 'https://shop.examp1e' } }],
    ['origin of the top frame', { requester: { ...site, topOrigin: 'https://frames.example' } }],
    ['requester, the wallet itself', { requester: { kind: 'wallet' } }],
    ['network', { networkId: firstNetworkOf(8453), chainId: 8453 }],
    ['network of the same chain', { networkId: furtherNetwork([]) }],
    ['account', { account: recipient }],
    ['no account', { account: null }],
    ['amount', { request: { ...payment.request, transaction: { ...payment.request.transaction, value: '0x2' } } }],
    [
      'access list',
      {
        request: { ...payment.request, transaction: { ...payment.request.transaction, accessList: listOf('1') } },
      },
    ],
    ['purpose', { request: { ...payment.request, purpose: 'cancel' } }],
    ['fee ceiling', { shown: { ...shown, feeCeiling: '0x5209' } }],
    ['added fee ceiling', { shown: { ...shown, addedFeeCeiling: '0x1' } }],
    ['nonce', { shown: { ...shown, noncePolicy: 3 } }],
    ['outcome', { shown: { ...shown, outcome: 'reverts' } }],
    ['risk', { shown: { ...shown, risks: [danger] } }],
  ]

  it.each(different)('differs for another %s', (_what, change) => {
    expect(approvalDigest({ ...content, ...change })).not.toBe(approvalDigest(content))
  })

  it('differs with the page whose link was followed', () => {
    const of = (linkOrigin?: string) => approvalDigest({ ...content, requester: { kind: 'wallet', linkOrigin } })
    const said = approvalDigest({ ...content, requester: { kind: 'wallet', statedPurpose: 'Lunch' } })
    expect(new Set([of(), of('https://shop.example'), of('https://other.example'), said]).size).toBe(4)
  })

  it('of a decision on the first network of a chain is the one of versions that knew only chain ids', () => {
    const request = { kind: 'message', message: '0x01' } as const
    expect(approvalDigest({ ...content, account: account.toLowerCase(), request })).toBe(
      '0x765e10ed9d9d8f53b6403bc11d495a13cab31e8b76ae1b111104fcf0acc4b09f',
    )
  })

  it('is the same for another tab, another case of the account and another order of the risks', () => {
    expect(approvalDigest({ ...content, requester: { ...site, tabId: 9, documentId: null } })).toBe(
      approvalDigest(content),
    )
    expect(approvalDigest({ ...content, account: account.toLowerCase() })).toBe(approvalDigest(content))
    expect(approvalDigest({ ...content, shown: { ...shown, risks: [danger, caution] } })).toBe(
      approvalDigest({ ...content, shown: { ...shown, risks: [caution, danger] } }),
    )
  })

  it('is made from a text that determines the value', () => {
    const value = fc.letrec(tie => ({
      any: fc.oneof(fc.string(), fc.maxSafeInteger(), fc.boolean(), fc.constant(null), tie('list'), tie('object')),
      list: fc.array(tie('any'), { maxLength: 4 }),
      object: fc.dictionary(fc.string(), tie('any'), { maxKeys: 4 }),
    })).any
    fc.assert(
      fc.property(value, member => {
        const text = canonicalText(member)
        expect(canonicalText(JSON.parse(text))).toBe(text)
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(member)))
      }),
    )
  })

  it('refuses values that JSON would change', () => {
    for (const lossy of [1n, 1.5, Number.NaN, 2 ** 53, () => 0]) expect(() => canonicalText(lossy)).toThrow(TypeError)
  })
})
