import type { RowCipher } from '@/lib/base/row-cipher'
import { openSetAside } from './encrypted/open-set-aside'
import type { Database } from './open'

/** What was set aside: a description, and the rows themselves for export. */
export async function readSetAside(
  database: Database,
  cipher: RowCipher | null,
): Promise<{ rows: { store: string; at: number }[]; text: string }> {
  const damaged = await database.getAll('damaged')
  return {
    rows: damaged.map(({ store, at }) => ({ store, at })),
    text: JSON.stringify(
      damaged.map(record => ({ ...record, ...openSetAside(record, cipher) })),
      null,
      2,
    ),
  }
}
