import * as z from 'zod/mini'

declare const isNetworkId: unique symbol

/**
 * Which network of the wallet something belongs to. Two networks may have one chain id: a local fork stands beside the
 * chain that it was made from.
 *
 * The first network of a chain has the chain id as its id. Each further one has a negative number, which is never given
 * again. A network's id that is taken for a chain id by mistake fails in every encoder then, instead of signing for a
 * wrong chain. The other mistake, a chain id in the place of a network's id, the compiler finds.
 *
 * What is kept per network is kept by this id. What is signed, and what pages are told, has the chain id.
 */
export type NetworkId = number & { readonly [isNetworkId]: true }

export const networkIdSchema = z.custom<NetworkId>(value => Number.isSafeInteger(value) && value !== 0)

/** The id of the first network of a chain. */
export function firstNetworkOf(chainId: number): NetworkId {
  return networkIdSchema.parse(chainId)
}

/** The chain id of a network that is the first of its chain; `undefined` for a further one. */
export function chainOfFirst(networkId: NetworkId): number | undefined {
  return networkId > 0 ? networkId : undefined
}

/**
 * The id of a further network of a chain.
 * @param given every id that was given before
 */
export function furtherNetwork(given: readonly NetworkId[]): NetworkId {
  return networkIdSchema.parse(Math.min(0, ...given) - 1)
}
