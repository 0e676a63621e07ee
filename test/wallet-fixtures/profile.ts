import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ProfileInUseError } from './errors.ts'

/** A browser's profile folder, for one test. */
export interface Profile {
  folder: string
  /** Gives it back: a temporary one is removed. */
  end(): Promise<void>
}

/**
 * Takes a folder, or makes a temporary one.
 * @throws {ProfileInUseError} when another running process uses the folder, or another test of this one
 */
export async function takeProfile(chosen: string | undefined): Promise<Profile> {
  if (chosen === undefined) {
    const folder = await mkdtemp(join(tmpdir(), 'prelude-profile-'))
    return { folder, end: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }) }
  }
  await mkdir(chosen, { recursive: true })
  const lock = join(chosen, 'prelude-fixtures.lock')
  for (;;) {
    const isTaken = await writeFile(lock, String(process.pid), { flag: 'wx' }).then(
      () => false,
      () => true,
    )
    if (!isTaken) return { folder: chosen, end: () => rm(lock, { force: true }) }
    const pid = Number(await readFile(lock, 'utf8').catch(() => '0'))
    if (isRunning(pid)) throw new ProfileInUseError(chosen, pid)
    // Its process was killed.
    await rm(lock, { force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0)
  } catch {
    return false
  }
}
