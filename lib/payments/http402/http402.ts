import type { Address, Hex } from 'viem'
import type { Approval, Requester } from '@/lib/approvals/types'
import type { PaymentRecord } from '@/lib/database/payment-records'
import { readTypedData } from '@/lib/decoding/typed-data'
import { worstFirst } from '@/lib/risk/risk'
import { Failure } from '@/lib/values/failure'
import { lowerCaseAddress } from '@/lib/values/hex'
import { createListeners } from '@/lib/values/listeners'
import { createDelivery } from './delivery'
import { earlierRisks } from './earlier'
import { type Offer, otherProtocol, rateOffer, toPaymentView } from './offers'
import { headerOf } from './payload'
import { checkPlan, type PaymentPlan, readPlan } from './plan'
import { fetchTerms, type Wanted } from './read-terms'
import { createPaymentRows, openStates } from './rows'
import type { Http402, Http402Parts, Visit } from './types'

const lookAgainMs = 5_000

export function createHttp402(parts: Http402Parts): Http402 {
  const { approvals, barrier, carrier, clock, door, ledger, signer } = parts
  const rows = createPaymentRows(parts.database, clock.now)
  const delivery = createDelivery(parts, rows)
  const changes = createListeners<[]>()
  const allowed = new Set<string>()
  /** By approval: what its chain said, in this worker's life. */
  const offers = new Map<string, Offer>()
  const views = new Map<string, PaymentRecord>()
  const plans = new Map<string, PaymentPlan>()
  const paying = new Map<string, Promise<void>>()
  /** Documents whose page is there and answered 402. */
  const present = new Set<string>()

  rows.onChange(() => changes.tell())

  // ---- What a page says ------------------------------------------------------------------------------------------------------

  async function visited(visit: Visit): Promise<void> {
    if (visit.mark !== null) {
      await delivery.answered(visit.mark, visit.status)
      if (visit.status !== 402) return
    }
    if (visit.status !== 402) return
    present.add(visit.documentId)
    if (visit.mark !== null || (await delivery.resume(visit))) return
    await offer(visit)
  }

  async function offer(visit: Visit): Promise<void> {
    const { origin, url, tabId, documentId } = visit
    if (!isPayable(url) || (await parts.isMuted(origin))) return
    const account = await parts.accountFor(origin)
    if (account === null) return
    const waiting = (await approvals.waiting()).filter(({ request }) => request.kind === 'payment')
    const own = waiting.find(({ requester }) => requester.kind === 'site' && requester.origin === origin)
    // The same page again after the worker died: its question still stands.
    if (own?.requester.kind === 'site' && own.requester.documentId === documentId) return
    if (own !== undefined) return
    const wanted = await readTermsOf(url)
    if (wanted === null || wanted.kind === 'nothing' || !present.has(documentId)) return
    const row = newRow(visit, account, wanted, clock.now())
    await rows.add(row)
    const requester: Requester = { kind: 'site', origin, topOrigin: null, tabId, documentId }
    const offered = await rateOffer(row, account, parts, rows)
    const best = offered?.rated[0]
    const approval = await approvals.add({
      requester,
      chainId: best?.option.chainId ?? 1,
      account,
      request: { kind: 'payment', paymentId: row.id, url, method: row.method },
      shown: { ...nothingShown, risks: best?.risks ?? [] },
      requestKey: null,
    })
    if (offered !== null) offers.set(approval.id, offered)
    views.set(approval.id, row)
    await parts.warn(approval.id, requester)
    changes.tell()
    parts.openWindow()
  }

  async function readTermsOf(url: string) {
    allowed.add(url)
    try {
      return await fetchTerms(door, url)
    } catch {
      // Nothing is offered where the terms cannot be read; the page stays what it is.
      return null
    } finally {
      allowed.delete(url)
    }
  }

  // ---- What the person decides -----------------------------------------------------------------------------------------------

  /** After the worker died the chain is asked again. */
  async function remember(approval: Approval): Promise<{ row: PaymentRecord; offer: Offer } | null> {
    if (approval.request.kind !== 'payment' || approval.account === null) return null
    const row = await rows.get(approval.request.paymentId)
    if (row === undefined) return null
    const offer = offers.get(approval.id) ?? (await rateOffer(row, approval.account, parts, rows))
    if (offer === null) return null
    offers.set(approval.id, offer)
    views.set(approval.id, row)
    if (approval.shown.plan !== undefined) plans.set(approval.id, readPlan(approval.shown.plan))
    changes.tell()
    return { row, offer }
  }

  const choose: Http402['choose'] = async (approvalId, built) => {
    const approval = await approvals.get(approvalId)
    const known = approval === undefined ? null : await remember(approval)
    if (approval === undefined || known === null || approval.account === null)
      throw new Failure('approval-gone', { id: approvalId })
    const rated = known.offer.rated.find(({ option }) => option.index === built.accepted)
    if (rated === undefined) throw new Failure('payment-mismatch', { field: 'accepted' })
    const now = Math.max(Math.floor(Date.now() / 1_000), chainSecondsOf(known.offer, rated.option.chainId))
    const plan = checkPlan(rated, built, lowerCaseAddress(approval.account), now)
    await assertFresh(plan)
    const risks = worstFirst([...rated.risks, ...earlierRisks(known.row, await rows.all(), clock.now())])
    await approvals.choose(approvalId, {
      chainId: plan.chainId,
      shown: { ...approval.shown, risks, plan: JSON.stringify(plan) },
    })
    plans.set(approvalId, plan)
    changes.tell()
  }

  /** A nonce signed before would pay for two things at once, or for nothing. @throws Failure `payment-mismatch` */
  async function assertFresh(plan: PaymentPlan): Promise<void> {
    const signed = await parts.database.getAll('authorizations')
    if (signed.some(({ chainId, nonce }) => chainId === plan.chainId && nonce === plan.nonce))
      throw new Failure('payment-mismatch', { field: 'nonce' })
  }

  function pay(approval: Approval): Promise<void> {
    const existing = paying.get(approval.id)
    if (existing !== undefined) return existing
    const made = signAndSend(approval).finally(() => paying.delete(approval.id))
    paying.set(approval.id, made)
    return made
  }

  async function signAndSend({ id, account, chainId, request, shown }: Approval): Promise<void> {
    if (request.kind !== 'payment' || account === null || shown.plan === undefined)
      throw new Failure('approval-changed', { id })
    const plan = readPlan(shown.plan)
    const row = await rows.get(request.paymentId)
    if (row === undefined) throw new Failure('approval-gone', { id })
    if (row.state === 'offered') await sign(row, { id, account, chainId, plan })
    await barrier('payment-send')
    await delivery.send(row.id)
  }

  /**
   * The nonce is in the plan: a worker that dies anywhere in here leaves signatures that are the same when they are made again. Nothing leaves before the
   * ledger and the journal have it.
   */
  async function sign(
    row: PaymentRecord,
    { id, account, chainId, plan }: { id: string; account: Address; chainId: number; plan: PaymentPlan },
  ): Promise<void> {
    if (BigInt(plan.validBefore) <= BigInt(Math.floor(Date.now() / 1_000)) + 6n) throw new Failure('payment-expired')
    await assertWithinCaps(row, account, plan)
    await barrier('payment-sign')
    const signatures: Hex[] = []
    for (const typedData of plan.typedData)
      signatures.push(await signer.signTypedData(id, account, readTypedData(typedData)))
    await barrier('payment-record')
    for (const [index, typedData] of plan.typedData.entries()) {
      const signature = signatures[index]
      if (signature === undefined) throw new Failure('signature-refused')
      const common = { chainId, account, origin: row.origin, paymentId: row.id, token: plan.token }
      await ledger.record({ ...common, id: `${id}:${index}`, typedData, signature })
    }
    await barrier('payment-journal')
    await rows.change(row.id, current =>
      current.state !== 'offered'
        ? null
        : {
            state: 'signed',
            accepted: plan.accepted,
            way: plan.way,
            plan: JSON.stringify(plan),
            chainId,
            account: lowerCaseAddress(account),
            token: plan.token,
            payee: plan.payee,
            amount: BigInt(plan.amount),
            payload: headerOf(row, plan, signatures),
            validBefore: BigInt(plan.validBefore),
            signedAt: clock.now(),
          },
    )
  }

  /** What was signed meanwhile counts too. @throws Failure `payment-above-cap` {scope} */
  async function assertWithinCaps(row: PaymentRecord, account: Address, plan: PaymentPlan): Promise<void> {
    const offer = await rateOffer(row, account, parts, rows)
    const rated = offer?.rated.find(({ option }) => option.index === plan.accepted)
    if (rated === undefined) throw new Failure('payment-mismatch', { field: 'accepted' })
    if (rated.obstacle === 'cap') throw new Failure('payment-above-cap')
  }

  approvals.onChange(({ id, request, status }) => {
    if (request.kind !== 'payment' || status === 'waiting' || status === 'approved') return
    offers.delete(id)
    views.delete(id)
    plans.delete(id)
    if (status === 'done') return
    void rows.change(request.paymentId, row =>
      row.state === 'offered' ? { state: 'refused', reason: status, endedAt: clock.now() } : null,
    )
  })

  async function cancelOrphans(): Promise<void> {
    await approvals.cancel(
      ({ request, requester }) =>
        request.kind === 'payment' && requester.kind === 'site' && !present.has(requester.documentId ?? ''),
      'cancelled',
    )
  }

  return {
    visited,
    choose,
    pay,
    isAllowed: url => allowed.has(url),
    onChange: changes.add,

    async left(documentId) {
      present.delete(documentId)
      await approvals.cancel(
        ({ request, requester }) =>
          request.kind === 'payment' && requester.kind === 'site' && requester.documentId === documentId,
        'cancelled',
      )
    },

    view(approvalId) {
      const row = views.get(approvalId)
      return row === undefined
        ? null
        : toPaymentView(row, offers.get(approvalId) ?? null, plans.get(approvalId) ?? null)
    },

    async recover() {
      await carrier.keepOnly((await rows.inState(...openStates)).map(({ id }) => id))
      for (const approval of await approvals.waiting()) void remember(approval).catch(() => undefined)
      // Pages that still wait have told of themselves by then.
      clock.after(lookAgainMs, () => void cancelOrphans().catch(() => undefined))
      await delivery.recover()
    },
  }
}

const nothingShown = { feeCeiling: null, fee: null, noncePolicy: null, outcome: null } as const

function newRow(
  visit: Visit,
  account: Address,
  wanted: Exclude<Wanted, { kind: 'nothing' }>,
  now: number,
): PaymentRecord {
  return {
    id: crypto.randomUUID(),
    origin: visit.origin,
    pageOrigin: null,
    tabId: visit.tabId,
    carrier: 'navigation',
    method: 'GET',
    url: visit.url,
    bodyDigest: null,
    version: wanted.kind === 'terms' ? wanted.read.terms.version : 2,
    terms: wanted.kind === 'terms' ? wanted.json : '',
    accepted: null,
    way: null,
    plan: null,
    chainId: null,
    account: lowerCaseAddress(account),
    token: null,
    payee: null,
    amount: null,
    charged: null,
    payload: null,
    validBefore: null,
    state: 'offered',
    attempts: 0,
    automatic: false,
    settlement: null,
    transaction: null,
    reason: wanted.kind === 'terms' ? null : otherProtocol,
    createdAt: now,
    signedAt: null,
    endedAt: null,
  }
}

function chainSecondsOf(offer: Offer, chainId: number | null): number {
  return chainId === null ? 0 : (offer.facts.get(chainId)?.now ?? 0)
}

/** https anywhere, http on this machine only. */
function isPayable(url: string): boolean {
  const parsed = URL.parse(url)
  if (parsed === null || parsed.username !== '' || parsed.password !== '') return false
  return parsed.protocol === 'https:' || (parsed.protocol === 'http:' && isLoopback(parsed.hostname))
}

function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname)
  )
}
