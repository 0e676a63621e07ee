import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { startAnvil } from '@/test/preview-network/anvil'
import { postJson } from '@/test/preview-network/post'

/** The nodes that developers run, each with its defaults: a block for each transaction, chain 31337. */
export type NodeName = 'Anvil' | 'Hardhat' | 'Ganache'

export interface DevelopmentNode {
  url: string
  /** @throws Error with the node's words */
  request(method: string, params?: unknown[]): Promise<unknown>
  stop(): Promise<void>
}

export async function startNode(name: NodeName): Promise<DevelopmentNode> {
  if (name === 'Anvil') {
    const { url, stop } = await startAnvil([])
    return { url, request: asking(url), stop }
  }
  // Ganache says on standard error which of its optional parts it lacks.
  const child = fork(fileURLToPath(new URL(`${name.toLowerCase()}.mjs`, import.meta.url)), {
    stdio: ['ignore', 'ignore', name === 'Ganache' ? 'ignore' : 'inherit', 'ipc'],
  })
  const url = await addressFrom(child)
  return {
    url,
    request: asking(url),
    async stop() {
      const exited = once(child, 'exit')
      child.disconnect()
      await exited
    },
  }
}

/** The usual reason for which Hardhat exits at its start. */
const nativePart = 'npm leaves out the native part of Hardhat where it runs with a Node older than 22.'

function addressFrom(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once('message', url => resolve(String(url)))
    child.once('exit', code => reject(new Error(`the node ended with ${code}. ${nativePart}`)))
  })
}

function asking(url: string): DevelopmentNode['request'] {
  return async (method, params = []) => {
    const { text } = await postJson(url, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))
    const { result, error } = JSON.parse(text)
    if (error !== undefined) throw new Error(`${method}: ${error.message}`)
    return result
  }
}
