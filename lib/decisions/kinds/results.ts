import type { Address } from 'viem'
import { Failure } from '@/lib/base/failure'
import type { Approval } from '@/lib/decisions/approvals/types'
import type { Fulfilment } from './carrying-out'

export function valued(value: unknown): Fulfilment {
  return { kind: 'value', value }
}

/** @throws Failure `invalid-input` {field} for a decision of the wallet's own */
export function originOf({ requester }: Approval): string {
  if (requester.kind !== 'site') throw new Failure('invalid-input', { field: 'requester' })
  return requester.origin
}

/** @throws Failure `invalid-input` {field} where no account is concerned */
export function accountOf({ account }: Approval): Address {
  if (account === null) throw new Failure('invalid-input', { field: 'account' })
  return account
}
