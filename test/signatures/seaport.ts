import { createRequire } from 'node:module'
import { type Address, type Hex, isHex, zeroAddress, zeroHash } from 'viem'
import * as z from 'zod'

const items =
  'ConsiderationItem(uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount,address recipient)OfferItem(uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount)'
const components =
  'OrderComponents(address offerer,address zone,OfferItem[] offer,ConsiderationItem[] consideration,uint8 orderType,uint256 startTime,uint256 endTime,bytes32 zoneHash,uint256 salt,bytes32 conduitKey,uint256 counter)'
export const orderText = `${components}${items}`

/** What the contract takes: `OrderParameters`. What is signed for it: `OrderComponents`. */
export function orderParameters(order: {
  offerer: Address
  offer: readonly unknown[]
  consideration: readonly unknown[]
  salt: bigint
  endTime: bigint
}) {
  const common = {
    ...order,
    ...{ zone: zeroAddress, orderType: 0, startTime: 0n, zoneHash: zeroHash, conduitKey: zeroHash },
  }
  return {
    components: { ...common, counter: 0n },
    parameters: { ...common, totalOriginalConsiderationItems: BigInt(order.consideration.length) },
  }
}
type Components = ReturnType<typeof orderParameters>['components']

const bulkOrdersSchema = z.object({
  getBulkOrderTree: z.custom<
    (orders: readonly Components[]) => {
      getDataToSign(): unknown
      getEncodedProofAndSignature(index: number, signature: string): string
    }
  >(value => typeof value === 'function'),
})
const require = createRequire(import.meta.url)

/** Several orders under one signature, by the code that OpenSea's own library makes the tree with. */
export function bulkOrder(orders: readonly Components[]) {
  const { getBulkOrderTree } = bulkOrdersSchema.parse(require('@opensea/seaport-js/lib/utils/eip712/bulk-orders.js'))
  const tree = getBulkOrderTree(orders)
  const height = '[2]'.repeat(Math.max(Math.ceil(Math.log2(orders.length)), 1))
  return {
    type: `BulkOrder(OrderComponents${height} tree)${items}${components}`,
    message: { tree: tree.getDataToSign() },
    /** The signature for one of them, with the proof that it is in the tree. */
    signatureOf(index: number, signature: Hex): Hex {
      const encoded = tree.getEncodedProofAndSignature(index, signature)
      if (!isHex(encoded)) throw new Error('the proof is no hex')
      return encoded
    },
  }
}
