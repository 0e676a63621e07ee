import type { Context } from 'hono'
import { type Address, getAddress, type Hex, isAddress, isHex } from 'viem'
import * as z from 'zod'
import { dollars } from './dollar.ts'
import { refusal } from './refusal.ts'

export const addressSchema = z
  .string()
  .refine(value => isAddress(value, { strict: false }), 'no address')
  .transform((value): Address => getAddress(value))

/** Dollars as text, `0.01`; read as the smallest parts. */
export const amountSchema = z
  .string()
  .regex(/^\d{1,9}(\.\d{1,6})?$/)
  .transform(dollars)
  .refine(parts => parts > 0n, 'nothing')

export const signatureSchema = z.object({ signature: z.custom<Hex>(value => isHex(value)) })

/** @throws {import('hono/http-exception').HTTPException} 400, with the sentence, when the body is not of this shape */
export async function bodyOf<Schema extends z.ZodType>(
  context: Context,
  schema: Schema,
  sentence: string,
): Promise<z.output<Schema>> {
  const parsed = schema.safeParse(await context.req.json().catch(() => null))
  if (!parsed.success) throw refusal(400, sentence)
  return parsed.data
}

/** The record of that id in the address. @throws {import('hono/http-exception').HTTPException} 404 */
export function recordOf<T>(context: Context, records: ReadonlyMap<string, T>): T {
  const found = records.get(context.req.param('id') ?? '')
  if (found === undefined) throw refusal(404, 'There is no such record.')
  return found
}

/** JSON with every bigint as decimal text, as typed data for a wallet has them. */
export function sendJson(context: Context, value: unknown, status: 200 | 201 = 200): Response {
  const body = JSON.stringify(value, (_key, member) => (typeof member === 'bigint' ? String(member) : member))
  return context.body(body, status, { 'content-type': 'application/json' })
}
