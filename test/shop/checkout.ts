import { Hono } from 'hono'
import { type Address, encodeFunctionData, type Hash, type Hex, parseSignature } from 'viem'
import { generatePrivateKey } from 'viem/accounts'
import * as z from 'zod'
import { checkoutAbi } from '../preview-network/contracts/abi/checkout.ts'
import { testDollarAbi } from '../preview-network/contracts/abi/test-dollar.ts'
import { tokenTypes } from '../preview-network/contracts/typed-data.ts'
import type { Cashbook } from './cashbook.ts'
import type { Chain, Sender } from './chain.ts'
import { inDollars } from './dollar.ts'
import { paidTo, sendDollars } from './dollar-transfers.ts'
import { refusal } from './refusal.ts'
import { addressSchema, amountSchema, bodyOf, recordOf, sendJson, signatureSchema } from './request-schema.ts'
import { domainType, tokenDomain } from './typed-data.ts'

interface Cart {
  id: Hex
  payer: Address
  maximum: bigint
  nonce: bigint
  deadline: bigint
  state: 'awaiting-permit' | 'permitted' | 'captured'
  signature?: Hex
  captured?: { amount: bigint; hash: Hash }
}

const cartSchema = z.object({ payer: addressSchema, maximum: amountSchema })
const captureSchema = z.object({ amount: amountSchema })

/**
 * A checkout whose price is known only later: the customer signs a permit (EIP-2612) up to a maximum for the checkout
 * contract, the shop captures what it really costs.
 */
export function createCheckout(chain: Chain, merchant: Sender, cashbook: Cashbook): Hono {
  const carts = new Map<string, Cart>()
  const typedData = ({ payer, maximum, nonce, deadline }: Cart) => ({
    domain: tokenDomain(chain),
    types: { EIP712Domain: domainType, Permit: tokenTypes.Permit },
    primaryType: 'Permit' as const,
    message: { owner: payer, spender: chain.contracts.checkout, value: maximum, nonce, deadline },
  })
  const shown = ({ signature: _, ...cart }: Cart) => ({ ...cart, spender: chain.contracts.checkout })

  const app = new Hono()
  app.post('/api/checkout', async context => {
    const { payer, maximum } = await bodyOf(context, cartSchema, 'A checkout names a payer and a maximum.')
    const nonce = await chain.client.readContract({
      address: chain.contracts.testDollar,
      abi: testDollarAbi,
      functionName: 'nonces',
      args: [payer],
      blockTag: 'pending',
    })
    const deadline = (await chain.now()) + 900n
    const cart: Cart = { id: generatePrivateKey(), payer, maximum, nonce, deadline, state: 'awaiting-permit' }
    carts.set(cart.id, cart)
    return sendJson(context, { ...shown(cart), typedData: typedData(cart) }, 201)
  })
  app.get('/api/checkout/:id', context => sendJson(context, shown(recordOf(context, carts))))
  app.post('/api/checkout/:id/permit', async context => {
    const cart = recordOf(context, carts)
    const { signature } = await bodyOf(context, signatureSchema, 'A permit is a signature.')
    if (
      !(await chain.client.verifyTypedData({ address: cart.payer, signature, ...typedData(cart), blockTag: 'pending' }))
    )
      throw refusal(400, 'This is not the payer’s signature of this permit.')
    if (cart.state === 'awaiting-permit') Object.assign(cart, { signature, state: 'permitted' })
    return sendJson(context, shown(cart))
  })
  app.post('/api/checkout/:id/capture', async context => {
    const cart = recordOf(context, carts)
    const { amount } = await bodyOf(context, captureSchema, 'A capture names an amount.')
    if (cart.signature === undefined) throw refusal(409, 'The customer has not signed yet.')
    if (cart.state === 'captured') throw refusal(409, 'This cart is captured already.')
    if (amount > cart.maximum) throw refusal(409, `The customer agreed to ${inDollars(cart.maximum)} at most.`)
    const { r, s, v = 27n } = parseSignature(cart.signature)
    const args = [cart.id, cart.payer, amount, cart.maximum, cart.deadline, Number(v), r, s] as const
    const data = encodeFunctionData({ abi: checkoutAbi, functionName: 'capture', args })
    const receipt = await merchant.send({ to: chain.contracts.checkout, data })
    const paid = paidTo(receipt, chain, merchant.address)
    const hash = receipt.transactionHash
    Object.assign(cart, { state: 'captured', captured: { amount: paid.amount, hash } })
    cashbook.record({ source: 'checkout', payer: paid.payer, captured: paid.amount, hash }, (to, parts, reference) =>
      sendDollars(chain, merchant, to, parts, reference),
    )
    return sendJson(context, shown(cart))
  })
  return app
}
