import { type Address, type Hash, pad, toHex } from 'viem'
import { expect, it } from 'vitest'
import { createActivityIndex } from './activity-index.ts'
import { createChainReader, type Request } from './chain-reader.ts'

const alice: Address = '0x00000000000000000000000000000000000a11ce'
const hashOf = (text: string): Hash => pad(toHex(text))

/** A chain of blocks by the name of each; every block holds one transaction of Alice, named after it. */
function chainOf(names: () => string[]) {
  const asked: string[] = []
  const request: Request = async (_method, [block]) => {
    asked.push(String(block))
    const all = names()
    const index = block === 'latest' ? all.length - 1 : Number(block)
    const name = all[index]
    if (name === undefined) return null
    return {
      number: toHex(index),
      hash: hashOf(name),
      parentHash: hashOf(all[index - 1] ?? 'before'),
      timestamp: '0x1',
      gasUsed: '0x0',
      gasLimit: '0x1',
      miner: alice,
      stateRoot: hashOf('state'),
      transactions: [
        { hash: hashOf(`tx ${name}`), from: alice, to: null, value: '0x0', input: '0x', nonce: '0x0', gas: '0x1' },
      ],
    }
  }
  return { reader: createChainReader(request), asked }
}

const found = async (find: ReturnType<typeof createActivityIndex>) => {
  const { rows, since } = await find(alice)
  return { hashes: rows.map(({ transaction }) => transaction.hash), since }
}
const transactions = (...names: string[]) => names.map(name => hashOf(`tx ${name}`))

it('finds every transaction of an address, newest first, and reads each block once', async () => {
  const names = ['a', 'b', 'c']
  const { reader, asked } = chainOf(() => names)
  const find = createActivityIndex(reader)
  expect(await found(find)).toEqual({ hashes: transactions('c', 'b', 'a'), since: 0n })
  names.push('d')
  asked.length = 0
  expect(await found(find)).toEqual({ hashes: transactions('d', 'c', 'b', 'a'), since: 0n })
  expect(asked).toEqual(['latest', '0x2'])
})

it('forgets the transactions of blocks that have left the chain', async () => {
  let names = ['a', 'b', 'c', 'd']
  const find = createActivityIndex(chainOf(() => names).reader)
  await find(alice)
  names = ['a', 'b', 'other c']
  expect(await found(find)).toEqual({ hashes: transactions('other c', 'b', 'a'), since: 0n })
  names = ['new genesis']
  expect(await found(find)).toEqual({ hashes: transactions('new genesis'), since: 0n })
})

it('stops when its time is up, says how far it got, and goes on from there', async () => {
  const names = ['a', 'b', 'c']
  const find = createActivityIndex(chainOf(() => names).reader, 0)
  expect(await found(find)).toEqual({ hashes: transactions('c'), since: 2n })
})

it('a failed reading is not the next one’s failure', async () => {
  let isBroken = true
  const { reader } = chainOf(() => {
    if (isBroken) throw new Error('no answer')
    return ['a']
  })
  const find = createActivityIndex(reader)
  await expect(find(alice)).rejects.toThrow('no answer')
  isBroken = false
  expect((await found(find)).hashes).toEqual(transactions('a'))
})
