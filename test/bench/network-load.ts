import type { Address, Hash, Hex } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { WebSocket } from 'ws'
import { z } from 'zod'

/** A network under load, as a client far away from it sees it. All times are Unix milliseconds. */
export interface LoadTarget {
  rpcUrl: string
  wsUrl: string
  chainId: number
}

const responseSchema = z.object({
  result: z.unknown().optional(),
  error: z.object({ code: z.number(), message: z.string() }).optional(),
})

export const now = () => performance.timeOrigin + performance.now()

export async function call(target: LoadTarget, method: string, params: unknown[]): Promise<unknown> {
  const response = await fetch(target.rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result, error } = responseSchema.parse(await response.json())
  if (error !== undefined) throw new Error(`${method}: ${error.code} ${error.message}`)
  return result
}

/** Somebody with money. */
export async function richAccount(target: LoadTarget): Promise<PrivateKeyAccount> {
  const account = privateKeyToAccount(generatePrivateKey())
  await call(target, 'anvil_setBalance', [account.address, `0x${(10n ** 20n).toString(16)}`])
  return account
}

export async function signTransfers(
  target: LoadTarget,
  account: PrivateKeyAccount,
  count: number,
): Promise<{ raw: Hex }[]> {
  const first = Number(z.string().parse(await call(target, 'eth_getTransactionCount', [account.address, 'pending'])))
  const to: Address = '0x00000000000000000000000000000000000abcde'
  return Promise.all(
    Array.from({ length: count }, async (_, index) => ({
      raw: await account.signTransaction({
        type: 'eip1559',
        chainId: target.chainId,
        nonce: first + index,
        to,
        value: 1n,
        gas: 21_000n,
        maxFeePerGas: 1_000_000_000n,
        maxPriorityFeePerGas: 1_000_000n,
      }),
    })),
  )
}

/** Sends as fast as so many connections take them. Returns when each was accepted. */
export async function sendAll(
  target: LoadTarget,
  raws: { raw: Hex }[],
  connections: number,
): Promise<Map<Hash, number>> {
  const accepted = new Map<Hash, number>()
  const queue = [...raws]
  const worker = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const hash = z.custom<Hash>().parse(await call(target, 'eth_sendRawTransaction', [next.raw]))
      accepted.set(hash, now())
    }
  }
  await Promise.all(Array.from({ length: connections }, worker))
  return accepted
}

const messageSchema = z.object({
  id: z.number().optional(),
  result: z.unknown().optional(),
  params: z.object({ subscription: z.string(), result: z.unknown() }).optional(),
})

/** A socket with these subscriptions; what they tell is handed on with the subscription's position. */
export async function listen(
  target: LoadTarget,
  subscriptions: unknown[][],
  hear: (position: number, result: unknown, at: number) => void,
): Promise<{ close(): void }> {
  const socket = new WebSocket(target.wsUrl)
  const ids = new Map<string, number>()
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject)
    socket.on('open', () => {
      for (const [id, params] of subscriptions.entries()) {
        socket.send(JSON.stringify({ jsonrpc: '2.0', id, method: 'eth_subscribe', params }))
      }
    })
    socket.on('message', data => {
      const at = now()
      const { id, result, params } = messageSchema.parse(JSON.parse(String(data)))
      if (id !== undefined) ids.set(z.string().parse(result), id)
      if (ids.size === subscriptions.length) resolve()
      const position = params === undefined ? undefined : ids.get(params.subscription)
      if (position !== undefined) hear(position, params?.result, at)
    })
  })
  return { close: () => socket.terminate() }
}
