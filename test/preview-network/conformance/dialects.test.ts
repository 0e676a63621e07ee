import type { Hash, Hex } from 'viem'
import { expect, test } from 'vitest'
import { sealedReceipt, sendAndSee, zeroHash } from './receipt.ts'
import { sealingWhenAsked, startNetwork, type Target } from './target.ts'

async function withNetwork(flags: string[], use: (target: Target) => Promise<void>): Promise<void> {
  const target = await startNetwork([...sealingWhenAsked, ...flags])
  try {
    await use(target)
  } finally {
    await target.stop()
  }
}

test("errors as a node words them, with the node's codes", () =>
  withNetwork(['--errors', 'node'], async target => {
    const person = await target.person()
    const refused = async (request: { nonce: number; value?: bigint }) => {
      const { raw } = await person.sign(request)
      const { code, message } = await target.refusal('eth_sendRawTransaction', [raw])
      return { code, message }
    }
    await sendAndSee(target, (await person.sign({ nonce: 0 })).raw)
    expect(await refused({ nonce: 0, value: 2n })).toEqual({
      code: -32000,
      message: 'nonce too low: next nonce 1, tx nonce 0',
    })
    const poor = await refused({ nonce: 1, value: 10n ** 20n })
    expect(poor.code).toBe(-32003)
    expect(poor.message).toMatch(/^insufficient funds for gas \* price \+ value: have \d+ want \d+$/)
  }))

test('a pending block without a hash, a receipt only when sealed, and gas used as a number', () =>
  withNetwork(['--pending-hash', 'null', '--receipt-before-seal', 'null', '--gas-used', 'number'], async target => {
    const person = await target.person()
    const socket = await target.socket()
    const transactions = await socket.subscribe<{ hash: Hash; gasUsed: unknown }>('newFlashblockTransactions', true)
    const { raw, hash } = await person.sign({ nonce: 0 })
    await target.call('eth_sendRawTransaction', [raw])
    expect(await transactions.next(item => item.hash === hash)).toMatchObject({ gasUsed: 21_000 })
    expect(await target.call('eth_getTransactionReceipt', [hash])).toBeNull()
    expect(await target.call('eth_getTransactionCount', [person.address, 'pending'])).toBe('0x1')
    expect(await target.call('eth_getBlockByNumber', ['pending', false])).toMatchObject({ hash: null })
    await sealedReceipt(target, hash)
    socket.close()
  }))

test('a pending block with a hash of zeros', () =>
  withNetwork(['--pending-hash', 'zero'], async target => {
    expect(await target.call('eth_getBlockByNumber', ['pending', false])).toMatchObject({ hash: zeroHash })
    expect(await target.call<{ hash: Hex }>('eth_getBlockByNumber', ['latest', false])).not.toMatchObject({
      hash: zeroHash,
    })
  }))

test('other names for what is named after the chain', () =>
  withNetwork(
    ['--method-prefix', 'demo', '--preconfirmation-subscription', 'newDemoBlockTransactions', '--faucet-name', 'demo'],
    async target => {
      const person = await target.person()
      const socket = await target.socket()
      const hashes = await socket.subscribe<Hash>('newDemoBlockTransactions')
      await expect(socket.call('eth_subscribe', ['newFlashblockTransactions'])).rejects.toMatchObject({ code: -32602 })
      const { raw, hash } = await person.sign({ nonce: 0 })
      await target.call('eth_sendRawTransaction', [raw])
      await hashes.next(heard => heard === hash)
      expect(await target.call('demo_transactionStatus', [`0x${'12'.repeat(32)}`])).toEqual({ status: 'Unknown' })
      expect(await target.refusal('base_transactionStatus', [hash])).toMatchObject({ code: -32601 })
      expect((await fetch(`${target.faucetUrl}/api/demo/faucet/status`)).status).toBe(200)
      socket.close()
    },
  ))

test('other intervals and another chain id', () =>
  withNetwork(['--chain-id', '4242', '--block-ms', '500', '--preconfirm-ms', '50'], async target => {
    expect(target.chainId).toBe(4242)
    expect([await target.call('eth_chainId'), await target.call('net_version')]).toEqual(['0x1092', '4242'])
    const { raw, hash } = await (await target.person()).sign({ nonce: 0 })
    await target.call('eth_sendRawTransaction', [raw])
    expect(await sealedReceipt(target, hash)).toMatchObject({ status: '0x1' })
  }))
