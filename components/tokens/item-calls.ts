import type { Address, Hex } from 'viem'
import type { Read } from '@/components/allowances/chain-reads'
import { encodeCall, readSingleWord, wordToAddress } from '@/lib/base/abi'
import { isSameAddress } from '@/lib/base/hex'
import { hexSchema } from '@/lib/base/hex-schemas'
import * as selectors from '@/lib/base/signatures/selectors'
import type { ItemView } from '@/lib/language/ui'

/**
 * Reads how many of each item an account has at the newest block.
 * @returns in the items' order; `null` where its contract gives no answer
 * @throws Failure where the chain cannot be asked
 */
export async function readHeld(read: Read, owner: Address, items: readonly ItemView[]): Promise<(bigint | null)[]> {
  if (items.length === 0) return []
  const answers = await read(
    items.map(({ address, tokenId, standard }) => {
      const id = BigInt(tokenId)
      const data =
        standard === 'erc721' ? encodeCall(selectors.ownerOf, [id]) : encodeCall(selectors.balanceOfItem, [owner, id])
      return { method: 'eth_call', params: [{ to: address, data }, 'latest'] }
    }),
  )
  return items.map(({ standard }, index) => {
    const answer = answers[index]
    const data = answer !== undefined && 'result' in answer ? hexSchema.safeParse(answer.result) : undefined
    const word = data?.success === true ? readSingleWord(data.data) : null
    if (word === null || standard === 'erc1155') return word
    return isSameAddress(wordToAddress(word), owner) ? 1n : 0n
  })
}

/** The transaction's data that sends an item. @see ERC-721 and ERC-1155, safeTransferFrom */
export function sendItemData(item: ItemView, from: Address, to: Address, count: bigint): Hex {
  const id = BigInt(item.tokenId)
  return item.standard === 'erc721'
    ? encodeCall(selectors.safeTransferFrom, [from, to, id])
    : encodeCall(selectors.safeTransferItems, [from, to, id, count, 160n, 0n])
}
