import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { type Address, encodeFunctionData, type Hash, type Hex, hexToBigInt, zeroAddress } from 'viem'
import { generatePrivateKey } from 'viem/accounts'
import * as z from 'zod'
import { escrowAbi as abi } from '../preview-network/contracts/abi/escrow.ts'
import { testDollarAbi } from '../preview-network/contracts/abi/test-dollar.ts'
import { tokenTypes } from '../preview-network/contracts/typed-data.ts'
import type { Cashbook } from './cashbook.ts'
import type { Chain, Sender } from './chain.ts'
import { refusal } from './refusal.ts'
import { addressSchema, amountSchema, bodyOf, recordOf, sendJson, signatureSchema } from './request-schema.ts'
import { domainType, tokenDomain } from './typed-data.ts'

interface PaymentInfo {
  operator: Address
  payer: Address
  receiver: Address
  token: Address
  maxAmount: bigint
  preApprovalExpiry: number
  authorizationExpiry: number
  refundExpiry: number
  minFeeBps: number
  maxFeeBps: number
  feeReceiver: Address
  salt: bigint
}

interface EscrowOrder {
  id: string
  info: PaymentInfo
  /** What the payer signs as nonce: every term but who pays. */
  termsHash: Hex
  paymentHash: Hex
  transactions: Hash[]
}

const orderSchema = z.object({
  payer: addressSchema,
  amount: amountSchema,
  /** How long the shop may capture; after that the payer may take the money back. */
  captureForSeconds: z
    .int()
    .positive()
    .default(7 * 86_400),
})
const partSchema = z.object({ amount: amountSchema })

/**
 * A large order, held by the escrow contract until it is shipped: the money really leaves the customer when the shop
 * authorizes; then the shop captures parts or voids, the customer may reclaim after the deadline, and what was captured
 * can be refunded.
 */
export function createEscrowOrders(chain: Chain, merchant: Sender, cashbook: Cashbook): Hono {
  const { client, contracts } = chain
  const orders = new Map<string, EscrowOrder>()
  const hashOf = (info: PaymentInfo) =>
    client.readContract({ address: contracts.escrow, abi, functionName: 'getHash', args: [info], blockTag: 'pending' })
  const submit = async (order: EscrowOrder, data: Hex) => {
    const receipt = await merchant.send({ to: contracts.escrow, data })
    order.transactions.push(receipt.transactionHash)
    return receipt
  }
  const typedData = ({ info, termsHash }: EscrowOrder) => ({
    domain: tokenDomain(chain),
    types: { EIP712Domain: domainType, ReceiveWithAuthorization: tokenTypes.ReceiveWithAuthorization },
    primaryType: 'ReceiveWithAuthorization' as const,
    message: {
      from: info.payer,
      to: contracts.erc3009PaymentCollector,
      value: info.maxAmount,
      validAfter: 0n,
      validBefore: BigInt(info.preApprovalExpiry),
      nonce: termsHash,
    },
  })
  const shown = async ({ id, info, paymentHash, transactions }: EscrowOrder) => {
    const [isAuthorized, capturable, refundable] = await client.readContract({
      address: contracts.escrow,
      abi,
      functionName: 'paymentState',
      args: [paymentHash],
      blockTag: 'pending',
    })
    const reclaim = {
      from: info.payer,
      to: contracts.escrow,
      data: encodeFunctionData({ abi, functionName: 'reclaim', args: [info] }),
      notBefore: info.authorizationExpiry,
    }
    const state = isAuthorized ? 'authorized' : 'awaiting-signature'
    return { id, info, paymentHash, state, capturable, refundable, transactions, reclaim }
  }
  /** Through the escrow, which knows what was captured: the shop's dollars go to the collector's hands first. */
  const giveBack = async (order: EscrowOrder, amount: bigint) => {
    const allow = [contracts.operatorRefundCollector, amount] as const
    const approval = encodeFunctionData({ abi: testDollarAbi, functionName: 'approve', args: allow })
    await merchant.send({ to: contracts.testDollar, data: approval })
    const args = [order.info, amount, contracts.operatorRefundCollector, '0x'] as const
    const receipt = await submit(order, encodeFunctionData({ abi, functionName: 'refund', args }))
    return receipt.transactionHash
  }

  const app = new Hono()
  app.post('/api/escrow', async context => {
    const { payer, amount, captureForSeconds } = await bodyOf(
      context,
      orderSchema,
      'An order names a payer and an amount.',
    )
    const now = Number(await chain.now())
    const info: PaymentInfo = {
      operator: merchant.address,
      payer,
      receiver: merchant.address,
      token: contracts.testDollar,
      maxAmount: amount,
      preApprovalExpiry: now + Math.min(900, captureForSeconds),
      authorizationExpiry: now + captureForSeconds,
      refundExpiry: now + captureForSeconds + 30 * 86_400,
      minFeeBps: 0,
      maxFeeBps: 0,
      feeReceiver: zeroAddress,
      // A fresh one for every order: the escrow takes each payment once.
      salt: hexToBigInt(generatePrivateKey()),
    }
    const [termsHash, paymentHash] = await Promise.all([hashOf({ ...info, payer: zeroAddress }), hashOf(info)])
    const order: EscrowOrder = { id: randomUUID(), info, termsHash, paymentHash, transactions: [] }
    orders.set(order.id, order)
    return sendJson(context, { ...(await shown(order)), typedData: typedData(order) }, 201)
  })
  app.get('/api/escrow/:id', async context => sendJson(context, await shown(recordOf(context, orders))))
  app.post('/api/escrow/:id/signature', async context => {
    const order = recordOf(context, orders)
    const { signature } = await bodyOf(context, signatureSchema, 'An authorization is a signature.')
    const { info } = order
    const args = [info, info.maxAmount, contracts.erc3009PaymentCollector, signature] as const
    await submit(order, encodeFunctionData({ abi, functionName: 'authorize', args }))
    return sendJson(context, await shown(order))
  })
  app.post('/api/escrow/:id/capture', async context => {
    const order = recordOf(context, orders)
    const { amount } = await bodyOf(context, partSchema, 'A capture names an amount.')
    const args = [order.info, amount, 0n, zeroAddress] as const
    const { transactionHash: hash } = await submit(order, encodeFunctionData({ abi, functionName: 'capture', args }))
    cashbook.record({ source: 'escrow', payer: order.info.payer, captured: amount, hash }, (_payer, parts) =>
      giveBack(order, parts),
    )
    return sendJson(context, await shown(order))
  })
  app.post('/api/escrow/:id/void', async context => {
    const order = recordOf(context, orders)
    if (order.transactions.length === 0) throw refusal(409, 'There is nothing in escrow yet.')
    await submit(order, encodeFunctionData({ abi, functionName: 'void', args: [order.info] }))
    return sendJson(context, await shown(order))
  })
  return app
}
