import {
  type Address,
  concatHex,
  encodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  type Hex,
  hashStruct,
  type LocalAccount,
  maxUint256,
  parseEventLogs,
  toHex,
  zeroAddress,
  zeroHash,
} from 'viem'
import { getCreate2Address } from 'viem/utils'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { delegationManagerAbi as abi, delegationsParameters } from './abi/delegations.ts'
import { smartAccountAbi } from './abi/spend-permissions.ts'
import { testDollarAbi } from './abi/test-dollar.ts'
import { create2Deployer } from './addresses.ts'
import { buildContracts } from './compile.ts'
import { type NetworkFixture, startNetworkFixture } from './network-fixture.ts'
import { delegationTypes } from './typed-data.ts'

const refusals = [...abi, ...smartAccountAbi, ...testDollarAbi]
const root = toHex(maxUint256)
const anybody: Address = '0x0000000000000000000000000000000000000a11'

let network: NetworkFixture
let delegate: LocalAccount
let delegator: LocalAccount
let manager: Address

beforeAll(async () => {
  network = await startNetworkFixture()
  manager = network.contracts.delegationManager
  delegate = await network.person()
  delegator = await smartAccount()
})
afterAll(() => network.stop())

/**
 * Somebody with five hundred dollars, whose account has the code of a smart account and the manager among its owners.
 */
async function smartAccount(): Promise<LocalAccount> {
  const account = await network.person(500_000000n)
  await network.delegate(account)
  const data = encodeFunctionData({ abi: smartAccountAbi, functionName: 'addOwnerAddress', args: [manager] })
  await network.send(account, { to: account.address, data })
  return account
}

let salt = 0n

interface Terms {
  delegate: Address
  delegator: Address
  authority: Hex
  caveats: { enforcer: Address; terms: Hex }[]
  salt: bigint
}
type Delegation = Omit<Terms, 'caveats'> & { caveats: { enforcer: Address; terms: Hex; args: Hex }[]; signature: Hex }

async function signed(signer: LocalAccount, more: Partial<Terms> = {}): Promise<Delegation> {
  const message: Terms = {
    delegate: delegate.address,
    delegator: signer.address,
    authority: root,
    caveats: [],
    salt: ++salt,
    ...more,
  }
  const domain = { name: 'DelegationManager', version: '1', chainId: network.chainId, verifyingContract: manager }
  const signature = await signer.signTypedData({ domain, types: delegationTypes, primaryType: 'Delegation', message })
  return { ...message, caveats: message.caveats.map(caveat => ({ ...caveat, args: '0x' as const })), signature }
}

const hashOf = (delegation: Delegation) =>
  hashStruct({ types: delegationTypes, primaryType: 'Delegation', data: { ...delegation } })
const toManager = (data: Hex) => ({ to: manager, data })
const disable = (delegation: Delegation) =>
  toManager(encodeFunctionData({ abi, functionName: 'disableDelegation', args: [delegation] }))
const enable = (delegation: Delegation) =>
  toManager(encodeFunctionData({ abi, functionName: 'enableDelegation', args: [delegation] }))

/** A dollar out of the root delegator's account, to the delegate. */
function redeem(chain: Delegation[], mode: Hex = zeroHash) {
  const transfer = encodeFunctionData({
    abi: testDollarAbi,
    functionName: 'transfer',
    args: [delegate.address, 1_000000n],
  })
  const execution = encodePacked(['address', 'uint256', 'bytes'], [network.contracts.testDollar, 0n, transfer])
  const context = encodeAbiParameters(delegationsParameters, [chain])
  return toManager(
    encodeFunctionData({ abi, functionName: 'redeemDelegations', args: [[context], [mode], [execution]] }),
  )
}

const isDisabled = (delegation: Delegation) =>
  network.client.readContract({
    address: manager,
    abi,
    functionName: 'disabledDelegations',
    args: [hashOf(delegation)],
    blockTag: 'pending',
  })

it('is managed by the code that its authors published as version 1.3.0, which has no owner to pause it', async () => {
  const read = (functionName: 'VERSION' | 'owner' | 'paused') =>
    network.client.readContract({ address: manager, abi, functionName })
  expect(await Promise.all((['VERSION', 'owner', 'paused'] as const).map(read))).toEqual(['1.3.0', zeroAddress, false])
})

describe('a delegation', () => {
  it('has the hash that typed data gives it, without its signature and arguments', async () => {
    const delegation = await signed(delegator, { caveats: [{ enforcer: anybody, terms: '0x1234' }] })
    const bare = { ...delegation, signature: '0x' as const }
    for (const args of [[delegation], [bare]] as const)
      expect(
        await network.client.readContract({ address: manager, abi, functionName: 'getDelegationHash', args }),
      ).toBe(hashOf(delegation))
  })

  it('lets the delegate act as the account, and nobody else', async () => {
    const delegation = await signed(delegator)
    const before = await network.dollarsOf(delegate.address)
    const receipt = await network.send(delegate, redeem([delegation]))
    expect((await network.dollarsOf(delegate.address)) - before).toBe(1_000000n)
    expect(parseEventLogs({ abi, eventName: 'RedeemedDelegation', logs: receipt.logs })[0]?.args).toMatchObject({
      rootDelegator: delegator.address,
      redeemer: delegate.address,
    })
    expect(await network.refusal(delegator.address, redeem([delegation]), refusals)).toBe('InvalidDelegate()')
    const open = await signed(delegator, { delegate: anybody })
    await network.send(delegator, redeem([open]))
  })

  it('is disabled by the delegator alone, once, and enabled again', async () => {
    const delegation = await signed(delegator)
    expect(await network.refusal(delegate.address, disable(delegation), refusals)).toBe('InvalidDelegator()')
    expect(await network.refusal(delegator.address, enable(delegation), refusals)).toBe('AlreadyEnabled()')
    const receipt = await network.send(delegator, disable({ ...delegation, signature: '0x' }))
    expect(parseEventLogs({ abi, eventName: 'DisabledDelegation', logs: receipt.logs })[0]?.args).toMatchObject({
      delegationHash: hashOf(delegation),
      delegator: delegator.address,
      delegate: delegate.address,
    })
    expect(await isDisabled(delegation)).toBe(true)
    expect(await network.refusal(delegator.address, disable(delegation), refusals)).toBe('AlreadyDisabled()')
    expect(await network.refusal(delegate.address, redeem([delegation]), refusals)).toBe(
      'CannotUseADisabledDelegation()',
    )
    await network.send(delegator, enable(delegation))
    expect(await isDisabled(delegation)).toBe(false)
    await network.send(delegate, redeem([delegation]))
  })

  it('signed by another, or changed after it was signed, is refused', async () => {
    const plain = await network.person()
    const refusal = (chain: Delegation[]) => network.refusal(delegate.address, redeem(chain), refusals)
    const delegation = await signed(delegator)
    expect(await refusal([{ ...delegation, salt: 0n }])).toBe('InvalidERC1271Signature()')
    expect(await refusal([await signed(delegate, { delegator: plain.address })])).toBe('InvalidEOASignature()')
    expect(await refusal([await signed(delegator, { authority: zeroHash })])).toBe('InvalidAuthority()')
  })

  it('is passed on within a chain, and ends with any of its links', async () => {
    const helper = await network.person()
    const first = await signed(delegator, { delegate: helper.address })
    const second = await signed(helper, { authority: hashOf(first) })
    const before = await network.dollarsOf(delegator.address)
    await network.send(delegate, redeem([second, first]))
    expect(before - (await network.dollarsOf(delegator.address))).toBe(1_000000n)
    const refusal = (chain: Delegation[]) => network.refusal(delegate.address, redeem(chain), refusals)
    expect(await refusal([await signed(helper, { authority: root }), first])).toBe('InvalidAuthority()')
    expect(await refusal([await signed(delegate, { authority: hashOf(first) }), first])).toBe('InvalidDelegate()')
    await network.send(delegator, disable(first))
    expect(await refusal([second, first])).toBe('CannotUseADisabledDelegation()')
  })

  it('is bounded by its caveats, and by one that nobody checks to nothing', async () => {
    const code = (await buildContracts()).contracts.LimitedCallsEnforcer?.bytecode ?? '0x'
    await network.send(delegate, { to: create2Deployer, data: concatHex([zeroHash, code]) })
    const enforcer = getCreate2Address({ from: create2Deployer, salt: zeroHash, bytecode: code })
    const twice = await signed(delegator, { caveats: [{ enforcer, terms: toHex(2n, { size: 32 }) }] })
    await network.send(delegate, redeem([twice]))
    await network.send(delegate, redeem([twice]))
    expect(await network.refusal(delegate.address, redeem([twice]), refusals)).toBe(
      'LimitedCallsEnforcer:limit-exceeded',
    )
    const unchecked = await signed(delegator, { caveats: [{ enforcer: anybody, terms: '0x' }] })
    await expect(
      network.client.call({ account: delegate.address, ...redeem([unchecked]), blockTag: 'pending' }),
    ).rejects.toThrow('reverted')
  })

  it('of an account that does not obey the manager, or in a way it does not know, moves nothing', async () => {
    const other = await network.person(5_000000n)
    await network.delegate(other)
    expect(await network.refusal(delegate.address, redeem([await signed(other)]), refusals)).toBe('Unauthorized()')
    const mode = toHex(1n, { size: 32 })
    expect(await network.refusal(delegate.address, redeem([await signed(delegator)], mode), refusals)).toBe(
      `UnsupportedMode(${mode})`,
    )
  })
})
