import { createWalletClient, http, parseEther, toHex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { z } from 'zod'
import { readMethods } from '../../lib/provider/methods/reads.ts'
import { expect, test } from './fixtures.ts'
import { type Answer, ask } from './page.ts'

const replySchema = z.union([
  z.object({ result: z.unknown() }),
  z.object({ error: z.object({ code: z.number(), message: z.string(), data: z.unknown().optional() }) }),
])

/** What the network itself says. */
async function askNetwork(url: string, method: string, params: unknown): Promise<z.infer<typeof replySchema>> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  return replySchema.parse(await response.json())
}

const bare = (answer: Answer) => ('error' in answer ? { error: answer.error } : answer)

test('every read is answered as the network answers it, its parameters and block tag untouched', {
  tag: '@short',
}, async ({ dapp, funded, network }) => {
  const account = privateKeyToAccount(generatePrivateKey())
  await network.faults.alter('anvil_setBalance', [account.address, toHex(parseEther('1'))])
  const sender = createWalletClient({ account, transport: http(network.rpcUrl) })
  const hash = await sender.sendTransaction({ to: funded, value: 1n, chain: null })
  const receiptSchema = z.object({ result: z.object({ blockHash: z.string(), blockNumber: z.string() }).nullable() })
  const sealed = async () =>
    receiptSchema.parse(await askNetwork(network.rpcUrl, 'eth_getTransactionReceipt', [hash])).result
  await expect.poll(async () => Number((await sealed())?.blockHash ?? 0)).toBeGreaterThan(0)
  const { blockHash, blockNumber } = z.object({ blockHash: z.string(), blockNumber: z.string() }).parse(await sealed())
  const token = network.contracts.testDollar
  const nameCall = { to: token, data: '0x06fdde03' }

  const range = { address: token, fromBlock: blockNumber, toBlock: blockNumber }
  const { result: filter } = z
    .object({ result: z.string() })
    .parse(await askNetwork(network.rpcUrl, 'eth_newFilter', [range]))

  /** Each with parameters whose answer stays the same while blocks go on. */
  const parameters: Partial<Record<(typeof readMethods)[number], unknown>> = {
    eth_call: [nameCall, 'pending'],
    eth_createAccessList: [nameCall, blockNumber],
    eth_estimateGas: [{ from: funded, to: token, value: '0x0', data: '0x06fdde03' }, blockNumber],
    eth_feeHistory: ['0x2', blockNumber, [50]],
    eth_getBalance: [funded, 'pending'],
    eth_getBlockByHash: [blockHash, true],
    eth_getBlockByNumber: [blockNumber, false],
    eth_getBlockReceipts: [blockNumber],
    eth_getBlockTransactionCountByHash: [blockHash],
    eth_getBlockTransactionCountByNumber: [blockNumber],
    eth_getCode: [token, 'latest'],
    eth_getFilterChanges: [filter],
    eth_getFilterLogs: [filter],
    eth_getLogs: [{ fromBlock: blockNumber, toBlock: blockNumber }],
    eth_getProof: [token, ['0x0'], blockNumber],
    eth_getStorageAt: [token, '0x0', 'latest'],
    eth_getTransactionByBlockHashAndIndex: [blockHash, '0x1'],
    eth_getTransactionByBlockNumberAndIndex: [blockNumber, '0x1'],
    eth_getTransactionByHash: [hash],
    eth_getTransactionCount: [account.address, 'pending'],
    eth_getTransactionReceipt: [hash],
    eth_getUncleByBlockHashAndIndex: [blockHash, '0x0'],
    eth_getUncleByBlockNumberAndIndex: [blockNumber, '0x0'],
    eth_getUncleCountByBlockHash: [blockHash],
    eth_getUncleCountByBlockNumber: [blockNumber],
    eth_simulateV1: [{ blockStateCalls: [{ calls: [nameCall] }] }, blockNumber],
    eth_newFilter: [range],
    eth_uninstallFilter: ['0xdead'],
    web3_sha3: ['0x68656c6c6f'],
  }
  /** Their answer is another one each time. */
  const changing: string[] = [
    'eth_blockNumber',
    'eth_newBlockFilter',
    'eth_newFilter',
    'eth_newPendingTransactionFilter',
  ]
  for (const method of readMethods) {
    const params = parameters[method] ?? []
    const direct = await askNetwork(network.rpcUrl, method, params)
    const through = bare(await ask(dapp, method, params))
    if (!changing.includes(method)) expect.soft(through, method).toEqual(direct)
    else expect.soft('result' in through && 'result' in direct, method).toBe(true)
  }
  expect(bare(await ask(dapp, 'base_transactionStatus', [hash]))).toEqual(
    await askNetwork(network.rpcUrl, 'base_transactionStatus', [hash]),
  )

  const head = await askNetwork(network.rpcUrl, 'eth_blockNumber', [])
  const told = await ask(dapp, 'eth_blockNumber')
  const numberOf = (answer: object) => BigInt('result' in answer ? String(answer.result) : -1)
  expect(numberOf(told)).toBeGreaterThanOrEqual(numberOf(head))
})

test('what the node refuses comes back with its own code, words and data', async ({ dapp, funded, network }) => {
  const token = network.contracts.testDollar
  // transfer(funded, 1) of somebody who has nothing: InsufficientBalance.
  const data = `0xa9059cbb${funded.slice(2).padStart(64, '0')}${'1'.padStart(64, '0')}`
  const params = [{ from: '0x00000000000000000000000000000000000000ee', to: token, data }, 'latest']
  const direct = await askNetwork(network.rpcUrl, 'eth_call', params)
  expect(direct).toMatchObject({ error: { code: 3, data: expect.stringMatching(/^0x[0-9a-f]{200}/) } })
  expect(bare(await ask(dapp, 'eth_call', params))).toEqual(direct)
  expect(bare(await ask(dapp, 'eth_getBalance', [funded, 'nonsense']))).toEqual(
    await askNetwork(network.rpcUrl, 'eth_getBalance', [funded, 'nonsense']),
  )
})
