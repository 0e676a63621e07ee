import type { Address, Hex } from 'viem'
import type { Effect } from '../../lib/base/effects.ts'
import { type Contract, listedToken, noContract } from '../../lib/reading/calls/contracts.ts'
import type { RiskLevel } from '../../lib/reading/risk/risk.ts'

/** What a decision must say of something hostile that a site asks for. */
export interface Expected {
  /** The sentence of the English catalogue, with parties by name and amounts in the smallest unit. */
  sentence: string
  /**
   * The sentences of the calls inside, each with a dash for its depth; one that is only contained ends with a question
   * mark.
   */
  inside?: readonly string[]
  /** What would change, where nothing was tried out. */
  changes: readonly string[]
  /** Level and code, worst first. */
  risks: readonly string[]
  /** The worst of the risks. */
  level: RiskLevel
}

/** One hostile request of a site, and what the decision must say. */
export interface HostileCall extends Expected {
  what: string
  to: Address | null
  /** Wei. */
  value?: bigint
  data: Hex
  /** What a simulation found; without it nothing was tried out. */
  simulated?: readonly Effect[]
}

/** Everyone in the table. */
export const parties = {
  me: '0xaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
  thief: '0xbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb',
  /** An ERC-20. */
  money: '0xdddddddddddddddddddddddddddddddddddddddd',
  /** An ERC-4626 vault of it. */
  vault: '0xdd00000000000000000000000000000000000001',
  /** An ERC-721. */
  art: '0xccccccccccccccccccccccccccccccccccccccc1',
  /** An ERC-1155. */
  kinds: '0xccccccccccccccccccccccccccccccccccccccc2',
  /** An ERC-6909. */
  shards: '0xccccccccccccccccccccccccccccccccccccccc3',
  /** A contract of which nothing can be found out. */
  unknown: '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee1',
  /** A smart account of the person. */
  safe: '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee2',
  /** A router of an exchange. */
  router: '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee3',
  market: '0x0000000000000068f116a894984e2db1123eb395',
  permit2: '0x000000000022d473030f116ddee9f6b43ac78ba3',
  multicall3: '0xca11bde05977b3631167028862be2a173976ca11',
  multiSend: '0x38869bf66a61cf6bdb996a6ae40d5853fd43b526',
  entryPoint: '0x0000000071727de22e5e9d8baf0edac6f37da032',
  burn: '0x000000000000000000000000000000000000dead',
  zero: '0x0000000000000000000000000000000000000000',
} as const satisfies Record<string, Address>

const dollars = listedToken({ symbol: 'USDV', decimals: 6 })
const plain: Contract = { ...dollars, standards: [], symbol: '', decimals: null }
const contracts: Readonly<Record<string, Contract>> = {
  [parties.money]: dollars,
  [parties.vault]: { ...dollars, standards: ['erc20', 'erc4626'], symbol: 'vUSDV', underlying: parties.money },
  [parties.art]: { ...plain, standards: ['erc721'], symbol: 'ART' },
  [parties.kinds]: { ...plain, standards: ['erc1155'], symbol: 'KINDS' },
  [parties.shards]: { ...plain, standards: ['erc6909'], symbol: 'SHARDS' },
}

/** What each address is; people have no code. */
export function contractOf(address: Address): Contract {
  const lower = address.toLowerCase()
  const isPerson = ([parties.me, parties.thief, parties.burn, parties.zero] as string[]).includes(lower)
  return isPerson ? noContract : (contracts[lower] ?? plain)
}

const names = new Map<string, string>(Object.entries(parties).map(([name, address]) => [address, name]))

/** The name of a party in place of its address. */
export function named(text: string): string {
  return text.replaceAll(/0x[0-9a-fA-F]{40}(?![0-9a-fA-F])/g, address => names.get(address.toLowerCase()) ?? address)
}

/** An effect in a few words: `allows all of money to thief`. */
export function effectText(effect: Effect): string {
  const until = 'until' in effect && effect.until !== null ? ` until ${effect.until}` : ''
  const owner = 'owner' in effect && effect.owner !== undefined ? ` of ${effect.owner}` : ''
  const who = (address: Address | null) => address ?? 'anyone'
  switch (effect.kind) {
    case 'pays':
      return named(`pays ${effect.amount} of ${assetText(effect)} to ${who(effect.to)}`)
    case 'receives':
      return named(`receives ${effect.amount} of ${assetText(effect)} from ${who(effect.from)}`)
    case 'moves':
      return named(`moves ${effect.amount} of ${assetText(effect)} from ${who(effect.from)} to ${who(effect.to)}`)
    case 'allows':
      return named(`allows ${effect.amount} of ${assetText(effect)} to ${who(effect.taker)}${until}${owner}`)
    case 'revokes':
      return named(`leaves ${effect.left} of ${assetText(effect)} to ${who(effect.taker)}${owner}`)
    case 'hands-over':
      return named(`hands over ${effect.power} of ${effect.of} to ${who(effect.to)}`)
    case 'takes-back':
      return named(`takes back ${effect.power} of ${effect.of}`)
    case 'creates':
      return 'creates a contract'
    case 'unknown':
      return named(`unknown: ${effect.reason}`)
  }
}

function assetText({ asset }: Extract<Effect, { asset: unknown }>): string {
  switch (asset.kind) {
    case 'native':
      return 'ether'
    case 'token':
      return asset.address
    case 'item':
      return `item ${asset.id} of ${asset.address}`
    case 'collection':
      return `items of ${asset.address}`
    case 'token-or-item':
      return `word ${asset.word} of ${asset.address}`
  }
}
