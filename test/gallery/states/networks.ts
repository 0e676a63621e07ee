import { firstNetworkOf, furtherNetwork } from '@/lib/base/network-id'
import type { EndpointHealthView } from '@/lib/language/ui'
import { networks, now, previewNetwork, unlocked } from '../samples.ts'
import type { GalleryState } from '../state.ts'

const healthy = (http: string, latencyMs: number, isInUse = true): EndpointHealthView & { state: 'healthy' } => ({
  http,
  state: 'healthy',
  latencyMs,
  error: null,
  unread: null,
  lastAnswerAt: now,
  restUntil: null,
  isInUse,
  final: isInUse ? { number: '0x126026b', hash: `0x${'7c'.repeat(32)}` } : null,
})
const answers = {
  'network.health': {
    networks: [
      { networkId: previewNetwork, endpoints: [healthy('http://127.0.0.1:8545', 3)] },
      {
        networkId: firstNetworkOf(8453),
        endpoints: [
          {
            ...healthy('https://mainnet.base.example', 80, false),
            state: 'failing' as const,
            error: 'unreachable',
            restUntil: now + 3_600_000,
          },
          { ...healthy('https://base.node.example/rpc', 42), unread: 'eth_getTransactionReceipt status' },
        ],
      },
      {
        networkId: firstNetworkOf(84532),
        endpoints: [{ ...healthy('https://sepolia.base.example', 80), state: 'lagging' as const }],
      },
      {
        networkId: firstNetworkOf(31337),
        endpoints: [
          {
            ...healthy('http://127.0.0.1:8546', 80, false),
            state: 'lying' as const,
            error: 'wrong-chain',
            final: { number: '0x4d2' as const, hash: `0x${'5a'.repeat(32)}` as const },
          },
        ],
      },
    ],
  },
}

/** The second endpoint of the main network is in use, because only it has a socket. */
const bySocket: GalleryState['answers'] = {
  'network.health': {
    networks: answers['network.health'].networks.map(each =>
      each.networkId === firstNetworkOf(8453)
        ? {
            ...each,
            endpoints: [
              healthy('https://mainnet.base.example', 80, false),
              healthy('https://base.node.example/rpc', 42),
            ],
          }
        : each,
    ),
  },
}

/** @returns times around a median, ms */
const around = (medianMs: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => Math.round(medianMs * (0.7 + ((index * 37) % 61) / 90))).sort(
    (left, right) => left - right,
  )

const times = {
  'network.times': {
    networks: [
      { networkId: previewNetwork, preconfirmed: around(190, 41), sealed: around(1_900, 41) },
      { networkId: firstNetworkOf(8453), preconfirmed: [], sealed: around(240, 12) },
      { networkId: firstNetworkOf(84532), preconfirmed: around(31, 7), sealed: around(1_050, 7) },
      { networkId: firstNetworkOf(31337), preconfirmed: [], sealed: around(12_400, 3) },
    ],
  },
}

/** A local fork beside its chain. */
const [, base] = networks
const withFork =
  base === undefined
    ? networks
    : [
        ...networks,
        {
          ...base,
          id: furtherNetwork([]),
          name: 'Base fork',
          testing: true,
          endpoints: [{ http: 'http://127.0.0.1:8545', socket: 'ws://127.0.0.1:8545' }],
          explorerUrl: null,
          source: 'person' as const,
        },
      ]
const forked: GalleryState['answers'] = {
  ...answers,
  ...times,
  'network.probe': {
    ...{ chainId: 8453, latencyMs: 2, pending: true, socket: true },
    ...{ preconfirmation: false, simulate: true, syncSend: true, development: false },
  },
}

/** Presets that the person changed. */
const changed: GalleryState['slices'] = {
  ...unlocked,
  networks: networks.map((network, index) =>
    index === 0
      ? { ...network, name: 'My preview', edited: ['name', 'faucetUrl'] as const }
      : index === 1
        ? { ...network, edited: ['endpoints'] as const }
        : network,
  ),
}

export const networkStates: GalleryState[] = [
  { name: 'home-networks-edited', page: 'home', route: '/networks', slices: changed, answers },
  { name: 'panel-networks-edited', page: 'home', sidePanel: true, route: '/networks', slices: changed, answers },
  {
    name: 'home-networks-by-socket',
    page: 'home',
    route: '/networks',
    slices: { ...unlocked, networks },
    answers: bySocket,
  },
  {
    name: 'panel-networks-endpoint-twice',
    page: 'home',
    sidePanel: true,
    route: '/networks',
    slices: { ...unlocked, networks },
    answers: {
      ...answers,
      'network.set-endpoints': { failure: { code: 'endpoint-twice', details: {} } },
    },
    steps: [
      { click: 'key=network_edit_endpoints' },
      { click: 'key=endpoint_add' },
      { fill: 'last-endpoint', with: 'http://127.0.0.1:8545' },
      { click: 'endpoints-save' },
      { see: 'alert' },
    ],
  },
  {
    name: 'home-networks-rename',
    page: 'home',
    route: '/networks',
    slices: changed,
    answers,
    steps: [{ click: 'network-edit' }],
  },
  {
    name: 'panel-networks-restore',
    page: 'home',
    sidePanel: true,
    route: '/networks',
    slices: changed,
    answers,
    steps: [{ click: 'network-restore' }],
  },
  {
    name: 'panel-networks-edit-other-chain',
    page: 'home',
    sidePanel: true,
    route: '/networks',
    slices: { ...unlocked, networks },
    answers: forked,
    steps: [
      { click: 'key=network_edit_endpoints' },
      { fill: 'endpoint-http', with: 'https://another.example' },
      { fill: 'endpoint-socket', with: '' },
      { click: 'endpoints-save' },
      { see: 'alert' },
    ],
  },
  {
    name: 'home-networks-add-known',
    page: 'home',
    route: '/networks',
    slices: { ...unlocked, networks },
    answers,
    steps: [{ click: 'network-add' }, { fill: 'network-search', with: 'zksync era' }, { click: 'first-found' }],
  },
  {
    name: 'home-networks-fork',
    page: 'home',
    route: '/networks',
    slices: { ...unlocked, networks: withFork },
    answers: forked,
  },
  {
    name: 'panel-networks-fork',
    page: 'home',
    sidePanel: true,
    route: '/networks',
    slices: { ...unlocked, networks: withFork },
    answers: forked,
  },
  {
    name: 'home-networks-add-fork',
    page: 'home',
    route: '/networks',
    slices: { ...unlocked, networks },
    answers: forked,
    steps: [
      { click: 'network-add' },
      { click: 'by-endpoint' },
      { fill: 'endpoint-http', with: 'http://127.0.0.1:8545' },
      { click: 'dialog-submit' },
      { see: 'probe' },
    ],
  },
  {
    name: 'panel-networks-add-fork-name-taken',
    page: 'home',
    sidePanel: true,
    route: '/networks',
    slices: { ...unlocked, networks: withFork },
    answers: forked,
    steps: [
      { click: 'network-add' },
      { click: 'by-endpoint' },
      { fill: 'endpoint-http', with: 'http://127.0.0.1:8545' },
      { click: 'dialog-submit' },
      { see: 'probe' },
      { fill: 'network-name', with: 'Base fork' },
    ],
  },
  {
    name: 'home-networks-compared',
    page: 'home',
    route: '/networks',
    slices: { ...unlocked, networks },
    answers: { ...answers, ...times },
    steps: [{ see: 'comparison' }],
  },
  {
    name: 'panel-networks-compared',
    page: 'home',
    sidePanel: true,
    route: '/networks',
    slices: { ...unlocked, networks },
    answers: { ...answers, ...times },
    steps: [{ see: 'comparison' }],
  },
  { name: 'home-networks-health', page: 'home', route: '/networks', slices: { ...unlocked, networks }, answers },
  {
    name: 'panel-networks-health',
    page: 'home',
    sidePanel: true,
    route: '/networks',
    slices: { ...unlocked, networks },
    answers,
  },
  {
    name: 'home-networks-add-found',
    page: 'home',
    route: '/networks',
    slices: { ...unlocked, networks },
    answers,
    steps: [{ click: 'network-add' }, { fill: 'network-search', with: 'sepolia' }],
  },
  {
    name: 'home-networks-add-endpointless',
    page: 'home',
    route: '/networks',
    slices: { ...unlocked, networks },
    answers,
    steps: [{ click: 'network-add' }, { fill: 'network-search', with: 'dreyerx testnet' }, { click: 'first-found' }],
  },
  {
    name: 'home-networks-add-endpoint',
    page: 'home',
    route: '/networks',
    slices: { ...unlocked, networks },
    answers,
    steps: [{ click: 'network-add' }, { click: 'by-endpoint' }],
  },
  {
    name: 'home-networks-remove',
    page: 'home',
    route: '/networks',
    slices: { ...unlocked, networks },
    answers,
    steps: [{ click: 'network-remove' }],
  },
  {
    name: 'panel-networks-remove-refused',
    page: 'home',
    sidePanel: true,
    route: '/networks',
    slices: { ...unlocked, networks },
    answers: { ...answers, 'network.remove': { failure: { code: 'network-unknown', details: {} } } },
    steps: [{ click: 'network-remove' }, { click: 'network-remove-now' }, { see: 'alert' }],
  },
]
