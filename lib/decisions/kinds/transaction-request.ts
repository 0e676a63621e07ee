import type { Shown } from '@/lib/decisions/approvals/types'
import type { ShownTransaction } from '@/lib/keys/shared/signing'
import type { TransactionRequest } from '@/lib/reading/calls/transaction-request'

/** The transaction as it was shown, with the most that its gas may cost: the keyring signs no other. */
export function toShown(
  { to, value, data, accessList, delegate, authority }: TransactionRequest,
  { feeCeiling, noncePolicy }: Shown,
): ShownTransaction {
  return {
    to,
    value: BigInt(value),
    data,
    ...(accessList === undefined ? {} : { accessList }),
    ...(delegate === undefined ? {} : { delegate }),
    ...(authority === undefined ? {} : { authority }),
    feeCeiling: BigInt(feeCeiling ?? '0x0'),
    ...(typeof noncePolicy === 'number' ? { nonce: noncePolicy } : {}),
  }
}
