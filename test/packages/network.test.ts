import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { createPublicClient, http } from 'viem'
import { afterEach, describe, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { childrenOf } from '../preview-network/conformance/processes.ts'
import { outside } from './outside.ts'
import { examplesOf } from './readme.ts'

const execute = promisify(execFile)
const project = () => ({ cwd: inject('installed'), env: outside() })
const readySchema = z.object({ rpcUrl: z.string(), wsUrl: z.string(), chainId: z.number() })

const running = new Set<ChildProcess>()
afterEach(async () => {
  for (const child of running) {
    const exited = once(child, 'exit')
    if (child.exitCode === null && child.kill()) await exited
  }
  running.clear()
})

/** `npx prelude-network` with these flags, once it is ready. */
async function command(flags: string[], more: NodeJS.ProcessEnv = {}) {
  const { cwd, env } = project()
  const child = spawn(join(cwd, 'node_modules/.bin/prelude-network'), flags, {
    cwd,
    env: { ...env, ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  const complaints: Buffer[] = []
  child.stderr.on('data', chunk => complaints.push(chunk))
  const exited = once(child, 'exit')
  for await (const line of createInterface({ input: child.stdout }))
    return { child, exited, ready: readySchema.parse(JSON.parse(line)), complaint: '', code: null }
  const [code] = await exited
  return { child, exited, ready: undefined, complaint: Buffer.concat(complaints).toString(), code }
}

test('each example of the README runs as it stands', async () => {
  const { cwd, env } = project()
  const examples = examplesOf(await readFile(join(cwd, 'node_modules/prelude-network/README.md'), 'utf8'), 'js')
  expect(examples).toHaveLength(2)
  for (const [index, code] of examples.entries()) {
    const file = join(cwd, `network-example-${index}.mjs`)
    await writeFile(file, code)
    const { stdout } = await execute(process.execPath, [file], { cwd, env, timeout: 30_000 })
    expect(stdout).toContain(['pre-confirmed: ', 'TransactionReceiptNotFoundError'][index])
  }
})

describe('The command', () => {
  test('starts two networks at once, each of its mode, and ends all of each', async () => {
    const [one, other] = await Promise.all([
      command(['--mode', 'preconfirmed', '--port', '0']),
      command(['--mode', 'mini-blocks', '--port', '0', '--chain-id', '77']),
    ])
    const chainIds = [one, other].map(async ({ ready }) =>
      createPublicClient({ transport: http(ready?.rpcUrl) }).getChainId(),
    )
    expect(await Promise.all(chainIds)).toEqual([84_538_453, 77])
    for (const { child, exited, ready } of [one, other]) {
      const left = process.platform === 'linux' ? await childrenOf(child.pid ?? 0) : []
      child.kill('SIGTERM')
      expect(await exited).toEqual([0, null])
      await expect(fetch(ready?.rpcUrl ?? '')).rejects.toThrow()
      // A process that is gone cannot be signalled.
      for (const pid of left) expect(() => process.kill(pid, 0)).toThrow('ESRCH')
    }
  })

  test('says in one line what is wrong, and leaves nothing running', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const port = String(typeof address === 'object' ? address?.port : 0)
    const cases: [flags: string[], message: RegExp, code: number][] = [
      [['--port', port], new RegExp(`^The port ${port} of 127\\.0\\.0\\.1 is in use\\. .+\n$`), 1],
      [['--anvil', '/nowhere/anvil'], /^Anvil was not found\. Looked for: \/nowhere\/anvil\. Install it .+\n$/, 1],
      [['--mode', 'fastest'], /^--mode: .*"preconfirmed".*\n$/, 2],
      [['--speed', '9'], /^Unknown option '--speed'.*\n$/, 2],
    ]
    for (const [flags, message, code] of cases) {
      const refused = await command(flags)
      expect(refused.complaint).toMatch(message)
      expect(refused.code).toBe(code)
    }
    server.close()
  })
})
