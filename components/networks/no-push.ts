import { format, t } from '@/components/i18n'

/** As the worker asks while nothing is pushed (`lib/confirmations/pace.ts`). */
const askEveryMs = 200

/** What it means that a network has no WebSocket address. */
export function noPushWords(): string {
  return t('network_no_push', { time: format.duration(askEveryMs) })
}
