import * as z from 'zod/mini'
import { accessListSchema } from '@/lib/base/access-list'
import { addressSchema, hexSchema, quantitySchema } from '@/lib/base/hex'
import { networkIdSchema } from '@/lib/base/network-id'
import { transactionPurposes } from '@/lib/base/transaction-purpose'
import type { ApprovalRequest } from '@/lib/language/requests'
import type { TransactionRequest } from '@/lib/reading/calls/transaction-request'
import type { Decision, Shown } from './types'

/** Schemas of the JSON texts in a stored approval (invariant 8). */

const transactionRequestSchema: z.ZodMiniType<TransactionRequest> = z.lazy(() =>
  z.strictObject({
    to: z.nullable(addressSchema),
    value: quantitySchema,
    data: hexSchema,
    accessList: z.exactOptional(accessListSchema),
    gas: z.exactOptional(quantitySchema),
    maxFeePerGas: z.exactOptional(quantitySchema),
    maxPriorityFeePerGas: z.exactOptional(quantitySchema),
    nonce: z.exactOptional(z.int().check(z.gte(0))),
    delegate: z.exactOptional(addressSchema),
    authority: z.exactOptional(addressSchema),
    allowance: z.exactOptional(
      z.strictObject({
        asked: hexSchema,
        proposed: z.nullable(z.strictObject({ amount: quantitySchema, from: z.enum(['balance', 'calls']) })),
      }),
    ),
  }),
)

export const approvalRequestSchema: z.ZodMiniType<ApprovalRequest> = z.lazy(() =>
  z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('connect'),
      signIn: z.exactOptional(z.strictObject({ before: z.string(), after: z.string() })),
    }),
    z.strictObject({
      kind: z.literal('transaction'),
      transaction: transactionRequestSchema,
      purpose: z.enum(transactionPurposes),
      replaces: z.nullable(z.string()),
    }),
    z.strictObject({
      kind: z.literal('calls'),
      calls: z.array(transactionRequestSchema),
      batchId: z.string(),
      version: z.exactOptional(z.literal('1.0')),
      atomic: z.exactOptional(
        z.strictObject({
          choice: z.enum(['once', 'keep', 'apart']),
          isRequired: z.boolean(),
          isDelegated: z.boolean(),
        }),
      ),
      cancels: z.exactOptional(z.array(z.string())),
    }),
    z.strictObject({ kind: z.literal('message'), message: hexSchema }),
    z.strictObject({ kind: z.literal('typed-data'), typedData: z.string() }),
    z.strictObject({
      kind: z.literal('switch-network'),
      networkId: networkIdSchema,
      thenSign: z.exactOptional(z.string()),
    }),
    z.strictObject({
      kind: z.literal('add-network'),
      chainId: z.int().check(z.gte(1)),
      name: z.string(),
      rpcUrls: z.array(z.string()),
      symbol: z.string(),
      explorerUrl: z.nullable(z.string()),
    }),
    z.strictObject({
      kind: z.literal('add-token'),
      address: addressSchema,
      symbol: z.string(),
      decimals: z.int().check(z.gte(0), z.lte(255)),
    }),
    z.strictObject({
      kind: z.literal('add-item'),
      address: addressSchema,
      id: z.string().check(z.regex(/^\d{1,78}$/)),
      name: z.string(),
      standard: z.enum(['erc721', 'erc1155']),
    }),
    z.strictObject({ kind: z.literal('payment'), paymentId: z.string(), url: z.string(), method: z.string() }),
  ]),
)

export const shownSchema: z.ZodMiniType<Shown> = z.lazy(() =>
  z.strictObject({
    feeCeiling: z.nullable(quantitySchema),
    addedFeeCeiling: z.exactOptional(quantitySchema),
    fee: z.nullable(
      z.strictObject({
        maxFeePerGas: quantitySchema,
        maxPriorityFeePerGas: quantitySchema,
        gas: quantitySchema,
        gasOfCalls: z.exactOptional(z.array(quantitySchema)),
        pricing: z.exactOptional(z.literal('legacy')),
      }),
    ),
    noncePolicy: z.nullable(z.union([z.literal('next'), z.int().check(z.gte(0))])),
    outcome: z.nullable(z.string()),
    risks: z.array(
      z.strictObject({
        code: z.string(),
        level: z.enum(['note', 'caution', 'danger']),
        values: z.record(z.string(), z.string()),
      }),
    ),
    plan: z.exactOptional(z.string()),
  }),
)

export const decisionSchema: z.ZodMiniType<Decision> = z.strictObject({
  accounts: z.exactOptional(z.array(addressSchema)),
})
