import type { Chain } from './chain.ts'
import { dollarDomain } from './prices.ts'

/** The type of the domain itself, which wallets want to be told (`eth_signTypedData_v4`). */
export const domainType = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
] as const

/** The domain of the test dollar (EIP-712). */
export function tokenDomain({ chainId, contracts }: Chain) {
  return { ...dollarDomain, chainId, verifyingContract: contracts.testDollar }
}
