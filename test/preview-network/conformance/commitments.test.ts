import { type Hash, type Hex, isHash, recoverAddress } from 'viem'
import { afterEach, describe, expect, test } from 'vitest'
import { type Receipt, sealedReceipt } from './receipt.ts'
import { onEach, type Person, startNetwork, type Target } from './target.ts'

/** Field by field as `bidderapi.proto` of mev-commit names them. */
interface Commitment {
  tx_hashes: string[]
  bid_amount: string
  block_number: number
  received_bid_digest: string
  received_bid_signature: string
  commitment_digest: string
  commitment_signature: string
  provider_address: string
  decay_start_timestamp: number
  decay_end_timestamp: number
  dispatch_timestamp: number
}

function commitmentsOf(target: Target, hash: string): Promise<Commitment[]> {
  return target.call('mevcommit_getTransactionCommitments', [hash])
}

async function count(target: Target, { address }: Person, tag: string): Promise<number> {
  return Number(await target.call<Hex>('eth_getTransactionCount', [address, tag]))
}

function hex(bare: string): Hex {
  expect(bare).toMatch(/^[0-9a-f]+$/)
  return `0x${bare}`
}

describe('mev-commit: commitments', () => {
  onEach(['network with commitments'], target => {
    afterEach(() => target().control({ clear: true }))

    async function committed(person: Person): Promise<{ raw: Hex; hash: Hash; commitments: Commitment[] }> {
      const { raw, hash } = await person.sign({ nonce: 0 })
      await target().call('eth_sendRawTransaction', [raw])
      await expect.poll(async () => (await commitmentsOf(target(), hash)).length).toBeGreaterThan(0)
      return { raw, hash, commitments: await commitmentsOf(target(), hash) }
    }

    test('builders commit to the transaction in the next block, and sign it', async () => {
      const { hash, commitments } = await committed(await target().person())
      const next = Number(await target().call<Hex>('eth_blockNumber')) + 1
      expect(commitments.length).toBeGreaterThanOrEqual(2)
      for (const commitment of commitments) {
        expect(commitment).toEqual({
          tx_hashes: [hash.slice(2)],
          bid_amount: expect.stringMatching(/^[1-9]\d*$/),
          block_number: next,
          received_bid_digest: expect.any(String),
          received_bid_signature: expect.any(String),
          commitment_digest: expect.any(String),
          commitment_signature: expect.any(String),
          provider_address: expect.any(String),
          decay_start_timestamp: expect.any(Number),
          decay_end_timestamp: expect.any(Number),
          dispatch_timestamp: expect.any(Number),
        })
        expect(isHash(hex(commitment.commitment_digest))).toBe(true)
        const signer = await recoverAddress({
          hash: hex(commitment.commitment_digest),
          signature: hex(commitment.commitment_signature),
        })
        expect(signer).toBe(commitment.provider_address)
        expect(commitment.decay_end_timestamp).toBeGreaterThan(commitment.decay_start_timestamp)
      }
      expect(new Set(commitments.map(each => each.provider_address)).size).toBe(commitments.length)
      const bidders = await Promise.all(
        commitments.map(each =>
          recoverAddress({ hash: hex(each.received_bid_digest), signature: hex(each.received_bid_signature) }),
        ),
      )
      expect(new Set(bidders).size).toBe(1)
      await sealedReceipt(target(), hash)
    })

    test('the receipt comes before the block, with the transaction hash for its block hash, and nothing executed', async () => {
      const person = await target().person()
      const { hash } = await committed(person)
      const next = `0x${(Number(await target().call<Hex>('eth_blockNumber')) + 1).toString(16)}`
      expect(await target().call('eth_getTransactionReceipt', [hash])).toMatchObject({
        transactionHash: hash,
        blockHash: hash,
        blockNumber: next,
        status: '0x1',
        from: person.address,
        to: null,
        gasUsed: '0x0',
        cumulativeGasUsed: '0x1',
        effectiveGasPrice: '0x0',
        logs: [],
      })
      const block = await target().call('eth_getBlockByHash', [hash, false])
      expect(block).toMatchObject({ hash, number: next, transactions: [hash] })
      expect(await target().call('eth_getBlockByHash', [hash, true])).toMatchObject({ transactions: [{ hash }] })
      expect(await target().call('eth_getBlockByNumber', [next, false])).toBeNull()
      const sealed = await sealedReceipt(target(), hash)
      expect(sealed).toMatchObject({ blockNumber: next, gasUsed: '0x5208' })
      expect(await target().call('eth_getBlockByHash', [sealed.blockHash, false])).toMatchObject({
        transactions: [hash],
      })
      expect(await target().call('eth_getBlockByHash', [hash, false])).toBeNull()
    })

    test('counts contain what waits in the queue, at latest too; blocks do not', async () => {
      const person = await target().person()
      const { hash } = await committed(person)
      const second = await person.sign({ nonce: 1 })
      await target().call('eth_sendRawTransaction', [second.raw])
      await target().call('eth_sendRawTransaction', [(await person.sign({ nonce: 5 })).raw])
      expect([await count(target(), person, 'latest'), await count(target(), person, 'pending')]).toEqual([2, 2])
      expect(await count(target(), person, 'safe')).toBe(0)
      const balance = await target().call('eth_getBalance', [person.address, 'latest'])
      expect(BigInt(balance as Hex)).toBe(10n ** 19n)
      await sealedReceipt(target(), hash)
      expect(await count(target(), person, 'latest')).toBe(2)
    })

    test('a commitment that is not kept: the early receipt is gone, and the next block is committed to', async () => {
      const { hash, commitments } = await committed(await target().person())
      const [first] = commitments
      await target().control({ set: { withheld: [hash] } })
      await target().seal()
      expect(await target().call('eth_getTransactionReceipt', [hash])).toBeNull()
      expect(await target().call('eth_getBlockByHash', [hash, false])).toBeNull()
      expect(await commitmentsOf(target(), hash)).toEqual(commitments)
      await target().control({ clear: true })
      const later = async () => (await commitmentsOf(target(), hash)).at(-1)?.block_number
      await expect.poll(later).toBe(Number(first?.block_number) + 1)
      expect(await target().call('eth_getTransactionReceipt', [hash])).toMatchObject({ blockHash: hash })
      expect((await sealedReceipt(target(), hash)).status).toBe('0x1')
    })

    test('no commitments yet is an empty list, and an unknown hash an error', async () => {
      await target().control({ set: { withheld: 'all' } })
      const { raw, hash } = await (await target().person()).sign({ nonce: 0 })
      await target().call('eth_sendRawTransaction', [raw])
      expect(await commitmentsOf(target(), hash)).toEqual([])
      expect(await target().call('eth_getTransactionReceipt', [hash])).toBeNull()
      expect(await target().refusal('mevcommit_getTransactionCommitments', [`0x${'1'.repeat(64)}`])).toMatchObject({
        code: -32000,
        message: 'failed to get transaction commitments',
      })
      expect(await target().refusal('mevcommit_getTransactionCommitments', ['0x12'])).toMatchObject({ code: -32602 })
    })

    test('the tip is paid in the bid: none is suggested', async () => {
      expect(await target().call('eth_maxPriorityFeePerGas')).toBe('0x0')
    })

    test('takes no batches, and one content type', async () => {
      const call = { jsonrpc: '2.0', id: 1, method: 'eth_chainId' }
      const batch = await target().post(JSON.stringify([call]))
      expect([batch.status, await batch.json()]).toMatchObject([200, { id: null, error: { code: -32700 } }])
      const utf8 = { 'content-type': 'application/json; charset=utf-8' }
      expect((await target().post(JSON.stringify(call), utf8)).status).toBe(415)
      expect((await target().post(JSON.stringify(call))).status).toBe(200)
    })
  })

  onEach(['network that seals when asked'], target => {
    test('other networks have no such method', async () => {
      const params = [`0x${'1'.repeat(64)}`]
      expect(await target().refusal('mevcommit_getTransactionCommitments', params)).toMatchObject({ code: -32601 })
    })
  })
})

test('by the clock: the receipt comes before the block is sealed', async () => {
  const target = await startNetwork(['--control', '--mode', 'commitments'])
  const before = await target.call<Hex>('eth_blockNumber')
  const { raw, hash } = await (await target.person()).sign({ nonce: 0 })
  const receipt = await target.call<Receipt>('eth_sendRawTransactionSync', [raw, 10_000])
  expect(receipt).toMatchObject({ blockHash: hash })
  expect(Number(receipt.blockNumber)).toBeGreaterThan(Number(before))
  await target.stop()
})
