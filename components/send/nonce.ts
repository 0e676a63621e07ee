/** The nonce that was typed; `null` for an empty field, which leaves it to the wallet. */
export function readNonce(text: string): { ok: true; nonce: number | null } | { ok: false } {
  const typed = text.trim()
  if (typed === '') return { ok: true, nonce: null }
  // Every number of at most fifteen digits is exact.
  return /^\d{1,15}$/.test(typed) ? { ok: true, nonce: Number(typed) } : { ok: false }
}
