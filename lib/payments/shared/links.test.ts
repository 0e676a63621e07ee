import fc from 'fast-check'
import { decodeFunctionData, encodeFunctionData, getAddress, type Hex, parseAbi, recoverTypedDataAddress } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { type MaximumLink, readMaximumLink, writeMaximumLink } from './maximum-link'
import { readPaymentLink } from './payment-link'
import { readSignedLink, type SignedLink, typedDataOf, writeSignedLink } from './signed-link'

const token = getAddress('0x89205a3a3b2a69de6dbf7f01ed13b2108b2c43e7')
const contract = getAddress('0x8e23ee67d1332ad560396262c48ffbb01f93d052')
const payer = privateKeyToAccount(generatePrivateKey())
const domain = { name: 'Test Dollar', version: '1', chainId: 84538453, verifyingContract: token }
const amounts = fc.bigInt({ min: 1n, max: 2n ** 256n - 1n })
const addresses = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map(bytes => getAddress(`0x${Buffer.from(bytes).toString('hex')}`))

describe('the link of a maximum', () => {
  const text = `ethereum:${token}@84538453/permit?address=${contract}&uint256=20e6&uint256=1790000000`

  test('carries the contract, the maximum and its end', () => {
    const link = { chainId: 84538453, token, contract, most: 20_000_000n, until: 1_790_000_000n }
    expect(readMaximumLink(text)).toEqual({ ok: true, link })
  })

  test('is read as it was written, and is no transfer', () => {
    const links: fc.Arbitrary<MaximumLink> = fc.record({
      chainId: fc.option(fc.integer({ min: 1, max: 2 ** 40 })),
      ...{ token: addresses, contract: addresses, most: amounts, until: amounts },
    })
    fc.assert(
      fc.property(links, link => {
        const written = writeMaximumLink(link)
        expect(readMaximumLink(written)).toEqual({ ok: true, link })
        expect(readPaymentLink(written).ok).toBe(false)
      }),
    )
  })

  test.each([
    ['nothing', text.replace('20e6', '0'), 'amount'],
    ['a name for the contract', text.replace(`=${contract}`, '=shop.eth'), 'named-recipient'],
    ['an address with a typing mistake', text.replace('0x8e23Ee', '0x8E23Ee'), 'checksum'],
    ['an owner as well', text.replace('permit?', `permit?address=${token}&`), 'other-call'],
    ['no end', text.replace('&uint256=1790000000', ''), 'other-call'],
    ['an approval without an end', text.replace('/permit', '/approve'), 'other-call'],
  ])('is refused with %s', (_name, given, fault) => {
    expect(readMaximumLink(given)).toEqual({ ok: false, fault })
  })
})

const abi = parseAbi([
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)',
  'function receiveWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)',
  'function permit(address owner, address spender, uint256 value, uint256 deadline, bytes signature)',
])

describe('the link of a signed payment', () => {
  const terms = { chainId: 84538453, token, owner: payer.address, payee: contract, value: 5_000_000n }
  const nonce: Hex = `0x${'12'.repeat(32)}`
  const links = [
    { ...terms, kind: 'transfer', validAfter: 1_000n, validBefore: 2_000n, nonce },
    { ...terms, kind: 'receive', validAfter: 0n, validBefore: 2_000n, nonce },
    { ...terms, kind: 'permit', validAfter: 0n, validBefore: 2_000n, nonce: null },
  ] as const satisfies readonly Omit<SignedLink, 'signature'>[]

  test.each(links)('of kind $kind comes back with a signature that is still the payer’s', async link => {
    const typedData = typedDataOf({ ...link, signature: '0x' }, domain, 3n)
    const signature = await payer.signTypedData(JSON.parse(typedData))
    const written = writeSignedLink(typedData, signature)
    const read = readSignedLink(written ?? '')
    expect(read).toEqual({ ...link, signature })
    if (read === null) return
    const again = JSON.parse(typedDataOf(read, domain, 3n))
    expect(await recoverTypedDataAddress({ ...again, signature: read.signature })).toBe(payer.address)
  })

  test.each(links)('of kind $kind is the call that hands it in, as another wallet encodes it', async link => {
    const typedData = typedDataOf({ ...link, signature: '0x' }, domain, 3n)
    const signature = await payer.signTypedData(JSON.parse(typedData))
    const [, functionName = '', query = ''] = /\/(\w+)\?(.*)$/.exec(writeSignedLink(typedData, signature) ?? '') ?? []
    const [types, values] = [0, 1].map(part => query.split('&').map(pair => pair.split('=')[part] ?? ''))
    // ERC-681 §Semantics: the function is named by its name and the types of its arguments.
    const byName = parseAbi([`function ${functionName}(${types?.join(', ')})`] as readonly string[])
    const data = encodeFunctionData({ abi: byName, functionName, args: values } as Parameters<
      typeof encodeFunctionData
    >[0])
    expect(decodeFunctionData({ abi, data })).toMatchObject({ functionName, args: expect.arrayContaining([signature]) })
  })

  test.each([
    ['a transfer', `ethereum:${token}/transfer?address=${contract}&uint256=1`],
    ['a maximum', `ethereum:${token}/permit?address=${contract}&uint256=1&uint256=2`],
    [
      'a short nonce',
      writeSignedLink(typedDataOf({ ...links[0], signature: '0x' }, domain, 0n), '0x12')?.replace(nonce, '0x12') ?? '',
    ],
    ['no link', 'hello'],
  ])('is not %s', (_name, text) => {
    expect(readSignedLink(text)).toBeNull()
  })

  test('there is none of a delegation', () => {
    const delegation = { domain: { ...domain }, primaryType: 'Delegation', message: {} }
    expect(writeSignedLink(JSON.stringify(delegation), '0x12')).toBeNull()
  })
})
