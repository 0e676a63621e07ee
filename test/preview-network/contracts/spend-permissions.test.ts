import { type Address, encodeFunctionData, type Hex, hashTypedData, type LocalAccount, parseEventLogs } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { spendPermissionManagerAbi as abi, smartAccountAbi } from './abi/spend-permissions.ts'
import { testDollarAbi } from './abi/test-dollar.ts'
import { type NetworkFixture, startNetworkFixture } from './network-fixture.ts'
import { spendPermissionTypes } from './typed-data.ts'

const refusals = [...abi, ...smartAccountAbi, ...testDollarAbi]
const nativeToken: Address = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'
const day = 86_400

let network: NetworkFixture
let spender: LocalAccount
let start: number

beforeAll(async () => {
  network = await startNetworkFixture()
  spender = await network.person()
  start = Number(await network.now())
})
afterAll(() => network.stop())

/** Somebody whose account has the code of a smart account and the manager among its owners. */
async function smartAccount(): Promise<LocalAccount> {
  const account = await network.person(500_000000n)
  await network.delegate(account)
  return account
}

function permission(
  account: Address,
  more: { token?: Address; end?: number; start?: number; allowance?: bigint } = {},
) {
  return {
    account,
    spender: spender.address,
    token: network.contracts.testDollar,
    allowance: 10_000000n,
    period: 30 * day,
    start,
    end: start + 365 * day,
    salt: 7n,
    extraData: '0x' as Hex,
    ...more,
  }
}

type Permission = ReturnType<typeof permission>

const domain = () => ({
  name: 'Spend Permission Manager',
  version: '1',
  chainId: network.chainId,
  verifyingContract: network.contracts.spendPermissionManager,
})
const sign = (account: LocalAccount, message: Permission) =>
  account.signTypedData({ domain: domain(), types: spendPermissionTypes, primaryType: 'SpendPermission', message })
const toManager = (data: Hex) => ({ to: network.contracts.spendPermissionManager, data })
const approveSigned = (given: Permission, signature: Hex) =>
  toManager(encodeFunctionData({ abi, functionName: 'approveWithSignature', args: [given, signature] }))
const spend = (given: Permission, value: bigint) =>
  toManager(encodeFunctionData({ abi, functionName: 'spend', args: [given, value] }))
const currentPeriod = (given: Permission, time?: number) =>
  network.client.readContract({
    address: network.contracts.spendPermissionManager,
    abi,
    functionName: 'getCurrentPeriod',
    args: [given],
    blockTag: 'pending',
    ...(time === undefined ? {} : { blockOverrides: { time: BigInt(time) } }),
  })

async function approved(more: Parameters<typeof permission>[1] = {}) {
  const account = await smartAccount()
  const given = permission(account.address, more)
  await network.send(spender, approveSigned(given, await sign(account, given)))
  return { account, given }
}

describe('a spend permission', () => {
  it('has the hash that typed data gives it', async () => {
    const given = permission(spender.address)
    const read = { address: network.contracts.spendPermissionManager, abi } as const
    expect(await network.client.readContract({ ...read, functionName: 'getHash', args: [given] })).toBe(
      hashTypedData({ domain: domain(), types: spendPermissionTypes, primaryType: 'SpendPermission', message: given }),
    )
    expect(await network.client.readContract({ ...read, functionName: 'SPEND_PERMISSION_TYPEHASH' })).toBe(
      '0xc9fa0f0252014cf89ab0539e3bb3adcb76f93e6bb6494e8cc61c14e2761ee2e4',
    )
    expect(await network.client.readContract({ ...read, functionName: 'SPEND_PERMISSION_BATCH_TYPEHASH' })).toBe(
      '0xe528cd8f39a864282e62a136876fbff89cfa2ebb001852b9f771aa0bc9ffc3ee',
    )
  })

  it('approved by signature lets the spender take up to the allowance in a period', async () => {
    const { given } = await approved()
    const before = await network.dollarsOf(spender.address)
    const receipt = await network.send(spender, spend(given, 4_000000n))
    expect(parseEventLogs({ abi, eventName: 'SpendPermissionUsed', logs: receipt.logs })).toMatchObject([
      {
        args: {
          account: given.account,
          spender: spender.address,
          token: given.token,
          periodSpend: { start, end: start + 30 * day, spend: 4_000000n },
        },
      },
    ])
    expect((await network.dollarsOf(spender.address)) - before).toBe(4_000000n)
    expect(await currentPeriod(given)).toEqual({ start, end: start + 30 * day, spend: 4_000000n })
    expect(await network.refusal(spender.address, spend(given, 6_000001n), refusals)).toBe(
      'ExceededSpendPermission(10000001,10000000)',
    )
    await network.send(spender, spend(given, 6_000000n))
  })

  it('is whole again in the next period, counted from its start, and ends with its end', async () => {
    const { given } = await approved({ end: start + 40 * day })
    await network.send(spender, spend(given, 10_000000n))
    const at = (time: number) => network.refusal(spender.address, spend(given, 10_000000n), refusals, BigInt(time))
    expect(await at(start + 30 * day - 1)).toBe('ExceededSpendPermission(20000000,10000000)')
    await expect(at(start + 30 * day)).rejects.toThrow('the call was not refused')
    expect(await currentPeriod(given, start + 35 * day)).toEqual({ start: start + 30 * day, end: given.end, spend: 0n })
    expect(await at(given.end)).toBe(`AfterSpendPermissionEnd(${given.end},${given.end})`)
  })

  it('cannot be used before it starts, by anybody else, or for nothing', async () => {
    const { given, account } = await approved({ start: start + day })
    expect(await network.refusal(spender.address, spend(given, 1n), refusals, BigInt(start + day - 1))).toBe(
      `BeforeSpendPermissionStart(${start + day - 1},${start + day})`,
    )
    expect(await network.refusal(account.address, spend(given, 1n), refusals)).toBe(
      `InvalidSender(${account.address},${spender.address})`,
    )
    expect(await network.refusal(spender.address, spend(given, 0n), refusals)).toBe('ZeroValue()')
  })

  it('revoked by the account never comes back', async () => {
    const { given, account } = await approved()
    const revoke = toManager(encodeFunctionData({ abi, functionName: 'revoke', args: [given] }))
    expect(await network.refusal(spender.address, revoke, refusals)).toBe(
      `InvalidSender(${spender.address},${account.address})`,
    )
    const receipt = await network.send(account, revoke)
    expect(parseEventLogs({ abi, eventName: 'SpendPermissionRevoked', logs: receipt.logs })).toHaveLength(1)
    expect(await network.refusal(spender.address, spend(given, 1n), refusals)).toBe('UnauthorizedSpendPermission()')
    await network.send(spender, approveSigned(given, await sign(account, given)))
    expect(await network.refusal(spender.address, spend(given, 1n), refusals)).toBe('UnauthorizedSpendPermission()')
  })

  it('is given up by the spender too', async () => {
    const { given } = await approved()
    await network.send(spender, toManager(encodeFunctionData({ abi, functionName: 'revokeAsSpender', args: [given] })))
    expect(await network.refusal(spender.address, spend(given, 1n), refusals)).toBe('UnauthorizedSpendPermission()')
  })

  it('signed by another, or with impossible terms, is refused', async () => {
    const account = await smartAccount()
    const refusal = async (given: Permission, signer = account) =>
      network.refusal(spender.address, approveSigned(given, await sign(signer, given)), refusals)
    expect(await refusal(permission(account.address), spender)).toBe('InvalidSignature()')
    expect(await refusal(permission(account.address, { allowance: 0n }))).toBe('ZeroAllowance()')
    expect(await refusal({ ...permission(account.address), period: 0 })).toBe('ZeroPeriod()')
    expect(await refusal(permission(account.address, { end: start }))).toBe(`InvalidStartEnd(${start},${start})`)
  })

  it('of an account without the code of a smart account moves nothing', async () => {
    const plain = await network.person(10_000000n)
    const given = permission(plain.address)
    await network.send(spender, approveSigned(given, await sign(plain, given)))
    await expect(
      network.client.call({ account: spender.address, ...spend(given, 1n), blockTag: 'pending' }),
    ).rejects.toThrow('reverted')
  })

  it('covers ether as well', async () => {
    const { given, account } = await approved({ token: nativeToken, allowance: 10n ** 15n })
    const balance = () => network.client.getBalance({ address: account.address, blockTag: 'pending' })
    const before = await balance()
    await network.send(spender, spend(given, 10n ** 14n))
    expect(before - (await balance())).toBe(10n ** 14n)
  })

  it('comes in batches, with one signature', async () => {
    const account = await smartAccount()
    const details = [1n, 2n].map(salt => ({
      spender: spender.address,
      token: network.contracts.testDollar,
      allowance: 1_000000n,
      salt,
      extraData: '0x' as Hex,
    }))
    const batch = { account: account.address, period: day, start, end: start + 365 * day, permissions: details }
    const types = spendPermissionTypes
    const signature = await account.signTypedData({
      domain: domain(),
      types,
      primaryType: 'SpendPermissionBatch',
      message: batch,
    })
    const args = [batch, signature] as const
    const receipt = await network.send(
      spender,
      toManager(encodeFunctionData({ abi, functionName: 'approveBatchWithSignature', args })),
    )
    expect(parseEventLogs({ abi, eventName: 'SpendPermissionApproved', logs: receipt.logs })).toHaveLength(2)
    const { permissions, ...shared } = batch
    for (const part of permissions) await network.send(spender, spend({ ...shared, ...part }, 1_000000n))
  })
})

it('a smart account obeys its own key and its owners alone, and vouches for its own signature alone', async () => {
  const account = await smartAccount()
  const call = {
    to: account.address,
    data: encodeFunctionData({
      abi: smartAccountAbi,
      functionName: 'execute',
      args: [spender.address, 1n, '0x'],
    }),
  }
  expect(await network.refusal(spender.address, call, refusals)).toBe('Unauthorized()')
  await network.send(account, call)
  const hash = hashTypedData({
    domain: domain(),
    types: spendPermissionTypes,
    primaryType: 'SpendPermission',
    message: permission(account.address),
  })
  const answer = async (signer: LocalAccount) =>
    network.client.readContract({
      address: account.address,
      abi: smartAccountAbi,
      functionName: 'isValidSignature',
      args: [hash, await sign(signer, permission(account.address))],
      blockTag: 'pending',
    })
  expect(await answer(account)).toBe('0x1626ba7e')
  expect(await answer(spender)).toBe('0xffffffff')
})
