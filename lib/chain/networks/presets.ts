import { firstNetworkOf } from '@/lib/base/network-id'
import type { NetworkEntry } from '@/lib/storage/records'

/** The addresses of the embedded preview network, in builds for use on its machine. */
export interface LocalPreview {
  rpcUrl: string
  wsUrl: string
  /** The address to which the faucet's path is appended. */
  faucetUrl: string
  explorerUrl: string
}

export const mainChainId = 8453
const testChainId = 84532
export const previewChainId = 84538453

const chain = (chainId: number) => ({ id: firstNetworkOf(chainId), chainId })

/** The fields that the three networks share. */
const dialect = {
  currency: { symbol: 'ETH', decimals: 18 },
  methodPrefix: 'base',
  preconfirmationSubscription: 'newFlashblockTransactions',
  source: 'preset',
} as const

/**
 * @returns the networks known from the start, in the order shown. The embedded network comes first and has only its own
 * endpoint: the public preview network has the same chain id and is another chain.
 */
export function presets(localPreview: LocalPreview | null): NetworkEntry[] {
  const main: NetworkEntry = {
    ...dialect,
    ...chain(mainChainId),
    name: 'Base',
    endpoints: [{ http: 'https://mainnet.base.org', socket: null }],
    faucetUrl: null,
    explorerUrl: 'https://basescan.org',
    testing: false,
    order: 0,
  }
  const test: NetworkEntry = {
    ...dialect,
    ...chain(testChainId),
    name: 'Base Sepolia',
    endpoints: [{ http: 'https://sepolia.base.org', socket: null }],
    faucetUrl: null,
    explorerUrl: 'https://sepolia.basescan.org',
    testing: true,
    order: 1,
  }
  const preview: NetworkEntry = localPreview
    ? {
        ...dialect,
        ...chain(previewChainId),
        name: 'Local preview',
        endpoints: [{ http: localPreview.rpcUrl, socket: localPreview.wsUrl }],
        faucetUrl: `${localPreview.faucetUrl.replace(/\/$/, '')}/api/preview/faucet`,
        explorerUrl: localPreview.explorerUrl,
        testing: true,
        order: -1,
      }
    : {
        ...dialect,
        ...chain(previewChainId),
        name: 'Base Vibenet',
        endpoints: [{ http: 'https://rpc.vibes.base.org', socket: 'wss://rpc.vibes.base.org/ws' }],
        faucetUrl: 'https://api.vibes.base.org/api/vibenet/faucet',
        explorerUrl: 'https://chain.base.org/vibenet/explorer',
        testing: true,
        order: 2,
      }
  return [main, test, preview].sort((left, right) => left.order - right.order)
}
