import { t } from '@/components/app'
import type { Client } from '@/components/client'
import { Home } from '@/components/home/Home'
import { mount } from '@/components/mount'
import type { Surface } from '@/lib/language/ui'

export function start(client: Client, surface: Surface): void {
  document.title = t('extension_name')
  mount(client, surface, <Home />)
}
