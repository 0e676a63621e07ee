import type { TokenView } from '@/lib/language/ui'
import { anna, dollar, now, savings, shop, stranger, tokens, units, unlocked, watched } from '../samples.ts'
import type { Answers, GalleryState } from '../state.ts'

const token = (changes: Partial<TokenView>): TokenView => ({
  address: shop,
  symbol: 'EURV',
  name: 'Test Euro',
  decimals: 6,
  source: 'person',
  hidden: false,
  sealed: '0x0',
  pending: '0x0',
  ...changes,
})
const several: TokenView[] = [
  ...tokens.map(each => ({ ...each, pending: units(237_500_000n) })),
  token({ sealed: units(1_204_330_000n), pending: units(1_204_330_000n) }),
  token({
    address: stranger,
    symbol: 'UЅDV',
    name: 'Claim at usdv-rewards.example',
    source: 'found',
    sealed: units(5_000_000_000_000n),
    pending: units(5_000_000_000_000n),
  }),
  token({ address: watched, symbol: 'OLD', name: 'Old coin', hidden: true, sealed: null, pending: null }),
]
const many = Array.from({ length: 20 }, (_, index) =>
  token({
    address: `0x${(index + 1).toString(16).padStart(40, '7')}`,
    symbol: `C${String(index).padStart(2, '0')}`,
    name: `Coin ${index}`,
    ...(index === 19 ? { sealed: units(5_000_000n), pending: units(5_000_000n) } : {}),
  }),
)
const slices = { ...unlocked, tokens: several }
const address = '0x8626f6940E2eb28930eFb4CeF49B2d1F2C9C1199'
const cooling = { amount: units(1_000_000_000n), requestedAt: now, readyAt: now + 3_600_000 }

const collection = { symbol: 'KIND', name: 'Kinds of tea', address: stranger, standard: 'erc1155' } as const
const itemAnswers: Answers = {
  'item.list': {
    items: [
      { ...collection, tokenId: '7' },
      { address: shop, tokenId: '1841', standard: 'erc721', symbol: 'LIGHT', name: 'Harbour Lights' },
      { address: shop, tokenId: (2n ** 255n).toString(), standard: 'erc721', symbol: '', name: '' },
    ],
  },
  'chain.read': ({ calls }) => ({
    results: calls.map((_call, index) => ({
      ok: true,
      result: `0x${(index === 0 ? '28' : index === 1 ? anna.slice(2) : '0').padStart(64, '0')}`,
    })),
  }),
}

export const tokenStates: GalleryState[] = [
  { name: 'popup-with-tokens', page: 'popup', slices },
  {
    name: 'popup-many-tokens',
    page: 'popup',
    slices: { ...slices, tokens: [...several, ...many] },
    steps: [{ click: 'tokens-more' }, { see: 'tokens-found-list' }],
  },
  { name: 'popup-tokens', page: 'popup', slices, steps: [{ click: 'tokens-manage' }, { see: 'tokens-found-list' }] },
  {
    name: 'popup-with-site-token-alike',
    page: 'popup',
    slices: { ...unlocked, tokens: [...tokens, token({ address: stranger, symbol: 'UЅDV', source: 'site' })] },
  },
  {
    name: 'popup-site-token-alike',
    page: 'popup',
    slices: { ...unlocked, tokens: [...tokens, token({ address: stranger, symbol: 'UЅDV', source: 'site' })] },
    steps: [{ click: 'tokens-manage' }, { see: 'token-hide' }],
  },
  {
    name: 'popup-tokens-empty',
    page: 'popup',
    slices: { ...unlocked, tokens: [] },
    steps: [{ click: 'tokens-manage' }, { see: 'token-add' }],
  },
  {
    name: 'popup-token-add',
    page: 'popup',
    slices: { ...unlocked, tokens: [] },
    answers: { 'token.look-up': { symbol: 'USDV', name: 'Test Dollar', decimals: 6 } },
    steps: [
      { click: 'tokens-manage' },
      { click: 'token-add' },
      { fill: 'token-address', with: dollar },
      { see: 'token-metadata' },
    ],
  },
  {
    name: 'popup-token-alike',
    page: 'popup',
    slices,
    answers: { 'token.look-up': { symbol: 'U5DV', name: 'Test Dollar', decimals: 18 } },
    steps: [
      { click: 'tokens-manage' },
      { click: 'token-add' },
      { fill: 'token-address', with: address },
      { see: 'token-metadata' },
    ],
  },
  {
    name: 'popup-token-none',
    page: 'popup',
    slices,
    answers: { 'token.look-up': null },
    steps: [
      { click: 'tokens-manage' },
      { click: 'token-add' },
      { fill: 'token-address', with: address },
      { see: 'alert' },
    ],
  },
  {
    name: 'popup-faucet-token-arriving',
    page: 'popup',
    slices: {
      ...slices,
      faucet: { ...unlocked.faucet, token: { ...unlocked.faucet.token, ...cooling, state: 'arriving' } },
    },
  },
  {
    name: 'popup-faucet-token-cooling',
    page: 'popup',
    slices: {
      ...slices,
      faucet: { ...unlocked.faucet, token: { ...unlocked.faucet.token, ...cooling, state: 'cooling' } },
    },
  },
  {
    name: 'popup-send-token',
    page: 'popup',
    slices,
    steps: [
      { click: 'send' },
      { fill: 'send-to', with: savings },
      { choose: 'send-asset', option: dollar },
      { fill: 'send-amount', with: '12.3456789' },
    ],
  },
  {
    name: 'popup-send-found-token',
    page: 'popup',
    slices,
    steps: [
      { click: 'send' },
      { fill: 'send-to', with: address },
      { choose: 'send-asset', option: stranger },
      { click: 'send-all' },
    ],
  },
  {
    name: 'popup-items',
    page: 'popup',
    slices,
    answers: itemAnswers,
    steps: [{ click: 'tokens-manage' }, { see: 'item-send' }],
  },
  {
    name: 'popup-item-add',
    page: 'popup',
    slices,
    answers: {
      ...itemAnswers,
      'item.add': { failure: { code: 'invalid-input', details: { field: 'item', address: stranger } } },
    },
    steps: [
      { click: 'tokens-manage' },
      { click: 'item-add' },
      { fill: 'item-address', with: stranger },
      { fill: 'item-number', with: '7' },
      { click: 'item-add-confirm' },
      { see: 'alert' },
    ],
  },
  {
    name: 'popup-item-send',
    page: 'popup',
    slices,
    answers: itemAnswers,
    steps: [{ click: 'tokens-manage' }, { click: 'item-send' }, { fill: 'send-to', with: savings }],
  },
  { name: 'home-items', page: 'home', route: '/tokens', slices, answers: itemAnswers, steps: [{ see: 'item-send' }] },
  { name: 'home-tokens', page: 'home', route: '/tokens', slices },
  { name: 'home-with-tokens', page: 'home', slices },
]
