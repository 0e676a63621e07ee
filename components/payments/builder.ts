import type { PaymentRequirements } from '@x402/core/types'
import type { ClientEvmSigner } from '@x402/evm'
import { BatchSettlementEvmScheme } from '@x402/evm/batch-settlement/client'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { UptoEvmScheme } from '@x402/evm/upto/client'
import type { Address, Hex } from 'viem'
import { getAddress } from 'viem/utils'
import type { PaymentOptionView, PaymentView } from '@/lib/messaging/http402'
import { signaturePlaceholder } from '@/lib/payments/http402/placeholder'

/** A payment without its signatures: where one belongs stands the placeholder of the typed data with that index. */
export interface UnsignedPayment {
  accepted: number
  /** JSON texts. */
  payload: string
  extensions: string | null
  typedData: string[]
}

/**
 * Builds the payload with the published packages, which ask a «signer» for signatures: this one only writes down what
 * they want signed. What they would read from the chain comes from the worker. Nothing is signed or sent here, and the
 * worker decodes every field again.
 * @throws Error with the package's words when it does not know how to pay this way
 */
export async function buildPayment(
  { extensions }: Pick<PaymentView, 'extensions'>,
  option: PaymentOptionView,
  account: Address,
): Promise<UnsignedPayment> {
  const typedData: string[] = []
  const signer: ClientEvmSigner = {
    address: getAddress(account),
    async signTypedData(wanted) {
      typedData.push(JSON.stringify(wanted, (_key, value) => (typeof value === 'bigint' ? value.toString() : value)))
      return signaturePlaceholder(typedData.length - 1)
    },
    readContract: async ({ functionName }) => answerTo(functionName, option),
  }
  const requirements = requirementsOf(option)
  const scheme = schemeFor(option, signer)
  const context = extensions === null ? {} : { extensions: JSON.parse(extensions) as Record<string, unknown> }
  const built = await scheme.createPaymentPayload(2, requirements, context)
  return {
    accepted: option.index,
    payload: JSON.stringify(built.payload),
    extensions: built.extensions === undefined ? null : JSON.stringify(built.extensions),
    typedData,
  }
}

function schemeFor(option: PaymentOptionView, signer: ClientEvmSigner) {
  switch (option.way) {
    case 'eip3009':
    case 'permit2':
      return new ExactEvmScheme(signer)
    case 'upto':
      return new UptoEvmScheme(signer)
    case 'channel':
      return channelScheme(option, signer)
    default:
      throw new Error('a scheme the wallet does not know')
  }
}

/**
 * The channel as the worker knows it: the package's own memory is not asked, and what it would deposit is what the
 * worker said.
 */
function channelScheme({ channel, stake, moves }: PaymentOptionView, signer: ClientEvmSigner) {
  if (channel === null) throw new Error('no channel')
  const state = {
    balance: BigInt(channel.balance).toString(),
    chargedCumulativeAmount: BigInt(channel.charged).toString(),
  }
  return new BatchSettlementEvmScheme(signer, {
    salt: channel.salt,
    storage: { get: async () => state, set: async () => undefined, delete: async () => undefined },
    depositStrategy: () => (moves === 'deposit' ? BigInt(stake) : false),
  })
}

/** As the server sent it, in the words of version 2: what is signed is the same in both. */
function requirementsOf({ requirements, chainId, amount }: PaymentOptionView): PaymentRequirements {
  const raw = JSON.parse(requirements) as PaymentRequirements
  return { ...raw, network: `eip155:${chainId}`, amount: BigInt(amount).toString() }
}

function answerTo(functionName: string, { allowance, permitNonce }: PaymentOptionView): bigint {
  const known: Record<string, Hex | null> = { allowance, nonces: permitNonce }
  const value = known[functionName]
  if (value == null) throw new Error(`the chain was not asked for ${functionName}`)
  return BigInt(value)
}
