import { encodeFunctionData, encodePacked, erc20Abi, parseAbi } from 'viem'
import { kinds, typedDataOf } from '@/lib/reading/typed-data/typed-data-kinds.fixture'

/** Typed data that moves things, hostile and honest: what each is, and what the person must be told. */

export const alice = '0xa11ce00000000000000000000000000000000001'
export const thief = '0xbad0000000000000000000000000000000000bad'
export const market = '0x5402000000000000000000000000000000000002'
const collection = '0xc011ec7000000000000000000000000000000003'
export const wrapped = '0x7070000000000000000000000000000000000007'
export const dollar = '0xd011a40000000000000000000000000000000008'
const zero = `0x${'00'.repeat(20)}`
const burn = '0x000000000000000000000000000000000000dead'
const ether = 10n ** 18n

type Label = (typeof kinds)[number][0]
type Fields = Record<string, unknown>

const of = (label: Label, message: Fields, domain: Fields = {}) =>
  typedDataOf(kinds.find(([each]) => each === label)?.[3] ?? '', message, { verifyingContract: market, ...domain })
const written = (text: string, message: Fields, domain: Fields = {}) =>
  typedDataOf(text, message, { verifyingContract: market, ...domain })

const offered = (itemType: number, token: string, id: bigint, amount: bigint, endAmount = amount) => ({
  ...{ itemType, token, identifierOrCriteria: `${id}`, startAmount: `${amount}`, endAmount: `${endAmount}` },
})
const asked = (recipient: string, ...item: Parameters<typeof offered>) => ({ ...offered(...item), recipient })
const components = (offer: unknown[], consideration: unknown[], rest: Fields = {}) => ({
  ...{ offerer: alice, zone: zero, offer, consideration, orderType: 0, startTime: 0, endTime: 2_000_000_000 },
  ...{ zoneHash: `0x${'00'.repeat(32)}`, salt: 1, conduitKey: `0x${'00'.repeat(32)}`, counter: 0, ...rest },
})
const seaport = (offer: unknown[], consideration: unknown[]) => of('Seaport order', components(offer, consideration))
const item = (id = 7n) => offered(2, collection, id, 1n)
const paid = (to: string, wei: bigint) => asked(to, 0, zero, 0n, wei)

const cow = (message: Fields) =>
  of('CoW order', {
    ...{ sellToken: dollar, buyToken: wrapped, receiver: zero, sellAmount: '5000000000', buyAmount: `${ether}` },
    ...{ feeAmount: '0', kind: 'sell', validTo: 2_000_000_000, ...message },
  })
const zeroEx = (label: Label, message: Fields) =>
  of(label, {
    ...{ maker: alice, makerToken: dollar, takerToken: wrapped, makerAmount: '5000000000', takerAmount: `${ether}` },
    ...message,
  })
const blurText =
  'Order(address trader,uint8 side,address matchingPolicy,address collection,uint256 tokenId,uint256 amount,address paymentToken,uint256 price,uint256 listingTime,uint256 expirationTime,Fee[] fees,uint256 salt,bytes extraParams,uint256 nonce)Fee(uint16 rate,address recipient)'
const blur = (message: Fields) =>
  written(blurText, {
    ...{ trader: alice, side: 1, collection, tokenId: 7, amount: 1, paymentToken: zero, price: `${ether}`, fees: [] },
    ...message,
  })
const hiddenBlur = (orderType: number) =>
  written(
    'Order(address trader,address collection,bytes32 listingsRoot,uint256 numberOfListings,uint256 expirationTime,uint8 assetType,FeeRate makerFee,uint256 salt,uint8 orderType,uint256 nonce)FeeRate(address recipient,uint16 rate)',
    { trader: alice, collection, orderType },
  )
const item721 = (message: Fields) =>
  of('0x ERC-721 order', {
    ...{ direction: 0, maker: alice, erc20Token: dollar, erc20TokenAmount: '5000000', erc721Token: collection },
    ...{ erc721TokenId: 7, fees: [], erc721TokenProperties: [], ...message },
  })
const comet = 'Authorization(address owner,address manager,bool isAllowed,uint256 nonce,uint256 expiry)'
const hyperliquid = (name: string, fields: string, message: Fields) =>
  written(`HyperliquidTransaction:${name}(string hyperliquidChain,${fields})`, message, { verifyingContract: zero })

const approve = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [thief, 2n ** 256n - 1n] })
const transfer = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [thief, 5n] })
const toBurn = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [burn, 5n] })
const operator = encodeFunctionData({
  abi: parseAbi(['function setApprovalForAll(address operator, bool approved)']),
  args: [thief, true],
})
const severalCalls = encodeFunctionData({
  abi: parseAbi(['function multiSend(bytes transactions)']),
  args: [encodePacked(['uint8', 'address', 'uint256', 'uint256', 'bytes'], [0, dollar, 0n, 68n, transfer])],
})
const safe = (message: Fields) =>
  of('Safe transaction', { to: dollar, value: 0, operation: 0, data: transfer, ...message })
const forward = (message: Fields) =>
  of('OpenZeppelin 5 forward request', { from: alice, to: dollar, value: 0, data: approve, ...message })

type Level = 'danger' | 'caution' | 'note' | 'none'
/** What is signed, its kind, its effects (`kind amount to`), the worst level, and a risk that must be named. */
export type SignedTrade = readonly [
  label: string,
  typedData: ReturnType<typeof typedDataOf>,
  kind: string | null,
  effects: readonly string[],
  level: Level,
  risk: string | null,
]

const gave = 'pays item 1'
export const trades: readonly SignedTrade[] = [
  [
    'an item for 1 ETH',
    seaport([item()], [paid(alice, ether)]),
    'order',
    [gave, `receives native ${ether}`],
    'none',
    null,
  ],
  [
    'an item for 0.9 ETH and a fee',
    seaport([item()], [paid(alice, 9n * 10n ** 17n), paid(market, 10n ** 17n)]),
    'order',
    [gave, 'receives native 900000000000000000', 'moves native 100000000000000000'],
    'none',
    null,
  ],
  [
    'three items for 1 wei',
    seaport([item(1n), item(2n), item(3n)], [paid(alice, 1n)]),
    'order',
    [gave, gave, gave, 'receives native 1'],
    'danger',
    'order-for-nothing',
  ],
  ['an item for nothing', seaport([item()], []), 'order', [gave], 'danger', 'order-for-nothing'],
  [
    'an item, paid to another',
    seaport([item()], [paid(thief, ether)]),
    'order',
    [gave, `moves native ${ether}`],
    'danger',
    'order-to-another',
  ],
  [
    'an item, 99 % paid to another',
    seaport([item()], [paid(alice, ether / 100n), paid(thief, ether)]),
    'order',
    [gave, `receives native ${ether / 100n}`, `moves native ${ether}`],
    'danger',
    'order-to-another',
  ],
  [
    'an item whose price falls to 1 wei',
    seaport([item()], [asked(alice, 0, zero, 0n, ether, 1n)]),
    'order',
    [gave, 'receives native 1'],
    'danger',
    'order-for-nothing',
  ],
  [
    'a token for an item',
    seaport([offered(1, wrapped, 0n, ether)], [asked(alice, 2, collection, 7n, 1n)]),
    'order',
    [`pays token ${ether}`, 'receives item 1'],
    'none',
    null,
  ],
  [
    'a token for an item, with a fee',
    seaport(
      [offered(1, wrapped, 0n, ether)],
      [asked(alice, 2, collection, 7n, 1n), asked(market, 1, wrapped, 0n, ether / 40n)],
    ),
    'order',
    [`pays token ${ether}`, 'receives item 1', `moves token ${ether / 40n}`],
    'none',
    null,
  ],
  [
    'a token for nothing',
    seaport([offered(1, dollar, 0n, 5_000_000_000n)], []),
    'order',
    ['pays token 5000000000'],
    'danger',
    'order-for-nothing',
  ],
  [
    'a token, the item goes to another',
    seaport([offered(1, wrapped, 0n, ether)], [asked(thief, 2, collection, 7n, 1n)]),
    'order',
    [`pays token ${ether}`, 'moves item 1'],
    'danger',
    'order-to-another',
  ],
  [
    'five of an ERC-1155 item for nothing',
    seaport([offered(3, collection, 9n, 5n)], []),
    'order',
    ['pays item 5'],
    'danger',
    'order-for-nothing',
  ],
  [
    'any item of a collection for nothing',
    seaport([offered(4, collection, 0n, 1n)], []),
    'order',
    ['pays collection 1'],
    'danger',
    'order-for-nothing',
  ],
  [
    'an item for 1 unit of a token',
    seaport([item()], [asked(alice, 1, dollar, 0n, 1n)]),
    'order',
    [gave, 'receives token 1'],
    'danger',
    'order-for-nothing',
  ],
  [
    'an item for another item',
    seaport([item(7n)], [asked(alice, 2, collection, 8n, 1n)]),
    'order',
    [gave, 'receives item 1'],
    'none',
    null,
  ],
  [
    'an item, paid to the burn address',
    seaport([item()], [paid(burn, ether)]),
    'order',
    [gave, `moves native ${ether}`],
    'danger',
    'recipient-is-burn',
  ],
  [
    'a bulk order with one for nothing',
    of('Seaport bulk order', { tree: [components([item(1n)], [paid(alice, ether)]), components([item(2n)], [])] }),
    'bulk-order',
    [gave, `receives native ${ether}`, gave],
    'danger',
    'order-for-nothing',
  ],
  [
    'an honest bulk order',
    of('Seaport bulk order', {
      tree: [components([item(1n)], [paid(alice, ether)]), components([], [], { offerer: zero })],
    }),
    'bulk-order',
    [gave, `receives native ${ether}`],
    'caution',
    'order-bulk',
  ],
  ['a swap on CoW', cow({}), 'order', ['pays token 5000000000', `receives token ${ether}`], 'none', null],
  [
    'a swap on CoW to oneself by name',
    cow({ receiver: alice }),
    'order',
    ['pays token 5000000000', `receives token ${ether}`],
    'none',
    null,
  ],
  [
    'a swap on CoW, paid to another',
    cow({ receiver: thief }),
    'order',
    ['pays token 5000000000', `moves token ${ether}`],
    'danger',
    'order-to-another',
  ],
  [
    'a swap on CoW for 1 unit',
    cow({ buyAmount: '1' }),
    'order',
    ['pays token 5000000000', 'receives token 1'],
    'danger',
    'order-for-nothing',
  ],
  [
    'a 0x limit order',
    zeroEx('0x limit order', {}),
    'order',
    ['pays token 5000000000', `receives token ${ether}`],
    'none',
    null,
  ],
  [
    'a 0x limit order for nothing',
    zeroEx('0x limit order', { takerAmount: '0' }),
    'order',
    ['pays token 5000000000', 'receives token 0'],
    'danger',
    'order-for-nothing',
  ],
  [
    'a 0x RFQ order for 1 unit',
    zeroEx('0x RFQ order', { takerAmount: '1' }),
    'order',
    ['pays token 5000000000', 'receives token 1'],
    'danger',
    'order-for-nothing',
  ],
  [
    'a 0x OTC order for 1 unit',
    zeroEx('0x OTC order', { takerAmount: '1' }),
    'order',
    ['pays token 5000000000', 'receives token 1'],
    'danger',
    'order-for-nothing',
  ],
  ['an item sold on 0x', item721({}), 'order', [gave, 'receives token 5000000'], 'none', null],
  [
    'an item given on 0x',
    item721({ erc20TokenAmount: '0' }),
    'order',
    [gave, 'receives token 0'],
    'danger',
    'order-for-nothing',
  ],
  ['an item bought on 0x', item721({ direction: 1 }), 'order', ['pays token 5000000', 'receives item 1'], 'none', null],
  ['an item sold on Blur', blur({}), 'order', [gave, `receives native ${ether}`], 'none', null],
  ['an item given on Blur', blur({ price: '0' }), 'order', [gave, 'receives native 0'], 'danger', 'order-for-nothing'],
  [
    'an item on Blur, all of it a fee',
    blur({ fees: [{ rate: 10_000, recipient: thief }] }),
    'order',
    [gave, 'receives native 0', `moves native ${ether}`],
    'danger',
    'order-to-another',
  ],
  [
    'listings on Blur behind a hash',
    hiddenBlur(0),
    'hidden-order',
    ['pays collection unknown'],
    'danger',
    'order-price-hidden',
  ],
  [
    'an item permit to an account',
    of('ERC-4494 permit', { spender: thief, tokenId: 7 }),
    'item-permit',
    ['allows item 1'],
    'danger',
    'allowance-to-account',
  ],
  [
    'an item permit to a contract',
    of('ERC-4494 permit', { spender: market, tokenId: 7 }),
    'item-permit',
    ['allows item 1'],
    'caution',
    'signed-item',
  ],
  [
    'every position, to a contract',
    of('Uniswap v4 permit for all', { operator: market, approved: true }),
    'operator-permit',
    ['allows collection all'],
    'danger',
    'allowance-of-everything',
  ],
  [
    'every position, taken back',
    of('Uniswap v4 permit for all', { operator: thief, approved: false }),
    'operator-permit',
    ['revokes collection 0'],
    'none',
    null,
  ],
  [
    'a debt in my name',
    of('Aave credit delegation', { delegatee: thief, value: `${ether}` }),
    'credit-delegation',
    ['hands-over borrower'],
    'danger',
    'hands-over-borrower',
  ],
  [
    'no debt in my name',
    of('Aave credit delegation', { delegatee: thief, value: '0' }),
    'credit-delegation',
    ['takes-back borrower'],
    'none',
    null,
  ],
  [
    'a manager in Comet',
    written(comet, { owner: alice, manager: thief, isAllowed: true }),
    'manager-authorization',
    ['hands-over operator'],
    'danger',
    'hands-over-operator',
  ],
  [
    'no manager in Comet',
    written(comet, { owner: alice, manager: thief, isAllowed: false }),
    'manager-authorization',
    ['takes-back operator'],
    'none',
    null,
  ],
  [
    'a manager in Morpho',
    of('Morpho authorization', { authorizer: alice, authorized: thief, isAuthorized: true }),
    'manager-authorization',
    ['hands-over operator'],
    'danger',
    'hands-over-operator',
  ],
  [
    'votes',
    of('votes delegation', { delegatee: thief }),
    'votes-delegation',
    ['hands-over votes'],
    'caution',
    'hands-over-votes',
  ],
  [
    'a meta-transaction that makes an operator',
    of('native meta-transaction', { from: alice, functionSignature: operator }),
    'meta-transaction',
    ['allows collection all'],
    'danger',
    'allowance-of-everything',
  ],
  [
    'a forward request that approves',
    forward({}),
    'meta-transaction',
    ['allows token-or-item unknown'],
    'danger',
    'allowance-to-account',
  ],
  [
    'a forward request that pays the burn address',
    forward({ data: toBurn }),
    'meta-transaction',
    ['pays token-or-item unknown'],
    'danger',
    'recipient-is-burn',
  ],
  [
    'a forward request that cannot be read',
    forward({ data: '0x12345678' }),
    'meta-transaction',
    ['unknown unknown-call'],
    'caution',
    'signed-call-unknown',
  ],
  ['a Safe that pays', safe({}), 'safe-transaction', ['pays token-or-item unknown'], 'none', null],
  [
    'a Safe that makes an operator',
    safe({ to: collection, data: operator }),
    'safe-transaction',
    ['allows collection all'],
    'danger',
    'allowance-of-everything',
  ],
  [
    'a Safe that runs foreign code',
    safe({ to: thief, operation: 1 }),
    'safe-transaction',
    ['unknown foreign-code'],
    'danger',
    'signed-foreign-code',
  ],
  [
    'a Safe that pays among several calls',
    safe({ to: '0x40a2accbd92bca938b02010e17a5b8929b49130d', operation: 1, data: severalCalls }),
    'safe-transaction',
    ['pays token-or-item unknown'],
    'none',
    null,
  ],
  [
    'a user operation',
    of('user operation', { sender: alice, callData: '0xb61d27f6' }),
    'user-operation',
    ['unknown'],
    'caution',
    'signed-call-unknown',
  ],
  [
    'an exchange transfer',
    hyperliquid('UsdSend', 'string destination,string amount,uint64 time', { destination: thief, amount: '5' }),
    'exchange-transfer',
    [],
    'caution',
    'exchange-transfer',
  ],
  [
    'an exchange withdrawal to oneself',
    hyperliquid('Withdraw', 'string destination,string amount,uint64 time', { destination: alice, amount: '5' }),
    'exchange-withdrawal',
    [],
    'none',
    null,
  ],
  [
    'an agent at the exchange',
    hyperliquid('ApproveAgent', 'address agentAddress,string agentName,uint64 nonce', {
      agentAddress: thief,
      agentName: 'x',
    }),
    'exchange-agent',
    [],
    'danger',
    'exchange-agent',
  ],
  [
    'an order of another shape',
    written('Order(address trader,address collection,uint256 price)', {}),
    null,
    [],
    'none',
    null,
  ],
]
