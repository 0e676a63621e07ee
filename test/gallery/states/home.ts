import type { TransferView } from '../../../lib/language/payments.ts'
import {
  anna,
  dollar,
  ether,
  history,
  now,
  previewNetwork,
  shop,
  transaction,
  units,
  unlocked,
  upTo,
} from '../samples.ts'
import type { GalleryState } from '../state.ts'

const none: GalleryState['slices'] = { session: { vault: 'none', lockAt: null, retryAt: null } }
const phrase = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
const password = 'correct horse battery staple'
const many = [
  ...Array.from({ length: 24 }, (_, index) =>
    transaction('sealed', 120_000 + index * 45_000, { value: ether(`0.0${1 + (index % 9)}`) }),
  ),
  transaction('preconfirmed', 600),
  transaction('sealed', 30_000, { status: 'reverted', origin: 'https://swap.example', data: '0xd0e30db0' }),
  transaction('submitted', 4 * 86_400_000, {
    ended: 'lost',
    history: [...upTo('final', now - 4 * 86_400_000), { at: now - 3 * 86_400_000, level: 'submitted', event: 'lost' }],
  }),
  ...history,
].sort((a, b) => b.createdAt - a.createdAt)

const lower = (address: string) => address.toLowerCase() as `0x${string}`
const moved = (key: string, part: Partial<TransferView>): TransferView => ({
  networkId: previewNetwork,
  ...{ key, token: lower(dollar), from: lower(shop), to: lower(anna), amount: units(12_500_000n), memo: null },
  ...{ hash: `0x${key.padStart(64, '0')}`, blockNumber: 4_900, logIndex: 0, isSealed: true, at: now - 9_000 },
  ...part,
})
/** A transfer that was captured, and a transfer that came while nobody looked. */
const transfers = [
  moved('a1', { from: lower(anna), to: lower(shop), amount: units(4_000_000n), isSealed: false, at: now - 2_000 }),
  moved('a2', {}),
]

const toPhrase: GalleryState['steps'] = [
  { click: 'first-run-create' },
  { fill: 'password', with: password },
  { fill: 'password-repeat', with: password },
  { click: 'continue' },
  { see: 'phrase-words' },
]
const answers: GalleryState['answers'] = { 'phrase.generate': { phrase } }

export const homeStates: GalleryState[] = [
  { name: 'home-newer', page: 'home', slices: { session: { vault: 'newer', lockAt: null, retryAt: null } } },
  {
    name: 'home-database-damaged',
    page: 'home',
    slices: { session: { vault: 'database-damaged', lockAt: null, retryAt: null } },
    steps: [{ click: 'database-rebuild' }],
  },
  { name: 'home-first-run', page: 'home', slices: none },
  { name: 'home-password', page: 'home', slices: none, steps: [{ click: 'first-run-create' }] },
  {
    name: 'home-password-weak',
    page: 'home',
    slices: none,
    steps: [
      { click: 'first-run-create' },
      { fill: 'password', with: 'passwordpassword1' },
      { fill: 'password-repeat', with: 'different' },
      { click: 'continue' },
      { see: 'alert' },
    ],
  },
  { name: 'home-phrase-hidden', page: 'home', slices: none, answers, steps: toPhrase },
  { name: 'home-phrase-shown', page: 'home', slices: none, answers, steps: [...toPhrase, { click: 'phrase-show' }] },
  { name: 'home-backup', page: 'home', slices: none, answers, steps: [...toPhrase, { click: 'continue' }] },
  {
    name: 'home-backup-wrong',
    page: 'home',
    slices: none,
    answers,
    steps: [...toPhrase, { click: 'continue' }, { proveBackup: 'wrong' }, { click: 'continue' }, { see: 'alert' }],
  },
  { name: 'home-import', page: 'home', slices: none, steps: [{ click: 'first-run-import' }] },
  {
    name: 'home-import-wrong-word',
    page: 'home',
    slices: none,
    answers: { 'phrase.check': { ok: false, reason: 'word', position: 3, suggestion: 'thank' } },
    steps: [
      { click: 'first-run-import' },
      { fill: 'import-words', with: 'legal winner thakn year wave sausage worth useful legal winner thank yellow' },
      { press: 'Tab' },
      { see: 'alert' },
    ],
  },
  {
    name: 'home-import-no-list',
    page: 'home',
    slices: none,
    answers: { 'phrase.check': { ok: false, reason: 'list' } },
    steps: [
      { click: 'first-run-import' },
      {
        fill: 'import-words',
        with: 'Apfel Birne Kirsche Pflaume Traube Zitrone Erdbeere Himbeere Johannis Stachel Brombeere Quitte',
      },
      { press: 'Tab' },
      { see: 'alert' },
    ],
  },
  { name: 'home-restore', page: 'home', slices: none, steps: [{ click: 'first-run-restore' }] },
  { name: 'home-damaged', page: 'home', slices: { session: { vault: 'damaged', lockAt: null, retryAt: null } } },
  { name: 'home-locked', page: 'home', slices: { session: { vault: 'locked', lockAt: null, retryAt: null } } },
  { name: 'home-ready', page: 'home', route: '/ready', slices: unlocked },
  { name: 'home-overview', page: 'home', slices: { ...unlocked, activity: many } },
  {
    name: 'home-set-aside',
    page: 'home',
    slices: { ...unlocked, activity: many },
    answers: {
      'database.set-aside': {
        rows: [
          { store: 'transactions', at: now },
          { store: 'sites', at: now },
          { store: 'nonces', at: now },
        ],
        text: '[]',
      },
    },
    steps: [{ see: 'set-aside' }],
  },
  {
    name: 'home-activity',
    page: 'home',
    route: '/activity',
    slices: { ...unlocked, activity: many, transfers },
  },
  {
    name: 'home-activity-beside',
    page: 'home',
    route: `/activity/${many[0]?.id}`,
    slices: { ...unlocked, activity: many, transfers },
  },
  { name: 'home-activity-empty', page: 'home', route: '/activity', slices: { ...unlocked, activity: [] } },
  {
    name: 'home-accounts',
    page: 'home',
    route: '/accounts',
    slices: unlocked,
    answers: { 'phrase.list': { phrases: [{ id: 'phrase-1', createdAt: now - 86_400_000, name: null }] } },
  },
  {
    name: 'home-phrase-revealed',
    page: 'home',
    route: '/settings',
    slices: unlocked,
    answers: { 'vault.reveal-phrase': { phrase, passphrase: null } },
    steps: [
      { click: 'key=reveal' },
      { fill: 'reveal-password', with: password },
      { click: 'reveal' },
      { see: 'phrase-words' },
    ],
  },
  { name: 'home-networks', page: 'home', route: '/networks', slices: { ...unlocked, activity: many } },
  {
    name: 'home-networks-probed',
    page: 'home',
    route: '/networks',
    slices: unlocked,
    answers: {
      'network.probe': {
        chainId: 84538453,
        latencyMs: 3,
        pending: true,
        socket: true,
        preconfirmation: true,
        simulate: true,
        syncSend: false,
        development: false,
      },
    },
    steps: [{ click: 'key=probe_endpoint' }, { see: 'probe' }],
  },
  {
    name: 'home-networks-edit',
    page: 'home',
    route: '/networks',
    slices: unlocked,
    steps: [{ click: 'key=network_edit_endpoints' }],
  },
  {
    name: 'home-networks-add',
    page: 'home',
    route: '/networks',
    slices: unlocked,
    steps: [{ click: 'key=network_add' }],
  },
  { name: 'home-sites', page: 'home', route: '/sites', slices: unlocked },
  { name: 'home-sites-empty', page: 'home', route: '/sites', slices: { ...unlocked, sites: [] } },
  {
    name: 'home-settings',
    page: 'home',
    route: '/settings',
    slices: unlocked,
    answers: {
      'passkey.list': {
        prfSalt: `0x${'11'.repeat(32)}`,
        credentials: [{ credentialId: 'abc', name: 'Laptop', createdAt: now - 86_400_000 }],
      },
    },
  },
  {
    name: 'home-settings-found',
    page: 'home',
    route: '/settings',
    slices: unlocked,
    steps: [{ fill: 'settings-search', with: 'older' }],
  },
  {
    name: 'home-settings-password',
    page: 'home',
    route: '/settings',
    slices: unlocked,
    steps: [{ click: 'key=change' }],
  },
  {
    name: 'home-settings-backup-check',
    page: 'home',
    route: '/settings',
    slices: unlocked,
    answers: { 'vault.check-backup': { createdAt: now - 30 * 86_400_000, lacks: 2 } },
    steps: [
      { click: 'backup-check' },
      { files: 'backup-file', with: { 'prelude.json': JSON.stringify({ createdAt: now - 30 * 86_400_000 }) } },
      { fill: 'password', with: 'correct horse battery' },
      { click: 'backup-check-now' },
      { see: 'backup-saved-at' },
    ],
  },
  {
    name: 'home-settings-reveal',
    page: 'home',
    route: '/settings',
    slices: unlocked,
    steps: [{ click: 'key=reveal' }],
  },
  {
    name: 'home-settings-erase',
    page: 'home',
    route: '/settings',
    slices: unlocked,
    steps: [{ click: 'key=settings_erase_action' }],
  },
  { name: 'home-send', page: 'home', route: '/send', slices: unlocked },
  { name: 'panel-overview', page: 'home', sidePanel: true, slices: { ...unlocked, activity: many } },
  {
    name: 'panel-activity',
    page: 'home',
    sidePanel: true,
    route: '/activity',
    slices: { ...unlocked, activity: many },
  },
  {
    name: 'panel-networks',
    page: 'home',
    sidePanel: true,
    route: '/networks',
    slices: { ...unlocked, activity: many },
  },
  { name: 'panel-settings', page: 'home', sidePanel: true, route: '/settings', slices: unlocked },
  { name: 'panel-none', page: 'home', sidePanel: true, slices: none },
]
