import { useState } from 'react'
import { Link } from 'wouter'
import { format, plural, t, useAction, useClient, useNow, useSlice } from '@/components/app'
import { Button, Buttons, Dialog, EmptyState, FailureNotice, Item, List } from '@/components/elements'
import { DangerAction, ScreenHead, Select, Switch } from '@/components/elements/later'
import { shortAddress } from '@/components/format/address'
import { isSameAddress } from '@/lib/base/hex'
import type { NetworkId } from '@/lib/base/network-id'
import type { SiteView } from '@/lib/language/ui'
import { AddOrigin } from './AddOrigin'
import { hourMs, untilUnmuted } from './mute'
import { SiteName } from './SiteName'

/** The sites that were given access or a setting, and the ways to withdraw it. */
export function SitesPage() {
  const sites = useSlice('sites')
  const connected = (sites ?? []).filter(site => site.accounts.length > 0).map(({ origin }) => origin)
  const [asking, setAsking] = useState(false)
  return (
    <main className="page">
      <ScreenHead
        title={t('sites')}
        aside={
          connected.length > 1 ? (
            <Button size="small" testId="sites-disconnect-all" onClick={() => setAsking(true)}>
              {t('site_disconnect_all')}
            </Button>
          ) : undefined
        }
      />
      {sites?.length === 0 && <EmptyState card>{t('sites_empty')}</EmptyState>}
      {sites !== undefined && sites.length > 0 && (
        <List>
          {sites.map(site => (
            <Site key={site.origin} site={site} />
          ))}
        </List>
      )}
      {asking && (
        <Dialog title={t('site_disconnect_all')} onClose={() => setAsking(false)}>
          <DisconnectAll origins={connected} onDone={() => setAsking(false)} />
        </Dialog>
      )}
      <AddPosing />
      <p className="quiet">
        {t('allowances_of_site')}{' '}
        <Link href="/allowances" className="link">
          {t('allowances')}
        </Link>
      </p>
    </main>
  )
}

function Site({ site }: { site: SiteView }) {
  const client = useClient()
  const networks = useSlice('networks') ?? []
  const accounts = useSlice('accounts') ?? []
  const now = useNow(30_000, true)
  const disconnect = useAction(() => client.call('site.disconnect', { origin: site.origin }))
  const setChain = useAction((networkId: NetworkId) =>
    client.call('site.set-chain', { origin: site.origin, networkId }),
  )
  const muted = site.mutedUntil !== null && site.mutedUntil > now
  const mute = useAction(() =>
    client.call('site.mute', { origin: site.origin, untilMs: muted ? null : Date.now() + hourMs }),
  )
  const pose = useAction(() => client.call('site.pose', { origin: site.origin, as: null }))
  const names = site.accounts.map(
    address => accounts.find(account => isSameAddress(account.address, address))?.name ?? shortAddress(address),
  )
  return (
    <Item data-origin={site.origin}>
      <h2 className="item-title">
        <SiteName origin={site.origin} />{' '}
        {muted && <span className="badge badge-testing">{mutedWords(site.mutedUntil)}</span>}
      </h2>
      <p className="item-line quiet">
        {names.length === 0
          ? t('site_not_connected')
          : t('site_sees', { accounts: new Intl.ListFormat(document.documentElement.lang).format(names) })}
        {' · '}
        {t('site_last_used', { ago: format.ago(now - site.lastUsedAt) })}
      </p>
      <Buttons>
        <Select
          label={`${t('site_network')}: ${site.origin}`}
          choices={networks.map(({ id, name }) => ({ value: id, label: name }))}
          value={site.networkId}
          disabled={setChain.busy}
          onChange={networkId => void setChain.run(networkId)}
        />
        <Button size="small" about={site.origin} action={mute} label={muted ? t('site_unmute') : t('site_mute')} />
        {site.accounts.length > 0 && (
          <Button size="small" about={site.origin} action={disconnect} label={t('site_disconnect')} />
        )}
      </Buttons>
      {site.posesAs !== null && (
        <Switch
          label={t('pose_here')}
          note={t('pose_from_next_load')}
          checked
          disabled={pose.busy}
          testId="pose"
          onChange={() => void pose.run()}
        />
      )}
      <FailureNotice failure={disconnect.failure ?? setChain.failure ?? mute.failure ?? pose.failure} />
    </Item>
  )
}

function mutedWords(until: number | null): string {
  return until === null || until >= untilUnmuted
    ? t('site_muted_always')
    : t('site_muted_until', { time: format.dateTime(until) })
}

/** Adds a site that only looks for MetaMask. Such a site never asks Prelude, so it is in no list. */
function AddPosing() {
  const client = useClient()
  return (
    <AddOrigin
      name="pose"
      title={t('pose_title')}
      note={t('pose_note')}
      button={t('pose_add')}
      add={origin => client.call('site.pose', { origin, as: 'metamask' })}
    />
  )
}

/** What disconnecting all sites does, and the button for it. */
function DisconnectAll({ origins, onDone }: { origins: readonly string[]; onDone(): void }) {
  const client = useClient()
  async function disconnect() {
    for (const origin of origins) await client.call('site.disconnect', { origin })
    onDone()
  }
  return (
    <div className="stack">
      <p>{plural('site_disconnect_all_lost', origins.length)}</p>
      <p>{t('site_disconnect_all_kept')}</p>
      <DangerAction testId="sites-disconnect-now" run={disconnect}>
        {t('site_disconnect_all')}
      </DangerAction>
    </div>
  )
}
