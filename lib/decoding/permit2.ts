import type { Address } from 'viem'

/** The same address on every chain that has it. */
export const permit2Address: Address = '0x000000000022d473030f116ddee9f6b43ac78ba3'
