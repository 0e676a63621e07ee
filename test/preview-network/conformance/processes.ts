import { readdir, readFile } from 'node:fs/promises'

interface Process {
  pid: number
  parent: number
  /** First argument: the program. */
  program: string
}

/** Returns all processes of the machine, read from `/proc` (Linux). */
async function processes(): Promise<Process[]> {
  const entries = (await readdir('/proc')).filter(entry => /^\d+$/.test(entry))
  return Promise.all(
    entries.map(async entry => {
      const stat = await readFile(`/proc/${entry}/stat`, 'utf8').catch(() => '')
      const line = await readFile(`/proc/${entry}/cmdline`, 'utf8').catch(() => '')
      // The name in parentheses may contain spaces.
      const parent = Number(stat.slice(stat.lastIndexOf(')')).split(' ')[2])
      return { pid: Number(entry), parent, program: line.split('\0')[0] ?? '' }
    }),
  )
}

/** Returns the ids of the direct children of a process. */
export async function childrenOf(pid: number): Promise<number[]> {
  return (await processes()).filter(({ parent }) => parent === pid).map(child => child.pid)
}

/** Returns the id of the Anvil that a network's process has started, or undefined when there is none. */
export async function anvilOf(network: number): Promise<number | undefined> {
  const all = await processes()
  const guards = all.filter(({ parent }) => parent === network).map(({ pid }) => pid)
  return all.find(({ parent, program }) => guards.includes(parent) && program.endsWith('anvil'))?.pid
}

/** Returns whether there is a process with this id. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
