import type { Address } from 'viem'
import { useSlice } from '@/components/client-context'
import { vouchedFor } from '@/components/tokens/order'
import { effectsOf } from '@/lib/base/effects'
import { isSameAddress, lowerCaseAddress } from '@/lib/base/hex'
import type { NetworkId } from '@/lib/base/network-id'
import { listedToken } from '@/lib/reading/calls/contracts'
import type { TypedData } from '@/lib/reading/typed-data/typed-data'
import { typedDataAct } from '@/lib/reading/typed-data/typed-data-act'
import type { TypedDataMeaning } from '@/lib/reading/typed-data/typed-data-types'
import { EffectList } from './EffectList'
import { useContractNames } from './use-tokens'

/** What a signature gives, gets and hands over, besides the tokens that may be taken with it. */
export function SignedEffects({
  typedData,
  meaning,
  account,
  networkId,
}: {
  typedData: TypedData
  meaning: TypedDataMeaning
  /** The signer; `null` where it is not chosen yet. */
  account: Address | null
  networkId: NetworkId
}) {
  const networks = useSlice('networks') ?? []
  const selection = useSlice('selection')
  const vouched = vouchedFor(useSlice('tokens') ?? [])
  const nameOf = useContractNames(networkId)
  if (account === null) return null
  const { verifyingContract } = typedData.domain
  const target = typeof verifyingContract === 'string' ? lowerCaseAddress(`0x${verifyingContract.slice(2)}`) : null
  // A call to a token that the person listed moves units of the token, and no item.
  const contractOf = (address: Address) => {
    const token =
      selection?.networkId === networkId ? vouched.find(each => isSameAddress(each.address, address)) : undefined
    return token === undefined ? null : listedToken(token)
  }
  const act = typedDataAct({ ...meaning, spends: [] }, { account: lowerCaseAddress(account), target, contractOf })
  const effects = effectsOf(act).filter(({ kind }) => kind !== 'unknown')
  if (effects.length === 0) return null
  const symbol = networks.find(network => network.id === networkId)?.symbol ?? ''
  return <EffectList effects={effects} names={{ symbol, nameOf }} />
}
