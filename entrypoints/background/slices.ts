import { getAddress } from 'viem/utils'
import { toApprovalView } from '@/lib/approvals/view'
import type { PaymentView } from '@/lib/messaging/http402'
import type { PaymentSlices } from '@/lib/messaging/payments'
import type { SliceName, Slices } from '@/lib/messaging/ui'
import { isMuteOffered } from '@/lib/sites/sites'
import { toQuantity } from '@/lib/values/hex'
import { createReadable } from './readable'
import type { SliceSource } from './ui-port'
import type { WalletParts } from './wallet'

const activityRows = 100

export interface PaymentReaders {
  readers: { [Name in keyof PaymentSlices]: () => Promise<PaymentSlices[Name]> }
  /** Of the payment that an approval is about. */
  view(approvalId: string): PaymentView | null
}

/** What each slice is made of. */
export function createSliceReaders(
  parts: WalletParts,
  payments: PaymentReaders,
): { [Name in SliceName]: () => Promise<Slices[Name]> } {
  const {
    approvals,
    arrivals,
    balances,
    connections,
    contacts,
    faucetState,
    keyring,
    networks,
    selection,
    settings,
    sites,
    tokens,
  } = parts
  const { transactions, transactionView } = parts

  const { whileUnlocked, ofSelection } = createReadable(parts)

  return {
    session: () => keyring.state(),
    async settings() {
      const { lockAfterMinutes, claimWindowEthereum, notifications, confirmations } = await settings.read()
      return { lockAfterMinutes, claimWindowEthereum, notifications, confirmations }
    },
    async networks() {
      return (await networks.list()).map(entry => ({
        chainId: entry.chainId,
        name: entry.name,
        symbol: entry.currency.symbol,
        testing: entry.testing,
        endpoints: entry.endpoints,
        explorerUrl: entry.explorerUrl,
        hasFaucet: entry.faucetUrl !== null,
        source: entry.source,
      }))
    },
    accounts: () =>
      whileUnlocked(async () => (await keyring.accounts()).map(({ createdAt: _createdAt, ...account }) => account), []),
    selection: () => whileUnlocked(() => selection.current(), null),
    balance: () =>
      ofSelection(async selected => {
        const reading = balances.last(selected.chainId, selected.address)
        return {
          ...selected,
          sealed: reading === undefined ? null : toQuantity(reading.sealed),
          pending: reading === undefined ? null : toQuantity(reading.pending),
          readAt: reading?.readAt ?? null,
          receivedAt: reading?.receivedAt ?? null,
        }
      }, null),
    tokens: () => ofSelection(({ chainId, address }) => tokens.views(chainId, address), []),
    contacts: () => whileUnlocked(() => contacts.list(), []),
    arrivals: () =>
      ofSelection(async ({ chainId, address }) => {
        const explorerUrl = networks.get(chainId)?.explorerUrl ?? null
        return arrivals.list(chainId, address).map(({ account: _account, amount, ...arrival }) => ({
          ...arrival,
          amount: toQuantity(amount),
          explorerUrl: explorerUrl === null || arrival.hash === null ? null : `${explorerUrl}/tx/${arrival.hash}`,
        }))
      }, []),
    activity: () =>
      ofSelection(async ({ chainId, address }) => {
        const rows = await transactions.rows(chainId, address, activityRows)
        return Promise.all(rows.map(row => transactionView(row, null)))
      }, []),
    connection: () => ofSelection(({ chainId }) => connections.view(chainId), null),
    faucet: () =>
      ofSelection(async ({ chainId }) => {
        const entry = await networks.get(chainId)
        return entry?.faucetUrl == null ? null : faucetState.view(chainId)
      }, null),
    approvals: () =>
      whileUnlocked(async () => {
        const waiting = await approvals.waiting()
        return Promise.all(
          waiting.map(async approval =>
            toApprovalView(approval, {
              preview: transactions.preview(approval.id),
              firstTime: await sites.isFirstTime(approval.requester),
              payment: approval.request.kind === 'payment' ? payments.view(approval.id) : null,
            }),
          ),
        )
      }, []),
    sites: () =>
      whileUnlocked(
        async () =>
          (await sites.all()).map(site => ({
            origin: site.origin,
            chainId: site.chainId,
            accounts: site.accounts.map(address => getAddress(address)),
            lastUsedAt: site.lastUsedAt,
            mutedUntil: site.mutedUntil,
            offersMute: isMuteOffered(site, parts.clock.now()),
            posesAs: site.posesAs ?? null,
          })),
        [],
      ),
    ...payments.readers,
  }
}

/** Sends a slice again after something in it changed; several changes in one turn are one push. */
export function createSlicePublisher(dependencies: {
  readers: { [Name in SliceName]: () => Promise<Slices[Name]> }
  push<Name extends SliceName>(name: Name, value: Slices[Name]): void
  /** Every value that goes to a page. */
  onValue<Name extends SliceName>(name: Name, value: Slices[Name]): void
  onWanted(names: ReadonlySet<SliceName>): void
}): SliceSource & { changed(...names: SliceName[]): void } {
  const { readers, push, onValue, onWanted } = dependencies
  let wanted: ReadonlySet<SliceName> = new Set()
  const stale = new Set<SliceName>()
  const readings = new Map<SliceName, Promise<unknown>>()
  const publishing = new Set<SliceName>()
  let scheduled = false

  /** One reading of a slice after the other, so that an older value never arrives after a newer one. */
  function read<Name extends SliceName>(name: Name): Promise<Slices[Name]> {
    const before = readings.get(name)
    const reading = (async () => {
      await before?.catch(() => undefined)
      const value = await readers[name]()
      onValue(name, value)
      return value
    })()
    readings.set(name, reading)
    return reading
  }

  /** What changes again while it is read is read once more, however often it changed. */
  async function publish<Name extends SliceName>(name: Name): Promise<void> {
    if (publishing.has(name)) {
      stale.add(name)
      return
    }
    publishing.add(name)
    try {
      push(name, await read(name))
    } finally {
      publishing.delete(name)
      if (stale.delete(name)) void publish(name)
    }
  }

  async function flush(): Promise<void> {
    scheduled = false
    const names = [...stale].filter(name => wanted.has(name))
    stale.clear()
    await Promise.all(names.map(publish))
  }

  return {
    read,
    wanted(names) {
      wanted = names
      onWanted(names)
    },
    changed(...names) {
      for (const name of names) stale.add(name)
      if (scheduled) return
      scheduled = true
      queueMicrotask(() => void flush())
    },
  }
}
