import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { createLifetime, type Lifetime, run } from '../commands/lifetime.ts'
import { packAll } from '../commands/pack.ts'
import { outside } from './outside.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder outside the repository into which every package was installed. */
    installed: string
    /** What `npm pack` made of each package, by its folder in `test/`. */
    packed: Record<string, string>
  }
}

/** What the packages' READMEs install with them, in the versions of this repository. */
const withThem = [
  'viem@2.57.20',
  'wagmi@3.6.0',
  '@tanstack/react-query@5.108.0',
  'react@19.3.1',
  '@types/react@19.3.0',
  '@playwright/test@1.65.1',
  'vite@8.3.8',
]

/** Packs each package as it would be published, and installs all of them into an empty folder, once for all tests. */
export default async function install(project: TestProject): Promise<() => Promise<void>> {
  const lifetime = createLifetime({ inTestRunner: true })
  const folder = await mkdtemp(join(tmpdir(), 'prelude-packages-'))
  lifetime.onEnd(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  try {
    // A command that built the extension need not do it again.
    const env = { ...outside(), PRELUDE_BUILT: process.env.PRELUDE_BUILT }
    const packed = await packAll(lifetime, join(folder, 'packed'), env)
    const installed = join(folder, 'project')
    await mkdir(installed)
    await writeFile(join(installed, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
    await npm(lifetime, installed, ['install', '--prefer-offline', ...Object.values(packed), ...withThem])
    project.provide('installed', installed)
    project.provide('packed', packed)
  } catch (error) {
    await lifetime.end()
    throw error
  }
  return () => lifetime.end()
}

async function npm(lifetime: Lifetime, cwd: string, args: string[]): Promise<void> {
  const { code, output } = await run(lifetime, 'npm', [...args, '--no-audit', '--no-fund'], {
    cwd,
    env: outside(),
    quiet: true,
  })
  if (code !== 0) throw new Error(`npm ${args.join(' ')} failed in ${cwd}:\n${output}`)
}
