import { html } from 'hono/html'
import type { Html } from './parts.ts'

export function notFoundPage(what: string): Html {
  return html`<div class="heading"><h1>Nothing found</h1></div>
<div class="prose"><p>${what}</p>
<p class="quiet">Search for a transaction hash, a block number or hash, an address, the name of a contract, or one of the words latest, pending, safe and finalized.
The network may have been reset since: then everything before it is gone.</p>
<p><a href="/explorer">Back to the chain as it is built</a></p></div>`
}
