import type { Address, Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { keccak256, stringToBytes } from 'viem/utils'
import { describe, expect, test } from 'vitest'
import { readPaymentCall } from '@/lib/reading/calls/payment-calls'
import { captureCall, readSignedAuthorization, writeSignedAuthorization } from './signed-authorization'

const chainId = 84538453
const payer = privateKeyToAccount(generatePrivateKey())
const account: Address = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
const token: Address = '0x89205a3a3b2a69de6dbf7f01ed13b2108b2c43e7'
const checkout: Address = '0x8e23ee67d1332ad560396262c48ffbb01f93d052'
const nonce: Hex = `0x${'12'.repeat(32)}`
const here = { chainId, account, now: 1_000n }
const domain = { name: 'Test Dollar', version: '1', chainId, verifyingContract: token }
const field = (name: string, type: string) => ({ name, type })

const authorizationFields = [
  field('from', 'address'),
  field('to', 'address'),
  field('value', 'uint256'),
  field('validAfter', 'uint256'),
  field('validBefore', 'uint256'),
  field('nonce', 'bytes32'),
]
const permitFields = [
  field('owner', 'address'),
  field('spender', 'address'),
  field('value', 'uint256'),
  field('nonce', 'uint256'),
  field('deadline', 'uint256'),
]

function authorization(primaryType: string, part: object = {}) {
  const message = { from: payer.address, to: account, value: '5000000', validAfter: '0', validBefore: '2000', nonce }
  return { domain, primaryType, types: { [primaryType]: authorizationFields }, message: { ...message, ...part } }
}
function permit(part: object = {}) {
  const message = { owner: payer.address, spender: checkout, value: '9000000', nonce: '3', deadline: '2000' }
  return { domain, primaryType: 'Permit', types: { Permit: permitFields }, message: { ...message, ...part } }
}
type Given = ReturnType<typeof authorization> | ReturnType<typeof permit>

async function signedAuthorization(given: Given, signer = payer): Promise<string> {
  const signature = await signer.signTypedData(given as Parameters<typeof signer.signTypedData>[0])
  return writeSignedAuthorization(JSON.stringify(given), signature)
}
const read = async (given: Given, signer = payer) =>
  readSignedAuthorization(await signedAuthorization(given, signer), here)

async function whole(given: Given) {
  const result = await read(given)
  if (!result.ok) throw new Error(result.fault)
  return result.signed
}

describe('an authorization', () => {
  test.each([
    ['TransferWithAuthorization', 'transfer-authorization', 'move-authorized'],
    ['ReceiveWithAuthorization', 'receive-authorization', 'take-authorized'],
  ])('%s is captured whole, at the token', async (primaryType, kind, code) => {
    const signed = await whole(authorization(primaryType))
    expect(signed).toMatchObject({
      kind,
      token,
      contract: token,
      payer: payer.address.toLowerCase(),
      amount: 5_000_000n,
      validAfter: 0n,
      validBefore: 2_000n,
      nonce,
    })
    const call = captureCall(signed, 5_000_000n, null)
    expect(readPaymentCall(call)).toMatchObject({ code, amounts: { amount: 5_000_000n } })
    expect(() => captureCall(signed, 4_999_999n, null)).toThrow(RangeError)
  })
})

describe('a permit', () => {
  test('is captured at its checkout, up to the maximum', async () => {
    const signed = await whole(permit())
    expect(signed).toMatchObject({ kind: 'permit', token, contract: checkout, amount: 9_000_000n, validBefore: 2_001n })
    const orderId = keccak256(stringToBytes('order 12'))
    const call = captureCall(signed, 4_000_000n, orderId)
    expect(call.to).toBe(checkout)
    expect(readPaymentCall(call)).toMatchObject({
      code: 'capture-below',
      amounts: { amount: 4_000_000n, maximum: 9_000_000n },
    })
    for (const amount of [0n, 9_000_001n]) expect(() => captureCall(signed, amount, orderId)).toThrow(RangeError)
    expect(() => captureCall(signed, 1n, null)).toThrow(RangeError)
  })
})

describe('what cannot be captured is refused with its reason', () => {
  const transfer = (part: object) => authorization('TransferWithAuthorization', part)

  test.each([
    ['not-for-you', transfer({ to: checkout })],
    ['expired', transfer({ validBefore: '1000' })],
    ['expired', permit({ deadline: '999' })],
    ['nothing', transfer({ value: '0' })],
    ['other-chain', { ...transfer({}), domain: { ...domain, chainId: 1 } }],
    [
      'other-kind',
      {
        domain,
        primaryType: 'CancelAuthorization',
        types: { CancelAuthorization: [field('authorizer', 'address'), field('nonce', 'bytes32')] },
        message: { authorizer: payer.address, nonce },
      },
    ],
  ])('%s', async (fault, given) => {
    expect(await read(given as Given)).toEqual({ ok: false, fault })
  })

  test('a signature that is not the payer’s', async () => {
    const stranger = privateKeyToAccount(generatePrivateKey())
    expect(await read(transfer({}), stranger)).toEqual({ ok: false, fault: 'signature' })
    const text = await signedAuthorization(transfer({}))
    const raised = text.replace('"5000000"', '"6000000"')
    expect(await readSignedAuthorization(raised, here)).toEqual({ ok: false, fault: 'signature' })
  })

  test.each(['', 'no JSON', '{}', '[]', 'null', '{"typedData":{},"signature":"0x12"}', 'x'.repeat(200_000)])(
    'no handover at all: %.30s',
    async text => {
      expect(await readSignedAuthorization(text, here)).toEqual({ ok: false, fault: 'unreadable' })
    },
  )

  test('a permit is not expired in its last second', async () => {
    expect(await read(permit({ deadline: '1000' }))).toMatchObject({ ok: true })
  })
})
