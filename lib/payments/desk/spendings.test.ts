import 'fake-indexeddb/auto'
import { numberToHex } from 'viem'
import { expect, it } from 'vitest'
import { recordOf } from '@/lib/activity/sending/record.fixture'
import { firstNetworkOf } from '@/lib/base/network-id'
import { newPayment } from '@/lib/payments/http402/new-payment'
import { authorizationRows } from '@/lib/payments/register/authorization-rows'
import { authorization, given } from '@/lib/payments/register/signed.fixture'
import { openDatabase } from '@/lib/storage/open'
import type { PaymentRecord } from '@/lib/storage/payment-records'
import { readSpendings } from './spendings'

const networkId = firstNetworkOf(84538453)
const account = `0x${'aa'.repeat(20)}` as const
const payee = `0x${'bb'.repeat(20)}` as const
const token = `0x${'cc'.repeat(20)}` as const
const own = { networkId, epoch: 0, account, token, createdAt: 1 }
const hash = (digit: number) => numberToHex(digit, { size: 32 })

it('spendings are refunds, payouts and payments of sellers, each with every transaction that may carry it', async () => {
  const database = await openDatabase(crypto.randomUUID())
  const sent = (id: string, digit: number, nonce: number) =>
    database.put(
      'transactions',
      recordOf({ id, networkId, from: account, to: token, value: 0n, hash: hash(digit), nonce }),
    )
  await database.put('refunds', { ...own, id: 'refund', transfer: `${hash(9)}:3`, to: payee, amount: 2n })
  await sent('refund', 1, 0)
  await sent('with a higher fee', 2, 0)
  const plan = { kind: 'payout' as const, contract: token, reference: hash(8), label: 'Wages', legs: [], calls: 2 }
  await database.put('payouts', { ...own, ...plan, key: 'payout', approvalId: 'payout' })
  await sent('payout:0', 3, 1)
  await sent('payout:1', 4, 2)

  const asked = { origin: 'https://news.example', tabId: null, method: 'GET', url: '', bodyDigest: null } as const
  const offer = newPayment({ ...asked, carrier: 'request', termsFrom: 'seller' }, account, { kind: 'hidden' })
  const pay = (id: string, way: PaymentRecord['way'], transaction: `0x${string}` | null) =>
    database.put('payments', { ...offer, ...own, id, way, payee, amount: 5n, state: 'delivered', transaction })
  await pay('exact', 'eip3009', hash(5))
  await pay('deposit', 'deposit', hash(6))
  await pay('voucher', 'voucher', null)
  const [signed] = authorizationRows(given(authorization({}), { id: 'deposit' }), { epoch: 0, now: 1 })
  if (signed === undefined) throw new Error('nothing was signed')
  const log = { amount: 5n, periodStart: null, blockHash: hash(70), blockNumber: 7, logIndex: 0 }
  const evidence = [
    { ...log, event: 'taken' as const, hash: hash(7) },
    { ...log, event: 'cancelled' as const, hash: hash(1) },
  ]
  await database.put('authorizations', { ...signed, paymentId: 'deposit', evidence })

  const found = await readSpendings(database, { networkId, epoch: 0, account })
  expect(found.map(({ kind, label, of, hashes, to, most }) => [kind, label, of, [...hashes].sort(), to, most])).toEqual(
    [
      ['refund', null, `${hash(9)}:3`, [hash(1), hash(2)], null, null],
      ['payout', 'Wages', hash(8), [hash(3), hash(4)], null, null],
      // The seller named another transaction for the deposit: only the chain counts for it.
      ['deposit', 'https://news.example', null, [hash(7)], null, 5n],
      ['http402', 'https://news.example', null, [hash(5)], payee, 5n],
    ],
  )
  expect(found[0]?.refund).toEqual({ transfer: `${hash(9)}:3`, token, to: payee, which: null })
  expect(await readSpendings(database, { networkId, epoch: 1, account })).toHaveLength(2)
  expect(await readSpendings(database, { networkId: firstNetworkOf(1), epoch: 0, account })).toEqual([])
  database.close()
})
