import { decodeFunctionData, numberToHex, parseAbi, size } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { hexSchema } from '@/lib/base/hex-schemas'
import { RpcError } from '@/lib/base/rpc/errors'
import type { BatchItem, Connection } from '@/lib/base/rpc/types'
import type { FeeMarketTransaction } from '@/lib/keys/shared/signing'
import { answeredBy } from '@/test/transactions/interference'
import { nothingKnown, prefetch } from './prefetch'
import { chainId, from, goodAnswers as good, to, transaction } from './prefetch.fixture'

const ask = (connection: Connection, draft: FeeMarketTransaction = transaction, offered = nothingKnown) =>
  prefetch(connection, draft, {
    offered,
    isContract: () => false,
    now: () => 0,
  })

const oracleOfOptimism = '0x420000000000000000000000000000000000000F'
const oracleOfScroll = '0x5300000000000000000000000000000000000002'
const missing: BatchItem = { ok: false, error: new RpcError('method-unavailable', 'rpc method is not whitelisted') }
const wellBehaved = (method: string): BatchItem => (method in good ? { ok: true, result: good[method] } : missing)

describe('asking everything at once', () => {
  it('needs one round trip, also the first time', async () => {
    let batches = 0
    const connection = answeredBy(chainId, wellBehaved)
    const { reading, offered } = await ask({
      ...connection,
      batch(calls) {
        batches += 1
        return connection.batch(calls)
      },
    })
    expect(batches).toBe(1)
    expect(reading).toMatchObject({ pendingCount: 7, balance: 100n, l1Fee: 9n, operatorFee: 9n, estimate: 21_000n })
    expect(reading.market?.baseFeePerGas).toBe(6n)
    expect(offered).toEqual({
      feeHistoryTag: 'pending',
      tips: true,
      pricing: 'eip1559',
      simulation: false,
      traceTag: null,
      l1Oracle: 'op',
      operatorFee: true,
    })
  })

  it('reads a missing oracle as not known, and does not ask it again', async () => {
    const { reading, offered } = await ask(
      answeredBy(chainId, method => (method === 'eth_call' ? { ok: true, result: '0x' } : wellBehaved(method))),
    )
    expect(reading).toMatchObject({ l1Fee: null, operatorFee: null })
    expect(offered).toMatchObject({ l1Oracle: 'none', operatorFee: false })
  })

  it('asks the oracle of Scroll where that of the OP stack is missing, about as many bytes as are signed', async () => {
    const asked: string[] = []
    const connection = answeredBy(chainId, (method, params) => {
      if (method !== 'eth_call') return wellBehaved(method)
      const call = z.object({ to: z.string(), data: z.catch(hexSchema, '0x') }).parse(params[0])
      asked.push(call.to)
      if (call.to !== oracleOfScroll) return { ok: true, result: '0x' }
      const [data] = decodeFunctionData({ abi: parseAbi(['function getL1Fee(bytes)']), data: call.data }).args
      return { ok: true, result: numberToHex(size(data), { size: 32 }) }
    })
    const { reading, offered } = await ask(connection)
    const account = privateKeyToAccount(generatePrivateKey())
    const { from: _from, ...unsigned } = transaction
    const signed = await account.signTransaction({ ...unsigned, type: 'eip1559' })
    const more = Number(reading.l1Fee) - size(signed)
    expect(more).toBeGreaterThanOrEqual(0)
    expect(more).toBeLessThanOrEqual(4)
    expect(offered).toMatchObject({ l1Oracle: 'scroll', operatorFee: false })
    asked.length = 0
    await ask(connection, transaction, offered)
    expect(asked.filter(to => to === oracleOfScroll)).toHaveLength(1)
    expect(asked.filter(to => to === oracleOfOptimism)).toEqual([])
  })

  it('falls back to the latest block, and to the gas price, for fees', async () => {
    const onLatest = await ask(
      answeredBy(chainId, (method, params) =>
        method === 'eth_feeHistory' && params[1] === 'pending' ? missing : wellBehaved(method),
      ),
    )
    expect(onLatest.offered.feeHistoryTag).toBe('latest')
    const byPrice = await ask(
      answeredBy(chainId, method => (method === 'eth_feeHistory' ? missing : wellBehaved(method))),
    )
    expect(byPrice.reading.market).toEqual({ baseFeePerGas: 5n, tips: [] })
    const head: BatchItem = { ok: true, result: { number: '0x1', baseFeePerGas: '0x2' } }
    const byHead = answeredBy(chainId, method =>
      method === 'eth_feeHistory' ? missing : method === 'eth_getBlockByNumber' ? head : wellBehaved(method),
    )
    const { reading, offered } = await ask(byHead)
    expect(reading.market).toEqual({ baseFeePerGas: 2n, tips: [], askedTip: 3n })
    expect((await ask(byHead, transaction, offered)).reading.market).toEqual(reading.market)
  })

  it('takes the tip from the gas price where the history names none', async () => {
    const answering = (fees: object, gasPrice: string) =>
      answeredBy(chainId, method =>
        method === 'eth_feeHistory' || method === 'eth_gasPrice'
          ? { ok: true, result: method === 'eth_gasPrice' ? gasPrice : { ...Object(good.eth_feeHistory), ...fees } }
          : wellBehaved(method),
      )
    const tipOf = async (fees: object, gasPrice: string) => {
      const first = await ask(answering(fees, gasPrice))
      // The second time it is known what the endpoint offers.
      const second = await ask(answering(fees, gasPrice), transaction, { ...first.offered, pricing: 'eip1559' })
      expect(second.reading.market).toEqual(first.reading.market)
      return second.reading.market?.askedTip
    }
    const free = { baseFeePerGas: ['0x0', '0x0'] }
    expect(await tipOf({ ...free, reward: undefined }, '0x3b9aca00')).toBe(1_000_000_000n)
    expect(await tipOf({ ...free, reward: [['0x0', '0x0', '0x0']] }, '0x3b9aca00')).toBe(1_000_000_000n)
    expect(await tipOf({ reward: undefined }, '0x9')).toBe(4n)
    expect(await tipOf({ reward: undefined }, '0x1')).toBe(0n)
    expect(await tipOf({}, '0x3b9aca00')).toBeUndefined()
    expect(await tipOf(free, '0x3b9aca00')).toBeUndefined()
  })

  it('prices by gas price only where a header has no base fee and the history names none', async () => {
    const unpriced = { ...good, eth_getBlockByNumber: { number: '0x1' } }
    const priced = { ...good, eth_getBlockByNumber: { number: '0x1', baseFeePerGas: '0x0' } }
    const none = { eth_feeHistory: { oldestBlock: '0x1', baseFeePerGas: ['0x0', '0x0'], gasUsedRatio: [0] } }
    const pricingBy = async (answers: Record<string, unknown>, known = nothingKnown) => {
      const answer = (method: string): BatchItem =>
        answers[method] === undefined ? missing : { ok: true, result: answers[method] }
      return (await ask(answeredBy(chainId, answer), transaction, known)).reading
    }
    expect(await pricingBy({ ...unpriced, ...none })).toMatchObject({ pricing: 'legacy', market: { gasPrice: 5n } })
    expect(await pricingBy({ ...unpriced, eth_feeHistory: undefined })).toMatchObject({ pricing: 'legacy' })
    expect(await pricingBy({ ...priced, ...none })).toMatchObject({ pricing: 'eip1559', market: { baseFeePerGas: 0n } })
    expect(await pricingBy(unpriced)).toMatchObject({ pricing: 'eip1559', market: { baseFeePerGas: 6n } })
    expect(await pricingBy({ ...good, ...none })).toMatchObject({ pricing: null })
    // An endpoint left it out once.
    const misled = { ...nothingKnown, pricing: 'legacy' } as const
    expect(await pricingBy(good, misled)).toMatchObject({ pricing: 'eip1559' })
  })

  it('tells a contract from nothing, and from the account of a person that borrowed code', async () => {
    const codeAt = async (code: string) => {
      const { reading } = await ask(
        answeredBy(chainId, method => (method === 'eth_getCode' ? { ok: true, result: code } : wellBehaved(method))),
      )
      return reading.recipientCode
    }
    expect(await codeAt('0x')).toBe('none')
    expect(await codeAt('0x6080')).toBe('contract')
    expect(await codeAt(`0xef0100${'ab'.repeat(20)}`)).toBe('delegated')
  })

  it('names the access list in all that is estimated, tried out and sized, and none where there is none', async () => {
    const accessList = [{ address: to, storageKeys: [`0x${'5e'.repeat(32)}`] }] as const
    const asked = async (draft: FeeMarketTransaction) => {
      const texts: string[] = []
      const { reading } = await ask(
        answeredBy(chainId, (method, params) => {
          texts.push(`${method} ${JSON.stringify(params)}`)
          return wellBehaved(method)
        }),
        draft,
      )
      return { texts, reading }
    }
    const { texts, reading } = await asked({ ...transaction, accessList })
    const listed = `"accessList":${JSON.stringify(accessList)}`
    expect(texts.filter(text => text.includes(listed)).map(text => text.split(' ')[0])).toEqual([
      'eth_estimateGas',
      'eth_simulateV1',
      'eth_call',
    ])
    // The key alone: of the bytes that the two oracles are asked about.
    expect(texts.filter(text => text.includes('5e'.repeat(32)) && !text.includes(listed))).toHaveLength(2)
    expect(reading.estimate).toBe(25_300n)
    expect((await asked(transaction)).texts.join()).not.toContain('accessList')
  })

  it('takes 21,000 gas for a payment where the node estimates one more, and the estimate for everything else', async () => {
    const estimating = (eth_estimateGas: string, eth_getCode: string) => {
      const answers: Record<string, unknown> = { ...good, eth_estimateGas, eth_getCode }
      return answeredBy(chainId, method => (method in answers ? { ok: true, result: answers[method] } : missing))
    }
    expect((await ask(estimating('0x5209', '0x'))).reading.estimate).toBe(21_000n)
    expect((await ask(estimating('0x5209', '0x6001'))).reading.estimate).toBe(21_001n)
    expect((await ask(estimating('0x520a', '0x'))).reading.estimate).toBe(21_002n)
  })

  it('does not call it a success where the account has less than it pays', async () => {
    const poor = answeredBy(chainId, method =>
      method === 'eth_getBalance' ? { ok: true, result: '0x4' } : wellBehaved(method),
    )
    expect((await ask(poor)).reading.simulation).toEqual({ status: 'reverts', reason: '', code: 'funds-low' })
    expect((await ask(answeredBy(chainId, wellBehaved))).reading.simulation).toMatchObject({ status: 'succeeds' })
  })

  describe('about a delegate where an estimate with its code is refused', () => {
    const delegate = '0x00000000000000000000000000000000000000cc'
    const refused: BatchItem = { ok: false, error: new RpcError('invalid-params', 'state overrides: not supported') }
    const tooLittle: BatchItem = { ok: false, error: new RpcError('gas-limit', 'ran out of gas') }
    const called = z.object({ gas: z.optional(z.string()) })
    const estimateBy = async (isEnough: (gas: number) => boolean, answer: BatchItem = refused) => {
      const connection = answeredBy(chainId, (method, params) => {
        if (method === 'eth_estimateGas') return answer
        const gas = method === 'eth_call' ? called.parse(params[0]).gas : undefined
        return gas === undefined || isEnough(Number(gas)) ? wellBehaved(method) : tooLittle
      })
      return (await ask(connection, { ...transaction, to: from, data: '0x12', ...{ delegate } })).reading.estimate
    }

    it('finds the gas by calls with limits, at most a fifth above what it takes', async () => {
      for (const used of [41_000, 124_515, 800_000]) {
        const found = Number(await estimateBy(gas => gas >= used))
        expect(found).toBeGreaterThanOrEqual(used)
        expect(found).toBeLessThanOrEqual(used * 1.2 + 1)
      }
    })

    it('finds none where the limits are not heeded, or none is enough', async () => {
      expect(await estimateBy(() => true)).toBeNull()
      expect(await estimateBy(() => false)).toBeNull()
      const error = new RpcError('reverted', 'execution reverted')
      expect(await estimateBy(() => true, { ok: false, error })).toBeNull()
      expect(await estimateBy(() => true, { ok: true, result: '0x10000' })).toBe(65_536n)
    })
  })

  it('believes no endpoint of another chain', async () => {
    const other = answeredBy(chainId, method =>
      method === 'eth_chainId' ? { ok: true, result: '0x1' } : wellBehaved(method),
    )
    await expect(ask(other)).rejects.toMatchObject({ kind: 'wrong-chain' })
  })
})
