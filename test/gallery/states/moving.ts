import { now, shop, stranger, unlocked } from '../samples.ts'
import type { Answers, GalleryState, Step } from '../state.ts'

const answers: Answers = {
  'phrase.list': { phrases: [{ id: 'phrase-1', createdAt: now - 86_400_000, name: null }] },
  'phrase.add': { phraseId: 'phrase-2', address: stranger },
  'token.everywhere': { tokens: [] },
  'token.look-up': { symbol: 'ARB', name: 'Arbitrum', decimals: 18 },
  'account.open-key': ({ privateKey }) => ({ address: `0x${privateKey.slice(2, 42)}` }),
  'account.import-key': ({ privateKey }) =>
    privateKey.endsWith('0') ? { failure: { code: 'account-exists', details: {} } } : { address: stranger },
  'account.open-keystore': ({ keystore }) =>
    keystore === 'other'
      ? { failure: { code: 'keystore-password', details: {} } }
      : { address: keystore === 'one' ? '0x008AeEda4D805471dF9b2A5B0f38A0C3bCBA786b' : shop },
}
const toKeys: Step[] = [{ click: 'moving-next' }]
const toFiles: Step[] = [...toKeys, { click: 'moving-next' }]

const entry = (chainId: string, address: string, name: string) => ({ address, chainId, isEns: false, memo: '', name })
const network = (chainId: string, name: string, nativeCurrency: string, url: string) => ({
  ...{ chainId, name, nativeCurrency, defaultRpcEndpointIndex: 0, blockExplorerUrls: [] },
  rpcEndpoints: [{ type: 'custom', networkClientId: chainId, url }],
})
const logs = JSON.stringify({
  metamask: {
    addressBook: {
      '0x1': {
        [shop]: entry('0x1', shop, 'Coffee shop'),
        a: entry('0x1', '0x71c700000000000000000000000000000000976f', 'Anna (new)'),
        b: entry('0x1', '0xbDA5747bFD65F08deb54cb465eB87D40e51B197f', 'Old landlord'),
        c: entry('0x1', '0x90F79bf6EB2c4f870365E785982E1f101E93b906', 'Landlord'),
      },
    },
    networkConfigurationsByChainId: {
      '0x1': network('0x1', 'Ethereum Mainnet', 'ETH', 'https://mainnet.infura.io/v3/{infuraProjectId}'),
      '0xa4b1': network('0xa4b1', 'Arbitrum One', 'ETH', 'https://arbitrum.free-money.example/rpc'),
      '0x2105': network('0x2105', 'Base', 'ETH', 'https://mainnet.base.org'),
      '0x5609f19': network('0x5609f19', 'Ethereum', 'ETH', 'http://10.0.0.7:8545'),
    },
    allTokens: {
      '0x1': { a: [{ address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', symbol: 'USDC', decimals: 6 }] },
      '0xa4b1': { a: [{ address: '0x912CE59144191C1204E64559FE8253a0e49E6548', symbol: 'ARB', decimals: 18 }] },
      '0x5609f19': { a: [{ address: stranger, symbol: 'FREE', decimals: 18 }] },
      '0x89': { a: [{ address: stranger, symbol: 'POLS', decimals: 18 }] },
    },
  },
})
const list = JSON.stringify({
  name: 'A list',
  tokens: Array.from({ length: 300 }, (_, index) => ({
    ...{ chainId: 8453, symbol: `TOKEN${index}`, name: `Token ${index}`, decimals: 18 },
    address: `0x${`${index + 1}`.padStart(40, '0')}`,
  })),
})
const review: Step[] = [
  ...toFiles,
  { files: 'moving-files', with: { 'state-logs.json': logs } },
  { see: 'moving-plan' },
]

function state(name: string, steps: Step[], changes: Partial<GalleryState> = {}): GalleryState {
  return { name, page: 'home', route: '/accounts/move', slices: unlocked, answers, steps, ...changes }
}

/** Moving from another wallet, step by step. */
export const movingStates: GalleryState[] = [
  state('moving-phrases', [{ see: 'moving-phrase' }]),
  state('moving-take-along', [{ click: 'settings-take-along' }, { see: 'take-along-save' }], { route: '/settings' }),
  state('moving-panel', [{ see: 'key=open_full_page' }], { sidePanel: true }),
  state('moving-find', [{ click: 'moving-find' }, { see: 'discover-start' }]),
  state('moving-keys', [...toKeys, { see: 'moving-keys' }]),
  state('moving-keys-none', [...toKeys, { click: 'moving-keys-import' }, { see: 'alert' }]),
  state('moving-keys-done', [
    ...toKeys,
    { fill: 'moving-keys', with: `${'a1'.repeat(32)}\nhello\n0x${'b2'.repeat(32)}\n${'c0'.repeat(32)}` },
    { click: 'moving-keys-import' },
    { see: 'moving-key-address' },
    { click: 'moving-keys-import' },
    { see: 'moving-keys-done' },
  ]),
  state('moving-keys-found', [
    ...toKeys,
    { fill: 'moving-keys', with: `${'a1'.repeat(32)}\n0x${'b2'.repeat(31)}b` },
    { click: 'moving-keys-import' },
    { see: 'moving-key-address' },
  ]),
  state('moving-keystores', [
    ...toKeys,
    { click: 'moving-keystores' },
    {
      files: 'keystore-file',
      with: { 'UTC--one.json': 'one', 'UTC--two.json': '"x-ethers", mnemonicCiphertext', 'UTC--three.json': 'other' },
    },
    { fill: 'keystore-password', with: 'right' },
    { click: 'keystore-open' },
    { see: 'keystore-import' },
  ]),
  state('moving-files', [...toFiles, { see: 'moving-files' }]),
  state('moving-plan', review),
  state('moving-plan-list', [
    ...toFiles,
    { files: 'moving-files', with: { 'list.json': list } },
    { see: 'moving-plan' },
  ]),
  state('moving-plan-nothing', [
    ...toFiles,
    { files: 'moving-files', with: { 'hello.json': '{"hello": 1}', 'prelude.json': '{"format":"prelude-backup"}' } },
    { see: 'moving-nothing' },
  ]),
  state('moving-busy', [...review, { click: 'moving-take' }, { see: 'moving-stop' }], {
    answers: { ...answers, 'token.look-up': 'never' },
  }),
  state('moving-taken', [...review, { click: 'moving-take' }, { see: 'moving-taken' }]),
  state('moving-end', [
    ...review,
    { click: 'moving-take' },
    { see: 'moving-taken' },
    { click: 'moving-next' },
    { see: 'moving-came' },
  ]),
]
