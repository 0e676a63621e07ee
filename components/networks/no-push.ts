import { format, t } from '@/components/app'
import { pollMs } from '@/lib/chain/shared/pace'

/** Says how a network without a WebSocket address is asked. */
export function noPushWords(): string {
  return t('network_no_push', { time: format.duration(pollMs) })
}
