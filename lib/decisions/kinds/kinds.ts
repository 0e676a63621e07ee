import type { Address } from 'viem'
import * as z from 'zod/mini'
import type { Approval, Shown } from '@/lib/decisions/approvals/types'
import type { ApprovalKind, ApprovalRequest, Need } from '@/lib/language/requests'
import { addItem } from './add-item'
import { addNetwork } from './add-network'
import { addToken } from './add-token'
import { calls } from './calls'
import { connect } from './connect'
import type { DecisionKind } from './kind'
import { message } from './message'
import { payment } from './payment'
import { switchNetwork } from './switch-network'
import { transaction } from './transaction'
import { typedData } from './typed-data'

const kinds = {
  connect,
  transaction,
  calls,
  message,
  'typed-data': typedData,
  'switch-network': switchNetwork,
  'add-network': addNetwork,
  'add-token': addToken,
  'add-item': addItem,
  payment,
} satisfies { [Kind in ApprovalKind]: DecisionKind<Kind> }

const kindSchema = z.lazy(() =>
  z.object({ kind: z.custom<ApprovalKind>(kind => typeof kind === 'string' && Object.hasOwn(kinds, kind)) }),
)

const has: Readonly<Record<Need, (shown: Shown, chosen: number) => boolean>> = {
  accounts: (_, chosen) => chosen > 0,
  fee: ({ feeCeiling, noncePolicy }) => feeCeiling !== null && noncePolicy !== null,
  plan: ({ plan }) => plan !== undefined,
}

/** The kind of decision that a request asks for. */
export function kindOf({ kind }: { kind: ApprovalKind }): DecisionKind {
  return kinds[kind]
}

/** @throws ZodError for a value that is no request */
export function readRequest(value: unknown): ApprovalRequest {
  const { kind } = kindSchema.parse(value)
  return kinds[kind].schema.parse(value)
}

/** True if something is signed that a chain may take. */
export function isSigned(request: ApprovalRequest): boolean {
  return kindOf(request).signs(request) !== null
}

/** The account that signs for a decision, or would: `null` where nothing is signed, or none was chosen. */
export function signerOf({ account, decision, request }: Approval): Address | null {
  if (!isSigned(request)) return null
  return kindOf(request).needs === 'accounts' ? (decision?.accounts?.[0] ?? null) : account
}

/**
 * The part that a decision needs and lacks: without it nothing is approved.
 * @param chosen how many accounts the person has chosen
 */
export function lackOf({ request, shown }: Pick<Approval, 'request' | 'shown'>, chosen: number): Need | null {
  const { needs } = kindOf(request)
  return needs === null || has[needs](shown, chosen) ? null : needs
}
