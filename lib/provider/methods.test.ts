import type { Address } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { TransactionRecord } from '@/lib/database/records'
import type { DappMessage } from '@/lib/messaging/dapp'
import { mainChainId, previewChainId } from '@/lib/networks/presets'
import { permit } from '@/lib/payments/ledger/signed.fixture'
import { RpcError } from '@/lib/rpc/errors'
import { alice, bob, codeOf, hashOf, setUp, shopOrigin } from './test-setup'

let worker: Awaited<ReturnType<typeof setUp>>
beforeEach(async () => {
  worker = await setUp()
})
afterEach(() => worker.database.close())

const hex = (number: number) => `0x${number.toString(16)}`
const contract: Address = '0xc0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0'

function order(domain: Record<string, unknown> = { chainId: previewChainId, verifyingContract: contract }) {
  return {
    types: { Order: [{ name: 'amount', type: 'uint256' }] },
    primaryType: 'Order',
    domain,
    message: { amount: 5 },
  }
}

describe('reading', () => {
  it('passes method, parameters and block tag on untouched', async () => {
    const page = await worker.connectedPage()
    const params = [{ to: bob, data: '0x', extra: 1 }, 'pending', { [bob]: { balance: '0x1' } }]
    await page.ask('eth_call', params)
    await page.ask('base_transactionStatus', [hashOf('1')])
    await page.ask('eth_gasPrice')
    expect(worker.wallet.calls).toEqual([
      { chainId: previewChainId, method: 'eth_call', params, endpoint: 'best' },
      { chainId: previewChainId, method: 'base_transactionStatus', params: [hashOf('1')], endpoint: 'best' },
      { chainId: previewChainId, method: 'eth_gasPrice', params: [], endpoint: 'best' },
    ])
  })

  it('answers with the node’s own error', async () => {
    const page = await worker.connectedPage()
    worker.wallet.node = async () => {
      throw new RpcError('reverted', 'execution reverted: no', { code: 3, data: '0x08c379a0' })
    }
    expect(await page.ask('eth_call', [{}, 'latest'])).toEqual({
      error: { code: 3, message: 'execution reverted: no', data: '0x08c379a0' },
    })
  })

  it.each([
    ['unreachable', 4901],
    ['not-json-rpc', 4901],
    ['wrong-chain', 4901],
    ['rate-limited', -32005],
    ['method-unavailable', -32004],
    ['node-error', -32603],
  ] as const)('says what it means that an endpoint is %s', async (kind, code) => {
    const page = await worker.connectedPage()
    worker.wallet.node = async () => {
      throw new RpcError(kind, 'x')
    }
    expect(codeOf(await page.ask('eth_blockNumber'))).toBe(code)
  })

  it('sends bytes on, and a node that refuses them is heard in its own words', async () => {
    const page = await worker.connectedPage()
    worker.wallet.node = async () => hashOf('5')
    expect(await page.ask('eth_sendRawTransaction', ['0x02aa'])).toEqual({ result: hashOf('5') })
    worker.wallet.node = async () => {
      throw new RpcError('nonce-too-low', 'nonce too low', { code: -32000 })
    }
    expect(await page.ask('eth_sendRawTransaction', ['0x02aa'])).toEqual({
      error: { code: -32000, message: 'nonce too low' },
    })
  })

  it('says who the wallet is, and who signed a message', async () => {
    const page = await worker.connectedPage()
    expect(await page.ask('web3_clientVersion')).toEqual({ result: 'Prelude/1.2.3' })
    const signer = privateKeyToAccount(`0x${'11'.repeat(32)}`)
    const signature = await signer.signMessage({ message: 'hello' })
    expect(await page.ask('personal_ecRecover', ['hello', signature])).toEqual({ result: signer.address.toLowerCase() })
  })
})

describe('the chain of a site', () => {
  it('is switched after the person agreed, for this site only', async () => {
    const page = await worker.connectedPage()
    const other = await worker.connectedPage('https://other.example')
    const asked = page.ask('wallet_switchEthereumChain', [{ chainId: hex(mainChainId) }])
    expect((await worker.nextApproval()).request).toEqual({ kind: 'switch-network', chainId: mainChainId })
    await worker.approveNext()
    expect(await asked).toEqual({ result: null })
    expect(await page.ask('eth_chainId')).toEqual({ result: hex(mainChainId) })
    await expect.poll(() => page.events.at(-1)).toMatchObject({ kind: 'state', chainId: hex(mainChainId) })
    expect(await other.ask('eth_chainId')).toEqual({ result: hex(previewChainId) })
    expect(other.events).toHaveLength(1)
  })

  it('needs no question where it is the same, and is 4902 where it is unknown', async () => {
    const page = await worker.connectedPage()
    expect(await page.ask('wallet_switchEthereumChain', [{ chainId: hex(previewChainId) }])).toEqual({ result: null })
    expect(codeOf(await page.ask('wallet_switchEthereumChain', [{ chainId: '0x7a69' }]))).toBe(4902)
    expect(worker.wallet.windows).toEqual([])
  })

  const localhost = {
    chainId: '0x7a69',
    chainName: 'My\u202e chain',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: ['http://rpc.example', 'https://user:secret@rpc.example', 'https://one.example', 'http://127.0.0.1:9545'],
    blockExplorerUrls: ['javascript:alert(1)', 'https://explorer.example'],
  }

  it('can be a new one: tried out only after the person agreed, then switched to', async () => {
    const page = await worker.connectedPage()
    worker.wallet.probe = async http => {
      if (http !== 'http://127.0.0.1:9545') throw new RpcError('unreachable', 'no')
      return {
        chainId: 0x7a69,
        latencyMs: 1,
        pending: true,
        socket: false,
        preconfirmation: false,
        simulate: false,
        syncSend: false,
      }
    }
    const asked = page.ask('wallet_addEthereumChain', [localhost])
    expect((await worker.nextApproval()).request).toEqual({
      kind: 'add-network',
      chainId: 0x7a69,
      name: 'My chain',
      symbol: 'ETH',
      rpcUrls: ['https://one.example', 'http://127.0.0.1:9545'],
      explorerUrl: 'https://explorer.example',
    })
    expect(worker.wallet.probed).toEqual([])
    await worker.approveNext()
    expect(await asked).toEqual({ result: null })
    expect(worker.wallet.networks.at(-1)).toMatchObject({
      chainId: 0x7a69,
      source: 'site',
      endpoints: [{ http: 'http://127.0.0.1:9545' }, { http: 'https://one.example' }],
    })
    expect(await page.ask('eth_chainId')).toEqual({ result: '0x7a69' })
  })

  it('is not added when its endpoint serves another one', async () => {
    const page = await worker.connectedPage()
    worker.wallet.probe = async () => ({
      chainId: 1,
      latencyMs: 1,
      pending: true,
      socket: false,
      preconfirmation: false,
      simulate: false,
      syncSend: false,
    })
    const asked = page.ask('wallet_addEthereumChain', [localhost])
    await expect(worker.approveNext()).rejects.toMatchObject({ code: 'endpoint-wrong-chain' })
    expect(codeOf(await asked)).toBe(4901)
    expect(await page.ask('eth_chainId')).toEqual({ result: hex(previewChainId) })
  })

  it('already known, adding it is switching to it', async () => {
    const page = await worker.connectedPage()
    const asked = page.ask('wallet_addEthereumChain', [{ ...localhost, chainId: hex(mainChainId) }])
    expect((await worker.nextApproval()).request).toMatchObject({ kind: 'switch-network' })
    await worker.rejectNext()
    expect(codeOf(await asked)).toBe(4001)
  })
})

describe('typed data', () => {
  it('is signed as an object or as text', async () => {
    const page = await worker.connectedPage()
    for (const given of [order(), JSON.stringify(order())]) {
      const asked = page.ask('eth_signTypedData_v4', [alice, given])
      const { request } = await worker.nextApproval()
      expect(request.kind === 'typed-data' && JSON.parse(request.typedData)).toMatchObject({
        primaryType: 'Order',
        message: { amount: '5' },
        types: { EIP712Domain: [{ name: 'chainId' }, { name: 'verifyingContract' }] },
      })
      await worker.approveNext()
      expect(await asked).toEqual({ result: `0x${'52'.repeat(65)}` })
    }
  })

  it('that lets somebody take money is in the ledger before the page has the signature', async () => {
    const page = await worker.connectedPage()
    const given = JSON.parse(permit())
    const asked = page.ask('eth_signTypedData_v4', [alice, given])
    const approval = await worker.nextApproval()
    await worker.approveNext()
    const { result } = (await asked) as { result: unknown }
    expect(await worker.database.getAll('authorizations')).toMatchObject([
      { id: `${approval.id}:0`, account: alice, origin: shopOrigin, state: 'live', signature: result, amount: 9n },
    ])
  })

  it('leaves no signature with anybody when the ledger cannot keep it', async () => {
    const page = await worker.connectedPage()
    const asked = page.ask('eth_signTypedData_v4', [alice, JSON.parse(permit())])
    await worker.nextApproval()
    worker.ledger.record = () => Promise.reject(new DOMException('full', 'QuotaExceededError'))
    await worker.approveNext().catch(() => undefined)
    expect(codeOf(await asked)).toBe(-32603)
    expect(JSON.stringify(page.answers)).not.toContain('52'.repeat(65))
  })

  it('for another chain offers the switch, then asks for the signature there', async () => {
    const page = await worker.connectedPage()
    const asked = page.ask('eth_signTypedData_v4', [alice, order({ chainId: mainChainId })])
    expect((await worker.nextApproval()).request).toMatchObject({ kind: 'switch-network', chainId: mainChainId })
    await worker.approveNext()
    const next = await worker.nextApproval()
    expect(next).toMatchObject({ chainId: mainChainId, account: alice, request: { kind: 'typed-data' } })
    await worker.approveNext()
    expect(await asked).toEqual({ result: `0x${'52'.repeat(65)}` })
    expect(await page.ask('eth_chainId')).toEqual({ result: hex(mainChainId) })
  })

  it('asks for that signature once, however often the worker dies in between', async () => {
    const page = await worker.connectedPage()
    const id = '11111111-2222-4333-8444-555555555555'
    void page.ask('eth_signTypedData_v4', [alice, order({ chainId: mainChainId })], id)
    const first = await worker.nextApproval()
    const approved = await worker.approvals.approve(first.id, first.digest, {})
    const second = worker.startWorker()
    await second.provider.fulfil(approved)
    const row = await worker.database.get('approvals', first.id)
    if (row === undefined) throw new Error('the row is there')
    await worker.database.put('approvals', { ...row, status: 'approved' })
    const third = worker.startWorker()
    await third.provider.recover()
    expect(await third.approvals.waiting()).toHaveLength(1)
    const again = third.open().ask('eth_signTypedData_v4', [alice, order({ chainId: mainChainId })], id)
    await third.approveNext()
    expect(codeOf(await again)).toBeUndefined()
  })

  it('for an unknown chain, or for an account of the wallet itself, is refused', async () => {
    const page = await worker.connectedPage()
    expect(codeOf(await page.ask('eth_signTypedData_v4', [alice, order({ chainId: 5 })]))).toBe(-32602)
    expect(codeOf(await page.ask('eth_signTypedData_v4', [alice, order({ verifyingContract: bob })]))).toBe(-32602)
    expect(worker.wallet.windows).toEqual([])
  })

  it('of x402 offers is for chain 1 wherever they are paid', async () => {
    const page = await worker.connectedPage()
    const receipt = {
      types: {
        Receipt: [
          'uint256 version',
          'string network',
          'string resourceUrl',
          'string payer',
          'uint256 issuedAt',
          'string transaction',
        ].map(field => ({ type: field.split(' ')[0], name: field.split(' ')[1] })),
      },
      primaryType: 'Receipt',
      domain: { name: 'x402 receipt', version: '1', chainId: 1 },
      message: { version: 1, network: 'n', resourceUrl: 'u', payer: 'p', issuedAt: 1, transaction: '' },
    }
    const asked = page.ask('eth_signTypedData_v4', [alice, receipt])
    expect(await worker.nextApproval()).toMatchObject({ chainId: 1, request: { kind: 'typed-data' } })
    await worker.approveNext()
    expect(codeOf(await asked)).toBeUndefined()
  })
})

describe('a token that a page names', () => {
  beforeEach(() => {
    worker.wallet.tokens.set(contract, { symbol: 'tUSD', name: 'Test Dollar', decimals: 6 })
  })

  it.each([
    ['as an object', { type: 'ERC20', options: { address: contract, symbol: 'EVIL', decimals: 6 } }],
    ['in a list', [{ type: 'ERC20', options: { address: contract } }]],
    ['with its decimals as text', { type: 'ERC20', options: { address: contract, decimals: '6' } }],
  ])('is listed under what the contract calls itself: %s', async (_how, params) => {
    const page = await worker.connectedPage()
    const asked = page.ask('wallet_watchAsset', params)
    expect((await worker.nextApproval()).request).toEqual({
      kind: 'add-token',
      address: contract,
      symbol: 'tUSD',
      decimals: 6,
    })
    await worker.approveNext()
    expect(await asked).toEqual({ result: true })
    expect(await worker.database.getAll('tokens')).toMatchObject([{ address: contract, source: 'site' }])
  })

  it.each([
    ['no token', -32602, { type: 'ERC20', options: { address: bob } }],
    ['other decimals than the contract’s', -32602, { type: 'ERC20', options: { address: contract, decimals: 18 } }],
    ['no address', -32602, { type: 'ERC20', options: {} }],
    ['another kind of asset', 4200, { type: 'ERC721', options: { address: contract, tokenId: '1' } }],
    ['several of a kind', 4200, { type: 'ERC1155', options: { address: contract, tokenId: '1' } }],
    ['nonsense', -32602, { type: 'ERC9999', options: { address: contract } }],
  ])('is not with %s', async (_what, code, params) => {
    const page = await worker.connectedPage()
    expect(codeOf(await page.ask('wallet_watchAsset', params))).toBe(code)
  })
})

/** A transaction of the shop's, as the journal has it. */
const row = (changes: Partial<TransactionRecord>): TransactionRecord => ({
  id: 'a',
  chainId: previewChainId,
  epoch: 0,
  from: alice,
  nonce: 0,
  to: bob,
  value: 1n,
  data: '0x',
  gas: 21_000n,
  maxFeePerGas: 1n,
  maxPriorityFeePerGas: 1n,
  raw: '0x02',
  hash: hashOf('a'),
  origin: shopOrigin,
  purpose: 'send',
  replaces: null,
  level: 'accepted',
  ended: null,
  receipt: null,
  history: [
    { at: 1, level: 'signed' },
    { at: 2, level: 'accepted' },
  ],
  createdAt: 1,
  inFlight: 1,
  refusal: null,
  ...changes,
})

/** What pages were told of their subscriptions. */
function subscribed(events: readonly DappMessage[]): { subscription: unknown; result: unknown }[] {
  return events.flatMap(event => {
    if (event.kind !== 'message' || typeof event.message.data !== 'object' || event.message.data === null) return []
    const data = new Map(Object.entries(event.message.data))
    return [{ subscription: data.get('subscription'), result: data.get('result') }]
  })
}

describe('subscriptions', () => {
  const id = 'aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee'
  const subscription = `0x${id.replaceAll('-', '')}`

  it('come over the wallet’s own socket, after the page knows their id', async () => {
    const page = await worker.connectedPage()
    expect(await page.ask('eth_subscribe', ['logs', { address: contract }], id)).toEqual({ result: subscription })
    const [entry] = [...worker.wallet.subscriptions]
    expect(entry?.params).toEqual(['logs', { address: contract }])
    entry?.onItem({ data: '0x1' })
    expect(page.events.at(-1)).toEqual({
      kind: 'message',
      message: { type: 'eth_subscription', data: { subscription, result: { data: '0x1' } } },
    })
    expect(await page.ask('eth_unsubscribe', [subscription])).toEqual({ result: true })
    expect(worker.wallet.subscriptions.size).toBe(0)
    expect(await page.ask('eth_unsubscribe', [subscription])).toEqual({ result: false })
  })

  it('end with the page, and are the same again in a later worker', async () => {
    const page = await worker.connectedPage()
    await page.ask('eth_subscribe', ['newHeads'], id)
    page.leave()
    expect(worker.wallet.subscriptions.size).toBe(0)
    const next = worker.startWorker()
    expect(await next.open().ask('eth_subscribe', ['newHeads'], id)).toEqual({ result: subscription })
  })

  it('are fed by asking where there is no socket', async () => {
    const page = await worker.connectedPage()
    worker.wallet.hasSocket = false
    let head = 5
    let asked = 0
    worker.wallet.node = async (method, params) => {
      if (method === 'eth_blockNumber') {
        asked += 1
        return hex(head)
      }
      if (method === 'eth_getLogs') return [{ range: params }]
      const number = Array.isArray(params) ? params[0] : null
      return { number, hash: hashOf('7'), transactions: [], uncles: [] }
    }
    const heads = await page.ask('eth_subscribe', ['newHeads'])
    const logs = await page.ask('eth_subscribe', ['logs', { address: contract, fromBlock: 'earliest' }])
    const itemsOf = (reply: typeof heads) =>
      subscribed(page.events).flatMap(data =>
        'result' in reply && data.subscription === reply.result ? [data.result] : [],
      )
    await expect.poll(() => asked).toBe(1)
    head = 7
    worker.clock.advance(1_000)
    await expect
      .poll(() => itemsOf(heads))
      .toEqual([
        { number: '0x6', hash: hashOf('7') },
        { number: '0x7', hash: hashOf('7') },
      ])
    await expect
      .poll(() => itemsOf(logs))
      .toEqual([{ range: [{ address: contract, fromBlock: '0x6', toBlock: '0x7' }] }])
  })

  it('of other kinds need a socket', async () => {
    const page = await worker.connectedPage()
    worker.wallet.hasSocket = false
    expect(codeOf(await page.ask('eth_subscribe', ['newPendingTransactions']))).toBe(-32004)
  })

  it('of levels tell how far the site’s own transactions have got', async () => {
    const page = await worker.connectedPage()
    const older = row({})
    worker.wallet.rows.set(older.hash, older)
    await page.ask('eth_subscribe', ['transactionLevels', { hashes: [older.hash] }])
    const tell = (given: TransactionRecord) => {
      for (const listener of worker.wallet.rowListeners) listener(given, null)
    }
    tell(row({ hash: hashOf('b') }))
    tell(row({ origin: 'https://other.example', history: [...older.history, { at: 3, level: 'sealed' }] }))
    tell(
      row({
        history: [...older.history, { at: 3, level: 'preconfirmed' }, { at: 4, level: 'accepted', event: 'withdrawn' }],
      }),
    )
    const items = subscribed(page.events).map(data => data.result)
    expect(items).toEqual([
      { hash: older.hash, level: 'accepted', previous: 'signed', atMs: 2 },
      { hash: older.hash, level: 'preconfirmed', previous: 'accepted', atMs: 3 },
      { hash: older.hash, level: 'accepted', previous: 'preconfirmed', event: 'withdrawn', atMs: 4 },
    ])
  })
})

describe('capabilities (EIP-5792)', () => {
  it('tell how fast a network is, and that batches are not atomic', async () => {
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
})

describe('several calls at once (EIP-5792)', () => {
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

  it('are one decision, answered with the id the site chose', async () => {
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

  it.each([
    ['everything or nothing', { atomicRequired: true }, 5760],
    ['a chain nobody added', { chainId: '0x7a69' }, 5710],
    ['a capability that is not there', { capabilities: { paymasterService: { url: 'x' } } }, 5700],
    ['a call that needs one', { calls: [{ to: bob, capabilities: { flowControl: {} } }] }, 5700],
    ['twenty-one of them', { calls: Array(21).fill({ to: bob }) }, 5740],
    ['another account', { from: bob }, 4100],
    ['an older version', { version: '1.0' }, -32602],
    ['none of them', { calls: [] }, -32602],
    ['no word on atomicity', { atomicRequired: undefined }, -32602],
    ['a padded chain', { chainId: '0x01' }, -32602],
    ['a call to nobody with nothing', { calls: [{}] }, -32602],
    ['a call that is a text', { calls: ['0x'] }, -32602],
    ['a decimal value', { calls: [{ to: bob, value: '1' }] }, -32602],
  ])('are refused with %s', async (_what, changes, code) => {
    const page = await worker.connectedPage()
    expect(codeOf(await page.ask('wallet_sendCalls', [{ ...asked, ...changes }]))).toBe(code)
    expect(worker.wallet.windows).toEqual([])
  })

  it('may name a capability as optional that is not there', async () => {
    const page = await worker.connectedPage()
    void page.ask('wallet_sendCalls', [{ ...asked, capabilities: { paymasterService: { optional: true } } }])
    expect((await worker.nextApproval()).request.kind).toBe('calls')
  })

  it.each([
    ['one is only pre-confirmed', ['success', null], 100],
    ['both are sealed', ['success', 'success'], 200],
    ['one failed', ['success', 'reverted'], 600],
    ['one was never sent', ['success', undefined], 600],
    ['both failed', ['reverted', 'reverted'], 500],
    ['none was sent', [undefined, undefined], 400],
  ] as const)('have a status when %s', async (_what, outcomes, status) => {
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
        row({ id: rowId, hash: hashOf(`${index + 1}`), ...(outcome === null ? early : sealed(outcome)) }),
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

  it('are shown to the person, and only to the site whose they are', async () => {
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
