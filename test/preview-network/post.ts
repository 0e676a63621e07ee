import { Agent, request } from 'node:http'

const agent = new Agent({ keepAlive: true })

/**
 * Posts JSON, and returns the answer, whatever its status. Where thousands of calls go to a process of the same
 * machine, `fetch` takes three times the processor time.
 * @throws when the connection fails
 */
export function postJson(url: string, body: string): Promise<{ status: number; text: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>()
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  const outgoing = request(url, { method: 'POST', agent, headers }, response => {
    const chunks: Buffer[] = []
    response.on('data', (chunk: Buffer) => chunks.push(chunk))
    response.on('end', () => resolve({ status: response.statusCode ?? 0, text: String(Buffer.concat(chunks)) }))
    response.on('error', reject)
  })
  outgoing.on('error', reject)
  outgoing.end(body)
  return promise
}
