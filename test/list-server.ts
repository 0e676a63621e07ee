import { gzipSync } from 'node:zlib'
import { type LocalEndpoint, startLocalEndpoint } from './local-endpoint.ts'

/** A server of public lists on a free port of this machine: honest ones, and each way in which one can be broken. */
export interface ListServer {
  /** Address of one of the lists. */
  url(path: ListPath): string
  /** What a path answers from now on: body and headers. */
  serve(path: string, file: ListFile): string
  requests: LocalEndpoint['requests']
  close(): Promise<void>
}

export interface ListFile {
  body: string | Uint8Array
  etag?: string
  lastModified?: string
}

/** `hosts` has 300,000 hosts. `drip` sends one byte and never ends. `redirect` sends on to another host. */
export type ListPath = 'hosts' | 'html' | 'redirect' | 'drip' | 'truncated' | 'cut-off' | 'flood' | 'missing' | 'binary'

/** That many hosts of fraudulent sites, all below `example`. */
export function manyHosts(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `claim-${(index * 7_919).toString(36)}-reward.example`)
}

export async function startListServer(): Promise<ListServer> {
  const hosts = JSON.stringify(manyHosts(300_000))
  const files = new Map<string, ListFile>([
    ['hosts', { body: hosts, etag: '"1"', lastModified: 'Tue, 03 Feb 2026 10:00:00 GMT' }],
    ['html', { body: '<!doctype html><title>Sign in to the network</title>' }],
    ['truncated', { body: hosts.slice(0, hosts.length / 2) }],
    ['binary', { body: Uint8Array.of(0x5b, 0xff, 0xfe, 0x5d) }],
  ])
  const endpoint = await startLocalEndpoint({
    http(_, response, request) {
      const path = (request.url ?? '').slice(1)
      if (path === 'redirect') return void response.writeHead(302, { location: 'https://elsewhere.example/' }).end()
      if (path === 'drip') return void response.writeHead(200).write('[')
      if (path === 'cut-off') {
        // It promised more.
        response.writeHead(200, { 'content-length': 1_000 }).write('["a.example"')
        return void setImmediate(() => response.destroy())
      }
      if (path === 'flood') {
        const pour = (): void => {
          while (response.write('x'.repeat(1_000_000)));
          response.once('drain', pour)
        }
        return pour()
      }
      const file = files.get(path)
      if (file === undefined) return void response.writeHead(404).end('no such list')
      const headers = {
        ...(file.etag === undefined ? {} : { etag: file.etag }),
        ...(file.lastModified === undefined ? {} : { 'last-modified': file.lastModified }),
      }
      const isSame = file.etag !== undefined && request.headers['if-none-match'] === file.etag
      if (isSame) return void response.writeHead(304, headers).end()
      const isZipped = typeof file.body === 'string'
      response.writeHead(200, { ...headers, ...(isZipped ? { 'content-encoding': 'gzip' } : {}) })
      response.end(isZipped ? gzipSync(file.body) : file.body)
    },
  })
  const url = (path: string) => `${endpoint.url}/${path}`
  return {
    url,
    serve(path, file) {
      files.set(path, file)
      return url(path)
    },
    requests: endpoint.requests,
    close: endpoint.close,
  }
}
