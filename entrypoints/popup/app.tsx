import { t } from '@/components/app'
import type { Client } from '@/components/client'
import { mount } from '@/components/mount'
import { Popup } from './Popup'

export function start(client: Client): void {
  document.title = t('extension_name')
  mount(client, 'popup', <Popup />)
}
