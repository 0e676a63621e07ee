import { firstNetworkOf } from '@/lib/base/network-id'
import { accounts, now, previewNetwork, unlocked } from '../samples.ts'
import type { Answers, GalleryState } from '../state.ts'

const phrase = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
const password = 'correct horse battery staple'
const salt = `0x${'11'.repeat(32)}` as const
const passkeys: Answers = {
  'passkey.list': {
    prfSalt: salt,
    credentials: [{ credentialId: 'abc', name: 'Laptop', createdAt: now - 86_400_000 }],
  },
}
const answers: Answers = {
  'phrase.list': {
    phrases: [
      { id: 'phrase-1', createdAt: now - 86_400_000, name: null },
      { id: 'phrase-2', createdAt: now - 3_600_000, name: 'Old laptop' },
    ],
  },
  'account.delegate': ({ address }) => ({
    delegate: address === accounts[0]?.address ? '0x63c0c19a282a1b52b07dd5a65b58948a07dae32b' : null,
  }),
  'account.delegations': {
    found: [
      {
        networkId: previewNetwork,
        address: accounts[0]?.address ?? '0x',
        delegate: '0x63c0c19a282a1b52b07dd5a65b58948a07dae32b',
      },
      {
        networkId: previewNetwork,
        address: accounts[1]?.address ?? '0x',
        delegate: '0xe6cae83bde06e4c305530e199d7217f42808555b',
      },
    ],
    silent: [firstNetworkOf(8453)],
  },
  'account.look': ({ paths, networkIds }) => ({
    accounts: paths.map(path => ({
      path,
      address:
        path === "m/44'/60'/0'/0/0" && accounts[0] !== undefined
          ? accounts[0].address
          : '0x008AeEda4D805471dF9b2A5B0f38A0C3bCBA786b',
      usedOn: ["m/44'/60'/0'/0/0", "m/44'/60'/2'/0/0", "m/44'/60'/0'/3"].includes(path) ? networkIds.slice(0, 1) : [],
    })),
    silent: networkIds.filter(networkId => networkId === firstNetworkOf(8453)),
  }),
  'account.open-keystore': { address: '0x008AeEda4D805471dF9b2A5B0f38A0C3bCBA786b' },
  'vault.reveal-key': { privateKey: `0x${'a1'.repeat(32)}` },
  'vault.reveal-phrase': { phrase, passphrase: 'TREZOR' },
  'phrase.generate': { phrase: `${phrase} ${phrase}` },
}
const locked = { session: { vault: 'locked', lockAt: null, retryAt: null } } as const

/** What has to do with keys, and what is shown when they or the records cannot be read. */
export const keyStates: GalleryState[] = [
  {
    name: 'keys-accounts',
    page: 'home',
    route: '/accounts',
    slices: unlocked,
    answers,
    steps: [{ see: 'delegation' }],
  },
  {
    name: 'keys-delegations',
    page: 'home',
    route: '/accounts',
    slices: unlocked,
    answers,
    steps: [{ click: 'delegations-look' }, { see: 'delegation-row' }],
  },
  {
    name: 'keys-delegations-payer',
    page: 'home',
    route: '/accounts',
    slices: unlocked,
    answers,
    steps: [
      { click: 'delegations-look' },
      { choose: 'delegation-row-clear-payer', option: accounts[1]?.address ?? '0x' },
    ],
  },
  {
    name: 'keys-delegate',
    page: 'home',
    route: '/accounts',
    slices: unlocked,
    answers: { ...answers, 'account.delegate-to': { failure: { code: 'delegate-without-code', details: {} } } },
    steps: [
      { click: 'delegate-open' },
      { fill: 'delegate-contract', with: '0x63c0c19a282a1b52b07dd5a65b58948a07dae32b' },
      { click: 'delegate-now' },
    ],
  },
  {
    name: 'keys-delegate-reserved',
    page: 'home',
    route: '/accounts',
    slices: unlocked,
    answers,
    steps: [{ click: 'delegate-open' }, { fill: 'delegate-contract', with: `0x${'0'.repeat(39)}9` }],
  },
  {
    name: 'keys-discover',
    page: 'home',
    route: '/accounts',
    slices: unlocked,
    answers,
    steps: [{ click: 'phrase-discover' }, { see: 'discover-start' }],
  },
  {
    name: 'keys-discover-searching',
    page: 'home',
    route: '/accounts',
    slices: unlocked,
    answers: { ...answers, 'account.look': 'never' },
    steps: [{ click: 'phrase-discover' }, { click: 'discover-start' }, { see: 'discover-progress' }],
  },
  {
    name: 'keys-discovered',
    page: 'home',
    route: '/accounts',
    slices: unlocked,
    answers,
    steps: [{ click: 'phrase-discover' }, { click: 'discover-start' }, { see: 'discovered' }],
  },
  {
    name: 'keys-discovered-nothing',
    page: 'home',
    route: '/accounts',
    slices: unlocked,
    answers: {
      ...answers,
      'account.look': ({ paths }) => ({
        accounts: paths.map(path => ({ path, address: `0x${'1'.repeat(40)}`, usedOn: [] })),
        silent: [],
      }),
    },
    steps: [{ click: 'phrase-discover' }, { click: 'discover-start' }, { see: 'discover-done' }],
  },
  {
    name: 'keys-phrase-path',
    page: 'home',
    route: '/accounts',
    slices: unlocked,
    answers,
    steps: [{ click: 'phrase-more' }, { see: 'path-address' }],
  },
  {
    name: 'keys-phrase-path-unusual',
    page: 'home',
    route: '/accounts',
    slices: unlocked,
    answers,
    steps: [
      { click: 'phrase-more' },
      { choose: 'path-numbering', option: 'own' },
      { fill: 'path-own', with: "44h/60h/7'/1/2" },
    ],
  },
  { name: 'keys-ready-partly', page: 'home', route: '/ready/partly', slices: unlocked, answers },
  { name: 'keys-ready-imported', page: 'home', route: '/ready/imported', slices: unlocked, answers },
  {
    name: 'keys-phrase-add',
    page: 'home',
    route: '/accounts',
    slices: unlocked,
    answers,
    steps: [{ click: 'phrase-add' }],
  },
  {
    name: 'keys-phrase-passphrase',
    page: 'home',
    route: '/accounts',
    slices: unlocked,
    answers,
    steps: [
      { click: 'phrase-reveal' },
      { fill: 'reveal-password', with: password },
      { click: 'reveal' },
      { see: 'phrase-words' },
    ],
  },
  {
    name: 'keys-key',
    page: 'home',
    route: '/accounts',
    slices: unlocked,
    answers,
    steps: [
      { click: 'account-reveal' },
      { fill: 'reveal-password', with: password },
      { click: 'reveal' },
      { see: 'secret-key' },
    ],
  },
  {
    name: 'keys-phrase-long',
    page: 'home',
    slices: { session: { vault: 'none', lockAt: null, retryAt: null } },
    answers,
    steps: [
      { click: 'first-run-create' },
      { fill: 'password', with: password },
      { fill: 'password-repeat', with: password },
      { click: 'continue' },
      { see: 'phrase-words' },
    ],
  },
  {
    name: 'keys-passkey-add',
    page: 'home',
    route: '/settings',
    slices: unlocked,
    answers: passkeys,
    steps: [{ click: 'passkey-add' }],
  },
  ...(['phrase', 'key', 'watch'] as const).map(
    (kind): GalleryState => ({
      name: `keys-remove-${kind}`,
      page: 'home',
      route: '/accounts',
      slices: {
        ...unlocked,
        accounts: accounts.slice(0, 1).map(account => ({ ...account, kind })),
      },
      answers,
      steps: [{ click: 'account-remove' }, { see: 'account-remove-now' }],
    }),
  ),
  ...(['one-of-two', 'last'] as const).map(
    (which): GalleryState => ({
      name: `keys-remove-phrase-${which}`,
      page: 'home',
      route: '/accounts',
      slices: {
        ...unlocked,
        accounts: accounts.slice(0, 2).map((account, index) => ({
          ...account,
          kind: 'phrase' as const,
          phraseId: which === 'last' || index === 0 ? 'phrase-1' : 'phrase-2',
        })),
      },
      answers,
      steps: [{ click: 'phrase-remove' }, ...(which === 'last' ? [] : [{ see: 'phrase-remove-now' }])],
    }),
  ),
  {
    name: 'keys-backup-add',
    page: 'home',
    route: '/accounts',
    slices: unlocked,
    answers,
    steps: [{ click: 'account-backup' }, { see: 'backup-merge-now' }],
  },
  {
    name: 'keys-keystore-save',
    page: 'home',
    route: '/accounts',
    slices: unlocked,
    answers,
    steps: [{ click: 'account-reveal' }, { click: 'keystore-save' }, { see: 'keystore-save-now' }],
  },
  {
    name: 'keys-keystore',
    page: 'home',
    route: '/accounts',
    slices: unlocked,
    answers,
    steps: [{ click: 'account-keystore' }, { see: 'keystore-open' }],
  },
  { name: 'keys-locked-passkey', page: 'home', slices: locked, answers: passkeys, steps: [{ see: 'unlock-passkey' }] },
  { name: 'keys-locked-popup', page: 'popup', slices: locked, answers: passkeys, steps: [{ see: 'unlock-passkey' }] },
  ...(['newer', 'database-damaged', 'start-failed'] as const).flatMap(vault =>
    (['home', 'popup', 'approval'] as const).map(page => ({
      name: `keys-${vault}-${page}`,
      page,
      slices: { session: { vault, lockAt: null, retryAt: null } },
      answers: {
        'database.start-failure': {
          reason: vault === 'database-damaged' ? 'UnknownError' : 'QuotaExceededError: The disk is full.',
          vaultCopy: 'valid' as const,
        },
      },
    })),
  ),
  {
    name: 'keys-database-rebuild-without-keys',
    page: 'home',
    slices: { session: { vault: 'database-damaged', lockAt: null, retryAt: null } },
    answers: { 'database.start-failure': { reason: 'UnknownError', vaultCopy: 'damaged' } },
    steps: [{ click: 'database-rebuild' }],
  },
  {
    name: 'keys-database-doubted-copy',
    page: 'home',
    slices: { session: { vault: 'database-damaged', lockAt: null, retryAt: null } },
    answers: { 'database.start-failure': { reason: 'UnknownError', vaultCopy: 'doubted' } },
    steps: [{ see: 'trouble-backup' }],
  },
  {
    name: 'keys-database-rebuild-doubted-copy',
    page: 'home',
    slices: { session: { vault: 'database-damaged', lockAt: null, retryAt: null } },
    answers: { 'database.start-failure': { reason: 'UnknownError', vaultCopy: 'doubted' } },
    steps: [{ click: 'database-rebuild' }],
  },
  {
    name: 'keys-database-rebuild',
    page: 'home',
    answers: { 'database.start-failure': { reason: 'UnknownError', vaultCopy: 'valid' } },
    slices: { session: { vault: 'database-damaged', lockAt: null, retryAt: null } },
    steps: [{ click: 'database-rebuild' }],
  },
]
