import type { Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Receipt } from './receipt.ts'
import { startNetwork, type Target } from './target.ts'

const gwei = 10n ** 9n

/** The `data` of a timeout's error in the modes where it is not the hash. */
const dataOf: Record<string, (hash: string) => unknown> = {
  preconfirmed: () => undefined,
  'fast-blocks': () => undefined,
  'proposed-blocks': hash => ({ hash }),
}
const takesHex = (mode: string) => mode === 'shreds' || mode === 'commitments'
/** Base knows neither code 5 nor code 6. */
const refusesUnready = (mode: string) => mode !== 'preconfirmed' && mode !== 'fast-blocks'

/** For each mode: the longest wait in milliseconds, and what happens above it. */
const limits: [mode: string, maximumMs: number, aboveMaximum: 'refused' | 'default'][] = [
  ['preconfirmed', 6000, 'refused'],
  ['fast-blocks', 6000, 'refused'],
  ['shreds', 10_000, 'default'],
  ['mini-blocks', 10_000, 'refused'],
  ['proposed-blocks', 10_000, 'default'],
  ['commitments', 30_000, 'default'],
]

describe.each(limits)('eth_sendRawTransactionSync (EIP-7966) in the mode %s', (mode, maximumMs, aboveMaximum) => {
  let target: Target
  beforeAll(async () => {
    target = await startNetwork(['--control', '--mode', mode, '--block-ms', '600', '--preconfirm-ms', '50'])
  })
  afterAll(() => target.stop())

  const send = (raw: Hex, ...timeout: unknown[]) =>
    target.call<Receipt>('eth_sendRawTransactionSync', [raw, ...timeout])
  const refusal = (raw: Hex, ...timeout: unknown[]) => target.refusal('eth_sendRawTransactionSync', [raw, ...timeout])

  test('answers with the first receipt that eth_getTransactionReceipt knows', async () => {
    const person = await target.person()
    const { raw, hash } = await person.sign({ nonce: 0 })
    expect(await send(raw)).toMatchObject({ transactionHash: hash, status: '0x1' })
    expect(await target.call('eth_getTransactionReceipt', [hash])).toMatchObject({ transactionHash: hash })
  })

  test('takes the time as a number, and where the network does as a quantity in hex', async () => {
    const person = await target.person()
    const first = await person.sign({ nonce: 0 })
    expect(await send(first.raw, maximumMs)).toMatchObject({ transactionHash: first.hash })
    const { raw, hash } = await person.sign({ nonce: 1 })
    const inHex = `0x${maximumMs.toString(16)}`
    if (takesHex(mode) || aboveMaximum === 'default')
      expect(await send(raw, inHex)).toMatchObject({ transactionHash: hash })
    else expect(await refusal(raw, inHex)).toMatchObject({ code: -32602 })
  })

  test('gives up after the time with code 4 and the data of its network, and the transaction goes on', async () => {
    await target.control({ set: { withheld: 'all' } })
    const person = await target.person()
    const { raw, hash } = await person.sign({ nonce: 0 })
    const start = performance.now()
    expect(await refusal(raw, 300)).toMatchObject({
      code: 4,
      message: `Transaction ${hash} was added to the mempool but wasn't confirmed within 0.3s.`,
      data: dataOf[mode]?.(hash) ?? (mode in dataOf ? undefined : hash),
    })
    expect(performance.now() - start).toBeGreaterThanOrEqual(300)
    await target.control({ clear: true })
    await expect
      .poll(() => target.call('eth_getTransactionReceipt', [hash]), { timeout: 10_000 })
      .toMatchObject({ transactionHash: hash })
  })

  test('says at once that the base fee is too high, where the network tells: code 5 and the hash', async () => {
    const person = await target.person()
    const { raw, hash } = await person.sign({ nonce: 0, maxFeePerGas: 1n, maxPriorityFeePerGas: 1n })
    if (refusesUnready(mode)) expect(await refusal(raw)).toMatchObject({ code: 5, data: hash })
    else expect(await refusal(raw, 100)).toMatchObject({ code: 4 })
  })

  test('says at once which nonce is missing, where the network tells: code 6 and the nonce', async () => {
    const person = await target.person()
    const first = await person.sign({ nonce: 0 })
    const second = await person.sign({ nonce: 1 })
    const fourth = await person.sign({ nonce: 3 })
    if (refusesUnready(mode)) expect(await refusal(fourth.raw, maximumMs)).toMatchObject({ code: 6, data: '0x0' })
    else expect(await refusal(fourth.raw, 100)).toMatchObject({ code: 4 })
    expect(await send(first.raw)).toMatchObject({ status: '0x1' })
    expect(await send(second.raw)).toMatchObject({ status: '0x1' })
    const third = await person.sign({ nonce: 2, maxFeePerGas: 20n * gwei })
    expect(await send(third.raw)).toMatchObject({ status: '0x1' })
    await expect
      .poll(() => target.call('eth_getTransactionReceipt', [fourth.hash]), { timeout: 10_000 })
      .toMatchObject({ status: '0x1' })
  })

  test(`a time above ${maximumMs} ms, zero and words: ${aboveMaximum}`, async () => {
    const person = await target.person()
    for (const [nonce, timeout] of [maximumMs + 1, 0, 'soon'].entries()) {
      const { raw, hash } = await person.sign({ nonce })
      if (aboveMaximum === 'default') expect(await send(raw, timeout)).toMatchObject({ transactionHash: hash })
      else {
        expect(await refusal(raw, timeout)).toMatchObject({ code: -32602 })
        // A refused call has sent nothing.
        expect(await target.call('eth_getTransactionByHash', [hash])).toBeNull()
        await send(raw)
      }
    }
  })

  test('refuses what eth_sendRawTransaction refuses, in the same words', async () => {
    const person = await target.person()
    const { raw } = await person.sign({ nonce: 0, value: 11n * 10n ** 18n })
    const plain = await target.refusal('eth_sendRawTransaction', [raw])
    expect(await refusal(raw)).toMatchObject({ code: plain.code, message: plain.message })
    expect(plain.message).toContain('insufficient funds')
  })
})

test.each([
  ['preconfirmed', 6000],
  ['shreds', 2000],
  ['mini-blocks', 5000],
])('in the mode %s a call that names no time waits %i ms', async (mode, ms) => {
  const target = await startNetwork(['--control', '--mode', mode])
  await target.control({ set: { withheld: 'all' } })
  const { raw, hash } = await (await target.person()).sign({ nonce: 0 })
  const start = performance.now()
  expect(await target.refusal('eth_sendRawTransactionSync', [raw])).toMatchObject({
    code: 4,
    message: `Transaction ${hash} was added to the mempool but wasn't confirmed within ${ms / 1000}s.`,
  })
  expect(performance.now() - start).toBeGreaterThanOrEqual(ms)
  await target.stop()
})
