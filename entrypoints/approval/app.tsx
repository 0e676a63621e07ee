import { t } from '@/components/app'
import type { Client } from '@/components/client'
import { mount } from '@/components/mount'
import { ApprovalWindow } from './ApprovalWindow'

export function start(client: Client): void {
  document.title = t('approval_window_title')
  mount(client, 'approval', <ApprovalWindow />)
}
