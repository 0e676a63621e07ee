import type { ApprovalView } from '@/lib/language/ui'
import { alice, market, dollar as sold, thief, trades, wrapped } from '@/lib/reading/risk/signed-trades.fixture'
import { typedDataRisks } from '@/lib/reading/risk/typed-data'
import { contractOf, readTypedData } from '@/lib/reading/typed-data/typed-data'
import { meaningOf } from '@/lib/reading/typed-data/typed-data-meaning'
import { anna, dollar, now, previewChain, previewNetwork, shop, stranger, unlocked } from '../samples.ts'
import type { GalleryState } from '../state.ts'

/** Each signature of the rules' own table, with what the rules say of it. */
const places = { [alice]: anna, [thief]: stranger, [market]: shop, [sold]: dollar }

const inThisWallet = (typedData: unknown): string => {
  let text = JSON.stringify(typedData)
  for (const [from, to] of Object.entries(places)) text = text.replaceAll(from, to.toLowerCase())
  const { domain, ...rest } = JSON.parse(text)
  return JSON.stringify({ domain: 'chainId' in domain ? { ...domain, chainId: previewChain } : domain, ...rest })
}

function risksOf(text: string): ApprovalView['risks'] {
  const typedData = readTypedData(text)
  const account = asLower(anna)
  return typedDataRisks({
    ...{ typedData, account, meaning: meaningOf(typedData), now: BigInt(Math.floor(now / 1_000)) },
    networkAheadSeconds: 0n,
    hasCode: address => address === contractOf(typedData) || address === shop.toLowerCase(),
    isTestNetwork: false,
    isOwn: address => address === account,
    balanceOf: token => (token === dollar.toLowerCase() ? 250_000_000n : null),
    contacts: [account],
    metadataOf: token => (token === dollar.toLowerCase() ? { symbol: 'USDV', name: 'Test Dollar' } : null),
    money: { nativeSymbol: 'ETH', tokens: [] },
  })
}
const asLower = (address: string) => address.toLowerCase() as `0x${string}`

const show = (label: string, given: unknown): GalleryState => {
  const name = `approval-signed-${label.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`
  const typedData = inThisWallet(given)
  return {
    name,
    page: 'approval',
    slices: {
      ...unlocked,
      approvals: [
        {
          id: name,
          digest: `0x${'34'.repeat(32)}`,
          requester: { kind: 'site', origin: 'https://market.example', topOrigin: null, tabId: 1, documentId: 'a' },
          ...{
            isConnected: true,
            firstTime: false,
            networkId: previewNetwork,
            chainId: previewChain,
            account: anna,
            preview: null,
            lacks: null,
          },
          request: { kind: 'typed-data', typedData },
          risks: risksOf(typedData),
          createdAt: now,
          expiresAt: now + 600_000,
        },
      ],
    },
    answers: {
      'token.look-up': ({ address }) =>
        address.toLowerCase() === wrapped ? { symbol: 'WETH', name: 'Wrapped Ether', decimals: 18 } : null,
    },
  }
}

export const signedTradeStates: GalleryState[] = trades.map(([label, typedData]) => show(label, typedData))
