import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { createPublicClient, http } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterEach, describe, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { childrenOf } from '../preview-network/conformance/processes.ts'
import { outside } from './outside.ts'
import { examplesOf } from './readme.ts'

const execute = promisify(execFile)
const project = () => ({ cwd: inject('installed'), env: outside() })
const answerSchema = z.object({
  result: z.unknown().optional(),
  error: z.object({ code: z.number(), message: z.string() }).optional(),
})
const hashSchema = z.templateLiteral(['0x', z.string()])
const isThere = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  )
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

  test('takes each flag of its README, which does what is said there', async () => {
    const { cwd } = project()
    const anvil = join(cwd, 'node_modules/@foundry-rs/anvil-linux-amd64/bin/anvil')
    const dir = join(cwd, 'network-state')
    const state = [
      '--dir',
      dir,
      '--save-ms',
      '50',
      '--control',
      '--port',
      '0',
      '--chain-id',
      '4242',
      '--host',
      '127.0.0.1',
    ]
    const chain = ['--mode', 'preconfirmed', '--block-ms', '3600000', '--preconfirm-ms', '50', '--replay-limit', '1']
    const words = [
      '--errors',
      'node',
      '--pending-hash',
      'null',
      '--receipt-before-seal',
      'null',
      '--gas-used',
      'number',
    ]
    const names = ['--method-prefix', 'demo', '--preconfirmation-subscription', 'newDemo', '--faucet-name', 'demo']
    const more = ['--pricing', 'legacy', '--safe-blocks', '1', '--finalized-blocks', '2']
    const rest = ['--faucet-cooldown-seconds', '0', ...((await isThere(anvil)) ? ['--anvil', anvil] : [])]
    const flags = [...state, ...chain, ...words, ...names, ...more, ...rest]
    const readme = await readFile(join(cwd, 'node_modules/prelude-network/README.md'), 'utf8')
    const table = readme.slice(readme.indexOf('## Flags'), readme.indexOf('## Faults'))
    const documented = [...table.matchAll(/^\| (.*?) \|/gm)].flatMap(([, cell = '']) => cell.match(/--[a-z-]+/g) ?? [])
    expect(documented.filter(flag => ![...flags, '--anvil', '--socket-idle-ms', '--detached'].includes(flag))).toEqual(
      [],
    )

    const { ready, child, exited } = await command(flags)
    const url = ready?.rpcUrl ?? ''
    const ask = async (method: string, ...params: unknown[]) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
      const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
      return answerSchema.parse(await answer.json())
    }
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect(await ask('eth_chainId')).toMatchObject({ result: '0x1092' })
    expect(await ask('eth_feeHistory', '0x1', 'latest', [])).toMatchObject({ error: { code: -32601 } })
    expect(await ask('eth_getBlockByNumber', 'pending', false)).toMatchObject({ result: { hash: null } })
    expect(await ask('demo_transactionStatus', `0x${'12'.repeat(32)}`)).toMatchObject({ result: { status: 'Unknown' } })
    expect((await fetch(`${url}/api/demo/faucet/status`)).status).toBe(200)

    const socket = new WebSocket(ready?.wsUrl ?? '')
    const heard: unknown[] = []
    socket.addEventListener('message', ({ data }) => void heard.push(JSON.parse(String(data))))
    await once(socket, 'open')
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_subscribe', params: ['newDemo', true] }))
    const account = privateKeyToAccount(generatePrivateKey())
    const sign = (value: bigint) =>
      account.signTransaction({
        chainId: 4242,
        to: account.address,
        nonce: 0,
        value,
        gas: 21_000n,
        gasPrice: 10n ** 10n,
      })
    expect((await ask('eth_sendRawTransaction', await sign(1n))).error?.message).toMatch(/have 0 want \d+$/)
    await ask('anvil_setBalance', account.address, '0xde0b6b3a7640000')
    const { result: hash } = await ask('eth_sendRawTransaction', await sign(1n))
    await expect.poll(() => ask('eth_getTransactionCount', account.address, 'pending')).toMatchObject({ result: '0x1' })
    expect(await ask('eth_getTransactionReceipt', hash)).toEqual({ result: null })
    await expect.poll(() => JSON.stringify(heard)).toContain('"gasUsed":21000')
    for (let block = 0; block < 3; block++) await ask('evm_mine')
    const heights = ['latest', 'safe', 'finalized'].map(async tag => {
      const { number } = z.object({ number: z.string() }).parse((await ask('eth_getBlockByNumber', tag, false)).result)
      return Number(number)
    })
    const [latest = 0, ...others] = await Promise.all(heights)
    expect(others).toEqual([latest - 1, latest - 2])
    child.kill('SIGTERM')
    expect(await exited).toEqual([0, null])
    const idle = ['--socket-idle-ms', '50']
    const again = await command([...state, ...idle])
    await once(new WebSocket(again.ready?.wsUrl ?? ''), 'close')
    const client = createPublicClient({ transport: http(again.ready?.rpcUrl) })
    expect(await client.getTransactionReceipt({ hash: hashSchema.parse(hash) })).toMatchObject({ status: 'success' })
  })

  test('ends with its parent, and goes on without it where it is told so', async () => {
    const { cwd, env } = project()
    const bin = join(cwd, 'node_modules/.bin/prelude-network')
    // The shell starts it and is gone.
    const orphan = async (flags: string[]) => {
      const script = '"$0" "$@" & echo $!; read line'
      const shell = spawn('/bin/sh', ['-c', script, bin, '--port', '0', ...flags], {
        cwd,
        env,
        stdio: ['pipe', 'pipe', 'ignore'],
      })
      const lines: string[] = []
      for await (const line of createInterface({ input: shell.stdout })) if (lines.push(line) === 2) break
      shell.stdin.end()
      const [pid, ready] = lines
      return { pid: Number(pid), url: readySchema.parse(JSON.parse(ready ?? '')).rpcUrl }
    }
    const answers = ({ url }: { url: string }) =>
      fetch(url, { method: 'POST' }).then(
        () => true,
        () => false,
      )
    const [ends, goesOn] = [await orphan([]), await orphan(['--detached'])]
    try {
      await expect.poll(() => answers(ends)).toBe(false)
      expect(await answers(goesOn)).toBe(true)
    } finally {
      process.kill(goesOn.pid)
    }
    await expect.poll(() => answers(goesOn)).toBe(false)
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
