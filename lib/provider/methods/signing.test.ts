import type { Address } from 'viem'
import { hashMessage, hashTypedData } from 'viem/utils'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { firstNetworkOf } from '@/lib/base/network-id'
import { mainChainId, previewChainId } from '@/lib/chain/networks/presets'
import { permit } from '@/lib/payments/register/signed.fixture'
import { readTypedData } from '@/lib/reading/typed-data/typed-data'
import { alice, bob, codeOf, setUp, shopOrigin, type TestPage } from '../provider.fixture'

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

describe('a transaction', () => {
  it.each([
    ['of the site’s account, without a sender', { to: bob, value: '0x1' }],
    ['with its chain as a number', { from: alice, to: bob, value: '0x1', chainId: previewChainId }],
    ['with numbers for quantities', { from: alice, to: bob, value: 1, gas: 21_000, nonce: 0, type: 2 }],
    [
      'with what it leaves out written as empty',
      {
        ...{ from: alice, to: bob, value: '0x1', data: '', gas: '', maxFeePerGas: null, accessList: [], type: '0x2' },
        ...{ authorizationList: [], blobVersionedHashes: null, blobs: [], maxFeePerBlobGas: '' },
      },
    ],
    ['with its chain in decimal', { from: alice, to: bob, value: '0x1', chainId: String(previewChainId) }],
  ])('is understood: %s', async (_what, transaction) => {
    const page = await worker.connectedPage(shopOrigin, [alice, bob])
    void page.ask('eth_sendTransaction', [transaction])
    await worker.nextApproval()
    expect(worker.wallet.proposed).toMatchObject([
      { account: alice, networkId: previewChainId, transaction: { to: bob, value: '0x1' } },
    ])
  })
})

describe('a call without a value', () => {
  it.each([[undefined], [null], [''], ['0x'], ['0x0'], [0]])('is one of nothing: %j', async value => {
    const page = await worker.connectedPage()
    void page.ask('eth_sendTransaction', [{ from: alice, to: bob, data: '0x01', value }])
    await worker.nextApproval()
    expect(worker.wallet.proposed).toMatchObject([{ transaction: { to: bob, value: '0x0', data: '0x01' } }])
  })
})

describe('typed data of version 3', () => {
  // EIP-712, "Test Cases": the digest of its example, which has no arrays and is the same in every version.
  const person = { Person: ['string name', 'address wallet'], Mail: ['Person from', 'Person to', 'string contents'] }
  const mail = {
    types: Object.fromEntries(
      Object.entries({
        EIP712Domain: ['string name', 'string version', 'uint256 chainId', 'address verifyingContract'],
        ...person,
      }).map(([name, fields]) => [name, fields.map(text => ({ type: text.split(' ')[0], name: text.split(' ')[1] }))]),
    ),
    primaryType: 'Mail',
    domain: {
      name: 'Ether Mail',
      version: '1',
      chainId: 1,
      verifyingContract: '0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC',
    },
    message: {
      from: { name: 'Cow', wallet: '0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826' },
      to: { name: 'Bob', wallet: '0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB' },
      contents: 'Hello, Bob!',
    },
  }
  const digest = '0xbe609aee343fb3c4b28e1df9e632fca64fcfaede20f02e86244efddf30957bd2'

  const digestOf = (text: string) => {
    const { types, primaryType, domain, message } = readTypedData(text)
    return hashTypedData({ types: { ...types }, primaryType, domain, message })
  }

  it('is signed where version 4 has the same hash', async () => {
    const [preset] = worker.wallet.networks
    if (preset !== undefined) worker.wallet.networks.push({ ...preset, id: firstNetworkOf(1), chainId: 1 })
    await worker.sites.connect(shopOrigin, [alice], firstNetworkOf(1))
    const page = worker.open()
    const asked = page.ask('eth_signTypedData_v3', [alice, JSON.stringify(mail)])
    const { request } = await worker.nextApproval()
    expect(request.kind === 'typed-data' && digestOf(request.typedData)).toBe(digest)
    await worker.approveNext()
    expect(await asked).toEqual({ result: `0x${'52'.repeat(65)}` })
  })

  it('is refused with arrays, which version 3 does not have', async () => {
    const page = await worker.connectedPage()
    const many = {
      ...order(),
      types: { Order: [{ name: 'amounts', type: 'uint256[]' }] },
      message: { amounts: [5] },
    }
    expect(codeOf(await page.ask('eth_signTypedData_v4', [alice, { ...many, message: {} }]))).toBe(-32602)
    expect(await page.ask('eth_signTypedData_v3', [alice, many])).toMatchObject({
      error: { code: -32602, message: expect.stringContaining('eth_signTypedData_v4') },
    })
    expect(worker.wallet.windows).toEqual([])
  })
})

describe('typed data', () => {
  it('is signed by the name that EIP-712 gives the method, and refused as a list of values', async () => {
    const page = await worker.connectedPage()
    const asked = page.ask('eth_signTypedData', [alice, order()])
    await worker.approveNext()
    expect(await asked).toEqual({ result: `0x${'52'.repeat(65)}` })
    expect(codeOf(await page.ask('eth_signTypedData', [alice, {}]))).toBe(-32602)
    expect(codeOf(await page.ask('eth_signTypedData', [[{ type: 'string', name: 'a', value: 'x' }], alice]))).toBe(4200)
  })

  it('is signed, given as an object or as text', async () => {
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

  it('is refused if it is too long, as an object or as text', async () => {
    const page = await worker.connectedPage()
    const long = { ...order(), note: 'y'.repeat(262_144) }
    for (const given of [long, JSON.stringify(long)])
      expect(await page.ask('eth_signTypedData_v4', [alice, given])).toMatchObject({
        error: { code: -32602, message: expect.stringContaining('too large') },
      })
    expect(worker.wallet.windows).toEqual([])
  })

  it('that allows a payment is in the ledger before the page gets the signature', async () => {
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

  it('gives the page no signature if the ledger cannot store it', async () => {
    const page = await worker.connectedPage()
    const asked = page.ask('eth_signTypedData_v4', [alice, JSON.parse(permit())])
    await worker.nextApproval()
    worker.ledger.record = () => Promise.reject(new DOMException('full', 'QuotaExceededError'))
    await worker.approveNext().catch(() => undefined)
    expect(codeOf(await asked)).toBe(-32603)
    expect(JSON.stringify(page.answers)).not.toContain('52'.repeat(65))
  })

  it('for another chain asks for the switch, then for the signature', async () => {
    const page = await worker.connectedPage()
    const asked = page.ask('eth_signTypedData_v4', [alice, order({ chainId: mainChainId })])
    expect((await worker.nextApproval()).request).toMatchObject({ kind: 'switch-network', networkId: mainChainId })
    await worker.approveNext()
    const next = await worker.nextApproval()
    expect(next).toMatchObject({ chainId: mainChainId, account: alice, request: { kind: 'typed-data' } })
    await worker.approveNext()
    expect(await asked).toEqual({ result: `0x${'52'.repeat(65)}` })
    expect(await page.ask('eth_chainId')).toEqual({ result: hex(mainChainId) })
  })

  it.each([
    ['the page left', (page: TestPage) => page.leave()],
    ['the site was disconnected', () => worker.sites.disconnect(shopOrigin)],
    ['the site was muted', () => worker.provider.mute(shopOrigin, worker.clock.now() + 60_000)],
  ])('does not ask for that signature if %s after the switch was approved', async (_what, change) => {
    const page = await worker.connectedPage()
    void page.ask('eth_signTypedData_v4', [alice, order({ chainId: mainChainId })])
    const { id, digest } = await worker.nextApproval()
    await expect.poll(() => worker.wallet.windows).toEqual(['focus'])
    const approved = await worker.approvals.approve(id, digest, {})
    await change(page)
    await worker.decisions.fulfil(approved)
    expect(await worker.approvals.waiting()).toEqual([])
    expect(worker.wallet.windows).toEqual(['focus'])
    await expect.poll(async () => (await worker.database.getAll('requests'))[0]?.answer).toContain('4001')
  })

  it('does not show that decision if the page leaves at that moment', async () => {
    const page = await worker.connectedPage()
    void page.ask('eth_signTypedData_v4', [alice, order({ chainId: mainChainId })])
    worker.approvals.onChange(({ request }) => {
      if (request.kind === 'typed-data') page.leave()
    })
    await worker.approveNext()
    expect(await worker.approvals.waiting()).toEqual([])
    expect(worker.wallet.windows).toEqual(['focus'])
  })

  it('asks for that signature if the same document connects again', async () => {
    const documentId = '0123456789'
    await worker.sites.connect(shopOrigin, [alice], firstNetworkOf(previewChainId))
    const page = worker.open(shopOrigin, { documentId })
    void page.ask('eth_signTypedData_v4', [alice, order({ chainId: mainChainId })])
    const { id, digest } = await worker.nextApproval()
    const approved = await worker.approvals.approve(id, digest, {})
    page.leave()
    worker.open(shopOrigin, { documentId })
    await worker.decisions.fulfil(approved)
    expect(await worker.nextApproval()).toMatchObject({ request: { kind: 'typed-data' } })
  })

  it('asks for that signature once, across restarts of the worker', async () => {
    const page = await worker.connectedPage()
    const id = '11111111-2222-4333-8444-555555555555'
    void page.ask('eth_signTypedData_v4', [alice, order({ chainId: mainChainId })], id)
    const first = await worker.nextApproval()
    const approved = await worker.approvals.approve(first.id, first.digest, {})
    const second = worker.startWorker()
    await second.decisions.fulfil(approved)
    const row = await worker.database.get('approvals', first.id)
    if (row === undefined) throw new Error('the row is there')
    await worker.database.put('approvals', { ...row, status: 'approved' })
    const third = worker.startWorker()
    await third.recover()
    expect(await third.approvals.waiting()).toHaveLength(1)
    const again = third.open().ask('eth_signTypedData_v4', [alice, order({ chainId: mainChainId })], id)
    await third.approveNext()
    expect(codeOf(await again)).toBeUndefined()
  })

  it('for an unknown chain, or with the site’s own account as contract, is refused', async () => {
    const page = await worker.connectedPage()
    expect(codeOf(await page.ask('eth_signTypedData_v4', [alice, order({ chainId: 5 })]))).toBe(-32602)
    expect(codeOf(await page.ask('eth_signTypedData_v4', [alice, order({ verifyingContract: alice })]))).toBe(-32602)
    expect(worker.wallet.windows).toEqual([])
  })

  it('with another account of the wallet as contract is shown but cannot be approved', async () => {
    const page = await worker.connectedPage()
    const elsewhere = (verifyingContract: Address) =>
      page.ask('eth_signTypedData_v4', [alice, order({ chainId: 5, verifyingContract })])
    expect(await elsewhere(bob)).toEqual(await elsewhere(contract))

    const asked = page.ask('eth_signTypedData_v4', [alice, order({ chainId: previewChainId, verifyingContract: bob })])
    const risksNow = async () => (await worker.nextApproval()).shown.risks.map(({ code }) => code)
    await expect.poll(risksNow).not.toContain('checks-running')
    expect(await risksNow()).toContain('contract-is-own-account')
    const { id, digest } = await worker.nextApproval()
    await expect(worker.approvals.approve(id, digest, {})).rejects.toMatchObject({ code: 'invalid-input' })
    await worker.rejectNext()
    expect(codeOf(await asked)).toBe(4001)
  })

  it('of an x402 offer names chain 1 on every chain', async () => {
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

describe('a transaction of a native account (EIP-8130)', () => {
  // What is signed of it is a digest that no person can read. No method signs a digest as it is, so no page gets such a
  // signature: the prefix of a message and the domain of typed data make another one of it.
  const digest = '0x9303a6d55218690705d3616fd27e7ee05727782f9e90622ea821651ced33bfe2'

  it('is signed by no method: neither as a digest nor as a transaction, and the reason is told', async () => {
    const page = await worker.connectedPage()
    const refused = await page.ask('eth_sign', [alice, digest])
    expect(refused).toMatchObject({ error: { code: 4200, message: expect.stringContaining('nobody can read') } })
    expect(codeOf(await page.ask('eth_signTransaction', [{ from: alice, type: '0x79' }]))).toBe(4200)
    for (const transaction of [
      { from: alice, to: bob, value: '0x1', type: '0x79' },
      { from: alice, type: '0x79', calls: [[{ to: bob, value: '0x1', data: '0x' }]] },
    ])
      expect(codeOf(await page.ask('eth_sendTransaction', [transaction]))).toBe(-32602)
    expect(worker.wallet.proposed).toEqual([])
  })

  it('has a digest that is no message’s: as a message it is another one', () => {
    expect(hashMessage({ raw: digest })).not.toBe(digest)
  })
})
