import { locale, type MessageKey, t } from '@/components/app'
import type { NetworkField } from '@/lib/base/network-fields'
import type { NetworkView } from '@/lib/language/ui'

const names = {
  name: 'network_name',
  currency: 'network_currency',
  endpoints: 'network_edit_endpoints',
  faucetUrl: 'faucet',
  explorerUrl: 'network_explorer',
  testing: 'network_testing',
} as const satisfies Record<NetworkField, MessageKey>

/** Names the fields that the person changed of a preset network, in one sentence part. */
export function editedNames({ edited }: NetworkView): string {
  return new Intl.ListFormat(locale()).format(edited.map(field => t(names[field])))
}
