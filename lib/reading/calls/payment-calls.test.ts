import fc from 'fast-check'
import type { Address, Hex } from 'viem'
import { encodeFunctionData, getAddress } from 'viem/utils'
import { describe, expect, test } from 'vitest'
import { channelAbi, payoutsAbi } from './payment-abi'
import {
  authorizationAbi,
  checkoutAbi,
  delegationAbi,
  escrowAbi,
  permit2Abi,
  spendPermissionAbi,
} from './payment-abi.fixture'
import { readPaymentCall } from './payment-calls'
import { delegationManager, permit2Address, spendPermissionManager } from './published-contracts'

const address = (digits: string): Address => getAddress(`0x${digits.repeat(20)}`)
const contract = address('c0')
const payer = address('a1')
const merchant = address('b2')
const token = address('d3')
const word: Hex = `0x${'12'.repeat(32)}`
const signature: Hex = `0x${'34'.repeat(65)}`
const read = (data: Hex, to = contract) => readPaymentCall({ to, data })

describe('selectors are those of the deployed contracts', () => {
  const authorization = [payer, merchant, 5n, 0n, 9n, word] as const
  test.each([
    ['0xe3ee160e', 'transferWithAuthorization', [...authorization, 27, word, word]],
    ['0xcf092995', 'transferWithAuthorization', [...authorization, signature]],
    ['0xef55bec6', 'receiveWithAuthorization', [...authorization, 27, word, word]],
    ['0x88b7ab63', 'receiveWithAuthorization', [...authorization, signature]],
    ['0x5a049a70', 'cancelAuthorization', [payer, word, 27, word, word]],
    ['0xb7b72899', 'cancelAuthorization', [payer, word, signature]],
  ] as const)('%s is %s', (selector, functionName, args) => {
    const data = encodeFunctionData({ abi: authorizationAbi, functionName, args } as Parameters<
      typeof encodeFunctionData<typeof authorizationAbi>
    >[0])
    expect(data.slice(0, 10)).toBe(selector)
    expect(read(data)?.token).toBe(contract)
  })
})

test('a payout says how many are paid how much, and who', () => {
  const data = encodeFunctionData({
    abi: payoutsAbi,
    functionName: 'sendPayouts',
    args: [word, [payer, merchant], [2n, 3n]],
  })
  expect(read(data)).toEqual({
    code: 'pay-out',
    values: { count: '2' },
    amounts: { amount: 5n },
    token: null,
    counterparty: null,
    legs: [
      { to: payer, amount: 2n },
      { to: merchant, amount: 3n },
    ],
  })
})

test('a split shows each leg as the contract will pay it, the remainder where it goes', () => {
  const data = encodeFunctionData({
    abi: payoutsAbi,
    functionName: 'splitPayment',
    args: [word, 100n, [payer, merchant, token], [3_333, 3_333, 3_334], 1n],
  })
  expect(read(data)?.legs).toEqual([
    { to: payer, amount: 33n, basisPoints: 3_333 },
    { to: merchant, amount: 34n, basisPoints: 3_333 },
    { to: token, amount: 33n, basisPoints: 3_334 },
  ])
})

test('what no contract would take is not put into words', () => {
  const uneven = encodeFunctionData({ abi: payoutsAbi, functionName: 'sendPayouts', args: [word, [payer], [2n, 3n]] })
  const nowhere = encodeFunctionData({
    abi: payoutsAbi,
    functionName: 'splitPayment',
    args: [word, 100n, [payer], [10_000], 1n],
  })
  expect([read(uneven), read(nowhere), read('0xdeadbeef'), read('0x')]).toEqual([null, null, null, null])
})

test('one name, two contracts: a capture at the checkout and one from escrow are told apart', () => {
  const atCheckout = encodeFunctionData({
    abi: checkoutAbi,
    functionName: 'capture',
    args: [word, payer, 4n, 9n, 10n, 27, word, word],
  })
  const info = {
    operator: merchant,
    payer,
    receiver: merchant,
    token,
    maxAmount: 9n,
    preApprovalExpiry: 1,
    authorizationExpiry: 2,
    refundExpiry: 3,
    minFeeBps: 0,
    maxFeeBps: 0,
    feeReceiver: merchant,
    salt: 1n,
  }
  const fromEscrow = encodeFunctionData({ abi: escrowAbi, functionName: 'capture', args: [info, 4n, 0n, merchant] })
  expect(read(atCheckout)).toMatchObject({ code: 'capture-below', amounts: { amount: 4n, maximum: 9n } })
  expect(read(fromEscrow)).toMatchObject({ code: 'escrow-capture', token, amounts: { amount: 4n } })
})

test('a spend permission and a channel name the token themselves', () => {
  const permission = {
    account: payer,
    spender: merchant,
    token,
    allowance: 7n,
    period: 86_400,
    start: 1,
    end: 2,
    salt: 0n,
    extraData: '0x',
  } as const
  const config = {
    payer,
    payerAuthorizer: payer,
    receiver: merchant,
    receiverAuthorizer: merchant,
    token,
    withdrawDelay: 900,
    salt: word,
  }
  const revoke = encodeFunctionData({ abi: spendPermissionAbi, functionName: 'revoke', args: [permission] })
  const withdraw = encodeFunctionData({ abi: channelAbi, functionName: 'initiateWithdraw', args: [config, 7n] })
  expect(read(revoke, spendPermissionManager)).toMatchObject({ code: 'revoke-spending', token, counterparty: merchant })
  expect(read(withdraw)).toMatchObject({ code: 'channel-withdraw', token, values: { delay: '900' } })
})

test('a delegation is taken back, or put back in force, by its delegator', () => {
  const caveats = [{ enforcer: contract, terms: '0x12', args: '0x' }] as const
  const delegation = { delegate: merchant, delegator: payer, authority: word, caveats, salt: 1n, signature } as const
  const call = (functionName: 'disableDelegation' | 'enableDelegation') =>
    read(encodeFunctionData({ abi: delegationAbi, functionName, args: [delegation] }), delegationManager)
  const said = { values: { delegator: payer, delegate: merchant }, counterparty: merchant, token: null }
  expect(call('disableDelegation')).toMatchObject({ code: 'disable-delegation', ...said })
  expect(call('enableDelegation')).toMatchObject({ code: 'enable-delegation', ...said })
})

test('bytes that are not the one way to write a call are no such call', () => {
  const data = encodeFunctionData({
    abi: authorizationAbi,
    functionName: 'cancelAuthorization',
    args: [payer, word, signature],
  })
  const dirty: Hex = `${data.slice(0, 10)}01${data.slice(12)}` as Hex
  expect(read(data)?.code).toBe('cancel-authorization')
  expect([read(`${data}00`), read(dirty), read(data.slice(0, -2) as Hex)]).toEqual([null, null, null])
})

test('whatever the calldata, nothing is thrown', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.constantFrom('0xe3ee160e', '0x5a049a70', ''), (bytes, start) => {
      const digits = Buffer.from(bytes).toString('hex')
      expect(() => read(`${start === '' ? '0x' : start}${digits}` as Hex)).not.toThrow()
    }),
  )
})

test('what is taken back is said only of the contract that holds it', () => {
  const lockdown = encodeFunctionData({
    abi: permit2Abi,
    functionName: 'lockdown',
    args: [[{ token, spender: merchant }]],
  })
  const voided = encodeFunctionData({ abi: permit2Abi, functionName: 'invalidateUnorderedNonces', args: [1n, 2n] })
  expect(read(lockdown, permit2Address)?.code).toBe('lock-permit2')
  expect(read(voided, getAddress(permit2Address))?.code).toBe('void-permit2')
  for (const data of [lockdown, voided]) expect(read(data)).toBeNull()
})
