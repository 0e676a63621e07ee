import { readFileSync, writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ProfileInUseError } from './errors.ts'

/** A browser's profile folder, for one test. */
export interface Profile {
  folder: string
  /** Where the extension is copied to: a profile that is kept looks for it where it was. */
  extension: string
  /** The phrase of the wallet that an earlier test made in the profile. */
  phrase: string | undefined
  /** Gives it back: a temporary one is removed. */
  end(): Promise<void>
}

/**
 * Takes a folder, or makes a temporary one.
 * @throws {ProfileInUseError} when another running process uses the folder, or another test of this one
 */
export async function takeProfile(chosen: string | undefined): Promise<Profile> {
  if (chosen === undefined) {
    const remove = (folder: string) => rm(folder, { recursive: true, force: true, maxRetries: 5 })
    const folder = await mkdtemp(join(tmpdir(), 'prelude-profile-'))
    const extension = await mkdtemp(join(tmpdir(), 'prelude-extension-'))
    const end = async () => {
      await remove(folder)
      await remove(extension)
    }
    return { folder, extension, phrase: undefined, end }
  }
  await mkdir(chosen, { recursive: true })
  const lock = join(chosen, 'prelude-fixtures.lock')
  for (;;) {
    const isTaken = await writeFile(lock, String(process.pid), { flag: 'wx' }).then(
      () => false,
      () => true,
    )
    if (!isTaken) return kept(chosen, () => rm(lock, { force: true }))
    const pid = Number(await readFile(lock, 'utf8').catch(() => '0'))
    if (isRunning(pid)) throw new ProfileInUseError(chosen, pid)
    // Its process was killed.
    await rm(lock, { force: true })
  }
}

async function kept(folder: string, end: () => Promise<void>): Promise<Profile> {
  const extension = join(folder, 'prelude-extension')
  await rm(extension, { recursive: true, force: true })
  const noted = join(folder, 'prelude-fixtures.phrase')
  return {
    ...{ folder, extension, end },
    get phrase() {
      try {
        return readFileSync(noted, 'utf8')
      } catch {
        return undefined
      }
    },
    set phrase(made) {
      writeFileSync(noted, made ?? '')
    },
  }
}

function isRunning(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0)
  } catch {
    return false
  }
}
