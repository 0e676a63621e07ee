import { zeroAddress } from 'viem'
import type { Asset, Effect, EffectAmount } from '@/lib/base/effects'
import * as selectors from '@/lib/base/signatures/selectors'
import { type AbiValue, hexOf, listOf, numberOf } from './abi-values'
import { allowed, moved } from './effect-makers'
import type { CallSite, StructuredFunction } from './inner-call'

/**
 * Functions of Seaport that hand in orders. The order of the account that calls needs no signature: `validate` lets
 * anyone have what it offers, `matchOrders` and `fulfillOrder` move it at once.
 * @see https://github.com/ProjectOpenSea/seaport/blob/main/docs/SeaportDocumentation.md
 */

const offerItem = 'uint8,address,uint256,uint256,uint256'
const parameters = `address,address,(${offerItem})[],(${offerItem},address)[],uint8,uint256,uint256,bytes32,uint256,bytes32,uint256`
const order = `((${parameters}),bytes)`

interface Order {
  offerer: AbiValue | undefined
  offer: readonly Part[]
  consideration: readonly Part[]
  endTime: bigint
}
interface Part {
  asset: Asset
  amount: EffectAmount
  recipient: AbiValue | undefined
}

function orderOf(value: AbiValue | undefined): Order | null {
  const [given] = listOf(value)
  const [offerer, , offer, consideration, , , endTime] = listOf(given)
  const [gives, gets] = [listOf(offer).map(partOf), listOf(consideration).map(partOf)]
  if (gives.includes(null) || gets.includes(null)) return null
  return {
    offerer,
    offer: gives.filter(part => part !== null),
    consideration: gets.filter(part => part !== null),
    endTime: numberOf(endTime),
  }
}

function partOf(value: AbiValue): Part | null {
  const [type, address, id, start, end, recipient] = listOf(value)
  const asset = assetOf(numberOf(type), { address, id })
  if (asset === null) return null
  // A price that changes with time: the dearer end of it.
  let amount = numberOf(start)
  if (numberOf(end) > amount) amount = numberOf(end)
  return { asset, amount, recipient }
}

/** Seaport, ItemType. */
function assetOf(type: bigint, { address, id }: Record<'address' | 'id', AbiValue | undefined>): Asset | null {
  const contract = hexOf(address)
  switch (type) {
    case 0n:
      return { kind: 'native' }
    case 1n:
      return { kind: 'token', address: contract }
    case 2n:
    case 3n:
      return { kind: 'item', address: contract, id: numberOf(id) }
    // With criteria: any item of the collection.
    case 4n:
    case 5n:
      return { kind: 'collection', address: contract }
    default:
      return null
  }
}

/** What the offerer gives to anyone who pays the consideration. */
function offered({ offerer, offer, endTime }: Order, { account, caller }: CallSite): Effect[] {
  if (offerer !== account && offerer !== caller) return []
  const owner = offerer === account ? undefined : hexOf(offerer)
  return offer.map(({ asset, amount }): Effect => {
    const offer = allowed(asset, amount, zeroAddress, { until: endTime, owner })
    return offer.kind === 'allows' ? { ...offer, taker: null } : offer
  })
}

/** What moves when the order is fulfilled: the consideration is paid by `payer`, the offer goes to it. */
function fulfilled({ offerer, offer, consideration }: Order, site: CallSite, payer: CallSite['caller']): Effect[] {
  return [
    ...consideration.flatMap(({ asset, amount, recipient }) =>
      moved(asset, amount, payer, hexOf(recipient), site.account),
    ),
    ...offer.flatMap(({ asset, amount }) => moved(asset, amount, hexOf(offerer), payer, site.account)),
  ]
}

const readOrders = (list: AbiValue | undefined): readonly (Order | null)[] => listOf(list).map(orderOf)

export const marketFunctions: Readonly<Record<string, StructuredFunction>> = {
  [selectors.seaportValidate]: {
    name: 'validate',
    types: `${order}[]`,
    read([list], site) {
      const orders = readOrders(list).filter(each => each !== null)
      return { effects: orders.flatMap(each => offered(each, site)), isWhole: orders.length === listOf(list).length }
    },
  },
  [selectors.seaportMatchOrders]: {
    name: 'matchOrders',
    types: `${order}[],((uint256,uint256)[],(uint256,uint256)[])[]`,
    read([list], site) {
      const orders = readOrders(list).filter(each => each !== null)
      // Who gets what, the fulfillments say; what the account offers leaves it.
      const effects = orders.flatMap(({ offerer, offer }) =>
        offerer !== site.account
          ? []
          : offer.map(({ asset, amount }): Effect => ({ source: 'stated', kind: 'pays', asset, amount, to: null })),
      )
      return { effects, isWhole: false }
    },
  },
  [selectors.seaportFulfillOrder]: {
    name: 'fulfillOrder',
    types: `${order},bytes32`,
    read([given], site) {
      const one = orderOf(given)
      return one === null ? null : { effects: fulfilled(one, site, site.caller), isWhole: false }
    },
  },
}
