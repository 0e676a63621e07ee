import { type Hash, keccak256, numberToHex, toHex } from 'viem'
import { describe, expect, test } from 'vitest'
import { refusalOf, sealedReceipt, sendAndSee } from './receipt.ts'
import { onEach, type Person, stranger, type Target } from './target.ts'

const gwei = 10n ** 9n
const chainId = 84_538_453

function nonceOf(target: Target, { address }: { address: string }, tag: string): Promise<string> {
  return target.call('eth_getTransactionCount', [address, tag])
}

/** Gives the signer's account, or another's, code to run (EIP-7702). */
async function delegation(signer: Person, request: { nonce: number; authority?: Person; authorized: number }) {
  const { nonce, authority = signer, authorized } = request
  const signed = await authority.account.signAuthorization({ address: stranger, chainId, nonce: authorized })
  const raw = await signer.account.signTransaction({
    ...{ type: 'eip7702', chainId, nonce, to: stranger, value: 1n, gas: 100_000n },
    ...{ maxFeePerGas: 10n * gwei, maxPriorityFeePerGas: gwei, authorizationList: [signed] },
  })
  return { raw, hash: keccak256(raw) }
}

describe('eth_sendRawTransaction', () => {
  onEach(['network that seals when asked', 'network with fast blocks', 'plain Anvil'], target => {
    test('answers with the hash of the bytes, and the transaction is sealed', async () => {
      const person = await target().person()
      const { raw, hash } = await person.sign({ nonce: 0, value: 5n })
      expect(await target().call('eth_sendRawTransaction', [raw])).toBe(hash)
      expect(await sealedReceipt(target(), hash)).toMatchObject({
        status: '0x1',
        transactionHash: hash,
        from: person.address,
        to: stranger,
        gasUsed: '0x5208',
        contractAddress: null,
        logs: [],
      })
    })

    test('bytes that are no transaction are refused', async () => {
      expect(await target().refusal('eth_sendRawTransaction', ['0x02deadbeef'])).toMatchObject({ code: -32602 })
    })

    test("another chain's transaction is refused", async () => {
      const person = await target().person()
      const { raw } = await person.sign({ nonce: 0, chainId: 8453 })
      expect((await target().refusal('eth_sendRawTransaction', [raw])).message).toMatch(/chain id/i)
    })

    test('a nonce too low is refused once the first is sealed', async () => {
      const person = await target().person()
      const first = await person.sign({ nonce: 0 })
      await target().call('eth_sendRawTransaction', [first.raw])
      await sealedReceipt(target(), first.hash)
      const { raw } = await person.sign({ nonce: 0, value: 2n })
      expect((await target().refusal('eth_sendRawTransaction', [raw])).message).toMatch(/nonce too low/i)
    })

    test('what the sender cannot pay is refused', async () => {
      const person = await target().person()
      const { raw } = await person.sign({ nonce: 0, value: 10n ** 19n })
      const { message } = await target().refusal('eth_sendRawTransaction', [raw])
      expect(message).toMatch(/insufficient funds for gas \* price \+ value/i)
    })

    test('many at once are sealed in order, without a gap', async () => {
      const person = await target().person()
      const signed = await Promise.all(Array.from({ length: 20 }, (_, nonce) => person.sign({ nonce })))
      for (const { raw } of signed) await target().call('eth_sendRawTransaction', [raw])
      const receipts = await Promise.all(signed.map(({ hash }) => sealedReceipt(target(), hash)))
      expect(new Set(receipts.map(({ status }) => status))).toEqual(new Set(['0x1']))
      expect(await nonceOf(target(), person, 'latest')).toBe('0x14')
    })
  })
})

describe('eth_sendRawTransaction after a delegation (EIP-7702)', () => {
  onEach(['network that seals when asked', 'network with fast blocks'], target => {
    test('what an account sends right after it delegated itself is taken, with the nonce after the one it authorized', async () => {
      const person = await target().person()
      const delegating = await delegation(person, { nonce: 0, authorized: 1 })
      const next = await Promise.all([person.sign({ nonce: 2, gas: 60_000n }), person.sign({ nonce: 3, gas: 60_000n })])
      for (const { raw } of [delegating, ...next]) await target().call('eth_sendRawTransaction', [raw])
      for (const { hash } of [delegating, ...next]) {
        expect(await sealedReceipt(target(), hash)).toMatchObject({ status: '0x1' })
      }
      expect(await nonceOf(target(), person, 'latest')).toBe('0x4')
      expect(await target().call('eth_getCode', [person.address, 'latest'])).toBe(`0xef0100${stranger.slice(2)}`)
    })
  })

  onEach(['network that seals when asked'], target => {
    test('it is pre-confirmed in the same block as the delegation, and sealed in that block', async () => {
      const person = await target().person()
      await target().seal()
      const delegating = await delegation(person, { nonce: 0, authorized: 1 })
      await target().call('eth_sendRawTransaction', [delegating.raw])
      const next = await sendAndSee(target(), (await person.sign({ nonce: 2 })).raw)
      const another = await sendAndSee(target(), (await person.sign({ nonce: 3 })).raw)
      expect(await nonceOf(target(), person, 'pending')).toBe('0x4')
      const { blockHash, blockNumber } = await sealedReceipt(target(), delegating.hash)
      for (const { transactionHash } of [next, another]) {
        expect(await sealedReceipt(target(), transactionHash)).toMatchObject({ blockHash, blockNumber })
      }
      expect([next.blockNumber, another.blockNumber]).toEqual([blockNumber, blockNumber])
    })

    test('the same for an account that somebody else delegated', async () => {
      const [giver, taker] = [await target().person(), await target().person()]
      await target().seal()
      const delegating = await delegation(giver, { nonce: 0, authority: taker, authorized: 0 })
      const given = await sendAndSee(target(), delegating.raw)
      const next = await sendAndSee(target(), (await taker.sign({ nonce: 1 })).raw)
      const later = await sendAndSee(target(), (await giver.sign({ nonce: 1 })).raw)
      expect([next.blockNumber, later.blockNumber]).toEqual([given.blockNumber, given.blockNumber])
      const { blockHash } = await sealedReceipt(target(), given.transactionHash)
      expect(await sealedReceipt(target(), next.transactionHash)).toMatchObject({ blockHash })
    })

    test('a transaction whose nonce the authorization used is forgotten, and refused when it comes again', async () => {
      const person = await target().person()
      const used = await person.sign({ nonce: 1 })
      const after = await person.sign({ nonce: 2 })
      await target().call('eth_sendRawTransaction', [used.raw])
      await sendAndSee(target(), (await delegation(person, { nonce: 0, authorized: 1 })).raw)
      await sendAndSee(target(), after.raw)
      expect(await target().call('base_transactionStatus', [used.hash])).toEqual({ status: 'Unknown' })
      expect(await target().call('eth_getTransactionByHash', [used.hash])).toBeNull()
      expect(await refusalOf(target(), used.raw)).toEqual([-32000, 'nonce too low'])
    })

    test('a delegation that is revoked leaves what came after it waiting, until it is there again', async () => {
      const person = await target().person()
      await target().seal()
      const delegating = await delegation(person, { nonce: 0, authorized: 1 })
      const next = await person.sign({ nonce: 2 })
      await sendAndSee(target(), delegating.raw)
      await sendAndSee(target(), next.raw)
      await target().control({ revoke: { hash: delegating.hash } })
      expect(await target().call('eth_getTransactionReceipt', [next.hash])).toBeNull()
      expect(await target().call('base_transactionStatus', [next.hash])).toEqual({ status: 'Known' })
      await target().call('eth_sendRawTransaction', [delegating.raw])
      expect(await sealedReceipt(target(), next.hash)).toMatchObject({ status: '0x1' })
    })
  })
})

describe('eth_sendRawTransaction: what can be sent', () => {
  onEach(['network that seals when asked'], target => {
    test('a pre-confirmed transaction is already known, a sealed one has a nonce too low', async () => {
      const person = await target().person()
      const { raw, hash } = await person.sign({ nonce: 0 })
      await target().call('eth_sendRawTransaction', [raw])
      await sealedReceipt(target(), hash)
      expect(await refusalOf(target(), raw)).toEqual([-32000, 'nonce too low'])
      const next = await person.sign({ nonce: 1 })
      await sendAndSee(target(), next.raw)
      expect((await refusalOf(target(), next.raw))[0]).toBe(-32000)
    })

    test('money that arrived in the same partial block can be spent', async () => {
      const giver = await target().person()
      const taker = await target().person()
      const gift = await giver.sign({ nonce: 0, to: taker.address, value: 5n * 10n ** 18n })
      const spending = await taker.sign({ nonce: 0, value: 14n * 10n ** 18n })
      const given = await sendAndSee(target(), gift.raw)
      await target().call('eth_sendRawTransaction', [spending.raw])
      const spent = await sealedReceipt(target(), spending.hash)
      expect([given.status, spent.status]).toEqual(['0x1', '0x1'])
    })

    test('every type of the network is taken: legacy, with an access list, with fee caps, with a delegation', async () => {
      const { account, address } = await target().person()
      const common = { chainId, to: stranger, value: 1n, gas: 100_000n }
      const caps = { maxFeePerGas: 10n * gwei, maxPriorityFeePerGas: gwei }
      const accessList = [{ address: stranger, storageKeys: [toHex(1, { size: 32 })] }]
      const authorization = await account.signAuthorization({ address: stranger, chainId, nonce: 4 })
      const raws = [
        await account.signTransaction({ type: 'legacy', nonce: 0, gasPrice: gwei, ...common }),
        await account.signTransaction({ type: 'eip2930', nonce: 1, gasPrice: gwei, accessList, ...common }),
        await account.signTransaction({ type: 'eip1559', nonce: 2, accessList, ...caps, ...common }),
        await account.signTransaction({
          type: 'eip7702',
          nonce: 3,
          authorizationList: [authorization],
          ...caps,
          ...common,
        }),
      ]
      // The same object while it is pre-confirmed, from us, and when it is sealed, from Anvil.
      const hashes: Hash[] = []
      for (const raw of raws) hashes.push((await sendAndSee(target(), raw)).transactionHash)
      expect(await nonceOf(target(), { address }, 'pending')).toBe('0x5')
      const before = await Promise.all(hashes.map(hash => target().call<object>('eth_getTransactionByHash', [hash])))
      const receipts = await Promise.all(hashes.map(hash => sealedReceipt(target(), hash)))
      const after = await Promise.all(hashes.map(hash => target().call('eth_getTransactionByHash', [hash])))
      for (const [index, transaction] of before.entries()) {
        expect(after[index]).toMatchObject({ ...transaction, blockHash: receipts[index]?.blockHash })
        expect(receipts[index]).toMatchObject({ status: '0x1', type: numberToHex([0, 1, 2, 4][index] ?? 0) })
      }
      expect(await target().call('eth_getRawTransactionByHash', [hashes[3]])).toBe(raws[3])
    })
  })
})

describe('<chain>_transactionStatus', () => {
  onEach(['network that seals when asked'], target => {
    const status = (hash: string) => target().call('base_transactionStatus', [hash])

    test('knows what waits and what is pre-confirmed, and nothing else', async () => {
      const person = await target().person()
      const { raw, hash } = await person.sign({ nonce: 1 })
      expect(await status(hash)).toEqual({ status: 'Unknown' })
      await target().call('eth_sendRawTransaction', [raw])
      expect(await status(hash)).toEqual({ status: 'Known' })
      const first = await sendAndSee(target(), (await person.sign({ nonce: 0 })).raw)
      expect(await target().call('eth_getTransactionReceipt', [hash])).toMatchObject({ blockNumber: first.blockNumber })
      expect([await status(first.transactionHash), await status(hash)]).toEqual([
        { status: 'Known' },
        { status: 'Known' },
      ])
      await sealedReceipt(target(), hash)
      expect(await status(hash)).toEqual({ status: 'Unknown' })
    })

    test('refuses what is no hash', async () => {
      expect(await target().refusal('base_transactionStatus', ['0x1234'])).toMatchObject({ code: -32602 })
    })
  })
})
