import { x402Facilitator } from '@x402/core/facilitator'
import { type FacilitatorEvmSigner, toFacilitatorEvmSigner } from '@x402/evm'
import { BatchSettlementEvmScheme } from '@x402/evm/batch-settlement/facilitator'
import { ExactEvmScheme } from '@x402/evm/exact/facilitator'
import { UptoEvmScheme } from '@x402/evm/upto/facilitator'
import { EIP2612_GAS_SPONSORING } from '@x402/extensions'
import { Hono } from 'hono'
import { type Address, encodeFunctionData, hashTypedData, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { type Chain, createSender, type Sender } from './chain.ts'
import { type Listening, listen } from './listen.ts'
import { facilitatorRequestSchema, typedDataSchema } from './x402-schema.ts'

export interface Facilitator extends Listening {
  /** Submits the payments, and pays their gas. */
  address: Address
}

/**
 * Verifies and settles payments of HTTP 402 for merchants who ask it over HTTP: `POST /verify`, `POST /settle`,
 * `GET /supported`. It reads the block being built, so it serves a payer whose money is only pre-confirmed, and answers
 * when its transaction is pre-confirmed.
 * @param treasury gives it what it needs for gas
 */
export async function startFacilitator(chain: Chain, treasury: Sender, port: number): Promise<Facilitator> {
  const account = privateKeyToAccount(generatePrivateKey())
  await treasury.send({ to: account.address, data: '0x', value: parseEther('1') })
  const signer = createSigner(chain, createSender(chain, account))
  const facilitator = new x402Facilitator()
    .register(chain.network, new ExactEvmScheme(signer))
    .register(chain.network, new UptoEvmScheme(signer))
    .register(chain.network, new BatchSettlementEvmScheme(signer))
    .registerExtension(EIP2612_GAS_SPONSORING)

  const app = new Hono()
  app.onError((error, context) => context.json({ error: error.message }, 500))
  app.get('/supported', context => context.json(facilitator.getSupported()))
  app.post('/verify', async context => {
    const body = facilitatorRequestSchema.safeParse(await context.req.json().catch(() => null))
    if (!body.success) return context.json({ isValid: false, invalidReason: 'invalid_payload' }, 400)
    const { paymentPayload, paymentRequirements } = body.data
    return context.json(await facilitator.verify(paymentPayload, paymentRequirements))
  })
  app.post('/settle', async context => {
    const body = facilitatorRequestSchema.safeParse(await context.req.json().catch(() => null))
    if (!body.success) return context.json({ success: false, errorReason: 'invalid_payload' }, 400)
    const { paymentPayload, paymentRequirements } = body.data
    return context.json(await facilitator.settle(paymentPayload, paymentRequirements))
  })
  return { address: account.address, ...(await listen(app, port)) }
}

function createSigner({ client }: Chain, sender: Sender): FacilitatorEvmSigner {
  const blockTag = 'pending'
  return toFacilitatorEvmSigner({
    address: sender.address,
    // In its own name: a settlement of `upto` is tried out by a call, and only the facilitator that was signed for may.
    readContract: call => client.readContract({ ...call, args: call.args ?? [], blockTag, account: sender.address }),
    verifyTypedData: given =>
      client.verifyHash({
        address: given.address,
        hash: hashTypedData(typedDataSchema.parse(given)),
        signature: given.signature,
        blockTag,
      }),
    getCode: ({ address }) => client.getCode({ address, blockTag }),
    async writeContract({ address, abi, functionName, args }) {
      const data = encodeFunctionData({ abi, functionName, args })
      return (await sender.send({ to: address, data })).transactionHash
    },
    sendTransaction: async call => (await sender.send(call)).transactionHash,
    waitForTransactionReceipt: ({ hash }) => client.getTransactionReceipt({ hash }),
  })
}
