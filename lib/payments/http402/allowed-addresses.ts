/** Runs `ask` while the wallet may contact this address. */
export type WhileAllowed = <Result>(url: string, ask: () => Promise<Result>) => Promise<Result>

/** The addresses that the wallet may contact right now, because it reads terms or an answer there. */
export interface AllowedAddresses {
  isAllowed(url: string): boolean
  whileAllowed: WhileAllowed
}

export function createAllowedAddresses(): AllowedAddresses {
  const allowed = new Map<string, number>()
  return {
    isAllowed: url => allowed.has(url),
    async whileAllowed(url, ask) {
      allowed.set(url, (allowed.get(url) ?? 0) + 1)
      try {
        return await ask()
      } finally {
        const others = (allowed.get(url) ?? 1) - 1
        if (others === 0) allowed.delete(url)
        else allowed.set(url, others)
      }
    },
  }
}
