import { Hono } from 'hono'
import { type Address, encodeFunctionData, type Hash, type Hex, isHex, parseSignature } from 'viem'
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

/** A link that was handed out: who pays is not known yet. */
interface Asked {
  maximum: bigint
  deadline: bigint
}

const askedSchema = z.object({ maximum: amountSchema })
const handedSchema = z.object({ link: z.string().max(2_000) })
const cartSchema = z.object({ payer: addressSchema, maximum: amountSchema })
const captureSchema = z.object({ amount: amountSchema })

/**
 * A checkout whose price is known only later: the customer signs a permit (EIP-2612) up to a maximum for the checkout
 * contract, the shop captures what it really costs.
 */
export function createCheckout(chain: Chain, merchant: Sender, cashbook: Cashbook): Hono {
  const carts = new Map<string, Cart>()
  const asked = new Map<string, Asked>()
  const nonceOf = (payer: Address) =>
    chain.client.readContract({
      address: chain.contracts.testDollar,
      abi: testDollarAbi,
      functionName: 'nonces',
      args: [payer],
      blockTag: 'pending',
    })
  const isSigned = (cart: Cart, signature: Hex) =>
    chain.client.verifyTypedData({ address: cart.payer, signature, ...typedData(cart), blockTag: 'pending' })
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
    const nonce = await nonceOf(payer)
    const deadline = (await chain.now()) + 900n
    const cart: Cart = { id: generatePrivateKey(), payer, maximum, nonce, deadline, state: 'awaiting-permit' }
    carts.set(cart.id, cart)
    return sendJson(context, { ...shown(cart), typedData: typedData(cart) }, 201)
  })
  app.post('/api/checkout/link', async context => {
    const { maximum } = await bodyOf(context, askedSchema, 'A link names a maximum.')
    const deadline = (await chain.now()) + 900n
    const id = generatePrivateKey()
    asked.set(id, { maximum, deadline })
    return sendJson(context, { id, link: linkOf(chain, { maximum, deadline }) }, 201)
  })
  app.post('/api/checkout/link/:id', async context => {
    const { maximum, deadline } = recordOf(context, asked)
    const { link } = await bodyOf(context, handedSchema, 'What the customer hands over is a link.')
    const handed = readHanded(link)
    if (handed === null) throw refusal(400, 'This is not the link that a wallet makes of a permit.')
    const { payer, signature } = handed
    const id = hexSchema.parse(context.req.param('id'))
    const nonce = await nonceOf(payer)
    const cart: Cart = { id, payer, maximum, nonce, deadline, state: 'permitted', signature }
    // The signature has to be of what was asked for, whatever the link says of itself.
    if (!(await isSigned(cart, signature))) throw refusal(400, 'This is not a signature of what was asked for.')
    const kept = carts.get(id) ?? cart
    carts.set(id, kept)
    return sendJson(context, shown(kept))
  })
  app.get('/api/checkout/:id', context => sendJson(context, shown(recordOf(context, carts))))
  app.post('/api/checkout/:id/permit', async context => {
    const cart = recordOf(context, carts)
    const { signature } = await bodyOf(context, signatureSchema, 'A permit is a signature.')
    if (!(await isSigned(cart, signature))) throw refusal(400, 'This is not the payer’s signature of this permit.')
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

const hexSchema = z.custom<Hex>(value => isHex(value))

/** The shop's side of EIP-2612 `permit`, as an ERC-681 link: spender, value, deadline. */
function linkOf({ chainId, contracts }: Chain, { maximum, deadline }: Asked): string {
  const terms = `address=${contracts.checkout}&uint256=${maximum}&uint256=${deadline}`
  return `ethereum:${contracts.testDollar}@${chainId}/permit?${terms}`
}

/** The owner and the signature of a permit as an ERC-681 link; the shop knows the rest. */
function readHanded(link: string): { payer: Address; signature: Hex } | null {
  const match = /^ethereum:0x[0-9a-f]{40}@\d+\/permit\?address=(0x[0-9a-f]{40})&.*&bytes=(0x[0-9a-f]{130})$/i.exec(link)
  const payer = addressSchema.safeParse(match?.[1])
  const signature = hexSchema.safeParse(match?.[2])
  return payer.success && signature.success ? { payer: payer.data, signature: signature.data } : null
}
