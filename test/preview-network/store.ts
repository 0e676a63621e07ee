import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { hexSchema } from './anvil-schema.ts'
import { contractsSchema } from './contracts/index.ts'
import { StateError, StateInUseError } from './errors.ts'

const savedSchema = z.object({
  version: z.literal(2),
  chainId: z.number(),
  /** Hash of the last sealed block. */
  head: hexSchema,
  contracts: contractsSchema,
  /** Anvil's own dump: blocks, transactions and the states it still has. */
  anvil: hexSchema,
  /** Accepted transactions that no sealed block contains, as raw bytes. */
  waiting: z.array(hexSchema),
})

export type Saved = z.infer<typeof savedSchema>

/** The folder in which a network's state outlives its process. */
export interface Store {
  /**
   * Takes the folder for this process.
   * @returns the function that gives it back
   * @throws {StateInUseError} when another running network has it
   */
  take(): Promise<() => Promise<void>>
  /**
   * @returns the saved state, or undefined for an empty folder
   * @throws {StateError} when the file is not the state of this network
   */
  load(chainId: number): Promise<Saved | undefined>
  save(saved: Saved): Promise<void>
}

const advice = 'Choose another folder, or move the file away.'

export function createStore(folder: string): Store {
  const file = join(folder, 'preview-network.json')
  const lock = join(folder, 'preview-network.lock')
  return {
    async take() {
      await mkdir(folder, { recursive: true })
      for (;;) {
        const isTaken = await writeFile(lock, String(process.pid), { flag: 'wx' }).then(
          () => false,
          (error: NodeJS.ErrnoException) => {
            if (error.code !== 'EEXIST') throw error
            return true
          },
        )
        if (!isTaken) return () => rm(lock, { force: true })
        const pid = Number(await textOf(lock))
        if (isRunning(pid)) throw new StateInUseError(folder, pid)
        // Its process was killed.
        await rm(lock, { force: true })
      }
    },
    async load(chainId) {
      const text = await textOf(file)
      if (text === undefined) return undefined
      const saved = savedSchema.safeParse(parsed(text))
      if (!saved.success)
        throw new StateError(`${file} is not the state of a preview network of this version. ${advice}`)
      if (saved.data.chainId !== chainId) {
        throw new StateError(`${file} is the state of chain ${saved.data.chainId}, not ${chainId}. ${advice}`)
      }
      return saved.data
    },
    async save(saved) {
      await mkdir(folder, { recursive: true })
      // Written beside the file first: a process that ends while writing leaves the last state whole.
      await writeFile(`${file}.new`, JSON.stringify(saved))
      await rename(`${file}.new`, file)
    },
  }
}

async function textOf(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // The process exists and belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
