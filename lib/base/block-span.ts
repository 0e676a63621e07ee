/**
 * How many blocks an endpoint searches for logs at once. Endpoints grant between one block and all, some by the number
 * of results, so the same endpoint grants more in quiet blocks than in busy ones.
 */
export interface BlockSpan {
  /** In blocks, at least 1. */
  size(): number
  /** A search of so many blocks was answered. */
  granted(width: number): void
  /** A search of so many blocks was refused. @returns false where it was a single block: fewer cannot be asked for */
  refused(width: number): boolean
}

/** A refused width is divided by this: a limit of 1 block is found in a few requests. */
const narrowing = 4
/** Grants of the whole span before a wider one is tried again; more after each refusal. */
const mostPatience = 64

/** A span that narrows with each refusal and widens again. @param first blocks to begin with */
export function createBlockSpan({ first, widest }: { first: number; widest: number }): BlockSpan {
  let size = first
  let patience = 1
  let grants = 0
  return {
    size: () => size,
    granted(width) {
      if (width < size) return
      grants += 1
      if (grants < patience) return
      size = Math.min(size * 2, widest)
      patience = Math.max(1, patience / 2)
      grants = 0
    },
    refused(width) {
      if (width <= 1) return false
      size = Math.min(size, Math.max(1, Math.floor(width / narrowing)))
      patience = Math.min(patience * 2, mostPatience)
      grants = 0
      return true
    },
  }
}

/** Kinds of errors that no narrower search avoids. */
const unavoidable: ReadonlySet<unknown> = new Set([
  'unreachable',
  'wrong-chain',
  'not-allowed',
  'method-unavailable',
  'not-now',
])

/**
 * Limits on ranges and results come under many names, "too many requests" and "timed out" among them.
 * @param kind an `RpcErrorKind`
 */
export function mayBeTooWide(kind: unknown): boolean {
  return !unavoidable.has(kind)
}
