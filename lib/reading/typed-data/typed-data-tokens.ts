import type { Address } from 'viem'
import { type Effect, effectsOf } from '@/lib/base/effects'
import type { TypedData } from './typed-data'
import { typedDataAct } from './typed-data-act'
import { address } from './typed-data-fields'
import type { TypedDataMeaning } from './typed-data-types'

/**
 * The effects of typed data on the signer.
 * @param account the signer, in lower case
 */
export function typedDataEffects({ domain }: TypedData, meaning: TypedDataMeaning, account: Address): Effect[] {
  return effectsOf(typedDataAct(meaning, { account, target: address(domain.verifyingContract) }))
}

/**
 * The contracts whose tokens or items the effects of typed data are about, in lower case: those of an order, a permit
 * or a call inside it.
 */
export function contractsNamed(typedData: TypedData, meaning: TypedDataMeaning | null, account: Address): Address[] {
  if (meaning === null) return []
  const named = typedDataEffects(typedData, meaning, account).flatMap(effect =>
    'asset' in effect && effect.asset.kind !== 'native' ? [effect.asset.address] : [],
  )
  return [...new Set(named)]
}
