import { toRpcError } from './errors'

/** Blocks. An endpoint that is further behind is asked again another time. */
const furthestBehind = 64n

/**
 * Asks for a range of blocks that may end beyond the head of the node that answers: of several behind one address one
 * may be a few blocks behind the one that told the head, and some refuse what they do not have yet. Then a range that
 * ends lower is asked for.
 * @param ask rejects with `not-now` where the range ends beyond the head
 * @returns the answer, and the last block of its range; `null` where the node has none of the blocks yet
 * @throws RpcError what `ask` throws otherwise
 */
export async function upToHead<T>(
  from: bigint,
  to: bigint,
  ask: (to: bigint) => Promise<T>,
): Promise<{ answer: T; to: bigint } | null> {
  for (let behind = 0n; behind <= furthestBehind && to - behind >= from; behind = behind === 0n ? 1n : behind * 2n) {
    try {
      return { answer: await ask(to - behind), to: to - behind }
    } catch (error) {
      if (toRpcError(error).kind !== 'not-now') throw error
    }
  }
  return null
}
