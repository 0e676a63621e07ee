import { createSiweMessage } from 'viem/siwe'
import { getAddress } from 'viem/utils'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { previewChainId } from '@/lib/chain/networks/presets'
import { alice, bob, codeOf, setUp, shopOrigin } from '../provider.fixture'

let worker: Awaited<ReturnType<typeof setUp>>
beforeEach(async () => {
  worker = await setUp()
})
afterEach(() => worker.database.close())

const connectWith = (capabilities?: unknown) => [
  { version: '1', ...(capabilities === undefined ? {} : { capabilities }) },
]
const minimal = { nonce: '12345678', chainId: `0x${previewChainId.toString(16)}` }
const whole = {
  ...minimal,
  version: '1',
  scheme: 'https',
  domain: 'shop.example',
  uri: 'https://shop.example/connect',
  statement: 'Sign in to the shop.',
  issuedAt: '2023-11-14T22:13:20.000Z',
  expirationTime: '2023-11-14T23:13:20.000Z',
  notBefore: '2023-11-14T22:00:00.000Z',
  requestId: 'r-1',
  resources: ['https://shop.example/a', 'ipfs://x'],
}

describe('wallet_connect (ERC-7846)', () => {
  it('connects, and answers for a connected site at once', async () => {
    const page = worker.open()
    const asked = page.ask('wallet_connect', connectWith())
    expect((await worker.nextApproval()).request).toEqual({ kind: 'connect' })
    await worker.approveNext([bob, alice])
    const accounts = [bob, alice].map(address => ({ address, capabilities: {} }))
    expect(await asked).toEqual({ result: { accounts } })
    expect(await page.ask('wallet_connect', connectWith({}))).toEqual({ result: { accounts } })
    expect(worker.wallet.windows).toHaveLength(1)
    expect(await page.ask('wallet_disconnect')).toEqual({ result: null })
    expect(await page.ask('eth_accounts')).toEqual({ result: [] })
  })

  it('signs in with the account that the person chose, in the same decision', async () => {
    const page = worker.open()
    const asked = page.ask('wallet_connect', connectWith({ signInWithEthereum: whole }))
    await worker.approveNext([bob, alice])
    const message = createSiweMessage({
      address: getAddress(bob),
      chainId: previewChainId,
      domain: whole.domain,
      nonce: whole.nonce,
      uri: whole.uri,
      version: '1',
      scheme: whole.scheme,
      statement: whole.statement,
      issuedAt: new Date(whole.issuedAt),
      expirationTime: new Date(whole.expirationTime),
      notBefore: new Date(whole.notBefore),
      requestId: whole.requestId,
      resources: whole.resources,
    })
    // The fixture's signer puts the message into its signature.
    const signature = `0x${'51'.repeat(32)}${Buffer.from(message).toString('hex')}`
    expect(await asked).toEqual({
      result: {
        accounts: [
          { address: bob, capabilities: { signInWithEthereum: { message, signature } } },
          { address: alice, capabilities: {} },
        ],
      },
    })
    expect(worker.wallet.windows).toHaveLength(1)
    expect(await page.ask('eth_accounts')).toEqual({ result: [bob, alice] })
  })

  it('fills in the site, its address and the time', async () => {
    const page = worker.open()
    void page.ask('wallet_connect', connectWith({ signInWithEthereum: minimal }))
    const { request, shown } = await worker.nextApproval()
    const signIn = request.kind === 'connect' ? request.signIn : undefined
    const message = createSiweMessage({
      address: getAddress(alice),
      chainId: previewChainId,
      domain: 'shop.example',
      nonce: minimal.nonce,
      uri: shopOrigin,
      version: '1',
      issuedAt: new Date(worker.clock.now()),
    })
    expect(`${signIn?.before}${getAddress(alice)}${signIn?.after}`).toBe(message)
    expect(shown.risks.filter(({ code }) => code.startsWith('sign-in'))).toEqual([])
  })

  it('names the risks of the sign-in, and asks a connected site’s person as well', async () => {
    const page = await worker.connectedPage()
    const elsewhere = { ...minimal, domain: 'bank.example', expirationTime: '2043-11-14T23:13:20.000Z' }
    void page.ask('wallet_connect', connectWith({ signInWithEthereum: elsewhere }))
    const { shown } = await worker.nextApproval()
    const codes = shown.risks.map(({ code }) => code)
    expect(codes).toEqual(expect.arrayContaining(['sign-in-domain', 'sign-in-long']))
  })

  it('connects nothing if the person refuses, or the signature fails', async () => {
    const page = worker.open()
    const refused = page.ask('wallet_connect', connectWith({ signInWithEthereum: minimal }))
    await worker.rejectNext()
    expect(codeOf(await refused)).toBe(4001)
    const failed = page.ask('wallet_connect', connectWith({ signInWithEthereum: minimal }))
    await worker.nextApproval()
    worker.wallet.unlocked = false
    await expect(worker.approveNext([alice])).rejects.toMatchObject({ code: 'locked' })
    expect(codeOf(await failed)).toBe(4001)
    expect(await worker.sites.get(shopOrigin)).not.toMatchObject({ accounts: [alice] })
  })

  it.each([
    ['no parameters', undefined, -32602],
    ['another version', [{ version: '2' }], -32602],
    ['an unknown capability', connectWith({ grantPermissions: { expiry: 1 } }), 5700],
    ['a sign-in without a nonce', connectWith({ signInWithEthereum: { chainId: '0x1' } }), -32602],
    ['a short nonce', connectWith({ signInWithEthereum: { ...minimal, nonce: '1234567' } }), -32602],
    ['a statement of two lines', connectWith({ signInWithEthereum: { ...whole, statement: 'a\nb' } }), -32602],
    [
      'a request id with resources in it',
      connectWith({ signInWithEthereum: { ...minimal, requestId: 'a\nResources:\n- https://b.example' } }),
      -32602,
    ],
    [
      'a URI with a version in it',
      connectWith({ signInWithEthereum: { ...minimal, uri: 'https://a.example\nVersion: 1\nChain ID: 5' } }),
      -32602,
    ],
    ['a domain with a path', connectWith({ signInWithEthereum: { ...minimal, domain: 'a.example/b' } }), -32602],
    ['a time in words', connectWith({ signInWithEthereum: { ...minimal, issuedAt: 'now' } }), -32602],
  ])('is refused for %s', async (_what, params, code) => {
    expect(codeOf(await worker.open().ask('wallet_connect', params))).toBe(code)
    expect(worker.wallet.windows).toEqual([])
  })

  it('may be asked for an unknown capability that is optional', async () => {
    void worker.open().ask('wallet_connect', connectWith({ grantPermissions: { optional: true } }))
    expect((await worker.nextApproval()).request).toEqual({ kind: 'connect' })
  })
})
