import { readdir, readFile } from 'node:fs/promises'

/** What a browser and all of its processes have taken so far. Linux only: read from `/proc`. */
export interface Taken {
  processorMs: number
  /** Memory, with what is shared between processes counted by its share (proportional set size). */
  megabytes: number
  processes: number
}

/** The kernel’s clock ticks of 10 ms. */
const tickMs = 10

/**
 * @param profile the folder of the browser’s profile: a process that names it, and those it started
 * @throws Error when no process names it
 */
export async function takenBy(profile: string): Promise<Taken> {
  const pids = (await readdir('/proc')).filter(name => /^\d+$/.test(name))
  const all = (await Promise.all(pids.map(readProcess))).filter(each => each !== null)
  const found = new Set(all.filter(({ commandLine }) => commandLine.includes(profile)).map(({ pid }) => pid))
  for (let before = -1; found.size > before; ) {
    before = found.size
    for (const { pid, parent } of all) if (found.has(parent)) found.add(pid)
  }
  const own = all.filter(({ pid }) => found.has(pid))
  if (own.length === 0) throw new Error(`No process uses ${profile}.`)
  const sum = (of: (each: (typeof own)[number]) => number) => own.reduce((total, each) => total + of(each), 0)
  return {
    processorMs: sum(({ ticks }) => ticks) * tickMs,
    megabytes: sum(({ kilobytes }) => kilobytes) / 1_000,
    processes: own.length,
  }
}

interface Process {
  pid: number
  parent: number
  commandLine: string
  ticks: number
  kilobytes: number
}

/** `null` for one that has ended meanwhile. */
async function readProcess(name: string): Promise<Process | null> {
  const read = (file: string) => readFile(`/proc/${name}/${file}`, 'utf8').catch(() => null)
  const [commandLine, stat, memory] = await Promise.all([read('cmdline'), read('stat'), read('smaps_rollup')])
  if (commandLine === null || stat === null) return null
  // The name before it is in brackets and may hold spaces; see proc_pid_stat(5).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [, parent = 0] = fields.map(Number)
  // Its own time in both modes, and that of children which have ended.
  const ticks = fields.slice(11, 15).reduce((total, field) => total + Number(field), 0)
  return {
    pid: Number(name),
    parent,
    commandLine,
    ticks,
    kilobytes: Number(/^Pss: +(\d+)/m.exec(memory ?? '')?.[1] ?? 0),
  }
}
