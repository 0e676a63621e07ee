import type { Address } from 'viem'
import { useSlice } from '@/components/client-context'
import type { TypedData } from '@/lib/decoding/typed-data'
import { typedDataAct } from '@/lib/decoding/typed-data-act'
import type { TypedDataMeaning } from '@/lib/decoding/typed-data-meaning'
import { effectsOf } from '@/lib/values/effects'
import { lowerCaseAddress } from '@/lib/values/hex'
import { EffectList } from './EffectList'
import { tokenNames } from './trade-words'
import { useTokens } from './use-tokens'

/** What a signature gives, gets and hands over, besides the tokens that may be taken with it. */
export function SignedEffects({
  typedData,
  meaning,
  account,
  chainId,
}: {
  typedData: TypedData
  meaning: TypedDataMeaning
  /** The signer; `null` where it is not chosen yet. */
  account: Address | null
  chainId: number
}) {
  const networks = useSlice('networks') ?? []
  const tokenOf = useTokens(chainId)
  if (account === null) return null
  const { verifyingContract } = typedData.domain
  const target = typeof verifyingContract === 'string' ? lowerCaseAddress(`0x${verifyingContract.slice(2)}`) : null
  const act = typedDataAct({ ...meaning, spends: [] }, { account: lowerCaseAddress(account), target })
  const effects = effectsOf(act).filter(({ kind }) => kind !== 'unknown')
  if (effects.length === 0) return null
  const symbol = networks.find(network => network.chainId === chainId)?.symbol ?? ''
  return <EffectList effects={effects} names={{ symbol, nameOf: tokenNames(tokenOf) }} />
}
