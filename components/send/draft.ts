import type { Address } from 'viem'
import { browser } from 'wxt/browser'
import { isAddress } from '@/lib/base/checksum'
import { isSameAddress } from '@/lib/base/hex'
import type { NetworkId } from '@/lib/base/network-id'

/** What was typed in Send before the popup closed. Kept for ten minutes, in the browser's memory only. */
export interface SendDraft {
  networkId: NetworkId
  from: string
  to: string
  amount: string
  /** The token's contract; `null` for the network's currency. */
  token: Address | null
  at: number
}
const key = 'draft'
const keptMs = 10 * 60_000

export async function readDraft(networkId: NetworkId, from: string, now: number): Promise<SendDraft | null> {
  const stored: unknown = (await browser.storage.session.get(key))[key]
  if (!isDraft(stored)) return null
  const isHere = stored.networkId === networkId && isSameAddress(stored.from, from)
  return isHere && now - stored.at < keptMs ? stored : null
}

export async function writeDraft(draft: SendDraft | null): Promise<void> {
  if (draft === null || (draft.to === '' && draft.amount === '')) await browser.storage.session.remove(key)
  else await browser.storage.session.set({ [key]: draft })
}

function isDraft(value: unknown): value is SendDraft {
  if (typeof value !== 'object' || value === null) return false
  const { networkId, from, to, amount, token, at } = value as Partial<Record<keyof SendDraft, unknown>>
  return (
    typeof networkId === 'number' &&
    typeof from === 'string' &&
    typeof to === 'string' &&
    typeof amount === 'string' &&
    (token === null || (typeof token === 'string' && isAddress(token, { strict: false }))) &&
    typeof at === 'number'
  )
}
