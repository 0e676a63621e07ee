import { createConnection } from './connection.ts'
import { ask, byId, explain, notify } from './dom.ts'

interface Product {
  id: string
  name: string
  origin: string
  note: string
  /** Wei, decimal text. */
  price: string
  hue: number
}

interface ShopInfo {
  chainId: number
  rpcUrl: string
  explorerUrl: string
  merchant: string
  products: Product[]
}

type OrderStatus =
  | { status: 'awaiting-payment' }
  | { status: 'looking'; hash: string }
  | { status: 'preconfirmed'; hash: string; afterMs: number }
  | { status: 'paid'; hash: string; afterMs: number; blockNumber: string }
  | { status: 'refused'; hash: string; reason: string }

const info: ShopInfo = await (await fetch('/api/shop')).json()

// ---- What is heard --------------------------------------------------------------------------------------------------

const rowsHeard = 12

function hear(event: string, value: unknown): void {
  const row = document.createElement('li')
  row.dataset.testid = 'heard-row'
  row.dataset.event = event
  const time = document.createElement('time')
  const now = new Date()
  time.dateTime = now.toISOString()
  time.textContent = now.toISOString().slice(11, 23)
  const name = document.createElement('strong')
  name.textContent = event
  const text = document.createElement('code')
  text.textContent = shorten(JSON.stringify(value) ?? 'undefined')
  row.append(time, name, text)
  const list = byId('heard')
  list.prepend(row)
  // The latest ones are what matters; blocks come every two seconds.
  while (list.children.length > rowsHeard) list.lastElementChild?.remove()
  byId('heard').hidden = false
  byId('heard-empty').hidden = true
}

function shorten(text: string): string {
  return text.length > 220 ? `${text.slice(0, 220)}…` : text
}

const connection = createConnection(info.chainId, hear)

let blocks: unknown = null
byId('listen-blocks').addEventListener('change', async event => {
  const box = event.target as HTMLInputElement
  const provider = connection.provider()
  try {
    if (!provider) throw new Error('There is no wallet to listen to.')
    if (box.checked) blocks = await provider.request({ method: 'eth_subscribe', params: ['newHeads'] })
    else if (blocks !== null) await provider.request({ method: 'eth_unsubscribe', params: [blocks] })
  } catch (error) {
    box.checked = false
    notify(explain(error))
  }
})

// ---- The shelf ------------------------------------------------------------------------------------------------------

/** Wei as ETH, exactly. */
function formatEther(wei: string): string {
  const padded = wei.padStart(19, '0')
  const fraction = padded.slice(-18).replace(/0+$/, '')
  return `${padded.slice(0, -18)}${fraction ? `.${fraction}` : ''} ETH`
}

const template = byId('product-template') as HTMLTemplateElement
for (const product of info.products) {
  const item = template.content.cloneNode(true) as DocumentFragment
  const card = item.querySelector<HTMLElement>('.product')
  const fill = (selector: string, text: string) => {
    const element = item.querySelector(selector)
    if (element) element.textContent = text
  }
  card?.style.setProperty('--hue', String(product.hue))
  fill('h3', product.name)
  fill('.origin', product.origin)
  fill('.note', product.note)
  fill('.price', formatEther(product.price))
  const button = item.querySelector<HTMLButtonElement>('.buy')
  if (button) {
    button.dataset.testid = `buy-${product.id}`
    button.setAttribute('aria-label', `Buy ${product.name}`)
    button.addEventListener('click', () => void buy(product, button))
  }
  byId('shelf').append(item)
}

// ---- An order -------------------------------------------------------------------------------------------------------

const steps = [
  { id: 'wallet', waiting: 'Waiting for your wallet', done: 'Approved in your wallet' },
  { id: 'preconfirmed', waiting: 'Not on the network yet', done: 'Seen, pre-confirmed' },
  { id: 'paid', waiting: 'Not sealed yet', done: 'Paid, sealed in a block' },
] as const
type StepId = (typeof steps)[number]['id']
type StepState = 'waiting' | 'half' | 'done' | 'refused'

function showSteps(states: Partial<Record<StepId, { state: StepState; text?: string; ms?: number }>>): void {
  byId('order-steps').replaceChildren(
    ...steps.map(step => {
      const { state = 'waiting', text, ms } = states[step.id] ?? {}
      const row = document.createElement('li')
      row.dataset.state = state
      row.dataset.testid = `order-${step.id}`
      const label = document.createElement('span')
      label.textContent = text ?? (state === 'waiting' ? step.waiting : step.done)
      row.append(label)
      if (ms !== undefined) {
        const figure = document.createElement('span')
        figure.className = 'ms'
        figure.textContent = `${ms.toLocaleString('en')} ms`
        row.append(figure)
      }
      return row
    }),
  )
}

function note(text: string, hash?: string): void {
  const line = byId('order-note')
  line.textContent = text
  if (!hash) return
  const link = document.createElement('a')
  link.href = `${info.explorerUrl}/tx/${hash}`
  link.textContent = 'Look at it in the explorer'
  link.style.color = 'inherit'
  line.append(' ', link)
}

async function buy(product: Product, button: HTMLButtonElement): Promise<void> {
  notify(null)
  const connected = await connection.connected()
  if (!connected) return
  const { provider, account } = connected
  button.disabled = true
  byId('order').hidden = false
  byId('order-empty').hidden = true
  byId('order').dataset.status = 'awaiting-payment'
  byId('order-product').textContent = `${product.name}, 250 g`
  byId('order-price').textContent = formatEther(product.price)
  showSteps({})
  note('')
  byId('order').scrollIntoView({ block: 'nearest' })
  try {
    await connection.switchChain(connected)
    const order = await ask<{ id: string; to: string; value: string }>('/api/orders', {
      product: product.id,
      buyer: account,
    })
    const transaction = { from: account, to: order.to, value: order.value }
    const hash = String(await provider.request({ method: 'eth_sendTransaction', params: [transaction] }))
    showSteps({ wallet: { state: 'done' } })
    const events = new EventSource(`/api/orders/${order.id}/events`)
    events.addEventListener('message', event => {
      const status: OrderStatus = JSON.parse(event.data)
      showOrder(status)
      if (status.status === 'paid' || status.status === 'refused') events.close()
    })
    await ask(`/api/orders/${order.id}/payment`, { hash })
  } catch (error) {
    byId('order').dataset.status = 'not-paid'
    showSteps({ wallet: { state: 'refused', text: 'No payment' } })
    note(explain(error))
  } finally {
    button.disabled = false
  }
}

let preconfirmedMs: number | undefined

function showOrder(status: OrderStatus): void {
  byId('order').dataset.status = status.status
  const approved = { state: 'done' } as const
  switch (status.status) {
    case 'awaiting-payment':
      return
    case 'looking':
      preconfirmedMs = undefined
      showSteps({ wallet: approved })
      note('Looking for your payment on the network.')
      return
    case 'preconfirmed':
      preconfirmedMs = status.afterMs
      showSteps({ wallet: approved, preconfirmed: { state: 'half', ms: status.afterMs } })
      note('We can see it coming. Packing your bag.', status.hash)
      return
    case 'paid':
      showSteps({
        wallet: approved,
        preconfirmed:
          preconfirmedMs === undefined
            ? { state: 'done', text: 'Seen first when already sealed' }
            : { state: 'done', ms: preconfirmedMs },
        paid: { state: 'done', text: `Paid, sealed in block ${status.blockNumber}`, ms: status.afterMs },
      })
      note('Thank you. It ships tomorrow.', status.hash)
      return
    case 'refused':
      showSteps({ wallet: approved, preconfirmed: { state: 'refused', text: 'Not accepted as payment' } })
      note(status.reason, status.hash)
  }
}
