import type { Address } from 'viem'
import type { Approval, Requester } from '@/lib/approvals/types'
import type { Question } from '@/lib/decisions/assessment'
import { createDecisions } from '@/lib/decisions/decisions'
import { carryOut } from '@/lib/decisions/fulfilment'
import type { DappRequest } from '@/lib/messaging/dapp'
import { requesterOf, type Site } from '@/lib/sites/sender'
import { lowerCaseAddress, toQuantity } from '@/lib/values/hex'
import { createListeners } from '@/lib/values/listeners'
import { createQueues } from '@/lib/values/queue'
import { createAwaitingUnlock } from './awaiting-unlock'
import { errorCodes, limitExceeded, ProviderError, toDappError, unauthorized, userRejected } from './errors'
import { assertMayAsk, assertNotMuted, createEndings, createRequestLimit, isMuted } from './limits'
import { createMethods } from './methods'
import { answerFor } from './methods/accounts'
import type { DappPort } from './ports'
import { type Answer, createRequests, requestKey } from './requests'
import type { Line, Method, MethodCall, MethodOutcome, MethodTools, ProviderParts, SiteAccess } from './types'

/** After a worker's start: pages that still wait have connected again by then. */
const orphanedAfterMs = 5_000

export interface Provider {
  /** The same as `ports.accept`. */
  handlePort(port: DappPort): void
  /**
   * Does what was approved and gives the page its answer. The same approval twice is done once.
   * @throws what went wrong, for the window to show; the page has been told already
   */
  fulfil(approval: Approval): Promise<void>
  /** Puts what is wrong with who asks beside a decision made elsewhere. */
  warn(approvalId: string, requester: Requester): Promise<void>
  /** Asks for a decision of the wallet's own, shown by the page that wants it. Resolves with the approval's id. */
  propose(question: Pick<Question, 'chainId' | 'account' | 'request'>): Promise<string>
  /** The person closed the window for decisions: all that waited then are refused. What came since was not in it and gets a window of its own. */
  windowClosed(closedAt: number): Promise<void>
  /** The wallet was locked or unlocked. */
  sessionChanged(): Promise<void>
  /** Accounts were added, hidden or removed. */
  accountsChanged(): Promise<void>
  /** A network was added, changed or removed, or does better or worse than before. */
  networkChanged(chainId: number): Promise<void>
  /** The site is not heard until then; what it has waiting is answered. `null` ends it. */
  mute(origin: string, untilMs: number | null): Promise<void>
  /** At worker start, and whenever the alarm rings: carries out what a dead worker left, ends what is past its time. */
  recover(): Promise<void>
}

export function createProvider(parts: ProviderParts): Provider {
  const { approvals, clock, database, isUnlocked, networks, ports, sites, wakePages } = parts
  const requests = createRequests({ database, clock })
  const limit = createRequestLimit(clock)
  const endings = createEndings(approvals)
  /** Requests being worked on in this worker's life. */
  const underWay = new Map<string, Promise<Answer>>()
  const fulfilling = new Map<string, Promise<void>>()
  const awaitingUnlock = createAwaitingUnlock({ requests, standing, isUnderWay: key => underWay.has(key) })
  /** A site's requests with an effect are looked at one after the other, so that its limits hold. */
  const inTurn = createQueues()

  const decisions = createDecisions(parts)
  const standings = createListeners<[line: Line, standing: SiteAccess]>()
  const tools: MethodTools = {
    ...parts,
    requests,
    decisions,
    ask,
    askWith,
    mayAsk,
    decidedBy,
    standing,
    onStanding: standings.add,
    visibleAccounts,
  }
  const methodOf = createMethods(tools)

  // ---- What a site is and sees ----------------------------------------------------------------------------------------------

  async function shownAccounts(): Promise<ReadonlySet<string>> {
    const all = await parts.accounts()
    return new Set(all.filter(({ hidden }) => !hidden).map(({ address }) => lowerCaseAddress(address)))
  }

  async function standing({ origin }: Pick<Site, 'origin'>): Promise<SiteAccess> {
    const record = await sites.get(origin)
    // Before consent everybody is told the same, and nothing else is read.
    if (record === undefined || record.accounts.length === 0)
      return { record, connected: false, accounts: [], chainId: networks.defaultChainId() }
    const existing = await shownAccounts()
    const accounts = record.accounts.filter(address => existing.has(address))
    const connected = accounts.length > 0
    const hasNetwork = connected && networks.get(record.chainId) !== undefined
    return { record, connected, accounts, chainId: hasNetwork ? record.chainId : networks.defaultChainId() }
  }

  async function visibleAccounts({ accounts }: Pick<MethodCall, 'accounts'>): Promise<readonly Address[]> {
    return accounts.length > 0 && (await isUnlocked()) ? accounts : []
  }

  async function sendState(line: Line): Promise<void> {
    const now = await standing(line.site)
    standings.tell(line, now)
    const { accounts, chainId } = now
    line.send({ kind: 'state', chainId: toQuantity(BigInt(chainId)), accounts: await visibleAccounts({ accounts }) })
  }

  /** Pages with a port are told; those without one are told to come for it. */
  async function broadcast(origin?: string): Promise<void> {
    wakePages()
    await Promise.all(ports.lines(origin).map(sendState))
  }

  // ---- Requests -------------------------------------------------------------------------------------------------------------

  async function work(
    line: Line,
    { id, method, params, subscription }: DappRequest,
  ): Promise<{ answer: Answer; afterwards?: (() => void) | undefined }> {
    const endedBefore = endings.count()
    try {
      if (typeof method !== 'string' || method === '' || method.length > 128)
        throw new ProviderError(errorCodes.invalidRequest, 'A request is an object with a method, which is a text.')
      const { site } = line
      const entry = methodOf(method, networks.get(networks.defaultChainId())?.methodPrefix)
      if (entry === undefined)
        throw new ProviderError(errorCodes.methodNotFound, `The method ${method} does not exist.`)
      const key = requestKey(site.origin, id)
      const call: MethodCall = { id, key, method, site, line, subscription, endedBefore, ...(await standing(site)) }
      if (entry.access === 'connected' && !call.connected) throw unauthorized()
      if (entry.effect) return { answer: await once(key, () => answerOnce(call, entry, params)) }
      const outcome = await entry.run(call, params)
      if (outcome.kind !== 'result') throw new Error('only methods with an effect ask the person')
      return { answer: { result: outcome.result }, afterwards: outcome.afterwards }
    } catch (cause) {
      return { answer: { error: toDappError(cause) } }
    }
  }

  /** Two arrivals of one request in this worker's life are one. */
  function once(key: string, start: () => Promise<Answer>): Promise<Answer> {
    const existing = underWay.get(key)
    if (existing !== undefined) return existing
    const made = start().finally(() => underWay.delete(key))
    underWay.set(key, made)
    return made
  }

  async function answerOnce(call: MethodCall, entry: Method, params: unknown): Promise<Answer> {
    const { key, site, method } = call
    if ((await requests.get(key)) === undefined) limit(site.origin)
    const row = await requests.begin(key, site.origin, method)
    if (row.method !== method) throw new ProviderError(errorCodes.invalidRequest, 'This id belongs to another request.')
    if (row.answer !== null) return requests.wait(key)
    const made = await approvals.byRequestKey(key)
    if (made.length > 0) {
      // Where one decision led to another, the open one is the one that will answer.
      const open = made.find(({ status }) => status === 'waiting' || status === 'approved')
      for (const approval of open === undefined ? made : [open]) settle(approval)
      return requests.wait(key)
    }
    try {
      const outcome = await inTurn(site.origin, async () => {
        // While it waited for its turn, what the site may can have changed.
        const now: MethodCall = { ...call, ...(await standing(site)) }
        if (entry.access === 'connected' && !now.connected) throw unauthorized()
        const outcome = await entry.run(now, params)
        if (outcome.kind === 'unlock') awaitUnlock(now)
        return outcome
      })
      if (outcome.kind === 'result') return await requests.answer(key, { result: outcome.result })
    } catch (cause) {
      return requests.answer(key, { error: toDappError(cause) })
    }
    return requests.wait(key)
  }

  // ---- Decisions ------------------------------------------------------------------------------------------------------------

  function mayAsk(call: MethodCall, kind: Approval['request']['kind']): Promise<void> {
    return assertMayAsk({ approvals, clock, endings }, call, kind)
  }

  async function askWith(
    call: MethodCall,
    kind: Approval['request']['kind'],
    make: () => Promise<string>,
  ): Promise<MethodOutcome> {
    await mayAsk(call, kind)
    return decidedBy(call, await make())
  }

  async function decidedBy(call: MethodCall, approvalId: string): Promise<MethodOutcome> {
    await bindAndShow(call.key, approvalId, call)
    return { kind: 'decision', approvalId }
  }

  async function bindAndShow(key: string, approvalId: string, asked: AskedFrom): Promise<void> {
    await requests.bind(key, approvalId)
    // What changed meanwhile changed before there was anything to cancel.
    if (await mayStillAsk(approvalId, asked)) showWindow()
    else await approvals.cancel(({ id }) => id === approvalId, 'cancelled')
  }

  /** The page is there, and the site is where it was when it asked and sees the account still. */
  async function mayStillAsk(approvalId: string, { chainId, connected }: AskedFrom): Promise<boolean> {
    const approval = await approvals.get(approvalId)
    if (approval?.requester.kind !== 'site') return false
    const { origin, documentId } = approval.requester
    const now = await standing({ origin })
    return (
      !ports.hasLeft(documentId ?? '') &&
      !isMuted(now.record, clock.now()) &&
      now.chainId === chainId &&
      (now.connected || !connected) &&
      isSeen(approval, now.accounts)
    )
  }

  function ask(
    call: MethodCall,
    request: Approval['request'],
    { account, chainId = call.chainId, shown = {} }: Parameters<MethodTools['ask']>[2],
  ): Promise<MethodOutcome> {
    return askWith(call, request.kind, async () => {
      const requester = requesterOf(call.site)
      const { id } = await decisions.add({ requester, chainId, account, request, shown, requestKey: call.key })
      return id
    })
  }

  /** Where no window can be shown, the decision waits in the popup all the same. */
  function showWindow(mode: 'focus' | 'if-missing' = 'focus'): void {
    parts.openApprovalWindow(mode).catch(() => undefined)
  }

  /** @throws ProviderError −32002, −32005 */
  function awaitUnlock(call: MethodCall): void {
    assertNotMuted(call.record, clock.now())
    // A page that left meanwhile left before it waited.
    if (!ports.isOpen(call.site.documentId)) throw userRejected()
    awaitingUnlock.add(call)
    showWindow()
  }

  /** Sees to it that a decision, whatever became of it, answers its request. */
  function settle(approval: Approval): void {
    const { requestKey: key, status } = approval
    if (key === null) return
    // A transaction counts as done when it is in the journal and sent, which may be before the page was told: the journal knows the answer.
    if (status === 'waiting') showWindow('if-missing')
    else if (status === 'approved' || status === 'done') void fulfil(approval).catch(() => undefined)
    else void requests.answer(key, { error: toDappError(userRejected()) })
  }

  approvals.onChange(approval => {
    const { status, requester, chainId } = approval
    if (status === 'rejected' && requester.kind === 'site') void sites.countRefusal(requester.origin, chainId)
    if (status === 'rejected' || status === 'cancelled' || status === 'expired') settle(approval)
  })

  function fulfil(approval: Approval): Promise<void> {
    const existing = fulfilling.get(approval.id)
    if (existing !== undefined) return existing
    const made = carryOutAndAnswer(approval).finally(() => fulfilling.delete(approval.id))
    fulfilling.set(approval.id, made)
    return made
  }

  async function isToBeCarriedOut({ status, request, requestKey: key }: Approval): Promise<boolean> {
    if (status === 'approved') return true
    return (
      status === 'done' &&
      (request.kind === 'transaction' || request.kind === 'calls') &&
      key !== null &&
      (await requests.get(key))?.answer === null
    )
  }

  async function carryOutAndAnswer(given: Approval): Promise<void> {
    const approval = await approvals.get(given.id)
    if (approval === undefined || !(await isToBeCarriedOut(approval))) return
    const { id, requester, requestKey: key } = approval
    const origin = requester.kind === 'site' ? requester.origin : null
    const outcome = await carryOut(approval, tools).catch((cause: unknown) => ({ kind: 'failure' as const, cause }))
    // The answer first: a decision that counts as done has been answered.
    if (key !== null && outcome.kind === 'next') {
      await bindAndShow(key, outcome.approvalId, { chainId: outcome.chainId, connected: true })
    } else if (key !== null && outcome.kind === 'value') {
      const method = (await requests.get(key))?.method ?? ''
      await requests.answer(key, { result: answerFor(method, origin ?? '', outcome.value) })
    } else if (key !== null && outcome.kind === 'failure') {
      await requests.answer(key, { error: toDappError(outcome.cause) })
    }
    await approvals.done(id)
    if (outcome.kind === 'failure') throw outcome.cause
    if (origin !== null) await sites.consented(origin)
  }

  // ---- What happens to the wallet and its sites -------------------------------------------------------------------------------

  sites.onChange((site, before) => {
    const { origin, accounts, chainId } = site
    const seenBefore = [before?.chainId, ...(before?.accounts ?? [])].join()
    if (seenBefore === [chainId, ...accounts].join()) return
    void broadcast(origin)
    if (before === undefined || before.accounts.length === 0) return
    // A consent does not survive a change of what it was asked under.
    const [active] = accounts
    const accountChanged = before.accounts[0] !== active
    void approvals.cancel(
      approval =>
        isOf(approval, origin) &&
        (accounts.length === 0 ||
          (before.chainId !== chainId && approval.chainId !== chainId) ||
          (accountChanged && approval.account !== null && approval.account !== active) ||
          !isSeen(approval, accounts)),
      'cancelled',
    )
  })

  function left({ documentId }: Site): void {
    awaitingUnlock.left(documentId)
    void approvals.cancel(
      ({ requester }) => requester.kind === 'site' && requester.documentId === documentId,
      'cancelled',
    )
  }

  async function cancelOrphans(): Promise<void> {
    await approvals.cancel(
      // Without a request of a page it was asked for on a port of another kind, as the payment for a page is.
      ({ requester, requestKey }) =>
        requester.kind === 'site' && requestKey !== null && !ports.isOpen(requester.documentId ?? ''),
      'cancelled',
    )
  }

  const provider: Provider = {
    handlePort: ports.accept,
    fulfil,
    warn: decisions.warn,

    async propose(question) {
      const { id } = await decisions.add({ ...question, requester: { kind: 'wallet' }, requestKey: null })
      return id
    },

    async windowClosed(closedAt) {
      const now = clock.now()
      // A time still to come is of a clock that was set back since.
      const waitedThen = ({ createdAt }: { createdAt: number }) => createdAt <= closedAt || createdAt > now
      const ended = await approvals.cancel(waitedThen, 'cancelled')
      const origins = ended.flatMap(({ requester }) => (requester.kind === 'site' ? [requester.origin] : []))
      const refused = new Set([...origins, ...(await awaitingUnlock.refuse(waitedThen))])
      for (const origin of refused) await sites.countRefusal(origin, networks.defaultChainId())
      const isAskedBySite = (await approvals.waiting()).some(({ requester }) => requester.kind === 'site')
      if (isAskedBySite || !awaitingUnlock.isEmpty()) showWindow('if-missing')
    },

    async sessionChanged() {
      if (await isUnlocked()) await awaitingUnlock.answer()
      else await approvals.cancel(() => true, 'cancelled')
      await broadcast()
    },

    async accountsChanged() {
      const existing = await shownAccounts()
      await approvals.cancel(
        ({ requester, account }) =>
          requester.kind === 'site' && account !== null && !existing.has(lowerCaseAddress(account)),
        'cancelled',
      )
      await broadcast()
    },

    async networkChanged(changed) {
      // How its endpoints are doing is no news for a page.
      if (networks.get(changed) !== undefined) return
      await approvals.cancel(
        ({ requester, chainId, request }) =>
          requester.kind === 'site' &&
          (chainId === changed || (request.kind === 'switch-network' && request.chainId === changed)),
        'cancelled',
      )
      // For good: were it added again, a site would be moved without anybody's doing.
      for (const { origin, chainId } of await sites.all())
        if (chainId === changed) await sites.setChain(origin, networks.defaultChainId())
      await broadcast()
    },

    async mute(origin, untilMs) {
      await sites.mute(origin, untilMs)
      if (untilMs === null) return
      for (const { requester, requestKey: key } of await approvals.waiting())
        if (requester.kind === 'site' && requester.origin === origin && key !== null)
          await requests.answer(key, { error: toDappError(limitExceeded('The person muted this site.')) })
      await approvals.cancel(approval => isOf(approval, origin), 'cancelled')
    },

    async recover() {
      await approvals.expire()
      await requests.forgetOld()
      await decisions.recover()
      await Promise.allSettled((await approvals.approved()).map(fulfil))
      for (const { approvalId } of await requests.unanswered()) {
        const approval = approvalId === null ? undefined : await approvals.get(approvalId)
        if (approval !== undefined && approval.status !== 'approved') settle(approval)
      }
      clock.after(orphanedAfterMs, () => void cancelOrphans().catch(() => undefined))
    },
  }

  ports.serve({
    receive(line, request) {
      void work(line, request).then(({ answer, afterwards }) => {
        const { id } = request
        line.send(
          'error' in answer
            ? { kind: 'error', id, error: answer.error }
            : { kind: 'result', id, result: answer.result },
        )
        afterwards?.()
      })
    },
    connected: line => void sendState(line).catch(() => undefined),
    left,
  })

  return provider
}

/** Where the site was, and whether it was connected, when it asked. */
type AskedFrom = Pick<MethodCall, 'chainId' | 'connected'>

/** By a site that sees these accounts. What pays for an answer it need not see. */
function isSeen({ account, request }: Approval, accounts: readonly Address[]): boolean {
  return account === null || request.kind === 'payment' || accounts.includes(account)
}

function isOf({ requester }: Approval, origin: string): boolean {
  return requester.kind === 'site' && requester.origin === origin
}
