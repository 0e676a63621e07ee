import type { Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { sealedReceipt, sendAndSee } from './receipt.ts'
import { onEach, startNetwork, stranger } from './target.ts'

describe('What developers know from Anvil', () => {
  onEach(['pre-confirming network', 'network with fast blocks'], target => {
    const call = <T = Hex>(method: string, ...params: unknown[]) => target().call<T>(method, params)

    test('a balance, code or storage set by hand is there at once, at every tag', async () => {
      await call('anvil_setBalance', stranger, '0x77')
      await call('anvil_setCode', stranger, '0x6001')
      await call('anvil_setStorageAt', stranger, '0x0', `0x${'00'.repeat(31)}09`)
      for (const tag of ['latest', 'pending']) {
        expect(await call('eth_getBalance', stranger, tag)).toBe('0x77')
        expect(await call('eth_getCode', stranger, tag)).toBe('0x6001')
        expect(await call('eth_getStorageAt', stranger, '0x0', tag)).toBe(`0x${'00'.repeat(31)}09`)
      }
      await call('anvil_setCode', stranger, '0x')
    })

    test('what is pre-confirmed stays so when something is set by hand', async () => {
      const person = await target().person()
      const { raw, hash } = await person.sign({ nonce: 0 })
      await sendAndSee(target(), raw)
      await call('anvil_setBalance', stranger, '0x78')
      expect(await sealedReceipt(target(), hash)).toMatchObject({ status: '0x1' })
    })

    test('a block can be asked for', async () => {
      const before = Number(await call('eth_blockNumber'))
      await call('anvil_mine', '0x3')
      await call('evm_mine')
      expect(Number(await call('eth_blockNumber'))).toBeGreaterThanOrEqual(before + 4)
    })

    test('a transaction can be traced', async () => {
      const { raw, hash } = await (await target().person()).sign({ nonce: 0 })
      await call('eth_sendRawTransaction', raw)
      await sealedReceipt(target(), hash)
      expect(await call<object>('debug_traceTransaction', hash, { tracer: 'callTracer' })).toMatchObject({
        type: 'CALL',
        to: stranger,
        value: '0x1',
      })
    })

    test('the chain can go back to where it was', async () => {
      const person = await target().person()
      const id = await call('evm_snapshot')
      const { raw, hash } = await person.sign({ nonce: 0 })
      await call('eth_sendRawTransaction', raw)
      await sealedReceipt(target(), hash)
      expect(await call<boolean>('evm_revert', id)).toBe(true)
      expect(await call('eth_getTransactionCount', person.address, 'latest')).toBe('0x0')
      expect(await call<object | null>('eth_getTransactionReceipt', hash)).toBeNull()
      const again = await person.sign({ nonce: 0, value: 2n })
      await call('eth_sendRawTransaction', again.raw)
      expect(await sealedReceipt(target(), again.hash)).toMatchObject({ status: '0x1' })
    })

    test('time can be moved ahead', async () => {
      const at = async () => Number((await call<{ timestamp: Hex }>('eth_getBlockByNumber', 'latest', false)).timestamp)
      const before = await at()
      await call('evm_increaseTime', 3600)
      await call('evm_mine')
      await call('evm_mine')
      expect(await at()).toBeGreaterThanOrEqual(before + 3600)
    })
  })
})

test('a change by hand outlives a transaction that was waiting when it was made', async () => {
  // No tick comes between the sending and the change.
  const target = await startNetwork(['--control', '--block-ms', '3600000', '--preconfirm-ms', '3600000'])
  const person = await target.person()
  const { raw, hash } = await person.sign({ nonce: 0 })
  await target.call('eth_sendRawTransaction', [raw])
  await target.call('anvil_setBalance', [stranger, '0x7b'])
  expect((await sealedReceipt(target, hash)).status).toBe('0x1')
  expect(await target.call('eth_getBalance', [stranger, 'latest'])).toBe('0x7c')
  await target.stop()
})
