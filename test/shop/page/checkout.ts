import { ask, byId, fieldById } from './dom.ts'
import { agree, inDollars, onClick, type Recorded, showRecord } from './flows.ts'

// ---- Weighed at the counter: a permit up to a maximum ---------------------------------------------------------------

interface Cart extends Recorded {
  maximum: string
  deadline: string
  captured?: { amount: string; hash: string }
}

/** A maximum that any wallet can sign, without being connected. */
interface Asked {
  id: string
  link: string
}

let cart: Cart | null = null
let asked: Asked | null = null

function showCart(): void {
  if (!cart) return
  showRecord('cart', cart.state, [
    ['You agreed to', `${inDollars(cart.maximum)} at most, until ${clock(cart.deadline)}`],
    ...(cart.captured
      ? ([
          ['It cost', inDollars(cart.captured.amount)],
          ['Captured in', cart.captured.hash],
        ] as const)
      : []),
  ])
}

onClick('agree-cart', async () => {
  cart = await agree<Cart>('/api/checkout', 'permit', payer => ({ payer, maximum: fieldById('maximum').value }))
  showCart()
})
onClick('ask-cart', async () => {
  asked = await ask<Asked>('/api/checkout/link', { maximum: fieldById('maximum').value })
  const shown = byId('cart-link')
  shown.hidden = false
  shown.textContent = asked.link
})
onClick('take-cart', async () => {
  if (!asked) throw new Error('There is no link yet.')
  cart = await ask<Cart>(`/api/checkout/link/${asked.id}`, { link: fieldById('cart-handed').value })
  showCart()
})
onClick('capture-cart', async () => {
  if (!cart) throw new Error('Nothing is agreed yet.')
  cart = await ask<Cart>(`/api/checkout/${cart.id}/capture`, { amount: fieldById('weighed').value })
  showCart()
})

// ---- Next roast: an authorization, captured later -------------------------------------------------------------------

interface Preorder extends Recorded {
  amount: string
  validBefore: string
  hash?: string
}

let preorder: Preorder | null = null

function showPreorder(): void {
  if (!preorder) return
  showRecord('preorder', preorder.state, [
    ['Reserved', `${inDollars(preorder.amount)}, once, until ${clock(preorder.validBefore)}`],
    ['State', preorder.state],
    ...(preorder.hash ? ([['Captured in', preorder.hash]] as const) : []),
  ])
}

onClick('agree-preorder', async () => {
  preorder = await agree<Preorder>('/api/preorders', 'signature', payer => ({
    payer,
    amount: fieldById('preorder-amount').value,
    kind: fieldById('preorder-anybody').checked ? 'transfer' : 'receive',
  }))
  showPreorder()
})
onClick('capture-preorder', async () => {
  if (!preorder) throw new Error('Nothing is reserved yet.')
  preorder = await ask<Preorder>(`/api/preorders/${preorder.id}/capture`, {})
  showPreorder()
})

// ---- A large order: held in escrow ----------------------------------------------------------------------------------

interface EscrowOrder extends Recorded {
  capturable: string
  refundable: string
  transactions: string[]
  reclaim: { notBefore: number }
}

let escrow: EscrowOrder | null = null

function showEscrow(): void {
  if (!escrow) return
  showRecord('escrow', escrow.state, [
    ['Held', inDollars(escrow.capturable)],
    ['Captured', inDollars(escrow.refundable)],
    ['Yours again from', clock(String(escrow.reclaim.notBefore))],
    ...escrow.transactions.map(hash => ['In', hash] as const),
  ])
}

async function inEscrow(what: string, body: Record<string, unknown>): Promise<void> {
  if (!escrow) throw new Error('Nothing is in escrow yet.')
  escrow = await ask<EscrowOrder>(`/api/escrow/${escrow.id}/${what}`, body)
  showEscrow()
}

onClick('agree-escrow', async () => {
  escrow = await agree<EscrowOrder>('/api/escrow', 'signature', payer => ({
    payer,
    amount: fieldById('escrow-amount').value,
  }))
  showEscrow()
})
onClick('capture-escrow', () => inEscrow('capture', { amount: fieldById('escrow-part').value }))
onClick('void-escrow', () => inEscrow('void', {}))

/** A time of the chain in this person's words. */
function clock(seconds: string): string {
  return new Date(Number(seconds) * 1000).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' })
}
