import { type Address, encodeFunctionData, fromRlp, type Hex, keccak256, parseAbi, parseEther } from 'viem'
import { describe, expect, test } from 'vitest'
import { type Log, type Receipt, sealedReceipt } from './receipt.ts'
import { onEach, type Person, startNetwork, stopNetworks, stranger, type Target } from './target.ts'

// EIP-8130 as it was in November 2026: the shapes of the newest node (launch) and those of August (keystore).

const abi = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function mint(address to, uint256 amount)',
  'function executeBatch((address target, uint256 value, bytes data)[] calls)',
])
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const payee: Address = '0x00000000000000000000000000000000000a1e55'

interface NativeReceipt extends Receipt {
  payer: Address
  phaseStatuses: Hex[]
  metadata: Hex
}

const send = (target: Target, order: object) => target.call<Hex>('prelude_sendNativeTransaction', [order])
const balanceOf = async (target: Target, address: Address, block = 'latest') =>
  BigInt(await target.call<Hex>('eth_getBalance', [address, block]))
const countOf = async (target: Target, address: Address, key?: Hex) =>
  Number(await target.call('eth_getTransactionCount', [address, 'latest', ...(key === undefined ? [] : [key])]))
const receiptOf = async (target: Target, hash: Hex) => (await sealedReceipt(target, hash)) as NativeReceipt

/** Dollars of a faucet of the test's own: the call by which the account pays itself some is anybody's. */
function dollars(target: Target, to: Address, amount: bigint) {
  const { testDollar } = target.contracts
  return { to: testDollar, data: encodeFunctionData({ abi, functionName: 'transfer', args: [to, amount] }) }
}

/** Somebody with ten ether and a thousand dollars. */
async function rich(target: Target): Promise<Person> {
  const person = await target.person()
  const response = await fetch(`${target.faucetUrl}/api/preview/faucet/drip-usdv`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ address: person.address }),
  })
  expect(response.status).toBe(200)
  await target.seal()
  return person
}

onEach(['network that seals when asked', 'network with fast blocks'], target => {
  test('phases: what came before the one that reverted stays, nothing after it happens, and somebody else pays', async () => {
    const [alice, sponsor] = [await rich(target()), await target().person()]
    const broke = dollars(target(), payee, 10n ** 30n)
    const before = await balanceOf(target(), payee)
    const hash = await send(target(), {
      ...{ sender: alice.address, payer: sponsor.address, metadata: '0xc0ffee' },
      calls: [
        [{ to: payee, value: '5' }, dollars(target(), payee, 7n)],
        [{ to: payee, value: '11' }, broke],
        [{ to: payee, value: '13' }],
      ],
    })
    const receipt = await receiptOf(target(), hash)
    expect(receipt).toMatchObject({
      ...{ type: '0x79', status: '0x0', from: alice.address, to: null, transactionHash: hash, contractAddress: null },
      ...{ payer: sponsor.address, phaseStatuses: ['0x1', '0x0', '0x0'], metadata: '0xc0ffee' },
    })
    expect(await balanceOf(target(), payee)).toBe(before + 5n)
    expect(receipt.logs).toHaveLength(1)
    expect(receipt.logs[0]).toMatchObject({ transactionHash: hash, transactionIndex: receipt.transactionIndex })
    const operator =
      (BigInt(receipt.gasUsed) * BigInt(receipt.operatorFeeScalar)) / 1_000_000n + BigInt(receipt.operatorFeeConstant)
    const fee = BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice) + BigInt(receipt.l1Fee) + operator
    expect(await balanceOf(target(), sponsor.address)).toBe(parseEther('10') - fee)
    expect(await balanceOf(target(), alice.address)).toBe(parseEther('10') - 5n)
    expect(await countOf(target(), alice.address)).toBe(1)
    expect(await target().call('eth_getCode', [alice.address, 'latest'])).toBe('0x')
    const earlier = `0x${(BigInt(receipt.blockNumber) - 1n).toString(16)}`
    expect(await target().call('eth_getCode', [alice.address, earlier])).toBe('0x')
  })

  test('one object, nested, wherever a transaction is told', async () => {
    const alice = await target().person()
    const hash = await send(target(), {
      ...{ sender: alice.address, validBefore: 99_999_999_999, metadata: '0x6869' },
      calls: [[{ to: payee, value: 1 }]],
    })
    const receipt = await receiptOf(target(), hash)
    const { blockHash, blockNumber, transactionIndex } = receipt
    const told = await target().call<Record<string, unknown>>('eth_getTransactionByHash', [hash])
    expect(told).toMatchObject({
      ...{ type: '0x79', hash, from: alice.address, blockHash, blockNumber, transactionIndex, payerAuth: '0x' },
      gasPrice: receipt.effectiveGasPrice,
      tx: {
        ...{ chainId: target().chainId, sender: alice.address, nonceKey: '0x0', nonceSequence: 0, validAfter: 0 },
        ...{ validBefore: 99_999_999_999, accountChanges: [], metadata: '0x6869', payer: null },
        calls: [[{ to: payee, value: '0x1', data: '0x' }]],
      },
    })
    for (const field of ['to', 'value', 'input', 'nonce', 'gas', 'chainId', 'r', 's', 'v'])
      expect(told).not.toHaveProperty(field)
    const inBlock = [
      (await target().call<{ transactions: unknown[] }>('eth_getBlockByHash', [blockHash, true])).transactions,
      (await target().call<{ transactions: unknown[] }>('eth_getBlockByNumber', [blockNumber, true])).transactions,
    ]
    for (const transactions of inBlock) expect(transactions[Number(transactionIndex)]).toEqual(told)
    expect(await target().call('eth_getTransactionByBlockHashAndIndex', [blockHash, transactionIndex])).toEqual(told)
    expect(await target().call('eth_getTransactionByBlockNumberAndIndex', [blockNumber, transactionIndex])).toEqual(
      told,
    )
    const { transactions } = await target().call<{ transactions: Hex[] }>('eth_getBlockByNumber', [blockNumber, false])
    expect(transactions[Number(transactionIndex)]).toBe(hash)
    const receipts = await target().call<Receipt[]>('eth_getBlockReceipts', [blockNumber])
    expect(receipts[Number(transactionIndex)]).toEqual(receipt)
    const raw = await target().call<Hex>('eth_getRawTransactionByHash', [hash])
    expect(keccak256(raw)).toBe(hash)
    const fields = fromRlp(`0x${raw.slice(4)}`, 'hex')
    expect(fields).toHaveLength(15)
    expect(fields[10]).toEqual([[[payee, '0x01', '0x']]])
    for (const page of [`tx/${hash}`, `block/${Number(blockNumber)}`, `address/${payee}`])
      expect((await fetch(`${target().rpcUrl}/explorer/${page}`)).status).toBe(200)
  })

  test('logs come from the execution, in queries and filters', async () => {
    const alice = await rich(target())
    const hash = await send(target(), {
      sender: alice.address,
      calls: [[dollars(target(), payee, 3n)], [dollars(target(), stranger, 4n)]],
    })
    const { blockHash, logs } = await receiptOf(target(), hash)
    const found = await target().call<Log[]>('eth_getLogs', [{ blockHash, topics: [transferTopic] }])
    expect(found.filter(({ transactionHash }) => transactionHash === hash)).toEqual(logs)
    expect(logs.map(({ data }) => BigInt(data))).toEqual([3n, 4n])
  })

  test('keys: number 0 is the account’s own, the others count apart', async () => {
    const alice = await target().person()
    const call = [[{ to: payee, value: 1 }]]
    const first = await send(target(), { sender: alice.address, nonceKey: 5, calls: call })
    await receiptOf(target(), first)
    expect(await countOf(target(), alice.address)).toBe(0)
    expect(await countOf(target(), alice.address, '0x5')).toBe(1)
    expect(await countOf(target(), alice.address, '0x6')).toBe(0)
    const second = await send(target(), { sender: alice.address, nonceKey: 5, calls: call })
    await receiptOf(target(), second)
    expect(await countOf(target(), alice.address, '0x5')).toBe(2)
    const own = await alice.sign({ nonce: 0 })
    expect((await sealedReceipt(target(), await target().call('eth_sendRawTransaction', [own.raw]))).status).toBe('0x1')
    const third = await send(target(), { sender: alice.address, calls: call })
    await receiptOf(target(), third)
    expect(await countOf(target(), alice.address)).toBe(2)
  })

  test('the older layout: value by the account’s own function, and a delegation nobody asked for', async () => {
    const alice = await target().person()
    const batch = encodeFunctionData({
      abi,
      functionName: 'executeBatch',
      args: [[{ target: payee, value: 21n, data: '0x' }]],
    })
    const before = await balanceOf(target(), payee)
    const hash = await send(target(), {
      wire: 'keystore',
      sender: alice.address,
      calls: [[{ to: alice.address, data: batch }]],
    })
    expect((await receiptOf(target(), hash)).phaseStatuses).toEqual(['0x1'])
    expect(await balanceOf(target(), payee)).toBe(before + 21n)
    const told = await target().call<{ tx: { calls: object[][] } }>('eth_getTransactionByHash', [hash])
    expect(told.tx.calls[0]?.[0]).not.toHaveProperty('value')
    expect(await target().call('eth_getCode', [alice.address, 'latest'])).toMatch(/^0xef0100[0-9a-f]{40}$/)
  })

  test('an entry delegates, and one of zeros clears', async () => {
    const alice = await target().person()
    const delegate = async (to: Address) => {
      const accountChanges = [{ type: 'delegation', target: to }]
      return receiptOf(target(), await send(target(), { sender: alice.address, accountChanges }))
    }
    expect(await delegate(stranger)).toMatchObject({ status: '0x1', phaseStatuses: [] })
    expect(await target().call('eth_getCode', [alice.address, 'latest'])).toBe(`0xef0100${stranger.slice(2)}`)
    await delegate(`0x${'0'.repeat(40)}`)
    expect(await target().call('eth_getCode', [alice.address, 'latest'])).toBe('0x')
  })

  test('is refused in the words of the node', async () => {
    const { address: sender } = await target().person()
    const refusal = async (order: object) => (await target().refusal('prelude_sendNativeTransaction', [order])).message
    const call = { to: payee }
    expect(await refusal({ sender, calls: Array.from({ length: 1_025 }, () => [call]) })).toBe(
      'EIP-8130 validation failed: call phase count exceeds maximum',
    )
    expect(await refusal({ sender, nonceKey: `0x${'f'.repeat(64)}` })).toBe(
      'EIP-8130 validation failed: nonce-free transaction must set a non-zero valid_before and a zero nonce sequence',
    )
    expect(await refusal({ sender, gasLimit: 0 })).toBe('transaction type not supported')
  })
})

onEach(['network that seals when asked'], target => {
  test('is told before its block is sealed, and to subscriptions', async () => {
    const alice = await rich(target())
    const socket = await target().socket()
    const [fresh, blocks, receipts] = [
      await socket.subscribe<Record<string, unknown>>('newFlashblockTransactions', true),
      await socket.subscribe<{ transactions: { hash: Hex }[] }>('newFlashblocks'),
      await socket.subscribe<NativeReceipt[]>('transactionReceipts'),
    ]
    const hash = await send(target(), { sender: alice.address, calls: [[dollars(target(), payee, 3n)]] })
    const pushed = await fresh.next(item => item.hash === hash)
    expect(pushed).toMatchObject({
      ...{ type: '0x79', from: alice.address, status: '0x1', payer: alice.address, phaseStatuses: ['0x1'] },
      ...{ blockHash: null, tx: { nonceSequence: 0 }, logs: [{ transactionHash: hash }] },
    })
    expect(pushed).not.toHaveProperty('nonce')
    const block = await blocks.next(({ transactions }) => transactions.some(each => each.hash === hash))
    expect(block.transactions.find(each => each.hash === hash)).toMatchObject({ tx: { sender: alice.address } })
    const early = await target().call<NativeReceipt>('eth_getTransactionReceipt', [hash])
    expect(early).toMatchObject({ type: '0x79', blockHash: `0x${'0'.repeat(64)}`, phaseStatuses: ['0x1'] })
    await target().seal()
    const sealed = await receipts.next(told => told.some(each => each.transactionHash === hash))
    expect(sealed.find(each => each.transactionHash === hash)).toMatchObject({ type: '0x79', payer: alice.address })
    socket.close()
  })

  test('leaves with its block, and comes again', async () => {
    const alice = await target().person()
    await target().seal()
    const before = await balanceOf(target(), payee)
    const hash = await send(target(), { sender: alice.address, nonceKey: 3, calls: [[{ to: payee, value: 2 }]] })
    await receiptOf(target(), hash)
    expect(await balanceOf(target(), payee)).toBe(before + 2n)
    await target().control({ reorganise: { blocks: 1, fate: 'waiting' } })
    expect(await balanceOf(target(), payee)).toBe(before)
    expect(await balanceOf(target(), alice.address)).toBe(parseEther('10'))
    expect(await countOf(target(), alice.address, '0x3')).toBe(0)
    expect(await target().call('eth_getCode', [alice.address, 'latest'])).toBe('0x')
    expect((await receiptOf(target(), hash)).status).toBe('0x1')
    expect(await balanceOf(target(), payee)).toBe(before + 2n)
  })
})

describe('a network of another kind', () => {
  test('does not have the type, nor numbers of keys', async () => {
    const other = await startNetwork(['--control', '--mode', 'proposed-blocks'])
    const { message } = await other.refusal('prelude_sendNativeTransaction', [{ sender: stranger }])
    expect(message).toBe('transaction type not supported')
    const count = await other.refusal('eth_getTransactionCount', [stranger, 'latest', '0x5'])
    expect(count.message).toContain('the `nonce_key` parameter is not supported at this block')
    await stopNetworks()
  })
})
