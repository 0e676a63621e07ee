import * as z from 'zod/mini'
import type { Json } from './json'

/** The shape of a merged file, as far as it is read. Members that are not read may be anything. */

const json = z.custom<Json>(() => true)
const chainId = z.int().check(z.gte(0))
const deployments = z.array(z.looseObject({ chainId, address: z.string() }))
const text = z.optional(z.nullable(z.string()))

const visible = z.union([
  z.enum(['always', 'never', 'optional']),
  z.looseObject({ ifNotIn: z.array(json) }),
  z.looseObject({ mustMatch: z.array(json) }),
])

/** A field, a reference to a definition, or a group: what it is follows from its members. */
export const itemSchema = z.looseObject({
  $ref: z.optional(z.string()),
  path: z.optional(z.string()),
  value: z.optional(json),
  label: text,
  format: text,
  params: z.optional(z.nullable(z.record(z.string(), json))),
  visible: z.optional(visible),
  separator: z.optional(z.string()),
  encryption: z.optional(z.looseObject({ scheme: z.string(), fallbackLabel: z.optional(z.string()) })),
  iteration: z.optional(z.enum(['sequential', 'bundled'])),
  fields: z.optional(z.array(json)),
})
export type ItemFile = z.infer<typeof itemSchema>

const formatSchema = z.looseObject({
  intent: z.optional(z.union([z.string(), z.record(z.string(), z.string())])),
  interpolatedIntent: z.optional(z.string()),
  fields: z.optional(z.array(json)),
  /** Version 1: paths of fields that are not shown. */
  excluded: z.optional(z.nullable(z.array(z.string()))),
})

export const fileSchema = z.looseObject({
  $schema: z.optional(z.string()),
  context: z.optional(
    z.looseObject({
      $id: z.optional(z.string()),
      contract: z.optional(
        z.looseObject({
          deployments: z.optional(deployments),
          abi: z.optional(json),
          factory: z.optional(z.looseObject({ deployEvent: z.string(), deployments })),
        }),
      ),
      eip712: z.optional(
        z.looseObject({
          deployments: z.optional(deployments),
          domain: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
          domainSeparator: z.optional(z.string().check(z.regex(/^0x[0-9a-fA-F]{64}$/))),
          schemas: z.optional(json),
        }),
      ),
    }),
  ),
  metadata: z.optional(
    z.looseObject({
      owner: text,
      contractName: text,
      info: z.optional(z.nullable(z.looseObject({ url: text }))),
    }),
  ),
  display: z.optional(
    z.looseObject({
      definitions: z.optional(z.record(z.string(), json)),
      formats: z.optional(z.record(z.string(), formatSchema)),
    }),
  ),
})
export type DescriptorFile = z.infer<typeof fileSchema>
export type FormatFile = z.infer<typeof formatSchema>
