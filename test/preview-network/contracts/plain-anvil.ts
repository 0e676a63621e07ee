import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { createInterface } from 'node:readline'

const require = createRequire(import.meta.url)

/** An Anvil of our own on a free port, without the gateway: for building the contracts and for testing them. */
export async function startPlainAnvil(options: string[] = []): Promise<{ url: string; stop(): Promise<void> }> {
  const program = require.resolve('@foundry-rs/anvil/bin.mjs')
  const child = spawn(process.execPath, [program, '--port', '0', ...options], { stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  const stop = async () => {
    child.kill()
    await exited
  }
  for await (const line of createInterface({ input: child.stdout })) {
    const [, address] = /^Listening on (\S+)$/.exec(line) ?? []
    if (address === undefined) continue
    child.stdout.resume()
    return { url: `http://${address}`, stop }
  }
  await stop()
  throw new Error('Anvil ended before it listened')
}
