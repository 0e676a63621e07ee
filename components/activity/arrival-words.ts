import { type Address, zeroAddress } from 'viem'
import { type MessageKey, t } from '@/components/app'
import { tokenWords } from '@/components/tokens/token-words'
import { isSameAddress } from '@/lib/base/hex'
import type { ArrivalView, NetworkView, TokenView } from '@/lib/language/ui'

export interface ArrivalSummary {
  title: string
  /** The sender; `null` where it is unknown, the token was minted, or the title says who it was. */
  from: Address | null
  /** `decimals` is null for an unknown token. */
  amount: { value: bigint; decimals: number | null; symbol: string }
  /** The token is not listed. */
  isFound: boolean
  status: MessageKey
}

/** Title, sender, amount and status of an arrival, for one line of a list. */
export function summariseArrival(
  arrival: ArrivalView,
  known: { networks: readonly NetworkView[]; tokens: readonly TokenView[] },
): ArrivalSummary {
  const value = BigInt(arrival.amount)
  const status = arrival.isWithdrawn
    ? 'arrival_withdrawn'
    : arrival.level === 'sealed'
      ? 'track_sealed'
      : 'track_preconfirmed'
  const isMade = isSameAddress(arrival.from, zeroAddress)
  const isGift = arrival.isFromFaucet === true
  const title = t(
    isGift ? 'arrival_faucet' : isMade ? 'arrival_made' : arrival.from === null ? 'arrival_rose' : 'arrival_received',
  )
  const from = isMade || isGift ? null : arrival.from
  if (arrival.token === null) {
    const symbol = known.networks.find(network => network.id === arrival.networkId)?.symbol ?? 'ETH'
    return {
      title,
      from,
      amount: { value, decimals: 18, symbol },
      isFound: false,
      status,
    }
  }
  const token = known.tokens.find(each => isSameAddress(each.address, arrival.token))
  return {
    title,
    from,
    amount: {
      value,
      decimals: token?.decimals ?? null,
      symbol: token === undefined ? t('arrival_some_token') : tokenWords(token).symbol,
    },
    isFound: token === undefined || token.source === 'found',
    status,
  }
}
