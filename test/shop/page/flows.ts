import { type Connection, createConnection, signOffer } from './connection.ts'
import { ask, byId, element, explain, notify } from './dom.ts'

/** What the shop says of a record of any kind, as far as every page shows it. */
export interface Recorded {
  id: string
  state: string
}

export interface Offer extends Recorded {
  typedData: unknown
}

export const { chainId, explorerUrl } = await ask<{ chainId: number; explorerUrl: string }>('/api/shop')
export const connection: Connection = createConnection(chainId)

/** Does what a button is for, one at a time; what goes wrong is said above. */
export function onClick(id: string, task: () => Promise<void>): void {
  const button = byId(id)
  button.addEventListener('click', async () => {
    notify(null)
    button.setAttribute('disabled', '')
    try {
      await task()
    } catch (error) {
      notify(explain(error))
    } finally {
      button.removeAttribute('disabled')
    }
  })
}

/** Terms from the shop for the connected account, signed in the wallet and handed in. Null when nobody is connected. */
export async function agree<Answer extends Recorded>(
  path: string,
  signatureAt: string,
  terms: (account: string) => Record<string, unknown>,
): Promise<Answer | null> {
  const connected = await connection.connected()
  if (!connected) return null
  await connection.switchChain(connected)
  const { id, typedData } = await ask<Offer>(path, terms(connected.account))
  const signature = await signOffer(connected, typedData)
  return ask<Answer>(`${path}/${id}/${signatureAt}`, { signature })
}

/** Rows of a record, as name and value; a hash is a link to the explorer. */
export function showRecord(id: string, state: string, rows: readonly (readonly [string, string])[]): void {
  const list = byId(id)
  list.hidden = false
  list.dataset.state = state
  list.replaceChildren(
    ...rows.flatMap(([name, value]) => {
      const shown = element('dd', value)
      if (/^0x[0-9a-f]{64}$/.test(value)) {
        const link = document.createElement('a')
        link.href = `${explorerUrl}/tx/${value}`
        link.textContent = `${value.slice(0, 10)}…${value.slice(-8)}`
        shown.replaceChildren(link)
      }
      return [element('dt', name), shown]
    }),
  )
}

/** Parts of a dollar, decimal text, as a person reads them. */
export function inDollars(parts: string): string {
  const padded = parts.padStart(7, '0')
  return `${padded.slice(0, -6)}.${padded.slice(-6).replace(/0{1,4}$/, '')}`
}
