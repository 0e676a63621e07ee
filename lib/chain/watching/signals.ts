import type { SignalName } from '@/lib/chain/shared/signals'
import { miniBlocks } from './mini-blocks'
import { partialBlocks } from './preconfirmation'
import { createShreds } from './shreds'
import type { TransactionSignal } from './types'

/** One reader for each family and watcher: shreds are counted from one to the next. */
export function createTransactionSignals(): Readonly<Record<Exclude<SignalName, 'proposals'>, TransactionSignal>> {
  return { 'partial-blocks': partialBlocks, shreds: createShreds(), 'mini-blocks': miniBlocks }
}
