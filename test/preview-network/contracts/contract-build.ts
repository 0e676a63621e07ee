import { isHex } from 'viem'
import { z } from 'zod'

export const hexSchema = z.custom<`0x${string}`>(value => isHex(value))

export const buildSchema = z.object({
  /** Interface and creation code, compiled from our sources or published by the authors of the contract. */
  contracts: z.record(z.string(), z.object({ abi: z.array(z.record(z.string(), z.unknown())), bytecode: hexSchema })),
  /** Runtime code of third-party contracts that an installed package carries. */
  canonical: z.object({ permit2: hexSchema, multicall3: hexSchema }),
})

/** Every contract of the network, compiled. */
export type ContractBuild = z.infer<typeof buildSchema>
