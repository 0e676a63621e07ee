import { once } from 'node:events'
import type { Hash, Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { signMint } from './dollars.ts'
import { type Log, onesHash, type Receipt, sealedReceipt, sendAndSee } from './receipt.ts'
import { onEach, sealingWhenAsked, startNetwork } from './target.ts'

interface MiniBlock {
  block_number: Hex
  block_timestamp: Hex
  index: Hex
  mini_block_number: Hex
  mini_block_timestamp: Hex
  gas_used: Hex
  transactions: { hash: Hash; blockHash: null; blockNumber: Hex }[]
  receipts: Receipt[]
}

interface Head {
  number: Hex
  hash: Hash
  miniBlockCount: Hex
  miniBlockOffset: Hex
}

const has = (hash: Hash) => (miniBlock: MiniBlock) => miniBlock.transactions.some(each => each.hash === hash)

describe('MegaETH: mini-blocks', () => {
  onEach(['network with mini-blocks'], target => {
    test('a mini-block has its transactions and their receipts', async () => {
      const person = await target().person()
      const socket = await target().socket()
      const miniBlocks = await socket.subscribe<MiniBlock>('miniBlocks')
      const { raw, hash } = await signMint(target(), person, 0)
      await target().call('eth_sendRawTransaction', [raw])
      const miniBlock = await miniBlocks.next(has(hash))
      const early = await target().call<Receipt>('eth_getTransactionReceipt', [hash])
      expect(early).toMatchObject({ blockHash: onesHash, logs: [{ blockHash: onesHash }] })
      expect(miniBlock.receipts).toEqual([early])
      expect(miniBlock.transactions).toEqual([await target().call('eth_getTransactionByHash', [hash])])
      expect(miniBlock.transactions).toMatchObject([{ hash, blockHash: null, blockNumber: early.blockNumber }])
      const { timestamp } = await target().call<{ timestamp: Hex }>('eth_getBlockByNumber', ['pending', false])
      expect(miniBlock).toMatchObject({
        block_number: early.blockNumber,
        block_timestamp: timestamp,
        gas_used: early.gasUsed,
      })
      // Microseconds.
      expect(Math.abs(Number(miniBlock.mini_block_timestamp) / 1000 - Date.now())).toBeLessThan(60_000)
      const sealed = await sealedReceipt(target(), hash)
      expect(sealed).toMatchObject({ blockNumber: early.blockNumber, gasUsed: early.gasUsed })
      socket.close()
    })

    test('mini-blocks are numbered in their block and in the chain, and heads count them', async () => {
      const socket = await target().socket()
      const miniBlocks = await socket.subscribe<MiniBlock>('miniBlocks')
      const heads = await socket.subscribe<Head>('newHeads')
      await target().seal()
      const first = await miniBlocks.next(({ index }) => index === '0x0')
      await miniBlocks.next(({ index }) => Number(index) === 3)
      await target().seal()
      const head = await heads.next(({ number }) => number === first.block_number)
      const own = miniBlocks.heard.filter(({ block_number }) => block_number === head.number)
      expect(own.map(({ index }) => Number(index))).toEqual(own.map((_, index) => index))
      const numbers = own.map(({ mini_block_number }) => Number(mini_block_number))
      expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? 0) + index))
      expect(head).toMatchObject({
        miniBlockCount: `0x${own.length.toString(16)}`,
        miniBlockOffset: own[0]?.mini_block_number,
      })
      const inMiniBlocks = own.flatMap(({ transactions }) => transactions.map(({ hash }) => hash))
      const block = await target().call<{ transactions: Hash[] }>('eth_getBlockByHash', [head.hash, false])
      expect(inMiniBlocks).toEqual(block.transactions)
      socket.close()
    })

    test('latest is the state after the last mini-block', async () => {
      const person = await target().person()
      await target().seal()
      await sendAndSee(target(), (await person.sign({ nonce: 0 })).raw)
      const count = (tag: string) => target().call('eth_getTransactionCount', [person.address, tag])
      expect([await count('latest'), await count('pending'), await count('safe')]).toEqual(['0x1', '0x1', '0x0'])
      const balance = (tag: string) => target().call('eth_getBalance', [person.address, tag])
      expect(await balance('latest')).toBe(await balance('pending'))
      // The block itself is still the sealed one.
      const { number } = await target().call<Head>('eth_getBlockByNumber', ['latest', false])
      expect(number).toBe(await target().call('eth_blockNumber'))
    })

    test('logs come with the mini-block only when fromBlock and toBlock are pending', async () => {
      const person = await target().person()
      const socket = await target().socket()
      const address = target().contracts.testDollar
      const early = await socket.subscribe<Log>('logs', { address, fromBlock: 'pending', toBlock: 'pending' })
      const sealed = await socket.subscribe<Log>('logs', { address })
      const { raw, hash } = await signMint(target(), person, 0)
      await target().call('eth_sendRawTransaction', [raw])
      const isOwn = (log: Log) => log.transactionHash === hash
      expect(await early.next(isOwn)).toMatchObject({ blockHash: onesHash })
      expect(sealed.heard.filter(isOwn)).toEqual([])
      const { blockHash } = await sealedReceipt(target(), hash)
      expect(await sealed.next(isOwn)).toMatchObject({ blockHash })
      expect(early.heard.filter(isOwn)).toHaveLength(1)
      socket.close()
    })

    test('the socket offers subscribing, sending and eth_chainId, and nothing else', async () => {
      const person = await target().person()
      const socket = await target().socket()
      expect(await socket.call('eth_chainId')).toBe('0x509f455')
      const first = await person.sign({ nonce: 0 })
      expect(await socket.call('eth_sendRawTransaction', [first.raw])).toBe(first.hash)
      const second = await person.sign({ nonce: 1 })
      expect(await socket.call('eth_sendRawTransactionSync', [second.raw])).toMatchObject({
        transactionHash: second.hash,
      })
      for (const method of ['eth_blockNumber', 'eth_call', 'eth_getBalance', 'net_version']) {
        await expect(socket.call(method, [])).rejects.toMatchObject({ code: -32601 })
      }
      socket.close()
    })

    test('a connection has at most five subscriptions, no two alike', async () => {
      const socket = await target().socket()
      const heads = await socket.subscribe<Head>('newHeads')
      await expect(socket.call('eth_subscribe', ['newHeads'])).rejects.toMatchObject({ code: -32600 })
      await socket.subscribe('miniBlocks')
      for (const digit of ['1', '2', '3']) await socket.subscribe('logs', { address: `0x${digit.repeat(40)}` })
      await expect(socket.call('eth_subscribe', ['logs', {}])).rejects.toMatchObject({ code: -32005 })
      expect(await heads.end()).toBe(true)
      await socket.subscribe('logs', {})
      socket.close()
    })
  })
})

describe('MegaETH: the connection is closed when the client is silent', () => {
  const idle = (ms: number) => [...sealingWhenAsked, '--mode', 'mini-blocks', '--socket-idle-ms', String(ms)]

  test('notifications do not keep it open, and eth_chainId does', async () => {
    const target = await startNetwork(idle(5000))
    const [silent, careful] = [await target.socket(), await target.socket()]
    const heard = await silent.subscribe<MiniBlock>('miniBlocks')
    await careful.subscribe<MiniBlock>('miniBlocks')
    let lastCall = 0
    const keepAlive = setInterval(() => {
      lastCall = performance.now()
      void careful.call('eth_chainId')
    }, 200)
    const start = performance.now()
    const [code] = await once(silent.raw, 'close')
    expect(performance.now() - start).toBeGreaterThan(4_500)
    expect([code, heard.heard.length > 5]).toEqual([1000, true])
    expect(careful.raw.readyState).toBe(careful.raw.OPEN)
    clearInterval(keepAlive)
    await careful.closed
    expect(performance.now() - lastCall).toBeGreaterThan(4_500)
    await target.stop()
  })

  test('with 0 it stays open', async () => {
    const target = await startNetwork([...idle(0), '--preconfirm-ms', '20'])
    const socket = await target.socket()
    const miniBlocks = await socket.subscribe<MiniBlock>('miniBlocks')
    await miniBlocks.next(({ mini_block_number }) => Number(mini_block_number) > 30)
    expect(socket.raw.readyState).toBe(socket.raw.OPEN)
    socket.close()
    await target.stop()
  })
})
