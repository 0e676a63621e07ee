import { Contract, JsonRpcProvider } from 'ethers'
import type { Hash, Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { headSchema } from './block-header.ts'
import { type Log, type Receipt, sealedReceipt, sendAndSee, zeroHash } from './receipt.ts'
import { createSocket } from './socket.ts'
import { onEach, type Person, stranger, type Target } from './target.ts'

const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
interface Head {
  number: Hex
  hash: Hash
  parentHash: Hash
}

/** Mints so many cents of the test dollar to an address, which is logged as a transfer. */
async function mint(target: Target, person: Person, nonce: number, to: Hex): Promise<{ raw: Hex; hash: Hash }> {
  const { testDollar } = target.contracts
  const data = `0x40c10f19${to.slice(2).padStart(64, '0')}${'1'.padStart(64, '0')}` as const
  return person.sign({ nonce, to: testDollar, value: 0n, data, gas: 100_000n })
}

describe('Events: newHeads', () => {
  onEach(['pre-confirming network', 'network with fast blocks', 'plain Anvil'], target => {
    test('one for each sealed block, each the child of the one before', async () => {
      const socket = await target().socket()
      const heads = await socket.subscribe<Head>('newHeads')
      expect(heads.id).toMatch(/^0x[0-9a-f]+$/)
      const first = await heads.next()
      const third = await heads.next(({ number }) => BigInt(number) === BigInt(first.number) + 2n)
      const second = heads.heard.find(({ hash }) => hash === third.parentHash)
      expect(second?.parentHash).toBe(first.hash)
      const numbers = heads.heard.map(({ number }) => Number(number))
      expect(numbers).toEqual(numbers.map((_, index) => Number(first.number) + index))
      socket.close()
    })

    test('a notification has the method eth_subscription, and in its parameters subscription and result', async () => {
      const socket = await target().socket()
      const texts: string[] = []
      socket.raw.on('message', data => texts.push(String(data)))
      const heads = await socket.subscribe<Head>('newHeads')
      const result = await heads.next()
      const messages: unknown[] = texts.map(text => JSON.parse(text))
      const params = { subscription: heads.id, result }
      expect(messages).toContainEqual({ jsonrpc: '2.0', method: 'eth_subscription', params })
      socket.close()
    })

    test('calls and several subscriptions share one connection, until each is ended', async () => {
      const socket = await target().socket()
      const one = await socket.subscribe<Head>('newHeads')
      const two = await socket.subscribe<Head>('newHeads')
      expect(one.id).not.toBe(two.id)
      expect(await socket.call('eth_chainId')).toBe('0x509f455')
      const { hash } = await one.next()
      expect(await two.next(head => head.hash === hash)).toEqual(one.heard[0])
      expect(await one.end()).toBe(true)
      const count = one.heard.length
      await two.next(head => !one.heard.some(heard => heard.hash === head.hash) && head.hash !== hash)
      expect(one.heard).toHaveLength(count)
      expect(await one.end()).toBe(false)
      socket.close()
    })
  })

  onEach(['pre-confirming network'], target => {
    test('the payload is the header, every field but what the block contains', async () => {
      const socket = await target().socket()
      const head = await (await socket.subscribe<Record<string, unknown>>('newHeads')).next()
      headSchema.parse(head)
      expect(head).not.toHaveProperty('transactions')
      expect(head).not.toHaveProperty('uncles')
      const {
        transactions: _,
        uncles: __,
        ...block
      } = await target().call<Record<string, unknown>>('eth_getBlockByNumber', [head.number, false])
      expect(head).toEqual(block)
      socket.close()
    })

    test('what the network pushes of the latest block can be read at once', async () => {
      const socket = await target().socket()
      const head = await (await socket.subscribe<Head>('newHeads')).next()
      const read = await target().call<Head>('eth_getBlockByNumber', [head.number, false])
      expect(read.hash).toBe(head.hash)
      socket.close()
    })

    test.each([['newMoney'], [7], []])('eth_subscribe refuses %j', async (...params) => {
      const socket = await target().socket()
      await expect(socket.call('eth_subscribe', params)).rejects.toMatchObject({ code: -32602 })
      socket.close()
    })

    test('over HTTP nothing can be subscribed to', async () => {
      expect(await target().refusal('eth_subscribe', ['newHeads'])).toMatchObject({ code: -32601 })
    })

    test('the address of the socket may be / or /ws, and nothing else', async () => {
      expect(target().wsUrl).toMatch(/\/ws$/)
      const bare = await createSocket(target().wsUrl.replace(/\/ws$/, '/'))
      expect(await bare.call('eth_chainId')).toBe('0x509f455')
      bare.close()
      await expect(createSocket(target().wsUrl.replace(/\/ws$/, '/elsewhere'))).rejects.toThrow('404')
    })
  })
})

describe('Events: logs', () => {
  onEach(['network that seals when asked', 'network with fast blocks'], target => {
    test('a log of a sealed block, one message each', async () => {
      const person = await target().person()
      const socket = await target().socket()
      const logs = await socket.subscribe<Log>('logs', { address: target().contracts.testDollar })
      const { raw, hash } = await mint(target(), person, 0, person.address)
      await target().call('eth_sendRawTransaction', [raw])
      await target().seal()
      const log = await logs.next(({ transactionHash }) => transactionHash === hash)
      const receipt = await sealedReceipt(target(), hash)
      expect(log).toMatchObject({
        address: target().contracts.testDollar?.toLowerCase(),
        topics: [transferTopic, `0x${'0'.repeat(64)}`, `0x${person.address.slice(2).padStart(64, '0')}`],
        data: `0x${'1'.padStart(64, '0')}`,
        blockHash: receipt.blockHash,
        blockNumber: receipt.blockNumber,
        transactionIndex: receipt.transactionIndex,
        removed: false,
      })
      const { blockHash } = receipt
      expect(await target().call('eth_getLogs', [{ blockHash }])).toEqual([expect.objectContaining(log)])
      socket.close()
    })
  })

  onEach(['network that seals when asked'], target => {
    test('filtered by address and by indexed topics, slot by slot', async () => {
      const [one, two] = await Promise.all([target().person(), target().person()])
      const topicOf = ({ address }: Person) => `0x${address.slice(2).padStart(64, '0')}`
      const { testDollar } = target().contracts
      const socket = await target().socket()
      const filters = {
        all: {},
        token: { address: testDollar },
        tokenOrOther: { address: [stranger, testDollar] },
        other: { address: stranger },
        toOne: { topics: [transferTopic, null, topicOf(one)] },
        toEither: { topics: [[transferTopic], [], [topicOf(one), topicOf(two)]] },
        fourthTopic: { topics: [null, null, null, topicOf(one)] },
        anyTopics: { topics: [null, null, null, null] },
      }
      const heard = Object.fromEntries(
        await Promise.all(
          Object.entries(filters).map(
            async ([name, filter]) => [name, await socket.subscribe<Log>('logs', filter)] as const,
          ),
        ),
      )
      const first = await mint(target(), one, 0, one.address)
      const second = await mint(target(), one, 1, two.address)
      await target().call('eth_sendRawTransaction', [first.raw])
      await target().call('eth_sendRawTransaction', [second.raw])
      await target().seal()
      await heard.all?.next(({ transactionHash }) => transactionHash === second.hash)
      const hashes = (name: keyof typeof filters) =>
        heard[name]?.heard.map(({ transactionHash }) => transactionHash).filter(hash => sent.includes(hash))
      const sent = [first.hash, second.hash]
      expect(hashes('all')).toEqual(sent)
      expect(hashes('token')).toEqual(sent)
      expect(hashes('tokenOrOther')).toEqual(sent)
      expect(hashes('other')).toEqual([])
      expect(hashes('toOne')).toEqual([first.hash])
      expect(hashes('toEither')).toEqual(sent)
      expect(hashes('fourthTopic')).toEqual([])
      expect(hashes('anyTopics')).toEqual(sent)
      // The same filters read the same from the chain.
      for (const [name, filter] of Object.entries(filters)) {
        const found = await target().call<Log[]>('eth_getLogs', [{ ...filter, fromBlock: '0x1', toBlock: 'latest' }])
        const ours = found.map(({ transactionHash }) => transactionHash).filter(hash => sent.includes(hash))
        expect([name, ours]).toEqual([name, hashes(name as keyof typeof filters)])
      }
      socket.close()
    })

    test('a filter of more than a thousand addresses is refused', async () => {
      const address = Array.from({ length: 1001 }, () => stranger)
      const socket = await target().socket()
      const message = 'too many filter addresses: max 1000, got 1001'
      await expect(socket.call('eth_subscribe', ['logs', { address }])).rejects.toMatchObject({ code: -32602, message })
      expect(await target().refusal('eth_getLogs', [{ address }])).toMatchObject({ code: -32602, message })
      await expect(socket.call('eth_subscribe', ['logs', { address: 'dollar' }])).rejects.toMatchObject({
        code: -32602,
      })
      socket.close()
    })

    test.each([
      [{ fromBlock: '0x2', toBlock: '0x1' }],
      [{ blockHash: zeroHash, fromBlock: '0x1' }],
      [{ fromBlock: 1 }],
      [{ topics: ['0x12'] }],
    ])('eth_getLogs refuses %j', async query => {
      expect(await target().refusal('eth_getLogs', [query])).toMatchObject({ code: -32602 })
    })
  })
})

describe('Events: pre-confirmed transactions', () => {
  onEach(['network that seals when asked'], target => {
    test('a hash, a whole transaction, or whole transactions with a matching log', async () => {
      const person = await target().person()
      const socket = await target().socket()
      const name = 'newFlashblockTransactions'
      const hashes = await socket.subscribe<Hash>(name)
      const explicit = await socket.subscribe<Hash>(name, false)
      const whole = await socket.subscribe<Receipt & { hash: Hash }>(name, true)
      const filtered = await socket.subscribe<Receipt & { hash: Hash }>(name, {
        address: target().contracts.testDollar,
        topics: [transferTopic],
      })
      const plain = await person.sign({ nonce: 0 })
      const minted = await mint(target(), person, 1, person.address)
      await target().call('eth_sendRawTransaction', [plain.raw])
      await target().call('eth_sendRawTransaction', [minted.raw])
      await hashes.next(hash => hash === plain.hash)
      await explicit.next(hash => hash === minted.hash)
      const full = await whole.next(({ hash }) => hash === plain.hash)
      expect(full).toMatchObject({
        type: '0x2',
        hash: plain.hash,
        from: person.address,
        to: stranger,
        blockHash: null,
        status: '0x1',
        gasUsed: '0x5208',
        logs: [],
        contractAddress: null,
      })
      expect(full).toHaveProperty('cumulativeGasUsed')
      expect(full).toHaveProperty('logsBloom')
      await filtered.next(({ hash }) => hash === minted.hash)
      expect(filtered.heard.map(({ hash }) => hash)).not.toContain(plain.hash)
      socket.close()
    })

    test('what was accepted is in the very next partial block', async () => {
      const socket = await target().socket()
      const partials = await socket.subscribe<{ transactions: { hash: Hash }[] }>('newFlashblocks')
      const person = await target().person()
      for (let nonce = 0; nonce < 5; nonce++) {
        const { raw, hash } = await person.sign({ nonce })
        await socket.call('eth_sendRawTransaction', [raw])
        // On one connection the answer and the partial blocks keep their order.
        const before = partials.heard.length
        await partials.next(part => partials.heard.indexOf(part) === before)
        expect(partials.heard[before]?.transactions.map(each => each.hash)).toContain(hash)
      }
      socket.close()
    })

    test('the deposit with which a block begins is told of too', async () => {
      const socket = await target().socket()
      const hashes = await socket.subscribe<Hash>('newFlashblockTransactions')
      await target().seal()
      const { transactions } = await target().call<{ transactions: Hash[] }>('eth_getBlockByNumber', ['pending', false])
      await hashes.next(hash => hash === transactions[0])
      socket.close()
    })

    test('it comes before the block is sealed, and can be read at once', async () => {
      const person = await target().person()
      const socket = await target().socket()
      const hashes = await socket.subscribe<Hash>('newFlashblockTransactions')
      const { raw, hash } = await person.sign({ nonce: 0 })
      await target().call('eth_sendRawTransaction', [raw])
      await hashes.next(heard => heard === hash)
      expect(await target().call('eth_getTransactionReceipt', [hash])).toMatchObject({ blockHash: zeroHash })
      socket.close()
    })

    test('pendingLogs have the logs of what is newly pre-confirmed', async () => {
      const person = await target().person()
      const socket = await target().socket()
      const logs = await socket.subscribe<Log>('pendingLogs', { address: target().contracts.testDollar })
      const { raw, hash } = await mint(target(), person, 0, person.address)
      await target().call('eth_sendRawTransaction', [raw])
      const log = await logs.next(({ transactionHash }) => transactionHash === hash)
      expect(log).toMatchObject({ removed: false, blockHash: zeroHash, topics: [transferTopic, {}, {}] })
      socket.close()
    })

    test('newFlashblocks have the block so far, several times before it is sealed', async () => {
      const socket = await target().socket()
      const partials = await socket.subscribe<{ number: Hex; hash: Hash; transactions: object[] }>('newFlashblocks')
      await target().seal()
      const { number } = await target().call<Head>('eth_getBlockByNumber', ['pending', false])
      const isOfThisBlock = (count: number) => (part: { number: Hex; transactions: object[] }) =>
        part.number === number && part.transactions.length === count
      expect(await partials.next(isOfThisBlock(1))).toMatchObject({ hash: zeroHash, transactions: [{ type: '0x7e' }] })
      const { raw, hash } = await (await target().person()).sign({ nonce: 0 })
      const open = await target().call<Head>('eth_getBlockByNumber', ['pending', false])
      await target().call('eth_sendRawTransaction', [raw])
      const grown = await partials.next(part => part.number === open.number && part.transactions.length === 2)
      expect(grown).toMatchObject({ transactions: [{ type: '0x7e' }, { hash }] })
      socket.close()
    })
  })
})

describe('Events: transactionReceipts', () => {
  onEach(['network that seals when asked', 'network with fast blocks'], target => {
    test('the receipts of named transactions alone, where it names them', async () => {
      const [person, other] = await Promise.all([target().person(), target().person()])
      const socket = await target().socket()
      const wanted = await person.sign({ nonce: 0 })
      const filter = { transactionHashes: [wanted.hash] }
      const receipts = await socket.subscribe<Receipt[]>('transactionReceipts', filter)
      for (const { raw } of [await other.sign({ nonce: 0 }), wanted])
        await target().call('eth_sendRawTransaction', [raw])
      await sealedReceipt(target(), wanted.hash)
      expect((await receipts.next()).map(({ transactionHash }) => transactionHash)).toEqual([wanted.hash])
      socket.close()
    })

    test('the receipts of each sealed block, in one message', async () => {
      const person = await target().person()
      const socket = await target().socket()
      const receipts = await socket.subscribe<Receipt[]>('transactionReceipts')
      const { raw, hash } = await person.sign({ nonce: 0 })
      await sendAndSee(target(), raw)
      await target().seal()
      const message = await receipts.next(list => list.some(({ transactionHash }) => transactionHash === hash))
      const { blockNumber } = await sealedReceipt(target(), hash)
      expect(message).toEqual(await target().call('eth_getBlockReceipts', [blockNumber]))
      socket.close()
    })
  })
})

describe('eth_subscribe: calls and subscriptions on one connection', () => {
  onEach(['pre-confirming network'], target => {
    test('whether the node is behind is told once, after the id', async () => {
      const socket = await target().socket()
      const syncing = await socket.subscribe<boolean>('syncing')
      expect(await syncing.next()).toBe(false)
      socket.close()
    })

    test('a reader who does not read is let go, and nobody else notices', async () => {
      const asked = 3_000
      const idle = await target().socket()
      const other = await target().socket()
      let answered = 0
      idle.raw.on('message', () => {
        answered += 1
      })
      idle.raw.pause()
      const body = { jsonrpc: '2.0', method: 'eth_getCode', params: [target().contracts.permit2, 'latest'] }
      for (let id = 1; id <= asked; id += 1) idle.send(JSON.stringify({ ...body, id }))
      // The same number of calls on another connection, after the flood: once they are answered, the flood, which
      // nobody read, is answered too.
      for (let id = 1; id <= asked; id += 100)
        await Promise.all(Array.from({ length: 100 }, () => other.call(body.method, body.params)))
      idle.raw.resume()
      await idle.closed
      expect(answered).toBeLessThan(asked)
      expect(await other.call('eth_chainId')).toBe('0x509f455')
      other.close()
    })
  })
})

describe('Filters', () => {
  onEach(['network that seals when asked'], target => {
    test('a filter tells what matched since it was asked last, once each', async () => {
      const person = await target().person()
      const { testDollar } = target().contracts
      const filter = { address: testDollar, topics: [transferTopic, null, `0x${stranger.slice(2).padStart(64, '0')}`] }
      const [logs, blocks, pending] = await Promise.all([
        target().call<Hex>('eth_newFilter', [filter]),
        target().call<Hex>('eth_newBlockFilter'),
        target().call<Hex>('eth_newPendingTransactionFilter'),
      ])
      const changes = (id: Hex) => target().call<unknown[]>('eth_getFilterChanges', [id])
      expect(await Promise.all([logs, blocks, pending].map(changes))).toEqual([[], [], []])
      const minted = await mint(target(), person, 0, stranger)
      await sendAndSee(target(), minted.raw)
      expect(await changes(logs)).toEqual([])
      const { blockHash } = await sealedReceipt(target(), minted.hash)
      expect(await changes(logs)).toEqual([
        expect.objectContaining({ transactionHash: minted.hash, blockHash, removed: false }),
      ])
      expect(await changes(blocks)).toContain(blockHash)
      expect(await Promise.all([logs, blocks].map(changes))).toEqual([[], []])
      expect(await target().call('eth_getFilterLogs', [logs])).toHaveLength(1)
      expect(await target().call('eth_uninstallFilter', [logs])).toBe(true)
      expect(await target().call('eth_uninstallFilter', [logs])).toBe(false)
      for (const method of ['eth_getFilterChanges', 'eth_getFilterLogs'])
        expect(await target().refusal(method, [logs])).toMatchObject({ message: 'filter not found' })
      expect(await target().refusal('eth_getFilterLogs', [blocks])).toMatchObject({ message: 'filter not found' })
    })

    test('a filter of past blocks has their logs', async () => {
      const person = await target().person()
      const minted = await mint(target(), person, 0, stranger)
      await target().call('eth_sendRawTransaction', [minted.raw])
      const { blockNumber } = await sealedReceipt(target(), minted.hash)
      const id = await target().call('eth_newFilter', [{ fromBlock: blockNumber, toBlock: blockNumber }])
      expect(await target().call('eth_getFilterLogs', [id])).toContainEqual(
        expect.objectContaining({ transactionHash: minted.hash }),
      )
      expect(await target().call('eth_getFilterChanges', [id])).toEqual([])
    })

    test('contract.on() of ethers hears of an event', async () => {
      const provider = new JsonRpcProvider(target().rpcUrl, undefined, { polling: false, pollingInterval: 50 })
      const abi = ['event Transfer(address indexed from, address indexed to, uint256 value)']
      const dollar = new Contract(target().contracts.testDollar ?? '', abi, provider)
      const heard = new Promise(resolve => void dollar.on('Transfer', (_from, to) => resolve(to)))
      // The filter is made in the background.
      await expect.poll(() => provider.listenerCount()).toBeGreaterThan(0)
      const person = await target().person()
      for (let nonce = 0; nonce < 3; nonce += 1) {
        const { hash, raw } = await mint(target(), person, nonce, stranger)
        await target().call('eth_sendRawTransaction', [raw])
        await sealedReceipt(target(), hash)
      }
      expect(await heard).toMatch(/abcDE$/i)
      provider.destroy()
    })
  })
})
