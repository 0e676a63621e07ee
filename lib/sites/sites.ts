import type { Address } from 'viem'
import type { Requester } from '@/lib/approvals/types'
import type { Database } from '@/lib/database/open'
import { type SiteRecord, siteRecordSchema } from '@/lib/database/records'
import type { Clock } from '@/lib/values/clock'
import { lowerCaseAddress } from '@/lib/values/hex'
import { createListeners } from '@/lib/values/listeners'

/** What the wallet remembers of each origin: chain, accounts, refusals, mute. The chain is a property of the site, not of the wallet. */
export interface Sites {
  all(): Promise<SiteRecord[]>
  get(origin: string): Promise<SiteRecord | undefined>
  /** Whether the person has not connected to it (yet, or any more). */
  isFirstTime(requester: Requester): Promise<boolean>
  /** Consent: the chosen account first. Refusals are forgotten. */
  connect(origin: string, accounts: readonly Address[], chainId: number): Promise<void>
  disconnect(origin: string): Promise<void>
  disconnectAll(): Promise<void>
  setChain(origin: string, chainId: number): Promise<void>
  /**
   * Moves every site on a removed network to another one. A network added again later does not move them back.
   * @param to chain id of the other network
   */
  leaveNetwork(chainId: number, to: number): Promise<void>
  /** Another of its accounts becomes the one it sees first. */
  chooseAccount(origin: string, account: Address): Promise<void>
  /** Until then the site is told −32005 instead of asking the person; `null` ends it. Either way refusals count from nothing again. */
  mute(origin: string, untilMs: number | null): Promise<void>
  /** Which wallet the site is told this one is; `null` ends it. A site unknown so far gets a row with that chain. */
  pose(origin: string, as: 'metamask' | null, chainId: number): Promise<void>
  /** Returns how many refusals in a row that makes. */
  countRefusal(origin: string, chainId: number): Promise<number>
  /** A consent that was no connection: refusals are forgotten. */
  consented(origin: string): Promise<void>
  /** After every change that the site or a screen can notice; `before` is absent for a new one. */
  onChange(listener: (site: SiteRecord, before: SiteRecord | undefined) => void): () => void
}

export function createSites({ database, clock }: { database: Database; clock: Clock }): Sites {
  const listeners = createListeners<[site: SiteRecord, before: SiteRecord | undefined]>()

  async function change(
    origin: string,
    step: (site: SiteRecord | undefined) => SiteRecord | undefined,
  ): Promise<SiteRecord | undefined> {
    const transaction = database.transaction('sites', 'readwrite', { durability: 'strict' })
    const before = read(await transaction.store.get(origin))
    const after = step(before)
    if (after !== undefined && after !== before) await transaction.store.put(after)
    await transaction.done
    if (after !== undefined && after !== before) listeners.tell(after, before)
    return after
  }

  /** Only for sites there are; a site unknown stays unknown. */
  const changeKnown = (origin: string, step: (site: SiteRecord) => SiteRecord) =>
    change(origin, site => (site === undefined ? undefined : step(site)))

  async function all(): Promise<SiteRecord[]> {
    const rows = (await database.getAll('sites')).flatMap(row => read(row) ?? [])
    return rows.sort((left, right) => right.lastUsedAt - left.lastUsedAt)
  }

  const setChain = async (origin: string, chainId: number): Promise<void> => {
    await changeKnown(origin, site => (site.chainId === chainId ? site : { ...site, chainId }))
  }

  const disconnect = async (origin: string): Promise<void> => {
    await changeKnown(origin, site => (site.accounts.length === 0 ? site : { ...site, accounts: [] }))
  }

  return {
    all,
    get: async origin => read(await database.get('sites', origin)),
    async isFirstTime(requester) {
      if (requester.kind === 'wallet') return false
      const site = read(await database.get('sites', requester.origin))
      return site === undefined || site.accounts.length === 0
    },
    async connect(origin, accounts, chainId) {
      const now = clock.now()
      await change(origin, site => ({
        ...site,
        origin,
        chainId,
        accounts: accounts.map(lowerCaseAddress),
        firstSeenAt: site?.firstSeenAt ?? now,
        lastUsedAt: now,
        refusals: 0,
        mutedUntil: null,
      }))
    },
    disconnect,
    async disconnectAll() {
      for (const { origin } of await all()) await disconnect(origin)
    },
    setChain,
    async leaveNetwork(chainId, to) {
      for (const site of await all()) if (site.chainId === chainId) await setChain(site.origin, to)
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
    async pose(origin, as, chainId) {
      const now = clock.now()
      await change(origin, known => {
        const { posesAs: _before, ...site } = known ?? newSite(origin, chainId, now)
        return as === null ? (known === undefined ? undefined : site) : { ...site, posesAs: as }
      })
    },
    async countRefusal(origin, chainId) {
      const now = clock.now()
      const site = await change(origin, known => {
        const base = known ?? newSite(origin, chainId, now)
        return { ...base, refusals: base.refusals + 1, lastUsedAt: now }
      })
      return site?.refusals ?? 0
    },
    async consented(origin) {
      await changeKnown(origin, site => ({ ...site, refusals: 0, lastUsedAt: clock.now() }))
    },
    onChange: listeners.add,
  }
}

function newSite(origin: string, chainId: number, now: number): SiteRecord {
  return { origin, chainId, accounts: [], firstSeenAt: now, lastUsedAt: now, mutedUntil: null, refusals: 0 }
}

/** After this many refusals in a row the decision window offers to mute the site. */
export const refusalsBeforeMute = 3

/** True while the site is muted. @param now ms since the epoch */
export function isMuted(record: SiteRecord | undefined, now: number): boolean {
  return (record?.mutedUntil ?? 0) > now
}

/** True if the site's pages see another chain or other accounts than before. */
export function isSeenDifferently(site: SiteRecord, before: SiteRecord | undefined): boolean {
  const seen = (record: SiteRecord | undefined) => [record?.chainId, ...(record?.accounts ?? [])].join()
  return seen(site) !== seen(before)
}

/** True if the decision window offers to mute the site. Accepting and declining the offer both reset the count. */
export function isMuteOffered({ refusals, mutedUntil }: SiteRecord, now: number): boolean {
  return refusals >= refusalsBeforeMute && (mutedUntil ?? 0) <= now
}

/** A damaged row counts for none: the site has to ask again. */
function read(row: unknown): SiteRecord | undefined {
  const parsed = siteRecordSchema.safeParse(row)
  return parsed.success ? parsed.data : undefined
}
