import type { Address, Hex } from 'viem'
import { messageText } from '@/lib/reading/messages/message'
import { hiddenCharacters } from './hidden-characters'
import { opaqueMessage } from './opaque-message'
import { type Risk, worstFirst } from './risk'
import { signIn } from './sign-in'

/**
 * All risks of signing a message, worst first.
 * @param facts `now` in ms since the epoch
 * @see EIP-191
 */
export function messageRisks(facts: {
  message: Hex
  origin: string
  account: Address
  chainId: number
  now: number
}): Risk[] {
  const text = messageText(facts.message)
  if (text === null) return opaqueMessage(facts.message)
  return worstFirst([...signIn({ ...facts, text }), ...hiddenCharacters(text)])
}
