import { type Address, type Hex, zeroAddress, zeroHash } from 'viem'
import type { RowParts, SignedRow } from './row.ts'
import { bulkOrder, orderParameters, orderText } from './seaport.ts'

/** Orders of Seaport 1.6, taken by somebody else. */
export function orderRows({ signed, me, thief, deadline, domain }: RowParts): SignedRow[] {
  const { at, take, world } = signed
  const { contracts } = world
  const ofSeaport = domain('Seaport', at.Seaport, '1.6')
  const order = (offer: readonly unknown[], consideration: readonly unknown[], salt: bigint) =>
    orderParameters({ offerer: me, offer, consideration, salt, endTime: deadline })
  const item = (itemType: number, token: Address, id: bigint, amount: bigint) => ({
    ...{ itemType, token, identifierOrCriteria: id, startAmount: amount, endAmount: amount },
  })
  const paidTo = (recipient: Address, amount: bigint) => ({ ...item(0, zeroAddress, 0n, amount), recipient })
  const bought =
    ({ parameters }: ReturnType<typeof order>, value: bigint) =>
    (signature: Hex) =>
      take(at.Seaport, 'fulfillOrder', [{ parameters, signature }, zeroHash], value)
  const orders: { what: string; made: ReturnType<typeof order>; value: bigint; isAny?: true }[] = [
    {
      what: 'Seaport: an item for a price',
      made: order([item(2, contracts.Art, 20n, 1n)], [paidTo(me, 10n ** 13n)], 1n),
      value: 10n ** 13n,
    },
    {
      what: 'Seaport: an item for nothing',
      made: order([item(2, contracts.Art, 21n, 1n)], [], 2n),
      value: 0n,
    },
    {
      what: 'Seaport: tokens and items of a kind, the price to another',
      made: order(
        [item(1, contracts.Money, 0n, 3_000n), item(3, contracts.Kinds, 0n, 40n)],
        [paidTo(thief, 10n ** 13n)],
        3n,
      ),
      value: 10n ** 13n,
    },
    {
      what: 'Seaport: any item of a collection',
      made: order([item(4, contracts.Art, 0n, 1n)], [paidTo(me, 1n)], 4n),
      value: 1n,
      isAny: true,
    },
  ]
  const seaport: SignedRow[] = orders.map(({ what, made, value, isAny = false }) => ({
    what,
    domain: ofSeaport,
    type: orderText,
    message: made.components,
    take: signature =>
      isAny
        ? take(
            at.Seaport,
            'fulfillAdvancedOrder',
            [
              { parameters: made.parameters, numerator: 1n, denominator: 1n, signature, extraData: '0x' },
              [{ orderIndex: 0n, side: 0, index: 0n, identifier: 22n, criteriaProof: [] }],
              zeroHash,
              zeroAddress,
            ],
            value,
          )
        : bought(made, value)(signature),
  }))
  const leaves = [
    order([item(2, contracts.Art, 18n, 1n)], [paidTo(me, 5n)], 5n),
    order([item(2, contracts.Art, 19n, 1n)], [], 6n),
  ]
  const tree = bulkOrder(leaves.map(({ components }) => components))
  const bulk: SignedRow = {
    what: 'Seaport: two orders in one signature',
    domain: ofSeaport,
    type: tree.type,
    message: tree.message,
    async take(signature) {
      for (const [index, leaf] of leaves.entries())
        await bought(leaf, index === 0 ? 5n : 0n)(tree.signatureOf(index, signature))
    },
  }

  return [...seaport, bulk]
}
