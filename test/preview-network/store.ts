import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { hexSchema } from './anvil-schema.ts'
import { contractsSchema } from './contracts/index.ts'

const savedSchema = z.object({
  version: z.literal(2),
  chainId: z.number(),
  /** Hash of the last sealed block. */
  head: hexSchema,
  contracts: contractsSchema,
  /** Anvil's own dump, which holds blocks, transactions and the states it still knows. */
  anvil: hexSchema,
  /** Accepted transactions that no sealed block holds. */
  waiting: z.array(hexSchema),
})

export type Saved = z.infer<typeof savedSchema>

/** The folder in which a network's state outlives its process. */
export interface Store {
  /** @throws {StoreError} when what is there is not this network's state */
  load(chainId: number): Promise<Saved | undefined>
  save(saved: Saved): Promise<void>
}

/** What lies in the folder cannot be gone on from. */
export class StoreError extends Error {}

const advice = 'Choose another folder, or take the file away.'

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function createStore(folder: string): Store {
  const file = join(folder, 'preview-network.json')
  return {
    async load(chainId) {
      const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined
        throw error
      })
      if (text === undefined) return undefined
      const saved = savedSchema.safeParse(parsed(text))
      if (!saved.success)
        throw new StoreError(`${file} is not the state of a preview network of this version. ${advice}`)
      if (saved.data.chainId !== chainId) {
        throw new StoreError(`${file} is the state of chain ${saved.data.chainId}, not ${chainId}. ${advice}`)
      }
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
