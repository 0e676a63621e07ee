import type { Hex } from 'viem'
import { messageText } from '@/lib/reading/messages/message'
import { type Risk, risk } from './risk'

/** Risk of signing 32 bytes that are not text: they are the hash of something that the wallet cannot show. */
export function opaqueMessage(message: Hex): Risk[] {
  return message.length === 66 && messageText(message) === null ? [risk('danger', 'message-is-hash')] : []
}
