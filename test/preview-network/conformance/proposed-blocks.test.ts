import type { Hash, Hex } from 'viem'
import { afterEach, describe, expect, test } from 'vitest'
import { type Block, blockHash, type Head as Header, headSchema } from './block-header.ts'
import { signMint } from './dollars.ts'
import { type Log, type Receipt, sealedReceipt, sendAndSee } from './receipt.ts'
import { onEach, startNetwork, type Target } from './target.ts'

type CommitState = 'Proposed' | 'Voted' | 'Finalized' | 'Verified'

interface Committed {
  blockId: Hash
  commitState: CommitState
}

type Head = Committed & Header

/** Seals so many blocks, one after the other. */
async function sealed(target: Target, count: number): Promise<void> {
  for (let block = 0; block < count; block++) await target.seal()
}

describe('Monad: proposed blocks', () => {
  onEach(['network with proposed blocks'], target => {
    afterEach(() => target().control({ clear: true }))

    test('a block comes again at every state, with the same id', async () => {
      const socket = await target().socket()
      const heads = await socket.subscribe<Head>('monadNewHeads')
      await target().seal()
      const { number, hash, blockId } = await heads.next()
      await sealed(target(), 5)
      await heads.next(head => head.blockId === blockId && head.commitState === 'Verified')
      const own = heads.heard.filter(head => head.number === number)
      expect(own.map(({ commitState }) => commitState)).toEqual(['Proposed', 'Voted', 'Finalized', 'Verified'])
      expect(new Set(own.map(head => head.blockId))).toEqual(new Set([blockId]))
      expect(own.map(head => head.hash)).toEqual([hash, hash, hash, hash])
      // What lies between the states is the number of blocks on top.
      const proposals = heads.heard.filter(({ commitState }) => commitState === 'Proposed').map(head => head.number)
      const highestAt = own.map(head => {
        const before = heads.heard.slice(0, heads.heard.indexOf(head) + 1)
        return before.findLast(({ commitState }) => commitState === 'Proposed')?.number
      })
      expect(highestAt).toEqual([proposals[0], proposals[1], proposals[2], proposals[5]])
      socket.close()
    })

    test('the header is whole: its hash is that of its fields', async () => {
      const socket = await target().socket()
      const heads = await socket.subscribe<Head>('monadNewHeads')
      await target().seal()
      const told = await heads.next()
      expect(headSchema.parse(told).hash).toBe(blockHash(told))
      expect(told.blockId).toMatch(/^0x[0-9a-f]{64}$/)
      expect(told.blockId).not.toBe(told.hash)
      expect(told.commitState).toBe('Proposed')
      socket.close()
    })

    test('newHeads and logs tell of a block once, when it is proposed', async () => {
      const socket = await target().socket()
      const heads = await socket.subscribe<Head>('newHeads')
      const logs = await socket.subscribe<Log>('logs', { address: target().contracts.testDollar })
      const person = await target().person()
      const { raw, hash } = await signMint(target(), person, 0)
      await target().call('eth_sendRawTransaction', [raw])
      const receipt = await sealedReceipt(target(), hash)
      expect(await logs.next(log => log.transactionHash === hash)).toEqual(receipt.logs[0])
      const head = await heads.next(({ number }) => number === receipt.blockNumber)
      expect(head).not.toHaveProperty('commitState')
      await sealed(target(), 6)
      await heads.next(({ number }) => Number(number) === Number(receipt.blockNumber) + 6)
      expect(heads.heard.filter(({ number }) => number === receipt.blockNumber)).toHaveLength(1)
      expect(logs.heard.filter(log => log.transactionHash === hash)).toHaveLength(1)
      socket.close()
    })

    test('monadLogs tells a log again at every state', async () => {
      const person = await target().person()
      const socket = await target().socket()
      const logs = await socket.subscribe<Log & Committed>('monadLogs', { address: target().contracts.testDollar })
      const other = await socket.subscribe<Log>('monadLogs', { address: person.address })
      const { raw, hash } = await signMint(target(), person, 0)
      await target().call('eth_sendRawTransaction', [raw])
      const receipt = await sealedReceipt(target(), hash)
      await sealed(target(), 5)
      await logs.next(log => log.transactionHash === hash && log.commitState === 'Verified')
      const own = logs.heard.filter(log => log.transactionHash === hash)
      expect(own.map(({ commitState }) => commitState)).toEqual(['Proposed', 'Voted', 'Finalized', 'Verified'])
      const { blockId, commitState: _, ...log } = own[0] ?? {}
      expect(log).toEqual(receipt.logs[0])
      expect(new Set(own.map(each => each.blockId))).toEqual(new Set([blockId]))
      expect(other.heard).toEqual([])
      socket.close()
    })

    test('latest is proposed, safe is voted, finalized is finalized, pending is latest', async () => {
      const socket = await target().socket()
      const heads = await socket.subscribe<Head>('monadNewHeads')
      await sealed(target(), 4)
      await socket.call('eth_chainId')
      const last = (state: CommitState) => heads.heard.findLast(({ commitState }) => commitState === state)?.hash
      const at = async (tag: string) => (await target().call<Block>('eth_getBlockByNumber', [tag, false])).hash
      expect([await at('latest'), await at('pending')]).toEqual([last('Proposed'), last('Proposed')])
      expect([await at('safe'), await at('finalized')]).toEqual([last('Voted'), last('Finalized')])
      socket.close()
    })

    test('a block may become finalized without having been told as voted', async () => {
      await target().control({ set: { votes: 'skipped' } })
      const socket = await target().socket()
      const heads = await socket.subscribe<Head>('monadNewHeads')
      await target().seal()
      const { number } = await heads.next()
      await sealed(target(), 5)
      await heads.next(head => head.number === number && head.commitState === 'Verified')
      const states = heads.heard.filter(head => head.number === number).map(({ commitState }) => commitState)
      expect(states).toEqual(['Proposed', 'Finalized', 'Verified'])
      socket.close()
    })

    test('the tip that is suggested is that of Monad', async () => {
      expect(await target().call('eth_maxPriorityFeePerGas')).toBe('0x77359400')
    })

    test('a transaction that waits cannot be found; its first receipt is that of a proposed block', async () => {
      await target().control({ set: { withheld: 'all' } })
      const { raw, hash } = await (await target().person()).sign({ nonce: 0 })
      expect(await target().call('eth_sendRawTransaction', [raw])).toBe(hash)
      expect(await target().call('eth_getTransactionByHash', [hash])).toBeNull()
      await target().control({ clear: true })
      await target().seal()
      const receipt = await target().call<Receipt>('eth_getTransactionReceipt', [hash])
      const latest = await target().call<Block>('eth_getBlockByNumber', ['latest', false])
      expect(receipt.blockHash).toBe(latest.hash)
    })
  })
})

describe('Monad: a proposal is withdrawn', () => {
  onEach(['network with proposed blocks'], target => {
    test('another id comes at the same height, no client is told of the end of the first, and it gets no further', async () => {
      await sealed(target(), 3)
      const socket = await target().socket()
      const heads = await socket.subscribe<Head>('monadNewHeads')
      const logs = await socket.subscribe<Log>('logs', {})
      const committedLogs = await socket.subscribe<Log & Committed>('monadLogs', {})
      const person = await target().person()
      const { raw, hash } = await signMint(target(), person, 0)
      await target().call('eth_sendRawTransaction', [raw])
      const receipt = await sealedReceipt(target(), hash)
      const first = await heads.next(head => head.number === receipt.blockNumber)
      await target().control({ abandon: { blocks: 1 } })
      const second = await heads.next(head => head.number === first.number && head.blockId !== first.blockId)
      expect(second.commitState).toBe('Proposed')
      expect(await target().call('eth_getTransactionReceipt', [hash])).toBeNull()
      expect(await target().call('eth_getBlockByHash', [first.hash, false])).toBeNull()
      await sealed(target(), 6)
      await heads.next(head => head.blockId === second.blockId && head.commitState === 'Verified')
      const statesOf = (id: Hash) =>
        heads.heard.filter(({ blockId }) => blockId === id).map(({ commitState }) => commitState)
      expect(statesOf(first.blockId)).toEqual(['Proposed'])
      expect(statesOf(second.blockId)).toEqual(['Proposed', 'Voted', 'Finalized', 'Verified'])
      const of = ({ transactionHash }: Log) => transactionHash === hash
      expect(committedLogs.heard.filter(of).map(({ commitState }) => commitState)).toEqual(['Proposed'])
      expect(logs.heard.filter(of).map(({ removed }) => removed)).toEqual([false])
      socket.close()
    })

    test('over HTTP alone, the tag safe stays below it, and reaches the block in its place with the votes', async () => {
      const at = (tag: string) => target().call<Block>('eth_getBlockByNumber', [tag, false])
      await sealed(target(), 3)
      const { raw, hash } = await (await target().person()).sign({ nonce: 0 })
      await target().call('eth_sendRawTransaction', [raw])
      const { blockNumber, blockHash } = await sealedReceipt(target(), hash)
      expect((await at('latest')).hash).toBe(blockHash)
      const voted = await at('safe')
      expect(Number(voted.number)).toBe(Number(blockNumber) - 1)
      await target().control({ abandon: { blocks: 1 } })
      expect(await at('safe')).toEqual(voted)
      const inItsPlace = await at('latest')
      expect(inItsPlace.number).toBe(blockNumber)
      expect(inItsPlace.hash).not.toBe(blockHash)
      await target().seal()
      expect((await at('safe')).hash).toBe(inItsPlace.hash)
    })

    test('its transactions may wait and come into a later block', async () => {
      await sealed(target(), 3)
      const { raw, hash } = await (await target().person()).sign({ nonce: 0 })
      await target().call('eth_sendRawTransaction', [raw])
      const before = await sealedReceipt(target(), hash)
      await target().control({ abandon: { blocks: 1, fate: 'waiting' } })
      const after = await sealedReceipt(target(), hash)
      expect(Number(after.blockNumber)).toBeGreaterThan(Number(before.blockNumber))
    })

    test('a finalized block cannot be withdrawn', async () => {
      await sealed(target(), 4)
      const finalized = await target().call<Block>('eth_getBlockByNumber', ['finalized', false])
      await target().control({ abandon: { blocks: 2 } })
      await expect(target().control({ abandon: { blocks: 3 } })).rejects.toThrow('the last 2 blocks')
      expect(await target().call('eth_getBlockByHash', [finalized.hash, false])).toMatchObject(finalized)
    })
  })

  onEach(['network that seals when asked'], target => {
    test('other networks have no proposals', async () => {
      await expect(target().control({ abandon: { blocks: 1 } })).rejects.toThrow('--mode proposed-blocks')
    })
  })
})

test('by the clock: blocks of 400 ms, and a receipt from a proposed block', async () => {
  const target = await startNetwork(['--control', '--mode', 'proposed-blocks'])
  const socket = await target.socket()
  const heads = await socket.subscribe<Head>('monadNewHeads')
  const { raw, hash } = await (await target.person()).sign({ nonce: 0 })
  const receipt = await sendAndSee(target, raw)
  await heads.next(head => head.number === receipt.blockNumber && head.commitState === 'Verified')
  const states = heads.heard.filter(({ hash: each }) => each === receipt.blockHash).map(head => head.commitState)
  expect(states).toEqual(['Proposed', 'Voted', 'Finalized', 'Verified'])
  const latest = Number(await target.call<Hex>('eth_blockNumber'))
  expect(latest - Number(receipt.blockNumber)).toBeGreaterThanOrEqual(5)
  expect(receipt.transactionHash).toBe(hash)
  socket.close()
  await target.stop()
})
