import { locale, plural, t } from '@/components/app'
import type { LeftOut, LeftReason, Part } from './files/contents'

const reasons = {
  address: 'moving_left_address',
  checksum: 'moving_left_checksum',
  nameless: 'moving_left_nameless',
  line: 'moving_left_line',
  'chain-id': 'moving_left_chain_id',
  currency: 'moving_left_currency',
  endpoint: 'moving_left_endpoint',
  'too-many': 'moving_left_too_many',
  'too-large': 'moving_left_too_large',
  unreadable: 'moving_left_unreadable',
  nothing: 'moving_left_nothing',
  backup: 'moving_left_backup',
  keystore: 'moving_left_keystore',
  'no-key': 'moving_left_no_key',
  network: 'moving_left_network',
  refused: 'moving_left_refused',
  silent: 'moving_left_silent',
  'no-token': 'moving_left_no_token',
  imitates: 'moving_left_imitates',
  stopped: 'moving_left_stopped',
} as const satisfies Record<LeftReason, string>

const parts = {
  contact: 'moving_contacts',
  token: 'moving_tokens',
  network: 'moving_networks',
  file: 'moving_files',
  line: 'moving_lines',
} as const satisfies Record<Part, string>

/** `3 contacts: the checksum of the address is wrong.` */
export function leftSentence({ part, reason, count }: Pick<LeftOut, 'part' | 'reason' | 'count'>): string {
  return t('moving_left', { what: plural(parts[part], count), why: t(reasons[reason]) })
}

/** The first of them by name; empty where nothing is known of them. */
export function leftExamples({ count, examples }: LeftOut): string {
  const named = examples.filter(example => example !== '')
  if (named.length === 0) return ''
  return new Intl.ListFormat(locale()).format(count > named.length ? [...named, '…'] : named)
}

export function isLeftOut(value: { part: string; reason: string; count: number }): value is LeftOut {
  return Object.hasOwn(parts, value.part) && Object.hasOwn(reasons, value.reason)
}
