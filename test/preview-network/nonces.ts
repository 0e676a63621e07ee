import type { Address } from 'viem'

/** Whose nonce, and which. */
export interface Turn {
  from: Address
  nonce: bigint
}

/**
 * The nonces that lie before or between those of a block's transactions and that none of them uses: authorizations did
 * (EIP-7702), or what used them is gone.
 * @param transactions in the order of the block, each account's in the order of its nonces
 * @param states of their senders, before the block
 */
export function unusedNonces(transactions: Turn[], states: ReadonlyMap<Address, { nonce: bigint }>): Turn[] {
  const next = new Map([...states].map(([address, { nonce }]) => [address, nonce]))
  return transactions.flatMap(({ from, nonce }) => {
    const first = next.get(from) ?? nonce
    next.set(from, nonce + 1n)
    const count = nonce > first ? Number(nonce - first) : 0
    return Array.from({ length: count }, (_, index) => ({ from, nonce: first + BigInt(index) }))
  })
}
