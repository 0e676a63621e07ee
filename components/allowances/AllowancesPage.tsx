import { use, useEffect, useRef, useSyncExternalStore } from 'react'
import { PowerChanges } from '@/components/activity/PowerChanges'
import { format, t, useAction, useClient, usePropose, useSlice } from '@/components/app'
import { useNames } from '@/components/contacts/use-names'
import { Button, Card, EmptyState, FailureNotice, Item, List } from '@/components/elements'
import { AddressText, ScreenHead } from '@/components/elements/later'
import { shortAddress } from '@/components/format/address'
import { Skeleton } from '@/components/Skeleton'
import { isAtLeast } from '@/lib/base/level'
import type { Slices } from '@/lib/language/ui'
import { permit2Address } from '@/lib/reading/calls/published-contracts'
import { ScansContext } from './scans'
import './allowances.css'
import { readThrough } from './chain-reads'
import type { Allowance, TokenFacts } from './findings'
import { createScan, type Scan } from './scan'

/** The allowances of the account on the selected network, and the way to revoke each. */
export function AllowancesPage() {
  const selection = useSlice('selection')
  if (selection == null) return <Skeleton boxes={false} />
  return <Of key={`${selection.networkId} ${selection.address}`} selection={selection} />
}

function Of({ selection: { networkId, address } }: { selection: NonNullable<Slices['selection']> }) {
  const scans = use(ScansContext)
  const client = useClient()
  const networks = useSlice('networks') ?? []
  const nameOf = useNames()
  const key = `${networkId} ${address.toLowerCase()}`
  const scan = scans.get(key) ?? createScan({ read: readThrough(client, networkId), owner: address })
  scans.set(key, scan)
  const { status, failure, newest, oldest, allowances, tokens } = useSyncExternalStore(scan.onChange, scan.state)
  // An included transaction may have granted or revoked something.
  const included = (useSlice('activity') ?? []).filter(row => isAtLeast(row.level, 'preconfirmed')).length
  const stopped = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again with every included transaction
  useEffect(() => {
    if (!stopped.current) void scan.run()
    return scan.stop
  }, [scan, included])
  const network = networks.find(candidate => candidate.id === networkId)?.name ?? String(networkId)
  const isRunning = status === 'running'
  return (
    <main className="page" data-testid="allowances" data-status={status}>
      <ScreenHead title={t('allowances')} />
      <p className="quiet">{t('allowances_note', { account: nameOf(address) ?? shortAddress(address), network })}</p>
      <Card aria-busy={isRunning}>
        <div className="scan-words">
          <span role="status">{progressWords(status, oldest, newest)}</span>
          {status !== 'done' && (
            <Button
              size="small"
              onClick={() => {
                stopped.current = isRunning
                if (isRunning) scan.stop()
                else void scan.run()
              }}
            >
              {isRunning ? t('allowances_stop') : t('allowances_go_on')}
            </Button>
          )}
        </div>
        <progress
          className="scan-bar"
          aria-label={t('allowances')}
          max={1}
          value={newest === null || oldest === null ? 0 : newest === 0n ? 1 : share(newest - oldest, newest)}
        />
        <FailureNotice failure={failure} />
      </Card>
      {allowances.length > 1 && <RevokeAll allowances={allowances} scan={scan} />}
      {allowances.length === 0 ? (
        newest !== null && (
          <EmptyState card>{t(status === 'done' ? 'allowances_none' : 'allowances_none_yet')}</EmptyState>
        )
      ) : (
        <List>
          {allowances.map(allowance => (
            <AllowanceItem
              key={allowance.key}
              allowance={allowance}
              token={tokens.get(allowance.grant.token)}
              scan={scan}
            />
          ))}
        </List>
      )}
      <PowerChanges account={address} />
    </main>
  )
}

/** No decision is about more calls than these. */
const mostAtOnce = 20

function RevokeAll({ allowances, scan }: { allowances: readonly Allowance[]; scan: Scan }) {
  const propose = usePropose()
  const taken = allowances.slice(0, mostAtOnce)
  const revoke = useAction(async () => {
    const calls = await Promise.all(taken.map(scan.revocation))
    await propose('send.propose-several', { calls })
  })
  return (
    <div className="allowances-all">
      <Button testId="revoke-all" action={revoke}>
        {t(taken.length === allowances.length ? 'allowance_revoke_all' : 'allowance_revoke_some', {
          count: format.integer(taken.length),
        })}
      </Button>
      <FailureNotice failure={revoke.failure} />
    </div>
  )
}

function AllowanceItem({
  allowance,
  token,
  scan,
}: {
  allowance: Allowance
  token: TokenFacts | undefined
  scan: Scan
}) {
  const propose = usePropose()
  const nameOf = useNames()
  const { grant, state } = allowance
  const symbol =
    token === undefined || token.symbol === ''
      ? t('token_unknown', { address: shortAddress(grant.token) })
      : token.symbol
  const revoke = useAction(async () => {
    const call = await scan.revocation(allowance)
    await propose('send.propose', { ...call, value: '0x0' })
  })
  const name = grant.spender === permit2Address ? t('allowance_permit2') : nameOf(grant.spender)
  return (
    <Item
      className="allowance"
      testId="allowance"
      data-kind={grant.kind}
      data-spender={grant.spender}
      end={
        <Button
          size="small"
          about={`${symbol} ${shortAddress(grant.spender)}`}
          className="allowance-revoke"
          testId="revoke"
          action={revoke}
        >
          {t('allowance_revoke')}
        </Button>
      }
    >
      <h2 className="item-title">
        {symbol}
        <span className={state.isUnlimited ? 'badge badge-testing' : 'badge'}>{amountWords(allowance, token)}</span>
      </h2>
      <p className="item-line quiet">
        {t('allowance_spender')} {name}
        {grant.kind === 'permit2' && <> · {permit2Words(state.validUntil)}</>}
      </p>
      <AddressText address={grant.spender} />
      <FailureNotice failure={revoke.failure} />
    </Item>
  )
}

function amountWords({ grant, state }: Allowance, token: TokenFacts | undefined): string {
  if (grant.kind === 'collection') return t('allowance_collection')
  if (grant.tokenId !== null) return t('allowance_item', { id: grant.tokenId.toString() })
  if (state.isUnlimited) return t('allowance_unlimited')
  const amount = state.amount ?? 0n
  const decimals = token?.decimals ?? null
  return decimals === null
    ? t('allowance_units', { amount: format.integer(amount) })
    : t('allowance_amount', { amount: format.amount(amount, decimals, 'exact') })
}

/** The year 2100, in Unix seconds. Later dates mean «never». */
const farFuture = 4_102_444_800n

function permit2Words(validUntil: bigint | null): string {
  return validUntil === null || validUntil >= farFuture
    ? t('allowance_through_permit2_open')
    : t('allowance_through_permit2', { time: format.dateTime(Number(validUntil) * 1_000) })
}

function progressWords(status: string, oldest: bigint | null, newest: bigint | null): string {
  if (oldest === null || newest === null) return t('allowances_first')
  if (status === 'done') return t('allowances_all', { count: format.integer(newest + 1n) })
  return t('allowances_progress', { from: format.integer(oldest), to: format.integer(newest) })
}

/** `part / whole` between 0 and 1, to four digits, for a progress bar. */
function share(part: bigint, whole: bigint): number {
  return Number((part * 10_000n) / whole) / 10_000
}
