import type { Hex } from 'viem'
import type { Person, Target } from './target.ts'

/** Calldata of `mint(address,uint256)` of the test dollar, for one unit. */
export function mintCall(to: Hex): Hex {
  return `0x40c10f19${to.slice(2).padStart(64, '0')}${'1'.padStart(64, '0')}`
}

/** A signed transaction that mints one unit of the test dollar to its sender, and leaves one log. */
export function signMint(target: Target, person: Person, nonce: number) {
  const { testDollar } = target.contracts
  return person.sign({ nonce, to: testDollar, value: 0n, data: mintCall(person.address), gas: 100_000n })
}
