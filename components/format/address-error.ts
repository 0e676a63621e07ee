import type { MessageKey } from '@/components/i18n'
import { t } from '@/components/i18n'
import type { JudgedAddress } from './address'

const addressErrors = {
  'not-an-address': 'address_not_an_address',
  'wrong-length': 'address_wrong_length',
  checksum: 'address_checksum',
} as const satisfies Record<string, MessageKey>

/** What is wrong with an address as it was typed; nothing of an empty field. */
export function addressErrorWords(judged: JudgedAddress): string | undefined {
  return judged.ok || judged.reason === 'empty' ? undefined : t(addressErrors[judged.reason])
}
