import type { Chain } from 'viem'
import {
  base as viemBase,
  baseSepolia as viemBaseSepolia,
  megaeth as viemMegaeth,
  megaethTestnet as viemMegaethTestnet,
  monad as viemMonad,
  monadTestnet as viemMonadTestnet,
  rise as viemRise,
  riseTestnet as viemRiseTestnet,
} from 'viem/chains'

/** How a chain tells of transactions before their block is sealed. */
export interface Preconfirmations {
  /** Milliseconds from one step to the next. */
  everyMs: number
  /** Parameters of `eth_subscribe` that tell of each step. */
  subscription: readonly [string, ...unknown[]]
  /** `safe`: a block counts as sealed when the tag `safe` has reached it; `latest`: as soon as it is there. */
  sealedAt: 'latest' | 'safe'
}

/** A chain with its pre-confirmation data; without, it seals so fast that it has none. */
export type ChainWithPreconfirmations = Chain & { preconfirmations?: Preconfirmations }

const flashblocks = {
  everyMs: 200,
  subscription: ['newFlashblockTransactions'],
  sealedAt: 'latest',
} as const satisfies Preconfirmations
const shreds = { everyMs: 20, subscription: ['shreds', false], sealedAt: 'latest' } as const satisfies Preconfirmations
const miniBlocks = { everyMs: 10, subscription: ['miniBlocks'], sealedAt: 'latest' } as const satisfies Preconfirmations
const proposals = {
  everyMs: 400,
  subscription: ['monadNewHeads'],
  sealedAt: 'safe',
} as const satisfies Preconfirmations

/** viem's definition, with what it does not say. */
type Timed<Known extends Chain, More> = Omit<Known, keyof More> & More
interface FastBlocks {
  blockTime: number
}
interface Stepped {
  preconfirmations: Preconfirmations
}
interface PendingSteps extends Stepped {
  blockTime: number
  /** With it, viem reads state at the tag `pending`. */
  experimental_preconfirmationTime: number
}

/** Base seals a block every 200 ms since November 2026, and pre-confirms nothing. */
export const base: Timed<typeof viemBase, FastBlocks> = { ...viemBase, blockTime: 200 }
/** The test network of Base, with sealed blocks every 200 ms. */
export const baseSepolia: Timed<typeof viemBaseSepolia, FastBlocks> = { ...viemBaseSepolia, blockTime: 200 }

const ofRise: PendingSteps = { blockTime: 1000, experimental_preconfirmationTime: 20, preconfirmations: shreds }
export const rise: Timed<typeof viemRise, PendingSteps> = { ...viemRise, ...ofRise }
export const riseTestnet: Timed<typeof viemRiseTestnet, PendingSteps> = { ...viemRiseTestnet, ...ofRise }

// Their tag `latest` already means the newest step.
export const megaeth: Timed<typeof viemMegaeth, Stepped> = { ...viemMegaeth, preconfirmations: miniBlocks }
export const megaethTestnet: Timed<typeof viemMegaethTestnet, Stepped> = {
  ...viemMegaethTestnet,
  preconfirmations: miniBlocks,
}
export const monad: Timed<typeof viemMonad, Stepped> = { ...viemMonad, preconfirmations: proposals }
export const monadTestnet: Timed<typeof viemMonadTestnet, Stepped> = {
  ...viemMonadTestnet,
  preconfirmations: proposals,
}

/**
 * Returns the definition of a running preview network (`prelude-network`) in its default mode.
 * @param network what `createPreviewNetwork` returned, or a part of it; by default the usual port of this machine
 * @example
 * const client = createPublicClient({ chain: previewChain(network), transport: webSocket() })
 */
export function previewChain(
  network: { chainId?: number; rpcUrl?: string; wsUrl?: string } = {},
): Chain & PendingSteps {
  const { chainId = 84_538_453, rpcUrl = 'http://127.0.0.1:8545' } = network
  const wsUrl = network.wsUrl ?? `${rpcUrl.replace(/^http/, 'ws').replace(/\/$/, '')}/ws`
  return {
    id: chainId,
    name: 'Preview network',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl], webSocket: [wsUrl] } },
    blockTime: 2000,
    experimental_preconfirmationTime: 200,
    preconfirmations: flashblocks,
    testnet: true,
  }
}
