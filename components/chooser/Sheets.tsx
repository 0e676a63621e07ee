import Check from 'lucide-react/icons/check'
import Plus from 'lucide-react/icons/plus'
import { type ReactNode, useEffect, useState } from 'react'
import { browser } from 'wxt/browser'
import { type Action, format, t, useAction, useClient, useGo, useReportFault, useSlice } from '@/components/app'
import { AccountMark, Button, Dialog, EmptyState, FailureNotice } from '@/components/elements'
import { CopyButton } from '@/components/elements/CopyButton'
import { isFound, SearchField } from '@/components/elements/SearchField'
import { shortAddress, withChecksum } from '@/components/format/address'
import { NetworkMark } from '@/components/networks/NetworkMark'
import { isDeviceKind } from '@/lib/base/devices'
import { isSameAddress } from '@/lib/base/hex'
import type { NetworkId } from '@/lib/base/network-id'
import { type AccountView, type BalanceView, balanceKeyOf, type SelectionView } from '@/lib/language/ui'

/** A list of more rows can be searched. */
const mostUnsearched = 5
/** Milliseconds. An older balance says when it was read. */
const freshMs = 60_000

type Place = Pick<SelectionView, 'networkId' | 'address'>

/** Selects the account of the wallet's own screens. */
export function AccountSheet({ onClose }: { onClose(): void }) {
  const client = useClient()
  const accounts = (useSlice('accounts') ?? []).filter(account => !account.hidden)
  const selection = useSlice('selection')
  const choose = useChoose(onClose)
  const add = useAction(async () => {
    const { address } = await client.call('account.add', {})
    await choose.run({ address })
  })
  const rows = accounts.map(account => ({
    place: { ...selection, address: account.address },
    mark: <AccountMark address={account.address} size={32} />,
    name: account.name,
    note: [shortAddress(account.address), kindWords(account.kind)].filter(Boolean).join(' · '),
    facts: [account.address],
    isCurrent: isSameAddress(account.address, selection?.address),
    aside: <CopyButton text={withChecksum(account.address)} label={`${t('copy_address')} ${account.name}`} />,
    onChoose: () => void choose.run({ address: account.address }),
  }))
  return (
    <Sheet title={t('accounts')} rows={rows} onClose={onClose}>
      <Button wide icon={Plus} action={add} label={t('account_add')} />
      <Way to="/accounts" onClose={onClose} label={t('accounts_manage')} />
      <FailureNotice failure={choose.failure ?? add.failure} />
    </Sheet>
  )
}

function kindWords(kind: AccountView['kind']): string {
  if (kind === 'phrase') return ''
  return t(isDeviceKind(kind) ? 'account_device' : kind === 'key' ? 'account_key' : 'account_watch')
}

/** Selects the network of the wallet's own screens. Sites keep their own. */
export function NetworkSheet({ onClose }: { onClose(): void }) {
  const networks = useSlice('networks') ?? []
  const selection = useSlice('selection')
  const choose = useChoose(onClose)
  const rows = networks.map(network => ({
    place: { ...selection, networkId: network.id },
    mark: <NetworkMark network={network} size={32} />,
    name: network.name,
    note: network.testing ? t('test_money_may_be_reset') : network.symbol,
    facts: [`${network.chainId}`],
    isCurrent: network.id === selection?.networkId,
    onChoose: () => void choose.run({ networkId: network.id }),
  }))
  return (
    <Sheet title={t('networks')} rows={rows} onClose={onClose}>
      <p className="quiet">{t('network_choice_note')}</p>
      <Way to="/networks/add" onClose={onClose} label={t('network_add')} icon />
      <FailureNotice failure={choose.failure} />
    </Sheet>
  )
}

function useChoose(onClose: () => void): Action<[Partial<Place>], void> {
  const client = useClient()
  return useAction(async (place: Partial<Place>) => {
    await client.call('select', place)
    onClose()
  })
}

interface SheetRow {
  /** Where its balance is; a part is missing while nothing is selected. */
  place: Partial<Place>
  mark: ReactNode
  name: string
  note: string
  /** Further texts that the search looks through, beside name and note. */
  facts: readonly string[]
  isCurrent: boolean
  aside?: ReactNode
  onChoose(): void
}

interface SheetProps {
  title: string
  rows: readonly SheetRow[]
  children: ReactNode
  onClose(): void
}

function Sheet({ title, rows, children, onClose }: SheetProps) {
  const [text, setText] = useState('')
  const balanceOf = useLastBalances(rows)
  const shown = rows.filter(({ name, note, facts }) => isFound(text, [name, note, ...facts]))
  return (
    <Dialog title={title} onClose={onClose}>
      {rows.length > mostUnsearched && (
        <SearchField label={t('search')} testId="sheet-search" value={text} onChange={setText} />
      )}
      {shown.length === 0 && <EmptyState>{t('search_nothing')}</EmptyState>}
      <ul className="choices">
        {shown.map(({ place: { networkId, address }, mark, name, note, isCurrent, aside, onChoose }) => (
          <li key={`${networkId} ${address}`} className="choice-line">
            <Button look="row" className="choice" aria-current={isCurrent ? 'true' : undefined} onClick={onChoose}>
              {mark}
              <span className="choice-words">
                <span className="choice-name">{name}</span>
                <bdi className="choice-note">{note}</bdi>
              </span>
              {networkId !== undefined && address !== undefined && (
                <LastBalance balance={balanceOf({ networkId, address })} networkId={networkId} />
              )}
              {isCurrent && <Check size={18} aria-hidden="true" />}
            </Button>
            {aside}
          </li>
        ))}
      </ul>
      {children}
    </Dialog>
  )
}

/** A balance as it was when it was read last. Nothing is asked of an endpoint for it. */
function LastBalance({ balance, networkId }: { balance: BalanceView | undefined; networkId: NetworkId }) {
  const symbol = (useSlice('networks') ?? []).find(({ id }) => id === networkId)?.symbol
  if (balance?.sealed == null || balance.readAt === null) return null
  const ago = Date.now() - balance.readAt
  return (
    <span className="choice-balance" data-testid="last-balance">
      <span>
        {format.amount(BigInt(balance.sealed), 18, 'short')} {symbol}
      </span>
      {ago > freshMs && <span className="choice-note">{format.ago(ago)}</span>}
    </span>
  )
}

/**
 * Looks up the balances of these rows that were read since the unlock, and that of the selected account as it is.
 * Nothing else of the session's storage is read: the key of the session lies there too.
 */
function useLastBalances(rows: readonly SheetRow[]): (place: Place) => BalanceView | undefined {
  const reportFault = useReportFault()
  const live = useSlice('balance')
  const [kept, setKept] = useState<Record<string, BalanceView>>({})
  const keys = rows.flatMap(({ place: { networkId, address } }) =>
    networkId === undefined || address === undefined ? [] : [balanceKeyOf({ networkId, address })],
  )
  const wanted = keys.join('\n')
  useEffect(() => {
    // The worker of this build wrote them.
    browser.storage.session.get<Record<string, BalanceView>>(wanted.split('\n')).then(setKept, reportFault)
  }, [wanted, reportFault])
  return place => {
    const key = balanceKeyOf(place)
    return live?.sealed != null && balanceKeyOf(live) === key ? live : kept[key]
  }
}

/** Closes the sheet and leads to a screen. */
function Way({ to, label, icon = false, onClose }: { to: string; label: string; icon?: boolean; onClose(): void }) {
  const go = useGo()
  const lead = () => {
    onClose()
    go(to)
  }
  if (!icon) return <Button look="link" onClick={lead} label={label} />
  return <Button wide icon={Plus} testId="chooser-network-add" onClick={lead} label={label} />
}
