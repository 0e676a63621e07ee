import type { Keyring } from '@/lib/keyring/types'
import type { Slices } from '@/lib/messaging/ui'
import type { Selection } from './selection'

export interface Readable {
  /** Locked means: nothing of accounts, amounts, sites or history leaves the worker (invariant 10). */
  whileUnlocked<Value>(value: () => Promise<Value>, otherwise: Value): Promise<Value>
  /** Of the selected account, while unlocked and there is one. */
  ofSelection<Value>(
    value: (selected: NonNullable<Slices['selection']>) => Promise<Value>,
    otherwise: Value,
  ): Promise<Value>
}

/** What pages may be told now. */
export function createReadable({
  keyring,
  selection,
}: {
  keyring: Pick<Keyring, 'state'>
  selection: Selection
}): Readable {
  const whileUnlocked: Readable['whileUnlocked'] = async (value, otherwise) =>
    (await keyring.state()).vault === 'unlocked' ? value() : otherwise
  return {
    whileUnlocked,
    ofSelection: (value, otherwise) =>
      whileUnlocked(async () => {
        const selected = await selection.current()
        return selected === null ? otherwise : value(selected)
      }, otherwise),
  }
}
