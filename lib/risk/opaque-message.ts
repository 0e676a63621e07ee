import type { Hex } from 'viem'
import { messageText } from '@/lib/decoding/message'
import type { Risk } from './risk'
import { risk } from './risk'

/** Risk of signing 32 bytes that are not text: they are the hash of something that the wallet cannot show. */
export function opaqueMessage(message: Hex): Risk[] {
  return message.length === 66 && messageText(message) === null ? [risk('danger', 'message-is-hash')] : []
}
