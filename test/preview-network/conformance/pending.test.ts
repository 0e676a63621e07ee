import { type Hex, numberToHex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Block, blockHash, blockSchema } from './block-header.ts'
import { type Log, type Receipt, sealedReceipt, sendAndSee, zeroHash } from './receipt.ts'
import { onEach, sealingWhenAsked, startNetwork, stranger, type Target } from './target.ts'

async function block(target: Target, tag: string, full = false): Promise<Block> {
  return blockSchema.parse(await target.call('eth_getBlockByNumber', [tag, full]))
}

describe('Block object, pending', () => {
  onEach(['network that seals when asked'], target => {
    test('it is the block being built, in the same shape as a sealed one', async () => {
      const [pending, latest] = await Promise.all([block(target(), 'pending'), block(target(), 'latest')])
      expect(Object.keys(pending).sort()).toEqual(Object.keys(latest).sort())
      expect([BigInt(pending.number), pending.parentHash]).toEqual([BigInt(latest.number) + 1n, latest.hash])
    })

    test('it has the transactions so far, the gas used so far, and another hash with each step', async () => {
      const person = await target().person()
      await target().seal()
      const empty = await block(target(), 'pending')
      const first = await sendAndSee(target(), (await person.sign({ nonce: 0 })).raw)
      const one = await block(target(), 'pending', true)
      const second = await sendAndSee(target(), (await person.sign({ nonce: 1 })).raw)
      const two = await block(target(), 'pending')
      expect([first.blockNumber, second.blockNumber]).toEqual([empty.number, empty.number])
      expect(new Set([empty.hash, one.hash, two.hash]).size).toBe(3)
      expect(one.transactions).toContainEqual(
        expect.objectContaining({ hash: first.transactionHash, blockHash: null, blockNumber: one.number }),
      )
      expect(two.transactions.slice(-2)).toEqual([first.transactionHash, second.transactionHash])
      expect(BigInt(one.gasUsed)).toBe(BigInt(empty.gasUsed) + 21_000n)
      expect(BigInt(two.gasUsed)).toBe(BigInt(empty.gasUsed) + 42_000n)
      expect(second.cumulativeGasUsed).toBe(two.gasUsed)
      const count = numberToHex(two.transactions.length)
      expect(await target().call('eth_getBlockTransactionCountByNumber', ['pending'])).toBe(count)
      expect(
        await target().call('eth_getTransactionByBlockNumberAndIndex', ['pending', first.transactionIndex]),
      ).toMatchObject({ hash: first.transactionHash })
      expect(await target().call<Receipt[]>('eth_getBlockReceipts', ['pending'])).toHaveLength(Number(count))
    })

    test('its hash is that of the partial block at this step, and its blob gas what will be sealed', async () => {
      await target().seal()
      await sendAndSee(target(), (await (await target().person()).sign({ nonce: 0 })).raw)
      const pending = await block(target(), 'pending', true)
      expect(pending.hash).toBe(blockHash(pending))
      await target().seal()
      const sealed = await block(target(), pending.number, true)
      expect([sealed.hash, sealed.blobGasUsed]).toEqual([pending.hash, pending.blobGasUsed])
      expect(Object.keys(sealed.transactions[1] ?? {}).sort()).toEqual(
        Object.keys(pending.transactions[1] ?? {}).sort(),
      )
    })

    test('over WebSocket it is the same block', async () => {
      const socket = await target().socket()
      const person = await target().person()
      const { hash, raw } = await person.sign({ nonce: 0 })
      expect(await socket.call('eth_sendRawTransaction', [raw])).toBe(hash)
      await sendAndSee(target(), (await person.sign({ nonce: 1 })).raw)
      const ofSocket = await socket.call<Block>('eth_getBlockByNumber', ['pending', false])
      expect(ofSocket).toEqual(await block(target(), 'pending'))
      expect(ofSocket.transactions).toContain(hash)
      expect(await socket.call('eth_getTransactionCount', [person.address, 'pending'])).toBe('0x2')
      socket.close()
    })

    test('its number names no block before it is sealed', async () => {
      const { number, hash } = await block(target(), 'pending')
      expect(await target().call('eth_getBlockByHash', [hash, false])).toBeNull()
      const failure = await target().refusal('eth_getBalance', [stranger, numberToHex(BigInt(number) + 100n)])
      expect(failure).toMatchObject({ code: -32001, message: expect.stringMatching(/^block not found: 0x/) })
    })
  })
})

describe('eth_getTransactionCount', () => {
  onEach(['network that seals when asked'], target => {
    test('pending counts what is pre-confirmed, latest what is sealed, neither what waits', async () => {
      const person = await target().person()
      const count = (tag: string) => target().call('eth_getTransactionCount', [person.address, tag])
      await target().seal()
      await target().call('eth_sendRawTransaction', [(await person.sign({ nonce: 3 })).raw])
      const { raw, hash } = await person.sign({ nonce: 0 })
      await sendAndSee(target(), raw)
      expect([await count('pending'), await count('latest')]).toEqual(['0x1', '0x0'])
      await sealedReceipt(target(), hash)
      expect([await count('pending'), await count('latest')]).toEqual(['0x1', '0x1'])
      for (const tag of ['safe', 'finalized', 'earliest', '0x0']) expect(await count(tag)).toBe('0x0')
    })

    test.each([[[]], [['0x1234', 'latest']], [[7, 'latest']], [[stranger, 'newest']], [[stranger, 7]]])(
      'refuses the parameters %j',
      async params => {
        expect(await target().refusal('eth_getTransactionCount', params)).toMatchObject({ code: -32602 })
      },
    )

    test('a client that takes each nonce from pending leaves no gap', async () => {
      const person = await target().person()
      for (let index = 0; index < 5; index++) {
        const nonce = Number(await target().call('eth_getTransactionCount', [person.address, 'pending']))
        expect(nonce).toBe(index)
        await sendAndSee(target(), (await person.sign({ nonce })).raw)
      }
    })

    test('a block may be named by number or hash in an object (EIP-1898)', async () => {
      const { number, hash } = await block(target(), 'latest')
      const count = (at: unknown) => target().call('eth_getTransactionCount', [stranger, at])
      expect(await count({ blockNumber: number })).toBe('0x0')
      expect(await count({ blockHash: hash })).toBe('0x0')
      expect(await target().refusal('eth_getTransactionCount', [stranger, { blockHash: zeroHash }])).toMatchObject({
        code: -32001,
      })
    })
  })
})

/** Keeps what it is called with in its first slot. */
const keeper = '0x5f3560005560206000f3'
/** Each answers with one thing of the block it runs in. */
const contextTellers = {
  number: '0x4360005260206000f3',
  timestamp: '0x4260005260206000f3',
  baseFee: '0x4860005260206000f3',
  miner: '0x4160005260206000f3',
  gasLimit: '0x4560005260206000f3',
  parentHash: '0x600143034060005260206000f3',
} as const
/** Answers with the number of the block it runs in. */
const blockTeller = contextTellers.number

describe('Reads on pending', () => {
  onEach(['network that seals when asked'], target => {
    test('balance, code, storage, calls and estimates know what is pre-confirmed', async () => {
      const person = await target().person()
      const at = (method: string, tag: string, ...params: unknown[]) => target().call(method, [...params, tag])
      await target().seal()
      const initcode = `0x69${keeper.slice(2)}600052600a6016f3` as const
      const { contractAddress: contract } = await sendAndSee(
        target(),
        (await person.sign({ nonce: 0, to: undefined, data: initcode, gas: 200_000n, value: 0n })).raw,
      )
      if (contract === null) throw new Error('nothing was deployed')
      const word = `0x${'00'.repeat(31)}2a` as const
      await sendAndSee(
        target(),
        (await person.sign({ nonce: 1, to: contract, data: word, gas: 100_000n, value: 0n })).raw,
      )
      expect(await at('eth_getCode', 'pending', contract)).toBe(keeper)
      expect(await at('eth_getCode', 'latest', contract)).toBe('0x')
      expect(await at('eth_getStorageAt', 'pending', contract, '0x0')).toBe(word)
      expect(await at('eth_getStorageAt', 'latest', contract, '0x0')).toBe(`0x${'00'.repeat(32)}`)
      expect(await at('eth_call', 'pending', { to: contract })).toBe(`0x${'00'.repeat(32)}`)
      expect(await at('eth_call', 'latest', { to: contract })).toBe('0x')
      const [now, before] = await Promise.all([
        at('eth_getBalance', 'pending', person.address),
        at('eth_getBalance', 'latest', person.address),
      ])
      expect(BigInt(String(now))).toBeLessThan(BigInt(String(before)))
      const call = { from: person.address, to: contract, data: word }
      expect(Number(await at('eth_estimateGas', 'pending', call))).toBeLessThan(
        Number(await at('eth_estimateGas', 'pending', { ...call, data: `0x${'00'.repeat(31)}2b` })),
      )
    })

    test.each(['latest', 'pending', '0x2'])('a call on %s runs in that very block', async tag => {
      await target().seal()
      await sendAndSee(target(), (await (await target().person()).sign({ nonce: 0 })).raw)
      const { number, timestamp, baseFeePerGas, miner, gasLimit, parentHash } = await block(target(), tag)
      const answers = await Promise.all(
        Object.values(contextTellers).map(code =>
          target().call<Hex>('eth_call', [{ to: stranger }, tag, { [stranger]: { code } }]),
        ),
      )
      expect(answers.map(BigInt)).toEqual([number, timestamp, baseFeePerGas, miner, gasLimit, parentHash].map(BigInt))
    })

    test('a simulation of several calls, on what is pre-confirmed', async () => {
      const person = await target().person()
      const payload = {
        blockStateCalls: [{ calls: [{ from: person.address, to: stranger, value: '0x1' }] }],
        traceTransfers: true,
      }
      const [simulated] = await target().call<{ calls: object[] }[]>('eth_simulateV1', [payload, 'pending'])
      expect(simulated?.calls).toMatchObject([{ status: '0x1', gasUsed: '0x5208' }])
    })

    test('a call that reverts says why, with the data', async () => {
      const code = '0x60ff60005260206000fd'
      const failure = await target().refusal('eth_call', [{ to: stranger }, 'latest', { [stranger]: { code } }])
      expect(failure).toMatchObject({ code: 3, data: `0x${'00'.repeat(31)}ff` })
      expect(failure.message).toMatch(/^execution reverted/)
    })

    test('who has no money can still call', async () => {
      const nobody = '0x00000000000000000000000000000000000000bb'
      expect(await target().call('eth_call', [{ from: nobody, to: stranger }, 'latest'])).toBe('0x')
    })
  })
})

describe('eth_getTransactionReceipt before sealing', () => {
  // Twice: a block executed anew at each step, and one of which each step executes only what is new.
  describe.each([
    ['anew', '64'],
    ['by what is new', '0'],
  ])('with each step executed %s', (_, limit) => {
    let target: Target
    beforeAll(async () => {
      target = await startNetwork([...sealingWhenAsked, '--replay-limit', limit])
    })
    afterAll(() => target.stop())

    test('it has a zero block hash, and is otherwise the one that will be sealed', async () => {
      const { testDollar = stranger } = target.contracts
      const mint = `0x40c10f19${stranger.slice(2).padStart(64, '0')}${'1'.padStart(64, '0')}` as const
      const person = await target.person()
      await target.seal()
      const seen: Receipt[] = []
      for (let nonce = 0; nonce < 4; nonce++) {
        const request = { nonce, to: testDollar, value: 0n, data: mint, gas: 100_000n }
        seen.push(await sendAndSee(target, (await person.sign(request)).raw))
      }
      const pendingLogs = await target.call<Log[]>('eth_getLogs', [
        { address: testDollar, fromBlock: 'latest', toBlock: 'pending' },
      ])
      const open = await block(target, 'pending')
      expect(seen.map(({ blockHash, blockNumber }) => [blockHash, blockNumber])).toEqual(
        seen.map(() => [zeroHash, open.number]),
      )
      expect(seen.flatMap(({ logs }) => logs.map(({ logIndex }) => logIndex))).toEqual(['0x0', '0x1', '0x2', '0x3'])
      expect(pendingLogs.map(({ transactionHash }) => transactionHash)).toEqual(
        seen.map(({ transactionHash }) => transactionHash),
      )
      const sealed = await Promise.all(seen.map(({ transactionHash }) => sealedReceipt(target, transactionHash)))
      const blockHash = sealed[0]?.blockHash ?? zeroHash
      expect(blockHash).not.toBe(zeroHash)
      const promised = seen.map(receipt => ({
        ...receipt,
        blockHash,
        logs: receipt.logs.map(log => ({ ...log, blockHash })),
      }))
      expect(sealed).toMatchObject(promised)
    })

    test('a call runs in the block being built, however many steps it took', async () => {
      const person = await target.person()
      await target.seal()
      for (let nonce = 0; nonce < 3; nonce++) await sendAndSee(target, (await person.sign({ nonce })).raw)
      const overrides = { [stranger]: { code: blockTeller } }
      const number = await target.call<Hex>('eth_call', [{ to: stranger }, 'pending', overrides])
      expect(BigInt(number)).toBe(BigInt((await block(target, 'pending')).number))
    })
  })
})
