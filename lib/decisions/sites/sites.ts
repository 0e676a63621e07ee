import type { Address } from 'viem'
import type { Clock } from '@/lib/base/clock'
import { lowerCaseAddress } from '@/lib/base/hex'
import { createListeners } from '@/lib/base/listeners'
import type { NetworkId } from '@/lib/base/network-id'
import type { Requester } from '@/lib/language/requests'
import { refusalsBeforeMute } from '@/lib/reading/risk/site'
import { committed } from '@/lib/storage/committed'
import type { Database } from '@/lib/storage/open'
import { type SiteRecord, siteRecordSchema } from '@/lib/storage/records'

/**
 * The records of sites: chain, connected accounts, refusals, mute. Each site has its own chain; the wallet has none.
 */
export interface Sites {
  /** All records, the most recently used first. Read once in a worker's life. */
  all(): Promise<SiteRecord[]>
  get(origin: string): Promise<SiteRecord | undefined>
  /** True if the requester is a site that sees accounts. */
  isConnected(requester: Requester): Promise<boolean>
  /** True if the requester is a site that the person is not connected to, never paid, and has not switched on. */
  isFirstTime(requester: Requester): Promise<boolean>
  /**
   * Stores the person's consent.
   * @param accounts the active one first
   */
  connect(origin: string, accounts: readonly Address[], networkId: NetworkId): Promise<void>
  disconnect(origin: string): Promise<void>
  disconnectAll(): Promise<void>
  setChain(origin: string, networkId: NetworkId): Promise<void>
  /**
   * Moves every site on a removed network to another one. A network added again later does not move them back.
   * @param to chain id of the other network
   */
  leaveNetwork(networkId: NetworkId, to: NetworkId): Promise<void>
  /** No site stays connected to accounts other than these. */
  keepAccounts(accounts: readonly Address[]): Promise<void>
  /** Makes another of its connected accounts the active one. */
  chooseAccount(origin: string, account: Address): Promise<void>
  /**
   * Mutes the site: its requests to the person get −32005. Also resets its refusals.
   * @param untilMs ms since the epoch; `null` ends the muting
   */
  mute(origin: string, untilMs: number | null): Promise<void>
  /**
   * Announces the wallet to this site under another wallet's name.
   * @param as `null` ends it
   * @param networkId chain of the record if the site has none yet
   */
  pose(origin: string, as: 'metamask' | null, networkId: NetworkId): Promise<void>
  /**
   * Counts a refusal by the person.
   * @returns the number of refusals in a row
   */
  countRefusal(origin: string, networkId: NetworkId): Promise<number>
  /** Resets the refusals after a request other than a connection was approved. */
  consented(origin: string): Promise<void>
  /** The store was emptied. */
  forget(): void
  /** Called after each change of a record. `before` is `undefined` for a new one. Returns the end of listening. */
  onChange(listener: (site: SiteRecord, before: SiteRecord | undefined) => void): () => void
}

export function createSites({ database, clock }: { database: Database; clock: Clock }): Sites {
  const listeners = createListeners<[site: SiteRecord, before: SiteRecord | undefined]>()
  let known: Promise<Map<string, SiteRecord>> | null = null

  async function change(
    origin: string,
    step: (site: SiteRecord | undefined) => SiteRecord | undefined,
  ): Promise<SiteRecord | undefined> {
    const transaction = database.transaction('sites', 'readwrite', { durability: 'strict' })
    const before = read(await transaction.store.get(origin))
    const after = step(before)
    if (after !== undefined && after !== before) await transaction.store.put(after)
    await transaction.done
    if (after !== undefined && after !== before) await tell(after, before)
    return after
  }

  async function tell(after: SiteRecord, before: SiteRecord | undefined): Promise<void> {
    // A reading that fails is begun again by the next `all`.
    await known?.then(
      rows => rows.set(after.origin, after),
      () => undefined,
    )
    listeners.tell(after, before)
  }

  /** Changes every record that the step changes, all of them or none. */
  async function changeAll(step: (site: SiteRecord) => SiteRecord): Promise<void> {
    const transaction = database.transaction('sites', 'readwrite', { durability: 'strict' })
    const changes = (await transaction.store.getAll()).flatMap(row => {
      const before = read(row)
      const after = before === undefined ? undefined : step(before)
      return before === undefined || after === undefined || after === before ? [] : [{ before, after }]
    })
    await committed(
      transaction,
      changes.map(({ after }) => transaction.store.put(after)),
    )
    for (const { before, after } of changes) await tell(after, before)
  }

  /** Changes an existing record; a site without one gets none. */
  const changeKnown = (origin: string, step: (site: SiteRecord) => SiteRecord) =>
    change(origin, site => (site === undefined ? undefined : step(site)))

  async function readAll(): Promise<Map<string, SiteRecord>> {
    const rows = (await database.getAll('sites')).flatMap(row => read(row) ?? [])
    return new Map(rows.map(site => [site.origin, site]))
  }

  async function all(): Promise<SiteRecord[]> {
    known ??= readAll()
    try {
      return [...(await known).values()].sort((left, right) => right.lastUsedAt - left.lastUsedAt)
    } catch (error) {
      known = null
      throw error
    }
  }

  async function isConnected(requester: Requester): Promise<boolean> {
    if (requester.kind === 'wallet') return false
    const site = read(await database.get('sites', requester.origin))
    return site !== undefined && site.accounts.length > 0
  }

  /** True if it was paid, or its pages may have their requests paid for. */
  async function isPaid(origin: string): Promise<boolean> {
    const site = await database.get('paymentSites', origin)
    return site !== undefined && (site.switchedOn || site.payees.length > 0)
  }

  const disconnected = (site: SiteRecord): SiteRecord => (site.accounts.length === 0 ? site : { ...site, accounts: [] })

  return {
    all,
    get: async origin => read(await database.get('sites', origin)),
    isConnected,
    isFirstTime: async requester =>
      requester.kind === 'site' && !(await isConnected(requester)) && !(await isPaid(requester.origin)),
    async connect(origin, accounts, networkId) {
      const now = clock.now()
      await change(origin, site => ({
        ...site,
        origin,
        networkId,
        accounts: accounts.map(lowerCaseAddress),
        firstSeenAt: site?.firstSeenAt ?? now,
        lastUsedAt: now,
        refusals: 0,
        mutedUntil: null,
      }))
    },
    async disconnect(origin) {
      await changeKnown(origin, disconnected)
    },
    disconnectAll: () => changeAll(disconnected),
    async setChain(origin, networkId) {
      await changeKnown(origin, site => (site.networkId === networkId ? site : { ...site, networkId }))
    },
    leaveNetwork: (networkId, to) =>
      changeAll(site => (site.networkId === networkId ? { ...site, networkId: to } : site)),
    async keepAccounts(kept) {
      const own = kept.map(lowerCaseAddress)
      await changeAll(site => {
        const accounts = site.accounts.filter(each => own.includes(each))
        return accounts.length < site.accounts.length ? { ...site, accounts } : site
      })
    },
    async chooseAccount(origin, account) {
      const chosen = lowerCaseAddress(account)
      await changeKnown(origin, site =>
        site.accounts[0] === chosen || !site.accounts.includes(chosen)
          ? site
          : { ...site, accounts: [chosen, ...site.accounts.filter(other => other !== chosen)] },
      )
    },
    async mute(origin, untilMs) {
      await changeKnown(origin, site => ({ ...site, mutedUntil: untilMs, refusals: 0 }))
    },
    async pose(origin, as, networkId) {
      const now = clock.now()
      await change(origin, known => {
        const { posesAs: _before, ...site } = known ?? newSite(origin, networkId, now)
        return as === null ? (known === undefined ? undefined : site) : { ...site, posesAs: as }
      })
    },
    async countRefusal(origin, networkId) {
      const now = clock.now()
      const site = await change(origin, known => {
        const base = known ?? newSite(origin, networkId, now)
        return { ...base, refusals: base.refusals + 1, lastUsedAt: now }
      })
      return site?.refusals ?? 0
    },
    async consented(origin) {
      await changeKnown(origin, site => ({ ...site, refusals: 0, lastUsedAt: clock.now() }))
    },
    forget() {
      known = null
    },
    onChange: listeners.add,
  }
}

function newSite(origin: string, networkId: NetworkId, now: number): SiteRecord {
  return { origin, networkId, accounts: [], firstSeenAt: now, lastUsedAt: now, mutedUntil: null, refusals: 0 }
}

/**
 * True while the site is muted.
 * @param now ms since the epoch
 */
export function isMuted(record: SiteRecord | undefined, now: number): boolean {
  return (record?.mutedUntil ?? 0) > now
}

/** True if the site's pages see another chain or other accounts than before. */
export function isSeenDifferently(site: SiteRecord, before: SiteRecord | undefined): boolean {
  const seen = (record: SiteRecord | undefined) => [record?.networkId, ...(record?.accounts ?? [])].join()
  return seen(site) !== seen(before)
}

/** True if the decision window offers to mute the site. Accepting and declining the offer both reset the count. */
export function isMuteOffered({ refusals, mutedUntil }: SiteRecord, now: number): boolean {
  return refusals >= refusalsBeforeMute && (mutedUntil ?? 0) <= now
}

/** The record in a row; `undefined` if the row is damaged, and the site has to connect again. */
function read(row: unknown): SiteRecord | undefined {
  const parsed = siteRecordSchema.safeParse(row)
  return parsed.success ? parsed.data : undefined
}
