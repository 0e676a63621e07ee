import type { Address } from 'viem'

/** Contracts that have the same address on every chain they are deployed on, in lower case. */

export const permit2Address: Address = '0x000000000022d473030f116ddee9f6b43ac78ba3'
export const spendPermissionManager: Address = '0xf85210b21cc50302f477ba56686d2019dc9b67ad'
/** Of the MetaMask delegation framework (ERC-7710). */
export const delegationManager: Address = '0xdb9b1e94b5b69df7e401ddbede43491141047db3'
