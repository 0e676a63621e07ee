import { recordFaults } from '@/lib/base/faults.fixture'
import { firstNetworkOf } from '@/lib/base/network-id'
import 'fake-indexeddb/auto'
import {
  type Address,
  createWalletClient,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  http,
  parseAbi,
  toHex,
} from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createChainReader } from '@/lib/activity/sending/chain-reader'
import { systemClock } from '@/lib/base/clock'
import { Failure } from '@/lib/base/failure'
import { RpcError } from '@/lib/base/rpc/errors'
import { blockNumberReply, receiptReply } from '@/lib/base/rpc/schemas'
import type { Connection } from '@/lib/base/rpc/types'
import * as selectors from '@/lib/base/signatures/selectors'
import type { Networks } from '@/lib/chain/networks/networks'
import { type Database, openDatabase } from '@/lib/storage/open'
import { createPreviewNetwork, type PreviewNetwork } from '@/test/preview-network/index'
import { connectTo, contractOf, drip, eventually, newAccount } from '@/test/transactions/connect'
import { createTokens, type Tokens } from './tokens'

const erc20 = parseAbi([
  'function mint(address to, uint256 amount)',
  'function transfer(address to, uint256 amount) returns (bool)',
])
const owner = newAccount()
const friend = newAccount().address

let network: PreviewNetwork
let dollar: Address
let connection: Connection
let database: Database
let networks: Networks
let tokens: Tokens

/** Sends as the owner and waits until the transaction is pre-confirmed. */
async function send(to: Address | null, data: Hex): Promise<Address | null> {
  const client = createWalletClient({ account: owner, transport: http(network.rpcUrl) })
  const request = { ...(to === null ? {} : { to }), data, chain: null }
  const hash = await client.sendTransaction({ ...request, gas: 1_000_000n })
  let contract: Address | null = null
  await eventually(async () => {
    const receipt = await connection.request('eth_getTransactionReceipt', [hash], receiptReply)
    contract = receipt?.contractAddress ?? null
    return receipt !== null
  })
  return contract
}

/** A contract that answers every call with the same bytes. */
async function deployParrot(answer: Hex): Promise<Address> {
  const bytes = answer.slice(2)
  const size = (bytes.length / 2).toString(16).padStart(4, '0')
  // CODECOPY the answer, which follows these fourteen bytes, and return it.
  const runtime = `61${size}600e60003961${size}6000f3${bytes}`
  const length = (runtime.length / 2).toString(16).padStart(4, '0')
  const address = await send(null, `0x61${length}600e60003961${length}6000f3${runtime}` as Hex)
  if (address === null) throw new Error('nothing was created')
  return address
}

beforeAll(async () => {
  network = await createPreviewNetwork({ faucetCooldownSeconds: 0, blockMs: 300, preconfirmMs: 60 })
  dollar = contractOf(network, 'testDollar')
}, 60_000)
afterAll(() => network.stop())

beforeEach(async () => {
  database = await openDatabase(crypto.randomUUID())
  ;({ networks, connection } = await connectTo(network, { database, clock: systemClock }))
  tokens = createTokens({ database, connectionOf: () => connection, faults: recordFaults() })
})
afterEach(() => {
  networks.stop()
  database.close()
})

describe('tokens on a real chain', { timeout: 60_000 }, () => {
  it('are listed with name, symbol and decimals of the contract', async () => {
    const record = await tokens.add(firstNetworkOf(network.chainId), dollar, 'person')
    expect(record).toMatchObject({ symbol: 'TUSD', name: 'Test Dollar', decimals: 6, hidden: false })
    expect(await tokens.views(firstNetworkOf(network.chainId), friend)).toEqual([
      {
        address: record.address,
        symbol: 'TUSD',
        name: 'Test Dollar',
        decimals: 6,
        source: 'person',
        hidden: false,
        sealed: null,
        pending: null,
      },
    ])
  })

  it('are not listed where there is no code, or no token', async () => {
    for (const address of [friend, contractOf(network, 'checkout')]) {
      const failure = await tokens.add(firstNetworkOf(network.chainId), address, 'site').catch(error => error)
      expect(failure).toBeInstanceOf(Failure)
      expect(failure.code).toBe('invalid-input')
    }
    expect(await tokens.list(firstNetworkOf(network.chainId))).toEqual([])
  })

  it('have a sealed and a pending balance', async () => {
    await drip(network.faucetUrl, connection, owner.address)
    await tokens.add(firstNetworkOf(network.chainId), dollar, 'person')
    const before = (await tokens.refresh(firstNetworkOf(network.chainId), friend))[0]
    await send(dollar, encodeFunctionData({ abi: erc20, functionName: 'mint', args: [friend, 5_000_000n] }))
    let changes = 0
    tokens.onChange(() => {
      changes += 1
    })
    const [after] = await tokens.refresh(firstNetworkOf(network.chainId), friend)
    expect(after?.pending).toBe((before?.pending ?? 0n) + 5_000_000n)
    expect(changes).toBe(1)
    await eventually(
      async () => (await tokens.refresh(firstNetworkOf(network.chainId), friend))[0]?.sealed === after?.pending,
    )
    const [view] = await tokens.views(firstNetworkOf(network.chainId), friend)
    expect(view?.sealed).toBe(view?.pending)
  })

  it('are found from transfers to the owner', async () => {
    await drip(network.faucetUrl, connection, owner.address)
    const receiver = newAccount().address
    await send(dollar, encodeFunctionData({ abi: erc20, functionName: 'mint', args: [receiver, 1n] }))
    await eventually(
      async () => (await tokens.discover(firstNetworkOf(network.chainId), receiver, 5_000n)).length === 1,
    )
    expect(await tokens.list(firstNetworkOf(network.chainId))).toMatchObject([{ symbol: 'TUSD', source: 'found' }])
    expect(await tokens.discover(firstNetworkOf(network.chainId), receiver, 5_000n)).toEqual([])
  })

  it('are found where the node that is asked for logs is behind, with the next look at the rest', async () => {
    const refusal = new RpcError('not-now', 'block range extends beyond current head block', { code: -32602 })
    const networkId = firstNetworkOf(network.chainId)
    let known = 0n
    const asked: bigint[] = []
    const behind: Connection = {
      ...connection,
      batch: calls =>
        calls[0]?.method === 'eth_getLogs'
          ? Promise.resolve(
              calls.map(({ params: [range] }) => {
                const last = BigInt(Object(range).toBlock)
                asked.push(last)
                return last > known ? { ok: false, error: refusal } : { ok: true, result: [] }
              }),
            )
          : connection.batch(calls),
    }
    const finding = createTokens({ database, connectionOf: () => behind, faults: recordFaults() })
    known = (await connection.request('eth_blockNumber', [], blockNumberReply)) - 2n
    await expect(finding.discover(networkId, friend, 5n)).resolves.toEqual([])
    expect(asked).toContain(known)
    known = 0n
    await expect(finding.discover(networkId, friend, 1n)).resolves.toEqual([])
  })

  it('are told as they arrive, first pre-confirmed and then sealed', async () => {
    await drip(network.faucetUrl, connection, owner.address)
    const receiver = newAccount().address
    const heard: { amount: bigint; isSealed: boolean }[] = []
    const hearing = (amount: bigint, sealed: boolean): Promise<void> =>
      new Promise(resolve => {
        const stop = tokens.onTransfer((_chainId, _owner, transfer) => {
          heard.push(transfer)
          if (transfer.amount !== amount || (sealed && !transfer.isSealed)) return
          stop()
          resolve()
        })
      })
    const mint = (amount: bigint) =>
      send(dollar, encodeFunctionData({ abi: erc20, functionName: 'mint', args: [receiver, amount] }))
    const stop = tokens.follow(firstNetworkOf(network.chainId), receiver)
    // The first transfer proves that the subscription runs.
    const first = hearing(4n, false)
    await mint(4n)
    await first
    const second = hearing(5n, true)
    await mint(5n)
    await second
    expect(heard.filter(({ amount }) => amount === 5n).map(({ isSealed }) => isSealed)).toEqual([false, true])
    // The token was not listed before; its balance is read without a call of `refresh`.
    await eventually(async () => (await tokens.views(firstNetworkOf(network.chainId), receiver))[0]?.sealed === '0x9')
    stop()
  })

  it('are sent whole by their pending balance, and not without a balance', async () => {
    await drip(network.faucetUrl, connection, owner.address)
    const receiver = newAccount().address
    const intent = {
      networkId: firstNetworkOf(network.chainId),
      from: receiver,
      token: dollar,
      to: friend,
      value: null,
    }
    await expect(tokens.transfer(intent)).rejects.toMatchObject({ code: 'insufficient-funds' })
    await send(dollar, encodeFunctionData({ abi: erc20, functionName: 'mint', args: [receiver, 77n] }))
    expect(await tokens.transfer(intent)).toEqual({
      to: dollar,
      value: '0x0',
      data: encodeFunctionData({ abi: erc20, functionName: 'transfer', args: [friend, 77n] }),
    })
  })

  it('have their names cleaned', async () => {
    await drip(network.faucetUrl, connection, owner.address)
    const hostile = `EVIL\u202E\u0000${'x'.repeat(500)}`
    // The contract answers every call with this text, which is no number of decimals.
    const parrot = await deployParrot(encodeAbiParameters([{ type: 'string' }], [hostile]))
    expect(await tokens.metadata(firstNetworkOf(network.chainId), parrot)).toBeNull()
    const six = await deployParrot(encodeAbiParameters([{ type: 'uint256' }], [6n]))
    expect(await tokens.metadata(firstNetworkOf(network.chainId), six)).toEqual({ symbol: '', name: '', decimals: 6 })
    const tooMany = await deployParrot(encodeAbiParameters([{ type: 'uint256' }], [255n]))
    expect(await tokens.metadata(firstNetworkOf(network.chainId), tooMany)).toBeNull()
  })

  // An older gateway answered these calls by itself, whatever contract they were for.
  it('have no name where the endpoint invents the names of all tokens', async () => {
    const text = (said: string) => encodeAbiParameters([{ type: 'string' }], [said])
    const invented = new Map<unknown, Hex>([
      [selectors.symbol, text('TOKEN')],
      [selectors.name, text('Token')],
      [selectors.decimals, toHex(18, { size: 32 })],
    ])
    const inventing: Connection = {
      ...connection,
      others: async () => [],
      async batch(calls, options) {
        const items = await connection.batch(calls, options)
        return items.map((item, index) => {
          const [{ data } = {}] = (calls[index]?.params ?? []) as { data?: Hex }[]
          const result = calls[index]?.method === 'eth_call' ? invented.get(data) : undefined
          return result === undefined ? item : { ok: true, result }
        })
      },
    }
    const networkId = firstNetworkOf(network.chainId)
    const told = (others: Connection['others']) =>
      createTokens({ database, connectionOf: () => ({ ...inventing, others }), faults: recordFaults() })
    await expect(told(async () => []).add(networkId, dollar, 'person')).rejects.toMatchObject({ kind: 'node-error' })
    expect(await tokens.list(networkId)).toEqual([])
    // Another endpoint of the network, one that asks the contract, is believed.
    const others = async (calls: Parameters<Connection['others']>[0]) => [
      await inventing.batch(calls),
      await connection.batch(calls),
    ]
    expect(await told(others).add(networkId, dollar, 'person')).toMatchObject({ symbol: 'TUSD', decimals: 6 })
    const reader = createChainReader({
      connectionOf: () => inventing,
      clock: systemClock,
      fees: { remembered: async () => ({ samples: [] }), observe: async () => undefined },
      onCounts: () => undefined,
    })
    await reader.learnContracts(networkId, [dollar], false)
    expect(reader.contractLookup(networkId)(dollar)).toMatchObject({ code: 'contract', symbol: '', decimals: null })
  })

  it('stay listed and hidden after a restart', async () => {
    const { address } = await tokens.add(firstNetworkOf(network.chainId), dollar, 'person')
    await tokens.hide(firstNetworkOf(network.chainId), address, true)
    const later = createTokens({ database, connectionOf: () => connection, faults: recordFaults() })
    expect(await later.views(firstNetworkOf(network.chainId), friend)).toMatchObject([
      { address, hidden: true, sealed: null },
    ])
    expect(await later.refresh(firstNetworkOf(network.chainId), friend)).toEqual([])
  })

  it('stay vouched for by the person after a transfer of them', async () => {
    const { address } = await tokens.add(firstNetworkOf(network.chainId), dollar, 'person')
    // The list already has the token when a transfer of it is found.
    await tokens.add(firstNetworkOf(network.chainId), dollar, 'found')
    expect(await tokens.list(firstNetworkOf(network.chainId))).toMatchObject([{ address, source: 'person' }])
  })

  it('stay vouched for by the person when a site asks to list them', async () => {
    await tokens.add(firstNetworkOf(network.chainId), dollar, 'site')
    expect(await tokens.list(firstNetworkOf(network.chainId))).toMatchObject([{ source: 'site' }])
    await tokens.add(firstNetworkOf(network.chainId), dollar, 'person')
    await tokens.hide(firstNetworkOf(network.chainId), dollar, true)
    await tokens.add(firstNetworkOf(network.chainId), dollar, 'site')
    expect(await tokens.list(firstNetworkOf(network.chainId))).toMatchObject([{ source: 'person', hidden: false }])
  })

  it('are shown again when the person adds them again', async () => {
    await tokens.add(firstNetworkOf(network.chainId), dollar, 'found')
    await tokens.hide(firstNetworkOf(network.chainId), dollar, true)
    await tokens.add(firstNetworkOf(network.chainId), dollar, 'person')
    expect(await tokens.list(firstNetworkOf(network.chainId))).toMatchObject([{ source: 'person', hidden: false }])
  })
})
