import { createWalletClient, defineChain, type Hex, http, parseEther, publicActions } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { sealedReceipt } from './receipt.ts'
import { sealingWhenAsked, startNetwork, stranger, type Target } from './target.ts'

const legacy = [...sealingWhenAsked, '--pricing', 'legacy']

let target: Target
beforeAll(async () => {
  target = await startNetwork(legacy)
})
afterAll(() => target.stop())
afterEach(() => target.control({ clear: true }))

const call = <T = Hex>(method: string, ...params: unknown[]) => target.call<T>(method, params)

describe('A chain without EIP-1559', () => {
  test.each(['latest', 'pending', '0x1'])('the block %s has no base fee', async tag => {
    expect(await call<object>('eth_getBlockByNumber', tag, false)).not.toHaveProperty('baseFeePerGas')
  })

  test('nor have heads', async () => {
    const socket = await target.socket()
    const heads = await socket.subscribe<object>('newHeads')
    await target.seal()
    expect(await heads.next()).not.toHaveProperty('baseFeePerGas')
    socket.close()
  })

  test.each([
    ['eth_feeHistory', ['0x1', 'latest', []]],
    ['eth_maxPriorityFeePerGas', []],
    ['eth_blobBaseFee', []],
  ])('%s does not exist', async (method, params) => {
    expect(await target.refusal(method, params)).toMatchObject({ code: -32601 })
  })

  test('transactions with fee caps are refused, those with a gas price are taken', async () => {
    const person = await target.person()
    const { raw } = await person.sign({ nonce: 0 })
    expect(await target.refusal('eth_sendRawTransaction', [raw])).toMatchObject({
      code: -32000,
      message: 'transaction type not supported',
    })
    const gasPrice = BigInt(await call('eth_gasPrice'))
    const common = { chainId: target.chainId, to: stranger, value: 1n, gas: 30_000n, gasPrice }
    for (const [nonce, type] of (['legacy', 'eip2930'] as const).entries()) {
      const signed = await person.account.signTransaction({ ...common, type, nonce })
      const hash = await call('eth_sendRawTransaction', signed)
      expect(await sealedReceipt(target, hash)).toMatchObject({ status: '0x1', type: `0x${nonce}` })
      const transaction = await call<object>('eth_getTransactionByHash', hash)
      expect(transaction).toMatchObject({ gasPrice: `0x${gasPrice.toString(16)}` })
      expect(transaction).not.toHaveProperty('maxFeePerGas')
    }
  })

  test('viem sends with a gas price of its own accord', async () => {
    const chain = defineChain({
      id: target.chainId,
      name: 'Legacy',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [target.rpcUrl] } },
    })
    const account = privateKeyToAccount(generatePrivateKey())
    await call('anvil_setBalance', account.address, '0xde0b6b3a7640000')
    const client = createWalletClient({ account, chain, transport: http() }).extend(publicActions)
    const hash = await client.sendTransaction({ to: stranger, value: parseEther('0.1') })
    await target.seal()
    expect((await client.getTransactionReceipt({ hash })).status).toBe('success')
    expect(await client.getTransaction({ hash })).toMatchObject({ type: 'legacy' })
  })

  test('the faucet gives', async () => {
    const body = JSON.stringify({ address: stranger })
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${target.faucetUrl}/api/preview/faucet/drip`, { method: 'POST', headers, body })
    const { tx_hash } = z.object({ tx_hash: z.custom<Hex>() }).parse(await response.json())
    expect(await sealedReceipt(target, tx_hash)).toMatchObject({ status: '0x1', type: '0x0' })
  })

  test('it stays so when faults are cleared, and a running network can be told to change', async () => {
    await target.control({ set: { pricing: 'eip1559' } })
    expect(await call<object>('eth_getBlockByNumber', 'latest', false)).toHaveProperty('baseFeePerGas')
    await target.control({ clear: true })
    expect(await call<object>('eth_getBlockByNumber', 'latest', false)).not.toHaveProperty('baseFeePerGas')
  })
})

test('the fault on a network that has EIP-1559', async () => {
  const other = await startNetwork(sealingWhenAsked)
  expect(await other.call<object>('eth_getBlockByNumber', ['latest', false])).toHaveProperty('baseFeePerGas')
  await other.control({ set: { pricing: 'legacy' } })
  expect(await other.call<object>('eth_getBlockByNumber', ['latest', false])).not.toHaveProperty('baseFeePerGas')
  expect(await other.refusal('eth_feeHistory', ['0x1', 'latest', []])).toMatchObject({ code: -32601 })
  await other.stop()
})
