import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { type Address, encodeFunctionData, type Hash, type Hex } from 'viem'
import { generatePrivateKey } from 'viem/accounts'
import * as z from 'zod'
import { testDollarAbi } from '../preview-network/contracts/abi/test-dollar.ts'
import { tokenTypes } from '../preview-network/contracts/typed-data.ts'
import type { Cashbook } from './cashbook.ts'
import type { Chain, Sender } from './chain.ts'
import { paidTo, sendDollars } from './dollar-transfers.ts'
import { refusal } from './refusal.ts'
import { addressSchema, amountSchema, bodyOf, recordOf, sendJson, signatureSchema } from './request-schema.ts'
import { domainType, tokenDomain } from './typed-data.ts'

interface Preorder {
  id: string
  kind: 'receive' | 'transfer'
  payer: Address
  amount: bigint
  validAfter: bigint
  validBefore: bigint
  nonce: Hex
  /** Where in the chain to look for what became of it. */
  sinceBlock: bigint
  state: 'awaiting-signature' | 'authorized' | 'captured'
  signature?: Hex
  hash?: Hash
}

const preorderSchema = z.object({
  payer: addressSchema,
  amount: amountSchema,
  kind: z.enum(['receive', 'transfer']).default('receive'),
  validForSeconds: z.int().positive().default(900),
})

/**
 * Reserve now, pay when it is roasted: the customer signs an authorization of the token (EIP-3009), once and until a
 * time; the shop submits it later. `receive` can be submitted by the shop alone, `transfer` by anybody.
 */
export function createPreorders(chain: Chain, merchant: Sender, cashbook: Cashbook): Hono {
  const preorders = new Map<string, Preorder>()
  const primaryTypes = { receive: 'ReceiveWithAuthorization', transfer: 'TransferWithAuthorization' } as const
  const functions = { receive: 'receiveWithAuthorization', transfer: 'transferWithAuthorization' } as const
  const typedData = ({ kind, payer, amount, validAfter, validBefore, nonce }: Preorder) => ({
    domain: tokenDomain(chain),
    types: {
      EIP712Domain: domainType,
      ReceiveWithAuthorization: tokenTypes.ReceiveWithAuthorization,
      TransferWithAuthorization: tokenTypes.TransferWithAuthorization,
    },
    primaryType: primaryTypes[kind],
    message: { from: payer, to: merchant.address, value: amount, validAfter, validBefore, nonce },
  })
  const shown = async ({ signature: _, sinceBlock, ...preorder }: Preorder) => {
    if (preorder.state !== 'authorized') return preorder
    const cancelled = await chain.client.getContractEvents({
      address: chain.contracts.testDollar,
      abi: testDollarAbi,
      eventName: 'AuthorizationCanceled',
      args: { authorizer: preorder.payer, nonce: preorder.nonce },
      fromBlock: sinceBlock,
      toBlock: 'pending',
    })
    if (cancelled.length > 0) return { ...preorder, state: 'cancelled' }
    return (await chain.now()) >= preorder.validBefore ? { ...preorder, state: 'expired' } : preorder
  }

  const app = new Hono()
  app.post('/api/preorders', async context => {
    const sentence = 'A preorder names a payer and an amount.'
    const { validForSeconds, ...terms } = await bodyOf(context, preorderSchema, sentence)
    const now = await chain.now()
    const preorder: Preorder = {
      id: randomUUID(),
      ...terms,
      validAfter: now - 60n,
      validBefore: now + BigInt(validForSeconds),
      nonce: generatePrivateKey(),
      sinceBlock: await chain.client.getBlockNumber({ cacheTime: 0 }),
      state: 'awaiting-signature',
    }
    preorders.set(preorder.id, preorder)
    return sendJson(context, { ...(await shown(preorder)), typedData: typedData(preorder) }, 201)
  })
  app.get('/api/preorders/:id', async context => sendJson(context, await shown(recordOf(context, preorders))))
  app.post('/api/preorders/:id/signature', async context => {
    const preorder = recordOf(context, preorders)
    const { signature } = await bodyOf(context, signatureSchema, 'An authorization is a signature.')
    const given = { address: preorder.payer, signature, ...typedData(preorder) }
    if (!(await chain.client.verifyTypedData({ ...given, blockTag: 'pending' })))
      throw refusal(400, 'This is not the payer’s signature of this authorization.')
    if (preorder.state === 'awaiting-signature') Object.assign(preorder, { signature, state: 'authorized' })
    return sendJson(context, await shown(preorder))
  })
  app.post('/api/preorders/:id/capture', async context => {
    const preorder = recordOf(context, preorders)
    const { payer, amount, validAfter, validBefore, nonce, signature } = preorder
    if (signature === undefined) throw refusal(409, 'The customer has not signed yet.')
    if (preorder.state === 'captured') throw refusal(409, 'This preorder is captured already.')
    const args = [payer, merchant.address, amount, validAfter, validBefore, nonce, signature] as const
    const data = encodeFunctionData({ abi: testDollarAbi, functionName: functions[preorder.kind], args })
    const receipt = await merchant.send({ to: chain.contracts.testDollar, data })
    const paid = paidTo(receipt, chain, merchant.address)
    const hash = receipt.transactionHash
    Object.assign(preorder, { state: 'captured', hash })
    cashbook.record({ source: 'preorder', payer: paid.payer, captured: paid.amount, hash }, (to, parts, reference) =>
      sendDollars(chain, merchant, to, parts, reference),
    )
    return sendJson(context, await shown(preorder))
  })
  return app
}
