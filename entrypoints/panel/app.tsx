import { t } from '@/components/app'
import type { Client } from '@/components/client'
import { mount } from '@/components/mount'
import { Panel } from '@/components/panel/Panel'

/** The page that made the panel puts the inspected tab into its address. */
export function start(client: Client): void {
  document.title = t('extension_name')
  const tabId = Number(new URLSearchParams(location.search).get('tab'))
  mount(client, 'developer-panel', <Panel tabId={tabId} />)
}
