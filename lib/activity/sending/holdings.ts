import type { Address } from 'viem'
import { encodeCall } from '@/lib/base/abi'
import { wordOf } from '@/lib/base/batch-answer'
import { type Asset, type Effect, unlimitedAllowance } from '@/lib/base/effects'
import type { BatchItem, RpcCall } from '@/lib/base/rpc/types'
import * as selectors from '@/lib/base/signatures/selectors'
import type { Holdings } from '@/lib/reading/risk/effect-facts'
import { assetKey } from '@/lib/reading/simulation/changes'

/** What the account has before a transaction: asked for what would leave it, and for what others may take after it. */

type Question = [key: string, call: RpcCall]

/** More effects than these are not compared with what the account has. */
const mostQuestions = 60

/** The questions about effects that were simulated; `readHoldings` reads the answers. */
export function holdingsQuestions(effects: readonly Effect[], account: Address): Question[] {
  const ask = (key: string, to: Address, selector: `0x${string}`, words: (bigint | Address)[]): Question => [
    key,
    { method: 'eth_call', params: [{ to, data: encodeCall(selector, words) }, 'pending'] },
  ]
  const questions = effects.flatMap((effect): Question[] => {
    if (effect.kind === 'pays' && effect.asset.kind === 'token')
      return [ask(assetKey(effect.asset), effect.asset.address, selectors.balanceOf, [account])]
    if (effect.kind === 'pays' && effect.asset.kind === 'item') {
      const { address, id } = effect.asset
      const collection = assetKey({ kind: 'collection', address })
      return [
        ask(collection, address, selectors.balanceOf, [account]),
        ask(assetKey(effect.asset), address, selectors.balanceOfItem, [account, id]),
      ]
    }
    if (effect.kind !== 'allows' || effect.taker === null || effect.until !== null) return []
    const key = allowanceKey(effect.asset, effect.taker)
    if (effect.asset.kind === 'token')
      return [ask(key, effect.asset.address, selectors.allowance, [account, effect.taker])]
    if (effect.asset.kind === 'collection')
      return [ask(key, effect.asset.address, selectors.isApprovedForAll, [account, effect.taker])]
    return []
  })
  return [...new Map(questions).entries()].slice(0, mostQuestions)
}

/** @param native the balance in wei, where it is known */
export function readHoldings(
  questions: readonly Question[],
  items: readonly BatchItem[],
  native: bigint | null,
): Holdings {
  const answers = new Map(questions.map(([key], index) => [key, wordOf(items[index])]))
  return {
    balanceOf: asset => (asset.kind === 'native' ? native : (answers.get(assetKey(asset)) ?? null)),
    allowanceOf(asset, taker) {
      const word = answers.get(allowanceKey(asset, taker)) ?? null
      if (word === null) return null
      const isAll = asset.kind === 'collection' ? word === 1n : word >= unlimitedAllowance
      return isAll ? 'all' : word
    },
  }
}

function allowanceKey(asset: Asset, taker: Address): string {
  return `allowance ${assetKey(asset)} ${taker}`
}
