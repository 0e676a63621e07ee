import { anna, now, previewChain, previewNetwork, unlocked } from '../samples.ts'
import type { GalleryState } from '../state.ts'

const tiresome = {
  origin: 'https://win.a-lot-of-free-coffee.example',
  networkId: previewNetwork,
  accounts: [anna],
  lastUsedAt: now - 1_000,
  mutedUntil: null,
  offersMute: true,
  posesAs: null,
}
const muted = { ...tiresome, origin: 'https://noise.example', offersMute: false, mutedUntil: 8_640_000_000_000_000 }
const posing = { ...muted, origin: 'https://old.example', mutedUntil: null, posesAs: 'metamask' as const }
const sites = [tiresome, muted, posing, ...unlocked.sites]
const askingSites = [tiresome]

export const siteStates: GalleryState[] = [
  {
    name: 'approval-mute-offer',
    page: 'approval',
    slices: { ...unlocked, askingSites },
    steps: [{ see: 'mute-offer' }],
  },
  {
    name: 'approval-mute-offer-before-next',
    page: 'approval',
    slices: {
      ...unlocked,
      askingSites,
      approvals: [
        {
          id: 'next',
          digest: `0x${'12'.repeat(32)}`,
          requester: { kind: 'site', origin: tiresome.origin, topOrigin: null, tabId: 1, documentId: 'a' },
          isConnected: true,
          firstTime: false,
          networkId: previewNetwork,
          chainId: previewChain,
          account: anna,
          request: { kind: 'message', message: '0x48656c6c6f' },
          preview: null,
          lacks: null,
          risks: [{ code: 'site-refused-before', level: 'note', values: { count: '3' } }],
          createdAt: now,
          expiresAt: now + 600_000,
        },
      ],
    },
    steps: [{ see: 'mute-offer' }],
  },
  {
    name: 'home-sites-pose-wrong',
    page: 'home',
    route: '/sites',
    slices: { ...unlocked, sites: [] },
    steps: [{ fill: 'pose-origin', with: 'http://shop.example' }, { click: 'pose-add' }, { see: 'alert' }],
  },
  { name: 'home-sites-muted', page: 'home', route: '/sites', slices: { ...unlocked, sites } },
  {
    name: 'home-sites-disconnect-all',
    page: 'home',
    route: '/sites',
    slices: { ...unlocked, sites },
    steps: [{ click: 'sites-disconnect-all' }, { see: 'sites-disconnect-now' }],
  },
]
