import type { Address } from 'viem'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { rowOfCall } from '@/lib/activity/sending/calls'
import { mainChainId, previewChainId } from '@/lib/chain/networks/presets'
import type { TransactionRecord } from '@/lib/storage/records'
import { alice, bob, codeOf, hashOf, journalRow, setUp } from '../provider.fixture'

let worker: Awaited<ReturnType<typeof setUp>>
beforeEach(async () => {
  worker = await setUp()
})
afterEach(() => worker.database.close())

const hex = (number: number) => `0x${number.toString(16)}`
const contract: Address = '0xc0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0'

describe('capabilities (EIP-5792)', () => {
  it('name whether calls can be made together on the chains that are asked for, and on the site’s own', async () => {
    const page = await worker.connectedPage()
    const chains = [hex(previewChainId), hex(mainChainId)]
    for (const status of ['ready', 'supported'] as const) {
      worker.wallet.batchSupport = { status }
      expect(await page.ask('wallet_getCapabilities', [alice, chains])).toMatchObject({
        result: Object.fromEntries(chains.map(chain => [chain, { atomic: { status } }])),
      })
    }
    expect(await page.ask('wallet_getCapabilities', [alice])).toMatchObject({
      result: { [hex(previewChainId)]: { atomic: { status: 'supported' } }, [hex(mainChainId)]: {} },
    })
    expect(await page.ask('wallet_getCapabilities', [alice])).not.toHaveProperty(['result', hex(mainChainId), 'atomic'])
  })

  it('name the network’s pace and that batches are not atomic', async () => {
    const page = await worker.connectedPage()
    expect(await page.ask('wallet_getCapabilities', [alice, [hex(previewChainId), hex(mainChainId)]])).toEqual({
      result: {
        [hex(previewChainId)]: {
          atomic: { status: 'unsupported' },
          preconfirmations: { supported: true, regime: 'preconfirming', medianMs: 212 },
        },
        [hex(mainChainId)]: {
          atomic: { status: 'unsupported' },
          preconfirmations: { supported: false, regime: 'fast-blocks', medianMs: 420 },
        },
      },
    })
    expect(codeOf(await page.ask('wallet_getCapabilities', [bob]))).toBe(4100)
  })

  it('say nothing of pre-confirmations before the network was heard, unless some were measured on it before', async () => {
    worker.wallet.isPaceSeen = false
    const page = await worker.connectedPage()
    expect(await page.ask('wallet_getCapabilities', [alice, [hex(previewChainId), hex(mainChainId)]])).toEqual({
      result: {
        [hex(previewChainId)]: {
          atomic: { status: 'unsupported' },
          preconfirmations: { supported: true, regime: 'preconfirming', medianMs: 212 },
        },
        [hex(mainChainId)]: { atomic: { status: 'unsupported' } },
      },
    })
  })

  it('name conditions where the network, tried now, takes them', async () => {
    const page = await worker.connectedPage()
    const named = async () => page.ask('wallet_getCapabilities', [alice, [hex(previewChainId)]])
    expect(await named()).not.toHaveProperty(['result', hex(previewChainId), 'validity'])
    worker.wallet.takesConditions = true
    expect(await named()).toHaveProperty(['result', hex(previewChainId), 'validity'], { supported: true })
  })

  it('say of a network that is behind what was measured on it before, and otherwise nothing', async () => {
    worker.wallet.regime = 'degraded'
    const page = await worker.connectedPage()
    expect(await page.ask('wallet_getCapabilities', [alice, [hex(previewChainId), hex(mainChainId)]])).toEqual({
      result: {
        [hex(previewChainId)]: {
          atomic: { status: 'unsupported' },
          preconfirmations: { supported: true, regime: 'degraded', medianMs: 212 },
        },
        [hex(mainChainId)]: { atomic: { status: 'unsupported' } },
      },
    })
  })
})

describe('a batch of calls (EIP-5792)', () => {
  const calls = [
    { to: bob, value: '0x1' },
    { to: contract, data: '0x1234' },
  ]
  const asked = { version: '2.0.0', chainId: hex(previewChainId), atomicRequired: false, calls }
  const sealed = (status: 'success' | 'reverted'): Partial<TransactionRecord> => ({
    level: 'sealed',
    inFlight: 0,
    receipt: {
      blockHash: hashOf('c'),
      blockNumber: 7n,
      status,
      gasUsed: 21_000n,
      effectiveGasPrice: 1n,
      l1Fee: null,
      contractAddress: null,
    },
  })

  it('carries its conditions to each transaction, apart, and is refused where they would be lost', async () => {
    const page = await worker.connectedPage()
    const conditions = [{ type: 'block_number', params: { op: '<=', value: '0x2a' } }]
    const under = (more: object = {}, change: object = {}) =>
      page.ask('wallet_sendCalls', [{ ...asked, capabilities: { validity: { conditions, ...more } }, ...change }])
    expect(codeOf(await under())).toBe(5700)
    const without = under({ optional: true })
    expect((await worker.nextApproval()).request).toMatchObject({ calls: [{ to: bob }, { to: contract }] })
    expect(JSON.stringify((await worker.nextApproval()).request)).not.toContain('conditions')
    await worker.rejectNext()
    await without
    worker.wallet.takesConditions = true
    worker.wallet.batchSupport = { status: 'supported' }
    expect(codeOf(await under({}, { atomicRequired: true }))).toBe(5760)
    expect(codeOf(await under({ conditions: [] }))).toBe(-32602)
    const each = { ...calls[0], capabilities: { validity: { conditions } } }
    expect(codeOf(await page.ask('wallet_sendCalls', [{ ...asked, calls: [each] }]))).toBe(5700)
    void under()
    const { request } = await worker.nextApproval()
    expect(request).toMatchObject({ calls: [{ conditions }, { conditions }] })
    expect(request).not.toHaveProperty('atomic')
  })

  it('is one decision, answered with the site’s id', async () => {
    const page = await worker.connectedPage()
    const reply = page.ask('wallet_sendCalls', [{ ...asked, id: '0xbatch', from: alice }])
    expect(await worker.nextApproval()).toMatchObject({
      chainId: previewChainId,
      account: alice,
      request: {
        kind: 'calls',
        batchId: '0xbatch',
        calls: [
          { to: bob, value: '0x1', data: '0x' },
          { to: contract, value: '0x0', data: '0x1234' },
        ],
      },
    })
    await worker.approveNext()
    expect(await reply).toEqual({ result: { id: '0xbatch' } })
    expect(codeOf(await page.ask('wallet_sendCalls', [{ ...asked, id: '0xbatch' }]))).toBe(5720)
  })

  it('of version 1.0 is answered with its id alone, and its status in words', async () => {
    const page = await worker.connectedPage()
    const old = { version: '1.0', chainId: hex(previewChainId), from: alice, calls: [{ to: bob, value: '0x1' }] }
    const reply = page.ask('wallet_sendCalls', [old])
    const id = await worker.approveNext()
    const answer = await reply
    const batchId = 'result' in answer ? answer.result : null
    expect(batchId).toMatch(/^0x80[0-9a-f]{62}$/)
    expect(codeOf(await page.ask('wallet_getCallsStatus', [batchId]))).toBe(-32003)
    worker.wallet.rowsById.set(rowOfCall(id, 0), journalRow({}))
    expect(await page.ask('wallet_getCallsStatus', [batchId])).toEqual({ result: { status: 'PENDING' } })
    worker.wallet.rowsById.set(rowOfCall(id, 0), journalRow(sealed('success')))
    expect(await page.ask('wallet_getCallsStatus', [batchId])).toMatchObject({
      result: { status: 'CONFIRMED', receipts: [{ status: '0x1', transactionHash: hashOf('a') }] },
    })
  })

  it.each([
    ['required atomicity', { atomicRequired: true }, 5760],
    ['an unknown chain', { chainId: '0x7a69' }, 5710],
    ['an unsupported capability', { capabilities: { paymasterService: { url: 'x' } } }, 5700],
    ['a call with an unsupported capability', { calls: [{ to: bob, capabilities: { flowControl: {} } }] }, 5700],
    ['twenty-one calls', { calls: Array(21).fill({ to: bob }) }, 5740],
    ['an account that is not connected', { from: bob }, 4100],
    ['another version', { version: '3.0.0' }, -32602],
    ['no calls', { calls: [] }, -32602],
    ['a missing atomicRequired', { atomicRequired: undefined }, -32602],
    ['a chain id with a leading zero', { chainId: '0x01' }, -32602],
    ['an empty call', { calls: [{}] }, -32602],
    ['a call that is a string', { calls: ['0x'] }, -32602],
    ['a decimal value', { calls: [{ to: bob, value: '1' }] }, -32602],
  ])('is refused for %s', async (_what, changes, code) => {
    const page = await worker.connectedPage()
    expect(codeOf(await page.ask('wallet_sendCalls', [{ ...asked, ...changes }]))).toBe(code)
    expect(worker.wallet.windows).toEqual([])
  })

  it.each([
    ['no-key', 'key'],
    ['other-code', 'another contract'],
    ['no-delegate', 'not on that chain'],
    ['no-set-code', 'type 0x4'],
    ['unreachable', 'just now'],
  ] as const)('that must be atomic is refused with what stands in its way: %s', async (reason, words) => {
    worker.wallet.batchSupport = { status: 'unsupported', reason }
    const page = await worker.connectedPage()
    const answer = await page.ask('wallet_sendCalls', [{ ...asked, atomicRequired: true }])
    expect(answer).toMatchObject({ error: { code: 5760, message: expect.stringContaining(words) } })
    expect(worker.wallet.windows).toEqual([])
  })

  it.each([
    ['ready', true, { choice: 'once', isRequired: true, isDelegated: false }],
    ['ready', false, { choice: 'apart', isRequired: false, isDelegated: false }],
    ['supported', true, { choice: 'keep', isRequired: true, isDelegated: true }],
    ['supported', false, { choice: 'keep', isRequired: false, isDelegated: true }],
  ] as const)('is asked about as the account can make it: %s, required: %s', async (status, atomicRequired, atomic) => {
    worker.wallet.batchSupport = { status }
    const page = await worker.connectedPage()
    void page.ask('wallet_sendCalls', [{ ...asked, atomicRequired }])
    expect((await worker.nextApproval()).request).toMatchObject({ kind: 'calls', atomic })
  })

  it('makes a single call without the code of another, unless that is required', async () => {
    worker.wallet.batchSupport = { status: 'supported' }
    const page = await worker.connectedPage()
    void page.ask('wallet_sendCalls', [{ ...asked, calls: [{ to: bob }] }])
    expect((await worker.nextApproval()).request).not.toHaveProperty('atomic')
  })

  it.each([
    ['creates a contract', [{ to: bob }, { data: '0x6000' }], 5760],
    ['calls the account itself', [{ to: bob }, { to: alice, data: '0x34fcd5be' }], -32602],
  ])('that must be atomic is refused where one %s', async (_what, given, code) => {
    worker.wallet.batchSupport = { status: 'ready' }
    const page = await worker.connectedPage()
    expect(codeOf(await page.ask('wallet_sendCalls', [{ ...asked, calls: given, atomicRequired: true }]))).toBe(code)
    expect(worker.wallet.windows).toEqual([])
  })

  it('made together has the status of its one transaction, whatever ends the delegation afterwards', async () => {
    worker.wallet.batchSupport = { status: 'ready' }
    const page = await worker.connectedPage()
    const reply = page.ask('wallet_sendCalls', [{ ...asked, id: 'b', atomicRequired: true }])
    const id = await worker.approveNext()
    await reply
    worker.wallet.node = async () => ({ logs: [] })
    for (const [outcome, status] of [
      ['success', 200],
      ['reverted', 500],
    ] as const) {
      worker.wallet.rowsById.set(`${id}:0`, journalRow({ id: `${id}:0`, ...sealed(outcome) }))
      const answer = await page.ask('wallet_getCallsStatus', ['b'])
      expect(answer).toMatchObject({ result: { status, atomic: true, receipts: [{}] } })
    }
  })

  it('may name an unsupported capability as optional', async () => {
    const page = await worker.connectedPage()
    void page.ask('wallet_sendCalls', [{ ...asked, capabilities: { paymasterService: { optional: true } } }])
    expect((await worker.nextApproval()).request.kind).toBe('calls')
  })

  it.each([
    ['one is only pre-confirmed', ['success', null], 100],
    ['both are sealed', ['success', 'success'], 200],
    ['one reverted', ['success', 'reverted'], 600],
    ['one was never sent', ['success', undefined], 600],
    ['both reverted', ['reverted', 'reverted'], 500],
    ['none was sent', [undefined, undefined], 400],
  ] as const)('has a status when %s', async (_what, outcomes, status) => {
    const page = await worker.connectedPage()
    const reply = page.ask('wallet_sendCalls', [{ ...asked, id: 'b' }])
    const id = await worker.approveNext()
    await reply
    worker.wallet.node = async () => ({ logs: [{ data: '0x5' }] })
    outcomes.forEach((outcome, index) => {
      if (outcome === undefined) return
      const early = { ...sealed('success'), level: 'preconfirmed' as const, inFlight: 1 as const }
      const rowId = `${id}:${index}`
      worker.wallet.rowsById.set(
        rowId,
        journalRow({ id: rowId, hash: hashOf(`${index + 1}`), ...(outcome === null ? early : sealed(outcome)) }),
      )
    })
    const answer = await page.ask('wallet_getCallsStatus', ['b'])
    expect(answer).toMatchObject({
      result: { version: '2.0.0', id: 'b', chainId: hex(previewChainId), status, atomic: false },
    })
    if (status === 100)
      expect(answer).toMatchObject({
        result: {
          receipts: [{ transactionHash: hashOf('1'), status: '0x1', logs: [{ data: '0x5' }] }],
          capabilities: { preconfirmations: { receipts: [{ transactionHash: hashOf('2') }] } },
        },
      })
  })

  const dropped = { level: 'submitted', ended: 'dropped' } as const
  const refused = { ...dropped, level: 'signed', inFlight: 0, refusal: 'intrinsic gas too low' } as const
  it.each([
    // With a final status the site might send them again, and they would be paid twice.
    ['one was dropped and may still be included', [sealed('success'), dropped], 100],
    ['all were dropped', [dropped, dropped], 100],
    ['one was dropped and the other never sent', [dropped, undefined], 100],
    ['all were refused', [refused, refused], 400],
    ['one was replaced', [{ ended: 'replaced', inFlight: 0 }, undefined], 400],
    ['they were sealed before a reset of the network', [{ ...sealed('success'), ended: 'lost' }, undefined], 400],
    [
      'one was pre-confirmed before a reset of the network',
      [{ level: 'preconfirmed', ended: 'lost', inFlight: 0 }],
      400,
    ],
  ] as const)('has a status when %s', async (_what, rows, status) => {
    const page = await worker.connectedPage()
    const reply = page.ask('wallet_sendCalls', [{ ...asked, id: 'b' }])
    const id = await worker.approveNext()
    await reply
    rows.forEach((changes, index) => {
      if (changes === undefined) return
      const row = journalRow({ id: `${id}:${index}`, hash: hashOf(`${index + 1}`), ...changes })
      worker.wallet.rowsById.set(row.id, row)
    })
    const answer = await page.ask('wallet_getCallsStatus', ['b'])
    expect(answer).toMatchObject({ result: { status } })
    // Receipts from before the reset are not returned.
    if (status === 400) {
      expect(answer).not.toHaveProperty('result.receipts')
      expect(answer).not.toHaveProperty('result.capabilities')
    }
  })

  it('counts a call that the person sped up', async () => {
    const page = await worker.connectedPage()
    const reply = page.ask('wallet_sendCalls', [{ ...asked, id: 'b' }])
    const id = await worker.approveNext()
    await reply
    const slow = journalRow({ id: `${id}:0`, hash: hashOf('1'), ended: 'replaced', inFlight: 0 })
    worker.wallet.rowsById.set(slow.id, slow)
    worker.wallet.rowsById.set(`${id}:1`, journalRow({ id: `${id}:1`, hash: hashOf('2'), ...sealed('success') }))
    expect(await page.ask('wallet_getCallsStatus', ['b'])).toMatchObject({ result: { status: 600 } })
    worker.wallet.inPlaceOf.set(slow.id, journalRow({ id: 'faster', hash: hashOf('3'), ...sealed('success') }))
    expect(await page.ask('wallet_getCallsStatus', ['b'])).toMatchObject({
      result: { status: 200, receipts: [{ transactionHash: hashOf('3') }, { transactionHash: hashOf('2') }] },
    })
  })

  it('whose transactions a locked wallet cannot read any more has no status, rather than a wrong one', async () => {
    const page = await worker.connectedPage()
    const reply = page.ask('wallet_sendCalls', [{ ...asked, id: 'b' }])
    const id = await worker.approveNext()
    await reply
    worker.wallet.rowsById.set(`${id}:0`, journalRow({ id: `${id}:0`, hash: hashOf('1'), ...sealed('success') }))
    worker.wallet.unlocked = false
    expect(codeOf(await page.ask('wallet_getCallsStatus', ['b']))).toBe(4100)
    // On their way they can be read.
    worker.wallet.rowsById.set(`${id}:1`, journalRow({ id: `${id}:1`, hash: hashOf('2'), level: 'accepted' }))
    expect(await page.ask('wallet_getCallsStatus', ['b'])).toMatchObject({ result: { status: 100 } })
  })

  it('is shown to its own site only', async () => {
    const page = await worker.connectedPage()
    const other = await worker.connectedPage('https://other.example')
    void page.ask('wallet_sendCalls', [{ ...asked, id: 'b' }])
    await worker.nextApproval()
    expect(await page.ask('wallet_getCallsStatus', ['b'])).toMatchObject({ result: { status: 100 } })
    expect(await page.ask('wallet_showCallsStatus', ['b'])).toEqual({ result: null })
    expect(worker.wallet.activityShown).toBe(1)
    expect(codeOf(await other.ask('wallet_getCallsStatus', ['b']))).toBe(5730)
    expect(codeOf(await page.ask('wallet_showCallsStatus', ['c']))).toBe(5730)
  })
})
