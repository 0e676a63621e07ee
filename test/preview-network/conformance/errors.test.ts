import { concatHex, type Hex, keccak256, parseSignature, serializeTransaction, toHex, toRlp, trim } from 'viem'
import { describe, expect, test } from 'vitest'
import { refusalOf, sealedReceipt, sendAndSee } from './receipt.ts'
import { onEach, type Person, stranger, type Target } from './target.ts'

const gwei = 10n ** 9n

function nonceOf(target: Target, { address }: { address: string }, tag: string): Promise<string> {
  return target.call('eth_getTransactionCount', [address, tag])
}

/** What no wallet library would sign. */
async function tipAboveCap({ account }: Person): Promise<Hex> {
  const fields = [toHex(84_538_453), '0x', toHex(gwei + 1n), toHex(gwei), '0x5208', stranger, '0x01', '0x', []] as const
  const hash = keccak256(concatHex(['0x02', toRlp(fields)]))
  const { r, s, yParity } = parseSignature(await account.sign({ hash }))
  return concatHex(['0x02', toRlp([...fields, yParity === 0 ? '0x' : '0x01', trim(r), trim(s)])])
}

describe('Errors of eth_sendRawTransaction', () => {
  onEach(['network that seals when asked', 'network with fast blocks'], target => {
    test('the four documented errors, word for word', async () => {
      const person = await target().person()
      const [first, again, poor] = await Promise.all([
        person.sign({ nonce: 0 }),
        person.sign({ nonce: 0, value: 2n }),
        person.sign({ nonce: 1, value: 10n ** 19n }),
      ])
      await sendAndSee(target(), first.raw)
      expect(await refusalOf(target(), again.raw)).toEqual([-32000, 'nonce too low'])
      expect(await refusalOf(target(), poor.raw)).toEqual([-32000, 'insufficient funds for gas * price + value'])
      const waiting = await person.sign({ nonce: 5 })
      const rival = await person.sign({ nonce: 5, value: 2n })
      await target().call('eth_sendRawTransaction', [waiting.raw])
      expect(await refusalOf(target(), waiting.raw)).toEqual([-32000, 'already known'])
      expect(await refusalOf(target(), rival.raw)).toEqual([-32000, 'replacement transaction underpriced'])
    })

    test('the balance has to cover gas at the highest price, and what layer 1 takes', async () => {
      const person = await target().person()
      const price = 10n * gwei
      const exact = 10n ** 19n - 21_000n * price
      const { raw } = await person.sign({ nonce: 0, value: exact, maxFeePerGas: price })
      expect(await refusalOf(target(), raw)).toEqual([-32000, 'insufficient funds for gas * price + value'])
      const least = 1_020_543_622n
      const oneTooMuch = await person.sign({ nonce: 0, value: exact - least + 1n, maxFeePerGas: price })
      expect(await refusalOf(target(), oneTooMuch.raw)).toEqual([-32000, 'insufficient funds for gas * price + value'])
      const payable = await person.sign({ nonce: 0, value: exact - least, maxFeePerGas: price })
      expect(await sendAndSee(target(), payable.raw)).toMatchObject({ status: '0x1' })
    })

    test('a replacement must raise both fees by a tenth, and takes the place of the first', async () => {
      const person = await target().person()
      const fees = (maxFeePerGas: bigint, maxPriorityFeePerGas: bigint) => ({ maxFeePerGas, maxPriorityFeePerGas })
      const first = await person.sign({ nonce: 1, ...fees(10n * gwei, gwei) })
      await target().call('eth_sendRawTransaction', [first.raw])
      const almost = 11n * gwei - 1n
      for (const low of [fees(11n * gwei, gwei), fees(10n * gwei, 2n * gwei), fees(almost, 2n * gwei)]) {
        const { raw } = await person.sign({ nonce: 1, ...low })
        expect(await refusalOf(target(), raw)).toEqual([-32000, 'replacement transaction underpriced'])
      }
      const better = await person.sign({ nonce: 1, ...fees(11n * gwei, (gwei * 11n) / 10n) })
      await target().call('eth_sendRawTransaction', [better.raw])
      expect(await target().call('eth_getTransactionByHash', [first.hash])).toBeNull()
      await target().call('eth_sendRawTransaction', [(await person.sign({ nonce: 0 })).raw])
      expect(await sealedReceipt(target(), better.hash)).toMatchObject({ status: '0x1' })
      expect(await target().call('eth_getTransactionReceipt', [first.hash])).toBeNull()
    })

    test('a nonce too high waits until the gap closes', async () => {
      const person = await target().person()
      const late = await person.sign({ nonce: 1 })
      await target().call('eth_sendRawTransaction', [late.raw])
      const other = await target().person()
      await sendAndSee(target(), (await other.sign({ nonce: 0 })).raw)
      expect(await target().call('eth_getTransactionReceipt', [late.hash])).toBeNull()
      expect(await target().call('eth_getTransactionByHash', [late.hash])).toMatchObject({
        hash: late.hash,
        from: person.address,
        blockHash: null,
        blockNumber: null,
        transactionIndex: null,
      })
      expect(await nonceOf(target(), person, 'pending')).toBe('0x0')
      await target().call('eth_sendRawTransaction', [(await person.sign({ nonce: 0 })).raw])
      await sealedReceipt(target(), late.hash)
    })

    test('what cannot be executed anywhere is refused at once', async () => {
      const person = await target().person()
      const sign = async (request: Parameters<Person['sign']>[0]) => (await person.sign(request)).raw
      expect(await refusalOf(target(), '0x')).toEqual([-32602, 'empty transaction data'])
      expect(await refusalOf(target(), '0x02deadbeef')).toEqual([-32602, 'failed to decode signed transaction'])
      expect(await refusalOf(target(), await sign({ nonce: 0, chainId: 1 }))).toEqual([-32000, 'invalid chain ID'])
      expect(await refusalOf(target(), await sign({ nonce: 0, gas: 20_999n }))).toEqual([
        -32000,
        'intrinsic gas too low',
      ])
      expect(await refusalOf(target(), await sign({ nonce: 0, gas: 2n ** 24n + 1n }))).toEqual([
        -32000,
        'exceeds max transaction gas limit',
      ])
      const data = `0x${'00'.repeat(131_072)}` as const
      const [, oversized] = await refusalOf(target(), await sign({ nonce: 0, data, gas: 16_000_000n }))
      // A gateway with a small limit says so before the node does.
      expect(oversized).toMatch(/^(?:oversized data: transaction size \d+, limit 131072|request body too large)$/)
      const initcode = `0x${'00'.repeat(49_153)}` as const
      expect(
        await refusalOf(target(), await sign({ nonce: 0, to: undefined, data: initcode, gas: 16_000_000n })),
      ).toEqual([-32000, 'max initcode size exceeded'])
      expect(await refusalOf(target(), await tipAboveCap(person))).toEqual([
        -32003,
        'max priority fee per gas higher than max fee per gas',
      ])
      expect(await refusalOf(target(), concatHex(['0x03', '0xf8']))).toEqual([-32003, 'transaction type not supported'])
      expect(
        await refusalOf(
          target(),
          serializeTransaction({ type: 'eip1559', chainId: 84_538_453, to: stranger, gas: 21_000n }),
        ),
      ).toEqual([-32602, 'invalid transaction signature'])
      expect(await nonceOf(target(), person, 'pending')).toBe('0x0')
    })

    test.each([[[]], [[7]], [[null]], [['transaction']], [['0x0']], [[{}]]])(
      'refuses the parameters %j',
      async params => {
        expect(await target().refusal('eth_sendRawTransaction', params)).toMatchObject({ code: -32602 })
      },
    )

    test('over WebSocket the same', async () => {
      const person = await target().person()
      const first = await person.sign({ nonce: 0 })
      const again = await person.sign({ nonce: 0, value: 2n })
      const socket = await target().socket()
      expect(await socket.call('eth_sendRawTransaction', [first.raw])).toBe(first.hash)
      await sealedReceipt(target(), first.hash)
      await expect(socket.call('eth_sendRawTransaction', [again.raw])).rejects.toMatchObject({
        code: -32000,
        message: 'nonce too low',
      })
      socket.close()
    })
  })
})
