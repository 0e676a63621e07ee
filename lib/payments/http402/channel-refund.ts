import type { Hash } from 'viem'
import * as z from 'zod/mini'
import { Failure } from '@/lib/base/failure'
import type { Door } from '@/lib/chain/rpc/door'
import type { Database } from '@/lib/storage/open'
import type { ChannelRecord, PaymentRecord } from '@/lib/storage/payment-records'
import { toBase64 } from './base64'
import { readConfig } from './channel'
import type { PaymentJournal } from './journal'
import { paymentHeaders } from './payload'
import { readPlan } from './plan'
import { fetchTerms } from './read-terms'
import { readSettlement, settlementHash } from './settlement'

const voucherSchema = z.object({ maxClaimableAmount: z.string(), signature: z.string() })
/** A merchant gives back by a transaction of its own. */
const answerWithinMs = 30_000

/**
 * Asks the merchant of a channel to give back what is not charged (x402 batch-settlement, `type: "refund"`): it is
 * asked at the address that was last paid for, with the voucher it has already, so nothing new is signed. What came of
 * it the chain says.
 * @returns the merchant's transaction, as far as it names one
 * @throws Failure `refund-refused` where it cannot be asked or does not agree, RpcError when it cannot be reached
 */
export async function askForRefund(
  channelKey: string,
  {
    database,
    door,
    rows,
    whileAllowed,
  }: {
    database: Database
    door: Door
    rows: Pick<PaymentJournal, 'get' | 'known'>
    /** Lets the door open to this address while the merchant is asked. */
    whileAllowed<Result>(url: string, ask: () => Promise<Result>): Promise<Result>
  },
): Promise<Hash | null> {
  const channel = await database.get('channels', channelKey)
  if (channel === undefined || channel.voucher === null) throw new Failure('refund-refused')
  const voucher = voucherSchema.parse(JSON.parse(channel.voucher))
  // A voucher for more than was charged would let it keep what it did not earn.
  if (BigInt(voucher.maxClaimableAmount) !== channel.charged) throw new Failure('refund-refused')
  const paid = await lastPaid(channel, rows)
  if (paid === undefined) throw new Failure('refund-refused')
  return whileAllowed(paid.url, () => ask(door, paid.url, channel, voucher))
}

/** The newest payment out of a channel that can be asked for by its address alone. */
async function lastPaid(
  { channelId, payer }: ChannelRecord,
  rows: Pick<PaymentJournal, 'get' | 'known'>,
): Promise<PaymentRecord | undefined> {
  const candidates = (await rows.known())
    .all()
    .filter(
      ({ account, method, way }) => account === payer && method === 'GET' && (way === 'deposit' || way === 'voucher'),
    )
    .sort((left, right) => right.createdAt - left.createdAt)
  for (const { id } of candidates) {
    const row = await rows.get(id)
    if (row?.plan != null && readPlan(row.plan).channel?.channelId === channelId) return row
  }
  return undefined
}

async function ask(
  door: Door,
  url: string,
  { chainId, channelId, token, config }: ChannelRecord,
  voucher: z.infer<typeof voucherSchema>,
): Promise<Hash | null> {
  const wanted = await fetchTerms(door, url)
  const terms = wanted.kind === 'terms' ? wanted.read.terms : null
  const accepted = terms?.options.find(
    option => option.scheme === 'batch-settlement' && option.chainId === chainId && option.token === token,
  )
  if (terms === null || terms.version !== 2 || accepted === undefined) throw new Failure('refund-refused')
  const payment = {
    x402Version: 2,
    ...(terms.resource == null ? {} : { resource: terms.resource }),
    accepted: accepted.raw,
    payload: { type: 'refund', channelConfig: readConfig(config), voucher: { channelId, ...voucher } },
    ...(terms.extensions === null ? {} : { extensions: terms.extensions }),
  }
  const response = await door.fetch(url, {
    method: 'GET',
    headers: { accept: 'application/json', [paymentHeaders[2]]: toBase64(JSON.stringify(payment)) },
    timeoutMs: answerWithinMs,
  })
  const header = response.headers.get('payment-response')
  const settlement = header === null ? null : readSettlement(header)
  if (settlement === null || !settlement.success) throw new Failure('refund-refused')
  return settlementHash(settlement)
}
