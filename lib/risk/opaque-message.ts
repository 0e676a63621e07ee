import type { Hex } from 'viem'
import type { Risk } from '@/lib/approvals/types'
import { messageText } from '@/lib/decoding/message'
import { risk } from './risk'

/** 32 bytes that are no text are the hash of something: an order, a transaction of a shared account. Nobody can read what. */
export function opaqueMessage(message: Hex): Risk[] {
  return message.length === 66 && messageText(message) === null ? [risk('danger', 'message-is-hash')] : []
}
