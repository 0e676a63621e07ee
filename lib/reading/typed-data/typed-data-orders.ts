import { type Address, zeroAddress } from 'viem'
import type { Asset, Effect } from '@/lib/base/effects'
import type { TypedDataStruct, TypedDataValue } from './typed-data'
import { address, integer, isStruct, list, struct, tokenAsset } from './typed-data-fields'
import type { KnownTypes, Read } from './typed-data-types'

/** Orders of exchanges: what the signer gives and what must come in return, if somebody takes the order. */

const seaportItems =
  'ConsiderationItem(uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount,address recipient)OfferItem(uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount)'
const seaportOrder =
  'OrderComponents(address offerer,address zone,OfferItem[] offer,ConsiderationItem[] consideration,uint8 orderType,uint256 startTime,uint256 endTime,bytes32 zoneHash,uint256 salt,bytes32 conduitKey,uint256 counter)'
/** Trees of orders are 1 to 24 levels high. */
const bulkOrderStart = /^BulkOrder\(OrderComponents(?:\[2\]){1,24} tree\)/

const gives = (asset: Asset | null, amount: bigint | null): Effect[] =>
  asset === null ? [] : [{ source: 'stated', kind: 'pays', asset, amount: amount ?? 'unknown', to: null }]
const gets = (asset: Asset | null, amount: bigint | null): Effect[] =>
  asset === null ? [] : [{ source: 'stated', kind: 'receives', asset, amount: amount ?? 'unknown', from: null }]
const goesTo = (to: Address | null, asset: Asset | null, amount: bigint | null): Effect[] =>
  asset === null ? [] : [{ source: 'stated', kind: 'moves', asset, amount: amount ?? 'unknown', from: null, to }]

const currency: Asset = { kind: 'native' }

/** CoW Protocol and 0x write the chain's currency in either way. */
function paidIn(value: TypedDataValue | undefined): Asset | null {
  const token = address(value)
  if (token === null) return null
  return token === zeroAddress ? currency : tokenAsset(token)
}

/** Seaport's item types: currency, ERC-20, ERC-721, ERC-1155, and both again with any item that fits a criterion. */
function seaportAsset({ itemType, token, identifierOrCriteria }: TypedDataStruct): Asset | null {
  const contract = address(token)
  const id = integer(identifierOrCriteria)
  if (itemType === '0') return currency
  if (contract === null || id === null) return null
  if (itemType === '1') return { kind: 'token', address: contract }
  if (itemType === '2' || itemType === '3') return { kind: 'item', address: contract, id }
  return { kind: 'collection', address: contract }
}

function amountsOf({ startAmount, endAmount }: TypedDataStruct): [least: bigint | null, most: bigint | null] {
  const start = integer(startAmount)
  const end = integer(endAmount)
  if (start === null || end === null) return [start, end]
  return start < end ? [start, end] : [end, start]
}

function seaportEffects(order: TypedDataStruct): Effect[] {
  const offerer = address(order.offerer)
  return [
    ...list(order.offer).flatMap(item => gives(seaportAsset(item), amountsOf(item)[1])),
    ...list(order.consideration).flatMap(item => {
      const [least, most] = amountsOf(item)
      const to = address(item.recipient)
      return to === offerer ? gets(seaportAsset(item), least) : goesTo(to, seaportAsset(item), most)
    }),
  ]
}

const readSeaport: Read = message => ({
  owner: address(message.offerer),
  orders: [seaportEffects(message)],
  validFrom: integer(message.startTime),
  validUntil: integer(message.endTime),
})

const readSeaportTree: Read = message => {
  // The tree is filled up with empty orders.
  const orders = leaves(message.tree).filter(({ offerer }) => offerer !== zeroAddress)
  const ends = orders.flatMap(({ endTime }) => integer(endTime) ?? [])
  return {
    owner: address(orders[0]?.offerer),
    orders: orders.map(seaportEffects),
    validUntil: ends.reduce<bigint | null>((latest, end) => (latest === null || end > latest ? end : latest), null),
  }
}

function leaves(value: TypedDataValue | undefined): TypedDataStruct[] {
  if (Array.isArray(value)) return value.flatMap(leaves)
  return isStruct(value) ? [value] : []
}

/** The meaning of a bulk order of any height; `undefined` for another type. */
export function bulkOrderOf(type: string): KnownTypes[string] | undefined {
  const isBulk = bulkOrderStart.test(type) && type.replace(bulkOrderStart, '') === seaportByName
  return isBulk ? ['bulk-order', readSeaportTree] : undefined
}
const seaportByName = seaportItems + seaportOrder

const readCow: Read = message => {
  const receiver = address(message.receiver)
  const bought = [paidIn(message.buyToken), integer(message.buyAmount)] as const
  const sold = (integer(message.sellAmount) ?? 0n) + (integer(message.feeAmount) ?? 0n)
  const effects = [
    ...gives(paidIn(message.sellToken), sold),
    // The zero address stands for the owner.
    ...(receiver === zeroAddress ? gets(...bought) : goesTo(receiver, ...bought)),
  ]
  return { orders: [effects], validUntil: integer(message.validTo) }
}

/** 0x, version 4: the maker gives, the taker pays. */
const readZeroEx: Read = message => ({
  owner: address(message.maker),
  orders: [
    [
      ...gives(paidIn(message.makerToken), integer(message.makerAmount)),
      ...gets(paidIn(message.takerToken), integer(message.takerAmount)),
    ],
  ],
  // An OTC order has its nonce in the lower 192 bits.
  validUntil: message.expiry === undefined ? (integer(message.expiryAndNonce) ?? 0n) >> 192n : integer(message.expiry),
})

/** 0x orders for one item: direction 0 sells it, 1 buys it. */
const readZeroExItem =
  (prefix: 'erc721' | 'erc1155'): Read =>
  message => {
    const collection = address(message[`${prefix}Token`])
    const id = integer(message[`${prefix}TokenId`])
    const item: Asset | null = collection === null || id === null ? null : { kind: 'item', address: collection, id }
    const count = prefix === 'erc721' ? 1n : integer(message.erc1155TokenAmount)
    const price = [paidIn(message.erc20Token), integer(message.erc20TokenAmount)] as const
    const effects =
      message.direction === '0'
        ? [...gives(item, count), ...gets(...price)]
        : [...gives(...price), ...gets(item, count)]
    return { owner: address(message.maker), orders: [effects], validUntil: integer(message.expiry) }
  }

/** Blur, version 1: side 1 sells, 0 buys; fees go off the price. */
const readBlur: Read = message => {
  const collection = address(message.collection)
  const id = integer(message.tokenId)
  const item: Asset | null = collection === null || id === null ? null : { kind: 'item', address: collection, id }
  const price = integer(message.price) ?? 0n
  const paid = paidIn(message.paymentToken)
  const fees = list(message.fees).map(({ rate, recipient }) => ({
    to: address(recipient),
    amount: (price * (integer(rate) ?? 0n)) / 10_000n,
  }))
  const rest = fees.reduce((left, { amount }) => left - amount, price)
  const count = integer(message.amount)
  const isSale = message.side === '1'
  const effects = isSale
    ? [...gives(item, count), ...gets(paid, rest), ...fees.flatMap(({ to, amount }) => goesTo(to, paid, amount))]
    : [...gives(paid, price), ...gets(item, count)]
  return { owner: address(message.trader), orders: [effects], validUntil: integer(message.expirationTime) }
}

/** Blur, version 2: the items and their prices are only in a hash. */
const readHiddenBlur: Read = message => {
  const collection = address(message.collection)
  const asset: Asset | null = collection === null ? null : { kind: 'collection', address: collection }
  return {
    owner: address(message.trader),
    recipient: address(struct(message.makerFee).recipient),
    grants: message.orderType === '0' ? gives(asset, null) : [],
    validUntil: integer(message.expirationTime),
  }
}

/** Exact text of the type → its meaning: Seaport 1.1 to 1.6, CoW Protocol, 0x version 4, Blur. */
export const signedOrders: KnownTypes = {
  [`${seaportOrder}${seaportItems}`]: ['order', readSeaport],
  'Order(address sellToken,address buyToken,address receiver,uint256 sellAmount,uint256 buyAmount,uint32 validTo,bytes32 appData,uint256 feeAmount,string kind,bool partiallyFillable,string sellTokenBalance,string buyTokenBalance)':
    ['order', readCow],
  'LimitOrder(address makerToken,address takerToken,uint128 makerAmount,uint128 takerAmount,uint128 takerTokenFeeAmount,address maker,address taker,address sender,address feeRecipient,bytes32 pool,uint64 expiry,uint256 salt)':
    ['order', readZeroEx],
  'RfqOrder(address makerToken,address takerToken,uint128 makerAmount,uint128 takerAmount,address maker,address taker,address txOrigin,bytes32 pool,uint64 expiry,uint256 salt)':
    ['order', readZeroEx],
  'OtcOrder(address makerToken,address takerToken,uint128 makerAmount,uint128 takerAmount,address maker,address taker,address txOrigin,uint256 expiryAndNonce)':
    ['order', readZeroEx],
  'ERC721Order(uint8 direction,address maker,address taker,uint256 expiry,uint256 nonce,address erc20Token,uint256 erc20TokenAmount,Fee[] fees,address erc721Token,uint256 erc721TokenId,Property[] erc721TokenProperties)Fee(address recipient,uint256 amount,bytes feeData)Property(address propertyValidator,bytes propertyData)':
    ['order', readZeroExItem('erc721')],
  'ERC1155Order(uint8 direction,address maker,address taker,uint256 expiry,uint256 nonce,address erc20Token,uint256 erc20TokenAmount,Fee[] fees,address erc1155Token,uint256 erc1155TokenId,Property[] erc1155TokenProperties,uint128 erc1155TokenAmount)Fee(address recipient,uint256 amount,bytes feeData)Property(address propertyValidator,bytes propertyData)':
    ['order', readZeroExItem('erc1155')],
  'Order(address trader,uint8 side,address matchingPolicy,address collection,uint256 tokenId,uint256 amount,address paymentToken,uint256 price,uint256 listingTime,uint256 expirationTime,Fee[] fees,uint256 salt,bytes extraParams,uint256 nonce)Fee(uint16 rate,address recipient)':
    ['order', readBlur],
  'Order(address trader,address collection,bytes32 listingsRoot,uint256 numberOfListings,uint256 expirationTime,uint8 assetType,FeeRate makerFee,uint256 salt,uint8 orderType,uint256 nonce)FeeRate(address recipient,uint16 rate)':
    ['hidden-order', readHiddenBlur],
}
