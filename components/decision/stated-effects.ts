import type { Address } from 'viem'
import { isAddress } from '@/lib/base/checksum'
import type { Asset, Effect } from '@/lib/base/effects'
import type { Description } from '@/lib/reading/calls/description'

/** What a call's bytes say that it leads to, as far as its sentence tells: a descriptor is held against it. */
export function statedEffects({ code, values }: Description): Effect[] {
  const amount = BigInt(values.amount ?? '0')
  const token = addressOf(values.token)
  const asset: Asset = token === null ? { kind: 'native' } : { kind: 'token', address: token }
  const to = addressOf(values.to)
  const taker = addressOf(values.spender ?? values.operator)
  const source = 'stated'
  switch (code) {
    case 'send-native':
    case 'send-token':
    case 'send-token-memo':
    case 'move-token':
      return [{ source, kind: 'pays', asset, amount, to }]
    case 'move-item':
    case 'move-items':
      return token === null
        ? []
        : [{ source, kind: 'pays', asset: { kind: 'collection', address: token }, amount: 'unknown', to }]
    case 'allow-token':
    case 'allow-more':
      return [{ source, kind: 'allows', asset, amount, taker, until: null, every: null, adds: code === 'allow-more' }]
    case 'allow-unlimited':
      return [{ source, kind: 'allows', asset, amount: 'all', taker, until: null, every: null, adds: false }]
    case 'allow-everything':
      return token === null
        ? []
        : [
            {
              source,
              kind: 'allows',
              asset: { kind: 'collection', address: token },
              amount: 'all',
              taker,
              until: null,
              every: null,
              adds: false,
            },
          ]
    default:
      return []
  }
}

function addressOf(text: string | undefined): Address | null {
  return text !== undefined && isAddress(text, { strict: false }) ? text : null
}
