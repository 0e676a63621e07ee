/** What a person typed as a transaction's number: `null` for nothing, so that it is the next free one. */
export function readNonce(text: string): { ok: true; nonce: number | null } | { ok: false } {
  const typed = text.trim()
  if (typed === '') return { ok: true, nonce: null }
  // Fifteen digits are the most of which every number is exact.
  return /^\d{1,15}$/.test(typed) ? { ok: true, nonce: Number(typed) } : { ok: false }
}
