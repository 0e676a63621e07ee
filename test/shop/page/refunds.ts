import { ask, byId, element, explain, notify } from './dom.ts'
import { inDollars } from './flows.ts'

interface Received {
  id: string
  source: string
  payer: string
  captured: string
  refunded: string
}

interface Channel {
  id: string
  payer: string
  balance: string
  charged: string
  claimed: string
}

async function show(): Promise<void> {
  const [received, channels] = await Promise.all([ask<Received[]>('/api/payments'), ask<Channel[]>('/api/channels')])
  byId('payments-empty').hidden = received.length > 0
  byId('payments').replaceChildren(...received.map(paymentRow))
  byId('channels-empty').hidden = channels.length > 0
  byId('channels').replaceChildren(...channels.map(channelRow))
}

/** Does it and shows what became of it; what goes wrong is said above. */
async function attempt(task: () => Promise<unknown>): Promise<void> {
  notify(null)
  try {
    await task()
    await show()
  } catch (error) {
    notify(explain(error))
  }
}

function paymentRow({ id, source, payer, captured, refunded }: Received): HTMLElement {
  const item = element('li', '', { testid: 'payment' })
  item.dataset.id = id
  const left = String(BigInt(captured) - BigInt(refunded))
  const amount = document.createElement('input')
  amount.value = inDollars(left)
  amount.inputMode = 'decimal'
  amount.setAttribute('aria-label', 'Amount to give back')
  const figures = element('span', `${inDollars(captured)} in, ${inDollars(refunded)} back`, { class: 'figure' })
  const giveBack = () => attempt(() => ask(`/api/payments/${id}/refunds`, { amount: amount.value }))
  item.append(
    element('strong', source),
    payerOf(payer),
    figures,
    amount,
    rowButton('Give back', left === '0', giveBack),
  )
  return item
}

function channelRow({ id, payer, balance, charged, claimed }: Channel): HTMLElement {
  const item = element('li', '', { testid: 'channel' })
  item.dataset.id = id
  const figures = element('span', `${inDollars(charged)} promised, ${inDollars(claimed)} claimed`, { class: 'figure' })
  const giveBack = () => attempt(() => ask(`/api/channels/${id}/refund`, {}))
  const held = element('span', `${inDollars(balance)} held`)
  item.append(
    element('strong', 'channel'),
    payerOf(payer),
    figures,
    held,
    rowButton('Give back the rest', false, giveBack),
  )
  return item
}

function payerOf(address: string): HTMLElement {
  const shown = element('code', `${address.slice(0, 8)}…${address.slice(-6)}`)
  shown.title = address
  return shown
}

function rowButton(label: string, isDisabled: boolean, task: () => Promise<void>): HTMLElement {
  const button = element('button', label, { class: 'quiet' })
  button.setAttribute('type', 'button')
  if (isDisabled) button.setAttribute('disabled', '')
  button.addEventListener('click', () => void task())
  return button
}

byId('reload').addEventListener('click', () => void attempt(async () => {}))
byId('claim').addEventListener('click', () => void attempt(() => ask('/api/channels/claim', {})))
await show()
