import type { Client } from '@/components/client'
import type { Surface } from '@/components/client-context'
import { Home } from '@/components/home/Home'
import { t } from '@/components/i18n'
import { mount } from '@/components/mount'

export function start(client: Client, surface: Surface): void {
  document.title = t('extension_name')
  mount(client, surface, <Home />)
}
