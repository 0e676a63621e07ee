import { type Hex, toHex } from 'viem'
import { describe, expect, test } from 'vitest'
import { type Receipt, sealedReceipt } from './receipt.ts'
import { onEach, type Person, stranger, type Target } from './target.ts'

// Read in docs.base.org, specifications/build-transaction, and in the node's own tests, November 2026.

const method = 'base_sendRawTransactionValidity'

type Predicate = { type: string; params: Record<string, unknown> }

const atBlock = (op: string, value: bigint): Predicate => ({
  type: 'block_number',
  params: { op, value: toHex(value) },
})
const balanceOf = (address: Hex, op: string, value: bigint): Predicate => ({
  type: 'balance',
  params: { address, op, value: toHex(value) },
})
const slotOf = (address: Hex, op: string, value: bigint, mask?: bigint): Predicate => ({
  type: 'storage',
  params: { address, slot: '0x8', op, value: toHex(value), ...(mask === undefined ? {} : { mask: toHex(mask) }) },
})

async function headOf(target: Target): Promise<bigint> {
  return BigInt(await target.call<Hex>('eth_blockNumber'))
}

function send(target: Target, raw: Hex, validity: Predicate[]): Promise<Hex> {
  return target.call(method, [raw, { validity }])
}

function receiptOf(target: Target, hash: Hex): Promise<Receipt | null> {
  return target.call('eth_getTransactionReceipt', [hash])
}

async function isKnown(target: Target, hash: Hex): Promise<boolean> {
  const { status } = await target.call<{ status: string }>('base_transactionStatus', [hash])
  return status === 'Known'
}

/** Two more blocks, so that one was built after all that happened before. */
async function twoBlocks(target: Target): Promise<void> {
  await target.seal()
  await target.seal()
}

/** Sends a transfer under these conditions. */
async function waiting(target: Target, validity: Predicate[], person?: Person) {
  const sender = person ?? (await target.person())
  const signed = await sender.sign({ nonce: 0 })
  expect(await send(target, signed.raw, validity)).toBe(signed.hash)
  return { sender, ...signed }
}

describe(method, () => {
  onEach(['network that seals when asked', 'network with fast blocks'], target => {
    test('what holds is included, as an ordinary transaction that says nothing of it', async () => {
      const { hash, sender } = await waiting(target(), [atBlock('<=', (await headOf(target())) + 1_000n)])
      const receipt = await sealedReceipt(target(), hash)
      expect(receipt).toMatchObject({ status: '0x1', type: '0x2', from: sender.address })
      const transaction = await target().call<object>('eth_getTransactionByHash', [hash])
      expect(JSON.stringify([receipt, transaction])).not.toContain('validity')
    })

    test('the last block it may be in takes it, and none after that', async () => {
      const first = await waiting(target(), [atBlock('>=', (await headOf(target())) + 3n)])
      const { blockNumber } = await sealedReceipt(target(), first.hash)
      const second = await waiting(target(), [atBlock('=', BigInt(blockNumber) + 40n)])
      while ((await headOf(target())) < BigInt(blockNumber) + 40n) await target().seal()
      expect(BigInt((await sealedReceipt(target(), second.hash)).blockNumber)).toBe(BigInt(blockNumber) + 40n)
    })

    test('what can no longer hold is dropped: no error, no receipt, nothing paid', async () => {
      const last = await headOf(target())
      const { hash, sender } = await waiting(target(), [atBlock('<=', last)])
      await twoBlocks(target())
      expect(await receiptOf(target(), hash)).toBeNull()
      expect(await target().call('eth_getTransactionByHash', [hash])).toBeNull()
      expect(await isKnown(target(), hash)).toBe(false)
      expect(await target().call('eth_getTransactionCount', [sender.address, 'latest'])).toBe('0x0')
      expect(await target().call('eth_getBalance', [sender.address, 'latest'])).toBe(toHex(10n ** 19n))
    })

    test('the bytes are valid without the condition: whoever kept them can still send them', async () => {
      const { raw, hash } = await waiting(target(), [atBlock('<', await headOf(target()))])
      await twoBlocks(target())
      expect(await target().call('eth_sendRawTransaction', [raw])).toBe(hash)
      expect(await sealedReceipt(target(), hash)).toMatchObject({ status: '0x1' })
    })

    test('a balance that is not there keeps it waiting, and included once it is', async () => {
      const watched = await target().person()
      const { hash } = await waiting(target(), [balanceOf(watched.address, '>', 10n ** 19n)])
      await twoBlocks(target())
      expect([await receiptOf(target(), hash), await isKnown(target(), hash)]).toEqual([null, true])
      await target().call('anvil_setBalance', [watched.address, toHex(10n ** 19n + 1n)])
      expect(await sealedReceipt(target(), hash)).toMatchObject({ status: '0x1' })
    })

    test("another account's number is a condition", async () => {
      const watched = await target().person()
      const nonce = { type: 'nonce', params: { address: watched.address, op: '=', value: '0x1' } }
      const { hash } = await waiting(target(), [nonce])
      await twoBlocks(target())
      expect(await receiptOf(target(), hash)).toBeNull()
      const { raw } = await watched.sign({ nonce: 0 })
      await target().call('eth_sendRawTransaction', [raw])
      expect(await sealedReceipt(target(), hash)).toMatchObject({ status: '0x1' })
    })

    test('a slot is compared under its mask, and as the whole word without one', async () => {
      const contract = (await target().person()).address
      const setSlot = (value: bigint) =>
        target().call('anvil_setStorageAt', [contract, toHex(8, { size: 32 }), toHex(value, { size: 32 })])
      await setSlot(0x12_2an)
      const masked = await waiting(target(), [slotOf(contract, '=', 0x2an, 0xffn)])
      const whole = await waiting(target(), [slotOf(contract, '=', 0x2an)])
      expect(await sealedReceipt(target(), masked.hash)).toMatchObject({ status: '0x1' })
      await twoBlocks(target())
      expect(await receiptOf(target(), whole.hash)).toBeNull()
      await setSlot(0x2an)
      expect(await sealedReceipt(target(), whole.hash)).toMatchObject({ status: '0x1' })
    })

    test.each([
      ['<', [true, false, false]],
      ['<=', [true, true, false]],
      ['=', [false, true, false]],
      ['!=', [true, false, true]],
      ['>', [false, false, true]],
      ['>=', [false, true, true]],
    ])('%s compares as it says', async (op, expected) => {
      const own = 10n ** 19n
      const senders = await Promise.all([1n, 0n, -1n].map(by => waitingOn(target(), op, own, by)))
      await twoBlocks(target())
      const found = await Promise.all(senders.map(async hash => (await receiptOf(target(), hash)) !== null))
      // Each step takes one of the transactions that look at a state, so the last may still be about to be included.
      for (const [index, hash] of senders.entries()) if (expected[index]) await sealedReceipt(target(), hash)
      expect(found.map((isIn, index) => isIn && !expected[index])).toEqual([false, false, false])
    })

    test('all have to hold', async () => {
      const head = await headOf(target())
      const person = await target().person()
      const own = balanceOf(person.address, '>=', 1n)
      const { hash } = await waiting(target(), [own, atBlock('>', head), atBlock('>', head + 10_000n)], person)
      await twoBlocks(target())
      expect([await receiptOf(target(), hash), await isKnown(target(), hash)]).toEqual([null, true])
    })

    test('what an earlier transaction of the same step makes untrue is not included', async () => {
      const watched = await target().person()
      const spent = await watched.sign({ nonce: 0, value: 10n ** 18n })
      const holds = balanceOf(watched.address, '>=', 10n ** 19n)
      const [one, other] = await Promise.all([target().person(), target().person()])
      // In any order: what is included saw that balance, and what is not, never will.
      const [, first, second] = await Promise.all([
        target().call('eth_sendRawTransaction', [spent.raw]),
        waiting(target(), [holds], one),
        waiting(target(), [holds], other),
      ])
      const spending = await sealedReceipt(target(), spent.hash)
      await twoBlocks(target())
      for (const { hash } of [first, second]) {
        const receipt = await receiptOf(target(), hash)
        if (receipt === null) expect(await isKnown(target(), hash)).toBe(true)
        else expect(place(receipt)).toBeLessThan(place(spending))
      }
    })

    test('another one with its number takes its place, at a higher price', async () => {
      const { sender, hash } = await waiting(target(), [atBlock('>', (await headOf(target())) + 10_000n)])
      const cheap = await sender.sign({ nonce: 0, value: 2n })
      expect(await target().refusal('eth_sendRawTransaction', [cheap.raw])).toMatchObject({ code: -32000 })
      const fees = { maxFeePerGas: 20_000_000_000n, maxPriorityFeePerGas: 2_000_000_000n }
      const dear = await sender.sign({ nonce: 0, value: 2n, ...fees })
      await target().call('eth_sendRawTransaction', [dear.raw])
      expect(await sealedReceipt(target(), dear.hash)).toMatchObject({ status: '0x1' })
      expect([await receiptOf(target(), hash), await isKnown(target(), hash)]).toEqual([null, false])
    })

    test('conditions without a meaning are refused, and nothing is taken', async () => {
      const { raw, hash } = await (await target().person()).sign({ nonce: 0 })
      const refused = async (validity: unknown) => {
        const { code, message } = await target().refusal(method, [raw, { validity }])
        return `${code} ${message}`
      }
      expect(await refused([])).toBe('-32602 validity predicates must not be empty')
      expect(await refused(Array.from({ length: 17 }, () => atBlock('>', 0n)))).toMatch(/too many validity predicates/)
      expect(await refused([slotOf(stranger, '=', 0x100n, 0xffn)])).toMatch(
        /index 0 has value bits set outside its mask/,
      )
      const wrong = [
        { type: 'flashblock_index', params: { op: '<=', value: '0x2' } },
        { type: 'block_number', params: { op: '==', value: '0x1' } },
        { type: 'block_number', params: { op: '<', value: 1 } },
        { type: 'block_number', params: { op: '<' } },
        { type: 'balance', params: { op: '<', value: '0x1' } },
      ]
      for (const each of wrong) expect(await refused([each])).toMatch(/^-32602 /)
      expect(await target().refusal(method, [raw])).toMatchObject({ code: -32602 })
      expect(await isKnown(target(), hash)).toBe(false)
    })

    test('a network that has the method says so to bytes that are none', async () => {
      expect((await target().refusal(method, ['0x', { validity: [] }])).code).not.toBe(-32601)
    })
  })

  onEach(['network with shreds', 'plain Anvil'], target => {
    test('is not there', async () => {
      expect(await target().refusal(method, ['0x', { validity: [] }])).toMatchObject({ code: -32601 })
    })
  })
})

/** A transfer of somebody new that waits for a stranger's balance to compare with one that is so much less. */
async function waitingOn(target: Target, op: string, balance: bigint, less: bigint): Promise<Hex> {
  const watched = await target.person()
  return (await waiting(target, [balanceOf(watched.address, op, balance + less)])).hash
}

function place({ blockNumber, transactionIndex }: Receipt): number {
  return Number(blockNumber) * 10_000 + Number(transactionIndex)
}
