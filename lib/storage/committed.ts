/**
 * Resolves once a transaction with these writes is kept.
 * @throws the reason why it was undone; the writes themselves are only told that it was
 */
export async function committed(
  transaction: { readonly done: Promise<void> },
  writes: readonly (Promise<unknown> | undefined)[],
): Promise<void> {
  const [kept] = await Promise.allSettled([transaction.done, ...writes])
  if (kept.status === 'rejected') throw kept.reason
}
