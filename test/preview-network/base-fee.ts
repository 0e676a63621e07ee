/** Parameters of the real network at the time of writing: they change there, so nobody should rely on them. */
const elasticity = 6n
const denominator = 125n
export const minimumBaseFee = 5_000_000n

/** Base fee of the block after this one (EIP-1559, with the network's floor), in wei per gas. */
export function nextBaseFee(block: { baseFee: bigint; gasUsed: bigint; gasLimit: bigint }): bigint {
  const target = block.gasLimit / elasticity
  const distance = block.gasUsed > target ? block.gasUsed - target : target - block.gasUsed
  const change = (block.baseFee * distance) / target / denominator
  const next = block.gasUsed > target ? block.baseFee + (change > 1n ? change : 1n) : block.baseFee - change
  return next > minimumBaseFee ? next : minimumBaseFee
}
