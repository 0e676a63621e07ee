import type { ListKind } from '@/lib/base/list-kind'

/** A public list that the wallet offers. */
export interface ListPreset {
  id: string
  kind: ListKind
  name: string
  keeper: string
  /** `null` where the keeper names none. */
  licence: string | null
  /** Answers without a redirect. */
  url: string
  /** Size of one download as of 2026-11, rounded up. */
  megabytes: number
  /** Offered as ticked at the end of the first run. */
  isSuggested: boolean
}

const github = 'https://raw.githubusercontent.com'

export const listPresets: readonly ListPreset[] = [
  {
    id: 'metamask-sites',
    kind: 'fraud-hosts',
    name: 'Ethereum phishing detect',
    keeper: 'MetaMask',
    licence: 'Don’t Be a Dick Public License',
    url: `${github}/MetaMask/eth-phishing-detect/main/src/config.json`,
    megabytes: 8,
    isSuggested: true,
  },
  {
    id: 'polkadot-sites',
    kind: 'fraud-hosts',
    name: 'Polkadot phishing list',
    keeper: 'polkadot-js',
    licence: 'Apache-2.0',
    url: 'https://polkadot.js.org/phishing/all.json',
    megabytes: 2,
    isSuggested: true,
  },
  {
    id: 'scamsniffer-sites',
    kind: 'fraud-hosts',
    name: 'Scam database, sites',
    keeper: 'ScamSniffer',
    licence: null,
    url: `${github}/scamsniffer/scam-database/main/blacklist/domains.json`,
    megabytes: 9,
    isSuggested: true,
  },
  {
    id: 'scamsniffer-addresses',
    kind: 'fraud-addresses',
    name: 'Scam database, addresses',
    keeper: 'ScamSniffer',
    licence: null,
    url: `${github}/scamsniffer/scam-database/main/blacklist/address.json`,
    megabytes: 1,
    isSuggested: true,
  },
  {
    id: 'mew-addresses',
    kind: 'fraud-addresses',
    name: 'Ethereum address darklist',
    keeper: 'MyEtherWallet',
    licence: 'MIT',
    url: `${github}/MyEtherWallet/ethereum-lists/master/src/addresses/addresses-darklist.json`,
    megabytes: 1,
    isSuggested: true,
  },
  {
    id: 'uniswap-tokens',
    kind: 'tokens',
    name: 'Uniswap Labs Default',
    keeper: 'Uniswap Labs',
    licence: 'GPL-3.0-or-later',
    url: 'https://tokens.uniswap.org/',
    megabytes: 1,
    isSuggested: true,
  },
  {
    id: 'superchain-tokens',
    kind: 'tokens',
    name: 'Superchain Token List',
    keeper: 'Optimism',
    licence: 'MIT',
    url: 'https://static.optimism.io/optimism.tokenlist.json',
    megabytes: 2,
    isSuggested: false,
  },
  {
    id: 'clear-signing',
    kind: 'descriptors',
    name: 'Clear signing registry (ERC-7730)',
    keeper: 'Ethereum',
    licence: 'CC0-1.0',
    url: 'https://codeload.github.com/ethereum/clear-signing-erc7730-registry/tar.gz/refs/heads/master',
    megabytes: 4,
    isSuggested: true,
  },
  {
    id: 'chains',
    kind: 'chains',
    name: 'Chainlist',
    keeper: 'ethereum-lists',
    licence: 'MIT',
    url: 'https://chainid.network/chains_mini.json',
    megabytes: 2,
    isSuggested: true,
  },
]
