import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'

/** Everything one command started and must end: child processes, servers, browsers, temporary folders. */
export interface Lifetime {
  /** Runs `cleanup` when the command ends, however it ends; last registered, first run. */
  onEnd(cleanup: () => unknown): void
  /** A child in a process group of its own, so that ending it ends its children too. */
  spawn(command: string, args: readonly string[], options?: SpawnOptions): ChildProcess
  /** Runs every cleanup once. Safe to call again. */
  end(): Promise<void>
}

const signals = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const

/** How long an orderly end may take before what is left is killed. */
const graceMs = 8_000

/**
 * Ends all on SIGINT, SIGTERM, SIGHUP, an uncaught error and plain exit; a second signal, a second later, kills at
 * once. Inside a test runner, which has its own answer to signals, on plain exit only.
 */
export function createLifetime({ inTestRunner = false } = {}): Lifetime {
  const cleanups: (() => unknown)[] = []
  const children = new Set<ChildProcess>()
  let ending: Promise<void> | null = null

  const endAll = async () => {
    for (const cleanup of cleanups.splice(0).reverse()) {
      try {
        await cleanup()
      } catch (error) {
        // One thing that will not end must not keep the others alive.
        console.error(`While ending: ${error instanceof Error ? error.message : String(error)}`)
      }
    }
    await Promise.all([...children].map(endChild))
  }
  const lifetime: Lifetime = {
    onEnd: cleanup => cleanups.push(cleanup),
    spawn(command, args, options = {}) {
      const child = spawn(command, args, { ...options, detached: true })
      children.add(child)
      child.once('exit', () => children.delete(child))
      child.once('error', () => children.delete(child))
      return child
    },
    end: () => {
      ending ??= endAll()
      return ending
    },
  }

  let askedAt = 0
  const leave = (code: number) => {
    // npm passes on a Ctrl-C that the terminal has sent already: only a later one is impatience.
    if (ending && performance.now() - askedAt > 1_000) process.exit(code)
    if (ending) return
    askedAt = performance.now()
    setTimeout(() => process.exit(code), graceMs).unref()
    void lifetime.end().finally(() => process.exit(code))
  }
  if (!inTestRunner) {
    for (const [signal, code] of Object.entries(signals)) process.on(signal, () => leave(code))
    process.once('uncaughtException', error => {
      console.error(error)
      leave(1)
    })
  }
  // The last net: whatever path led here, no child outlives the command.
  process.once('exit', () => {
    for (const child of children) signalGroup(child, 'SIGKILL')
  })
  return lifetime
}

async function endChild(child: ChildProcess): Promise<void> {
  const exited = new Promise<void>(resolve => child.once('exit', () => resolve()))
  if (!signalGroup(child, 'SIGINT')) return
  const timer = setTimeout(() => signalGroup(child, 'SIGKILL'), graceMs / 2)
  await exited
  clearTimeout(timer)
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): boolean {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return false
  try {
    process.kill(-child.pid, signal)
    return true
  } catch {
    return false
  }
}

export interface Finished {
  code: number
  output: string
}

/**
 * Runs a command to its end. Output goes to the terminal, or is collected when `quiet`. What runs longer than `limitMs`
 * is ended.
 */
export function run(
  lifetime: Lifetime,
  command: string,
  args: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv; quiet?: boolean; limitMs?: number } = {},
): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const child = lifetime.spawn(command, args, {
      cwd: options.cwd,
      env: options.env ?? process.env,
      stdio: options.quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
    })
    const chunks: Buffer[] = []
    child.stdout?.on('data', chunk => chunks.push(chunk))
    child.stderr?.on('data', chunk => chunks.push(chunk))
    const limit = options.limitMs === undefined ? undefined : setTimeout(() => void endChild(child), options.limitMs)
    child.once('error', reject)
    child.once('exit', () => clearTimeout(limit))
    child.once('close', code => resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString('utf8') }))
  })
}
