import { startLocalEndpoint } from '../local-endpoint.ts'

/** Pages of any origin on this machine: every name under `localhost` is a site of its own. */
export interface Site {
  /** Serves this text from now on, as what the path's ending says. */
  put(path: string, text: string): void
  /** Address of a path; `host` is `127.0.0.1` unless another name of this machine is given. */
  at(path?: string, host?: string): string
  close(): Promise<void>
}

const blank = '<!doctype html><html lang="en"><meta charset="utf-8"><title>A site</title><h1>A site</h1></html>'

export async function startSite(): Promise<Site> {
  const pages = new Map([['/', blank]])
  const endpoint = await startLocalEndpoint({
    http(_body, response, { url = '/' }) {
      const path = url.replace(/[?#].*/, '')
      const text = pages.get(path)
      if (text === undefined) {
        response.writeHead(404).end()
        return
      }
      const type = path.endsWith('.js') ? 'text/javascript' : 'text/html'
      response.writeHead(200, { 'content-type': `${type}; charset=utf-8` }).end(text)
    },
  })
  return {
    put: (path, text) => pages.set(path, text),
    at: (path = '/', host = '127.0.0.1') => `http://${host}:${new URL(endpoint.url).port}${path}`,
    close: endpoint.close,
  }
}
