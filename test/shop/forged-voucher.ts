import type { PaymentPayload, PaymentRequirements } from '@x402/core/types'
import { type Hex, isHex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import * as z from 'zod'
import { channelTypes } from '../preview-network/contracts/typed-data.ts'
import type { Chain } from './chain.ts'

const channelPayment = z.object({ voucher: z.object({ channelId: z.custom<Hex>(value => isHex(value)) }) })

/** Terms that claim the payer owes so much already, with a voucher to prove it that somebody else signed. */
export async function withForgedVoucher(
  { chainId, contracts }: Chain,
  payment: PaymentPayload,
  terms: PaymentRequirements,
  claimed: bigint,
): Promise<PaymentRequirements> {
  const { channelId } = channelPayment.parse(payment.payload).voucher
  const signature = await privateKeyToAccount(generatePrivateKey()).signTypedData({
    domain: { name: 'x402 Batch Settlement', version: '1', chainId, verifyingContract: contracts.x402BatchSettlement },
    types: { Voucher: channelTypes.Voucher },
    primaryType: 'Voucher',
    message: { channelId, maxClaimableAmount: claimed },
  })
  const channelState = { channelId, chargedCumulativeAmount: String(claimed) }
  const voucherState = { signedMaxClaimable: String(claimed), signature }
  return { ...terms, extra: { ...terms.extra, channelState, voucherState } }
}
