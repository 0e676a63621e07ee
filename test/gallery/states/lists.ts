import type { ListView } from '@/lib/language/lists'
import { anna, now, previewChain, previewNetwork, unlocked } from '../samples.ts'
import type { GalleryState } from '../state.ts'

const list: ListView = {
  id: 'metamask-sites',
  kind: 'fraud-hosts',
  name: 'Ethereum phishing detect',
  keeper: 'MetaMask',
  licence: 'Don’t Be a Dick Public License',
  url: 'https://raw.githubusercontent.com/MetaMask/eth-phishing-detect/main/src/config.json',
  on: true,
  date: '2026-11-20',
  count: 212_480,
  bytes: 7_100_000,
  checkedAt: now - 3_600_000,
  isFetching: false,
  failure: null,
}
const { bundled } = unlocked.lists
const subscribed = [
  list,
  { ...list, id: 'scamsniffer-sites', name: 'Scam database, sites', date: null, count: 0, isFetching: true },
  {
    ...list,
    id: 'uniswap-tokens',
    kind: 'tokens' as const,
    name: 'Uniswap Labs Default',
    keeper: 'Uniswap Labs',
    licence: 'MIT',
    url: 'https://tokens.uniswap.org/',
    count: 1_709,
    failure: { code: 'list-shrunk' as const, details: { before: 1_709, now: 12 } },
  },
  {
    ...list,
    id: 'file-1',
    name: 'From our security team',
    keeper: '',
    licence: '',
    url: null,
    date: '2026-11-18',
    count: 1,
  },
]
const hostile = 'https://claim.uniswap-rewards.example'

export const listStates: GalleryState[] = [
  { name: 'home-lists', page: 'home', route: '/settings/lists', slices: unlocked },
  {
    name: 'home-lists-subscribed',
    page: 'home',
    route: '/settings/lists',
    slices: { ...unlocked, lists: { bundled, lists: subscribed } },
  },
  {
    name: 'home-lists-unreadable',
    page: 'home',
    route: '/settings/lists',
    slices: { ...unlocked, lists: { bundled: null, lists: [] } },
  },
  {
    name: 'home-lists-add',
    page: 'home',
    route: '/settings/lists',
    slices: unlocked,
    answers: { 'list.add': { failure: { code: 'list-unreadable', details: { reason: 'html' } } } },
    steps: [
      { click: 'list-add' },
      { fill: 'list-name', with: 'From our security team' },
      { fill: 'list-url', with: 'https://lists.example/hosts.json' },
      { click: 'list-add-address' },
      { see: 'alert' },
    ],
  },
  {
    name: 'home-ready-lists',
    page: 'home',
    route: '/ready',
    slices: unlocked,
    steps: [{ click: 'lists-wanted' }, { click: 'lists-chosen' }],
  },
  ...(['listed-site', 'listed-site-shown'] as const).map(
    (name): GalleryState => ({
      name: `approval-${name}`,
      page: 'approval',
      slices: {
        ...unlocked,
        approvals: [
          {
            id: 'listed',
            digest: `0x${'12'.repeat(32)}`,
            requester: { kind: 'site', origin: hostile, topOrigin: null, tabId: 1, documentId: 'a' },
            isConnected: false,
            firstTime: true,
            networkId: previewNetwork,
            chainId: previewChain,
            account: anna,
            request: { kind: 'connect' },
            preview: null,
            lacks: 'accounts',
            risks: [
              {
                code: 'site-phishing',
                level: 'danger',
                values: { host: 'claim.uniswap-rewards.example', list: 'Ethereum phishing detect', date: '2026-11-20' },
              },
            ],
            createdAt: now,
            expiresAt: now + 600_000,
          },
        ],
      },
      steps: name === 'listed-site' ? [{ see: 'listed-site' }] : [{ click: 'listed-site-show' }, { see: 'understood' }],
    }),
  ),
]
