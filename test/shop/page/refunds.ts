import { ask, byId, element, explain, notify } from './dom.ts'
import { inDollars } from './flows.ts'

interface Received {
  id: string
  source: string
  payer: string
  captured: string
  refunded: string
}

async function show(): Promise<void> {
  const received = await ask<Received[]>('/api/payments')
  byId('payments-empty').hidden = received.length > 0
  byId('payments').replaceChildren(...received.map(row))
}

function row({ id, source, payer, captured, refunded }: Received): HTMLElement {
  const item = element('li', '', { testid: 'payment' })
  item.dataset.id = id
  const left = String(BigInt(captured) - BigInt(refunded))
  const amount = document.createElement('input')
  amount.value = inDollars(left)
  amount.inputMode = 'decimal'
  amount.setAttribute('aria-label', 'Amount to give back')
  const button = element('button', 'Give back', { class: 'quiet' })
  button.setAttribute('type', 'button')
  if (left === '0') button.setAttribute('disabled', '')
  button.addEventListener('click', async () => {
    notify(null)
    try {
      await ask(`/api/payments/${id}/refunds`, { amount: amount.value })
      await show()
    } catch (error) {
      notify(explain(error))
    }
  })
  const figures = element('span', `${inDollars(captured)} in, ${inDollars(refunded)} back`, { class: 'figure' })
  const from = element('code', `${payer.slice(0, 8)}…${payer.slice(-6)}`)
  from.title = payer
  item.append(element('strong', source), from, figures, amount, button)
  return item
}

byId('reload').addEventListener('click', () => void show())
await show()
