import { format, t, useAction, useClient, useNow, useSlice } from '@/components/app'
import { Button, Buttons, FailureNotice, Item } from '@/components/elements'
import { Select, Switch } from '@/components/elements/later'
import { shortAddress } from '@/components/format/address'
import { isSameAddress } from '@/lib/base/hex'
import type { NetworkId } from '@/lib/base/network-id'
import type { SiteView } from '@/lib/language/ui'
import { hourMs, untilUnmuted } from './mute'
import { SiteName } from './SiteName'

/** The accounts and the network that a site sees, with the ways to change them. */
export function Site({ site }: { site: SiteView }) {
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
