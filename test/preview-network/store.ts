import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { hexSchema } from './anvil-schema.ts'
import { contractsSchema } from './contracts/index.ts'

const savedSchema = z.object({
  version: z.literal(2),
  chainId: z.number(),
  contracts: contractsSchema,
  /** Anvil's own dump, which holds blocks, transactions and the states it still knows. */
  anvil: hexSchema,
  /** Accepted transactions that no sealed block holds. */
  waiting: z.array(hexSchema),
})

export type Saved = z.infer<typeof savedSchema>

/** The folder in which a network's state outlives its process. */
export interface Store {
  /** @throws {Error} when what is there is not a network's state */
  load(): Promise<Saved | undefined>
  save(saved: Saved): Promise<void>
}

export function createStore(folder: string): Store {
  const file = join(folder, 'preview-network.json')
  return {
    async load() {
      const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined
        throw error
      })
      if (text === undefined) return undefined
      const saved = savedSchema.safeParse(JSON.parse(text))
      if (!saved.success) throw new Error(`${file} is not a preview network's state: ${z.prettifyError(saved.error)}`)
      return saved.data
    },
    async save(saved) {
      await mkdir(folder, { recursive: true })
      // A process that ends while it writes must not take the last good state along.
      await writeFile(`${file}.new`, JSON.stringify(saved))
      await rename(`${file}.new`, file)
    },
  }
}
