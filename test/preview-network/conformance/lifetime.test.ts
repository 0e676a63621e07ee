import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Hash, Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { anvilOf, isRunning } from './processes.ts'
import { sealedReceipt, sendAndSee, zeroHash } from './receipt.ts'
import { createSocket } from './socket.ts'
import { sealingWhenAsked, startProcess } from './target.ts'

const folder = join(import.meta.dirname, '..', '..', '..')

interface Head {
  number: Hex
  hash: Hash
}

const main = join(import.meta.dirname, '..', 'main.ts')

/** The process id of the network's Anvil. */
async function runningAnvil(network: number | undefined): Promise<number> {
  const pid = await anvilOf(network ?? 0)
  if (pid === undefined) throw new Error('Anvil is not running')
  return pid
}

interface InShell {
  shell: ChildProcess
  /** Process id of the network. */
  network: number
  anvil: number
  wsUrl: string
}

/** Starts the network as the child of a shell. */
async function startInShell(...flags: string[]): Promise<InShell> {
  const command = '"$0" "$@" & echo "{\\"pid\\":$!}"; wait'
  const shell = spawn('/bin/sh', ['-c', command, process.execPath, main, '--port', '0', ...flags], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said: Record<string, unknown> = {}
  for await (const line of createInterface({ input: shell.stdout })) {
    said = { ...said, ...JSON.parse(line) }
    if ('wsUrl' in said) break
  }
  const network = Number(said.pid)
  return { shell, network, anvil: await runningAnvil(network), wsUrl: String(said.wsUrl) }
}

describe('Starting and ending', () => {
  test('npm run network prints one line when it is ready', async () => {
    const child = spawn('npm', ['run', '--silent', 'network', '--', '--port', '0'], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    })
    let output = ''
    child.stdout.on('data', data => {
      output += String(data)
    })
    await once(child.stdout, 'data')
    const ready = JSON.parse(output)
    expect(ready).toEqual({
      chainId: 84_538_453,
      rpcUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      wsUrl: expect.stringMatching(/^ws:\/\/127\.0\.0\.1:\d+\/ws$/),
      faucetUrl: ready.rpcUrl,
      explorerUrl: `${ready.rpcUrl}/explorer`,
      shopUrl: null,
      contracts: expect.objectContaining({ testDollar: expect.stringMatching(/^0x/) }),
    })
    const page = await fetch(ready.explorerUrl)
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=UTF-8'])
    const exited = once(child, 'exit')
    process.kill(-Number(child.pid), 'SIGINT')
    await exited
    await expect(fetch(ready.rpcUrl)).rejects.toThrow()
    expect(output.trimEnd().split('\n')).toHaveLength(1)
  })

  test.runIf(process.platform === 'linux').each(['SIGTERM', 'SIGINT', 'SIGKILL'] as const)(
    'at %s Anvil ends too',
    async signal => {
      const target = await startProcess(['--control'])
      const anvil = await runningAnvil(target.child.pid)
      const exited = once(target.child, 'exit')
      target.child.kill(signal)
      expect((await exited)[0]).toBe(signal === 'SIGKILL' ? null : 0)
      await expect.poll(() => isRunning(anvil)).toBe(false)
    },
  )

  test.runIf(process.platform === 'linux')('when Anvil dies the network ends and says so', async () => {
    const target = await startProcess(['--control'])
    const exited = once(target.child, 'exit')
    process.kill(await runningAnvil(target.child.pid), 'SIGKILL')
    expect((await exited)[0]).toBe(1)
  })

  test.runIf(process.platform === 'linux')('SIGTERM during the start ends Anvil too', async () => {
    const child = spawn(process.execPath, [main, '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] })
    const exited = once(child, 'exit')
    let anvil: number | undefined
    const find = async () => {
      anvil = await anvilOf(child.pid ?? 0)
      return anvil
    }
    await expect.poll(find, { interval: 5 }).toBeDefined()
    child.kill('SIGTERM')
    await exited
    await expect.poll(() => isRunning(anvil ?? 0)).toBe(false)
  })

  test.runIf(process.platform === 'linux')('when the parent process is killed the network ends', async () => {
    const { shell, network, anvil } = await startInShell()
    shell.kill('SIGKILL')
    await expect.poll(() => isRunning(network) || isRunning(anvil), { timeout: 10_000 }).toBe(false)
  })

  test.runIf(process.platform === 'linux')('with --detached it goes on', async () => {
    const { shell, network, anvil, wsUrl } = await startInShell('--detached', '--block-ms', '400')
    const exited = once(shell, 'exit')
    shell.kill('SIGKILL')
    await exited
    // Long enough for several looks at the parent process.
    const socket = await createSocket(wsUrl)
    const heads = await socket.subscribe('newHeads')
    await heads.next(() => heads.heard.length >= 4)
    socket.close()
    expect([isRunning(network), isRunning(anvil)]).toEqual([true, true])
    process.kill(network, 'SIGTERM')
    await expect.poll(() => isRunning(network) || isRunning(anvil), { timeout: 10_000 }).toBe(false)
  })

  test.each([
    ['--mode', 'slow'],
    ['--block-ms', 'soon'],
    ['--unknown', 'flag'],
  ])('%s %s is refused with a sentence', async (...flags) => {
    const child = spawn(process.execPath, [main, ...flags], { stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    child.stderr.on('data', data => {
      said += String(data)
    })
    expect((await once(child, 'close'))[0]).toBe(2)
    expect(said).toContain(flags[0])
    expect(said).not.toContain('    at ')
  })

  test('a port in use is refused with a sentence, and leaves no Anvil', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const port = typeof address === 'object' ? String(address?.port) : ''
    const child = spawn(process.execPath, [main, '--port', port], { stdio: ['ignore', 'ignore', 'pipe'] })
    let said = ''
    child.stderr.on('data', data => {
      said += String(data)
    })
    expect((await once(child, 'close'))[0]).toBe(1)
    expect(said).toContain(`port ${port} of 127.0.0.1 is in use`)
    server.close()
  })
})

test('the example in the README of the project does what it says', async () => {
  const readme = await readFile(join(folder, 'README.md'), 'utf8')
  const [, code = ''] = /```ts\n(.*?)```/s.exec(readme) ?? []
  const target = await startProcess()
  // Beside the project's packages, where a copy of the lines finds them.
  const results = join(folder, 'test-results')
  await mkdir(results, { recursive: true })
  const file = join(results, `readme-${process.pid}.ts`)
  await writeFile(file, code.replaceAll('http://127.0.0.1:8545', target.rpcUrl))
  const child = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.on('data', data => {
    output += String(data)
  })
  expect((await once(child, 'close'))[0]).toBe(0)
  expect(output).toMatch(/^0x[\da-f]{64}: [\d.]+m?s pre-confirmed\n0x[\da-f]{64}: [\d.]+m?s sealed\n$/)
  await rm(file)
})

/** Waits until the state of this block is in the file. */
async function written(file: string, blockHash: Hash): Promise<void> {
  const isIn = async () => (await readFile(file, 'utf8').catch(() => '')).includes(`"head":"${blockHash}"`)
  const watcher = watch(dirname(file))
  await new Promise<void>(resolve => {
    const look = () => void isIn().then(found => found && resolve())
    watcher.on('change', look)
    look()
  })
  watcher.close()
}

/** What a network that cannot start says, which is a sentence and no trace. */
async function refusalToStart(flags: string[]): Promise<string> {
  const child = spawn(process.execPath, [main, '--port', '0', ...flags], { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', data => {
    said += String(data)
  })
  expect((await once(child, 'close'))[0]).toBe(1)
  expect(said).not.toContain('    at ')
  return said
}

describe('State in a folder', () => {
  test('is written down from time to time, so that a killed process loses little', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'preview-network-'))
    const flags = [...sealingWhenAsked, '--dir', dir, '--save-ms', '500']
    const first = await startProcess(flags)
    const person = await first.person()
    const { raw, hash } = await person.sign({ nonce: 0 })
    await first.call('eth_sendRawTransaction', [raw])
    const receipt = await sealedReceipt(first, hash)
    await written(join(dir, 'preview-network.json'), receipt.blockHash)
    const exited = once(first.child, 'exit')
    first.child.kill('SIGKILL')
    await exited
    expect(await refusalToStart(['--dir', dir, '--chain-id', '5'])).toContain('is the state of chain 84538453, not 5')
    const second = await startProcess(flags)
    expect(await second.call('eth_getTransactionReceipt', [hash])).toEqual(receipt)
    await second.stop()
    await rm(dir, { recursive: true })
  })

  test.each([
    ['nonsense', 'not a network'],
    ['{"version":1}', 'an older state'],
  ])('%s in it, which is %s, is refused with a sentence and left alone', async text => {
    const dir = await mkdtemp(join(tmpdir(), 'preview-network-'))
    const file = join(dir, 'preview-network.json')
    await writeFile(file, text)
    expect(await refusalToStart(['--dir', dir])).toContain(`${file} is not the state of a preview network`)
    expect(await readFile(file, 'utf8')).toBe(text)
    await rm(dir, { recursive: true })
  })

  test('outlives the process: blocks, balances, receipts, and what was accepted and not sealed', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'preview-network-'))
    const flags = [...sealingWhenAsked, '--dir', dir]
    const first = await startProcess(flags)
    const person = await first.person()
    const { raw, hash } = await person.sign({ nonce: 0 })
    await first.call('eth_sendRawTransaction', [raw])
    const receipt = await sealedReceipt(first, hash)
    const genesis = await first.call<Head>('eth_getBlockByNumber', ['0x0', false])
    const open = await person.sign({ nonce: 1 })
    const waiting = await person.sign({ nonce: 3 })
    await first.call('eth_sendRawTransaction', [waiting.raw])
    expect(await sendAndSee(first, open.raw)).toMatchObject({ blockHash: zeroHash })
    await first.stop()

    const second = await startProcess(flags)
    expect(await second.call('eth_getBlockByNumber', ['0x0', false])).toEqual(genesis)
    expect(await second.call('eth_getTransactionReceipt', [hash])).toEqual(receipt)
    expect(second.contracts).toEqual(first.contracts)
    expect(await sealedReceipt(second, open.hash)).toMatchObject({ status: '0x1' })
    expect(await second.call('base_transactionStatus', [waiting.hash])).toEqual({ status: 'Known' })
    await second.call('eth_sendRawTransaction', [(await person.sign({ nonce: 2 })).raw])
    await sealedReceipt(second, waiting.hash)
    await second.control({ reset: true })
    await second.stop()

    const third = await startProcess(flags)
    expect((await third.call<Head>('eth_getBlockByNumber', ['0x0', false])).hash).not.toBe(genesis.hash)
    expect(await third.call('eth_getTransactionReceipt', [hash])).toBeNull()
    await third.stop()
    await rm(dir, { recursive: true })
  })
})
