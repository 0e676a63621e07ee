import { useState } from 'react'
import { Link } from 'wouter'
import { plural, t, useClient, useSlice } from '@/components/app'
import { Button, Dialog, EmptyState, List } from '@/components/elements'
import { DangerAction, ScreenHead } from '@/components/elements/later'
import { AddOrigin } from './AddOrigin'
import { Site } from './Site'

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
