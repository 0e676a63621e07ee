import 'fake-indexeddb/auto'
import { encodeFunctionData, type Hash, type Hex, parseGwei } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '@/lib/base/clock'
import { recordFaults } from '@/lib/base/faults.fixture'
import { firstNetworkOf } from '@/lib/base/network-id'
import type { Connection } from '@/lib/base/rpc/types'
import type { Networks } from '@/lib/chain/networks/networks'
import { createApprovals } from '@/lib/decisions/approvals/approvals'
import { type Database, openDatabase } from '@/lib/storage/open'
import { testDollarAbi } from '@/test/preview-network/contracts/abi/test-dollar'
import { type NetworkFixture, startNetworkFixture } from '@/test/preview-network/contracts/network-fixture'
import { connectTo, newAccount } from '@/test/transactions/connect'
import { readCapturedTransfer } from './captured-transfer'
import { createOutcomes } from './outcomes'
import { createRefunds } from './refunds'

let network: NetworkFixture
let database: Database
let networks: Networks
let connection: Connection

// Blocks end when the test says so.
beforeAll(async () => {
  network = await startNetworkFixture({ blockMs: 3_600_000 })
  database = await openDatabase(crypto.randomUUID())
  ;({ networks, connection } = await connectTo(network.network, { database, clock: systemClock }))
})
afterAll(async () => {
  networks.stop()
  database.close()
  await network.stop()
})

async function signed(amount: bigint, to: Hex): Promise<Hex> {
  const payer = await network.person(1_000n)
  return payer.signTransaction({
    chainId: network.chainId,
    type: 'eip1559',
    nonce: await network.nonceOf(payer.address),
    to: network.contracts.testDollar,
    data: encodeFunctionData({ abi: testDollarAbi, functionName: 'transfer', args: [to, amount] }),
    gas: 200_000n,
    maxFeePerGas: parseGwei('0.1'),
    maxPriorityFeePerGas: parseGwei('0.001'),
  })
}

test('a transfer that was refunded is not refunded again when a reorganisation moves its log', async () => {
  const shop = newAccount().address
  const on = { networkId: firstNetworkOf(network.chainId), epoch: 0, account: shop }
  const approvals = createApprovals({
    ...{ database, faults: recordFaults(), clock: systemClock },
    ...{ chainIdOf: () => network.chainId, networkRisks: async () => [] },
  })
  const refunds = createRefunds({
    database,
    transactions: {
      propose: async ({ id, transaction, purpose, replaces }) => {
        const request = { kind: 'transaction', transaction, purpose, replaces } as const
        const shown = { feeCeiling: null, fee: null, noncePolicy: null, outcome: null, risks: [] }
        const { networkId, account } = on
        const decision = { ...{ id, networkId, account, request, shown }, requestKey: null }
        return (await approvals.add({ ...decision, requester: { kind: 'wallet' } })).id
      },
    },
    outcomes: createOutcomes({ database, approvals }),
    clock: systemClock,
  })
  /** Its log's index in the block that it is in now. */
  const indexOf = async (hash: Hash) => (await network.client.getTransactionReceipt({ hash })).logs[0]?.logIndex ?? -1
  const read = async (hash: Hash) => readCapturedTransfer(connection, on, { hash, logIndex: await indexOf(hash) })

  const [before, paid] = [await signed(3n, newAccount().address), await signed(5n, shop)]
  await network.seal()
  await network.submit(before)
  const { transactionHash } = await network.submit(paid)
  await network.seal()
  const first = await indexOf(transactionHash)
  await refunds.propose(await read(transactionHash), 5n)

  await network.network.faults.reorganise(1, 'forgotten')
  await network.submit(paid)
  await network.submit(before)
  await network.seal()
  expect(await indexOf(transactionHash)).not.toBe(first)
  const again = await read(transactionHash)
  expect(again.amount).toBe(5n)
  await expect(refunds.propose(again, 1n)).rejects.toMatchObject({ code: 'invalid-amount', details: { left: '0' } })
  expect(await refunds.rows(on)).toHaveLength(1)
})
