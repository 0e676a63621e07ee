import type { Address } from 'viem'

/** Contracts that have the same address on every chain they are deployed on, in lower case. */

export const permit2Address: Address = '0x000000000022d473030f116ddee9f6b43ac78ba3'
export const spendPermissionManager: Address = '0xf85210b21cc50302f477ba56686d2019dc9b67ad'
/** The delegation manager of the MetaMask delegation framework (ERC-7710). */
export const delegationManager: Address = '0xdb9b1e94b5b69df7e401ddbede43491141047db3'
export const multicall3Address: Address = '0xca11bde05977b3631167028862be2a173976ca11'
/** ERC-4337: versions 0.6, 0.7, 0.8 and 0.9. */
export const entryPoints: readonly Address[] = [
  '0x5ff137d4b0fdcd49dca30c7cf57e578a026d2789',
  '0x0000000071727de22e5e9d8baf0edac6f37da032',
  '0x4337084d9e255ff0702461cf8895ce9e3b5ff108',
  '0x433709009b8330fda32311df1c2afa402ed8d009',
]
/**
 * Safe's contracts for several calls, for `delegatecall`: versions 1.3.0 (at two addresses), 1.4.1 and 1.5.0, and the
 * versions that allow only calls inside.
 */
export const multiSends: readonly Address[] = [
  '0xa238cbeb142c10ef7ad8442c6d1f9e89e07e7761',
  '0x40a2accbd92bca938b02010e17a5b8929b49130d',
  '0x998739bfdaadde7c933b942a68053933098f9eda',
  '0xa1dabef33b3b82c7814b6d82a79e50f4ac44102b',
  '0x38869bf66a61cf6bdb996a6ae40d5853fd43b526',
  '0x9641d764fc13c8b624c04430c7356c1c7c8102e2',
  '0x218543288004cd07832472d464648173c77d7eb7',
  '0xa83c336b20401af773b6219ba5027174338d1836',
]
