import { type Address, getAddress, isAddressEqual, zeroAddress } from 'viem'

/** Accounts that an OP-stack chain has from its first block on. */
const systemNames: [Address, string][] = [
  ['0xDeaDDEaDDeAdDeAdDEAdDEaddeAddEAdDEAd0001', 'Layer 1 attributes depositor'],
  ['0x4200000000000000000000000000000000000011', 'Sequencer fee vault'],
  ['0x4200000000000000000000000000000000000030', 'Base time'],
  ['0x4e59b44847b379578588920cA78FbF26c0B4956C', 'CREATE2 deployer'],
]

/** `spendPermissionManager` → `Spend permission manager`; what is spelt in its own way stays so. */
function sentenceCase(key: string): string {
  const words = key
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/^erc(?=\d)/, 'ERC')
  return words.startsWith('x402') ? words : words.charAt(0).toUpperCase() + words.slice(1)
}

export interface AddressBook {
  nameOf(address: Address): string | undefined
  /** The key of a known contract, by which its ABI is found. */
  keyOf(address: Address): string | undefined
  find(name: string): Address | undefined
  contracts: { key: string; name: string; address: Address }[]
}

export function createAddressBook(knownContracts: Record<string, Address>): AddressBook {
  const contracts = Object.entries(knownContracts).map(([key, address]) => ({
    key,
    name: sentenceCase(key),
    address: getAddress(address),
  }))
  const named = [
    ...contracts.map(({ address, name }) => [address, name] as const),
    ...systemNames,
    [zeroAddress, 'Zero address'] as const,
  ]
  return {
    contracts,
    nameOf: address => named.find(([known]) => isAddressEqual(known, address))?.[1],
    keyOf: address => contracts.find(known => isAddressEqual(known.address, address))?.key,
    find: name => named.find(([, known]) => known.toLowerCase() === name.trim().toLowerCase())?.[0],
  }
}
