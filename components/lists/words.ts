import { t } from '@/components/app'
import type { ListKind } from '@/lib/base/list-kind'

/** What each kind of list is called, and what it is for. */
export const kindWords = {
  'fraud-hosts': { title: 'lists_fraud_hosts', note: 'lists_fraud_hosts_note' },
  'fraud-addresses': { title: 'lists_fraud_addresses', note: 'lists_fraud_addresses_note' },
  tokens: { title: 'lists_tokens', note: 'lists_tokens_note' },
  descriptors: { title: 'lists_descriptors', note: 'lists_descriptors_note' },
  chains: { title: 'lists_chains', note: 'lists_chains_note' },
} as const satisfies Record<ListKind, unknown>

/** Who keeps a list, and under which licence. */
export function keeperWords(keeper: string, licence: string | null): string {
  return t('list_keeper', { keeper, licence: licence || t('list_no_licence') })
}
