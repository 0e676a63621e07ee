import {
  type Address,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  hashTypedData,
  hexToBigInt,
  keccak256,
  type LocalAccount,
  maxUint256,
  parseEventLogs,
  zeroAddress,
} from 'viem'
import { generatePrivateKey } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { permit2Abi } from './abi/permit2.ts'
import { testDollarAbi } from './abi/test-dollar.ts'
import { x402BatchSettlementAbi as abi, depositCollectorAbi } from './abi/x402.ts'
import { type NetworkFixture, startNetworkFixture } from './network-fixture.ts'
import { channelTypes, depositTypes, tokenTypes } from './typed-data.ts'

const refusals = [...abi, ...depositCollectorAbi, ...permit2Abi, ...testDollarAbi]

let network: NetworkFixture
let payer: LocalAccount
let receiver: LocalAccount
let authorizer: LocalAccount
let relayer: LocalAccount
let now: bigint

beforeAll(async () => {
  network = await startNetworkFixture()
  payer = await network.person(1000_000000n)
  receiver = await network.person()
  authorizer = await network.person()
  relayer = await network.person()
  now = await network.now()
})
afterAll(() => network.stop())

interface ChannelConfig {
  payer: Address
  payerAuthorizer: Address
  receiver: Address
  receiverAuthorizer: Address
  token: Address
  withdrawDelay: number
  salt: Hex
}

function channel(more: Partial<ChannelConfig> = {}): ChannelConfig {
  return {
    payer: payer.address,
    payerAuthorizer: payer.address,
    receiver: receiver.address,
    receiverAuthorizer: authorizer.address,
    token: network.contracts.testDollar,
    withdrawDelay: 900,
    salt: generatePrivateKey(),
    ...more,
  }
}

const domain = () => ({
  name: 'x402 Batch Settlement',
  version: '1',
  chainId: network.chainId,
  verifyingContract: network.contracts.x402BatchSettlement,
})
const channelId = (config: ChannelConfig) =>
  hashTypedData({ domain: domain(), types: channelTypes, primaryType: 'ChannelConfig', message: config })
const toSettlement = (data: Hex) => ({ to: network.contracts.x402BatchSettlement, data })
const read = () => ({ address: network.contracts.x402BatchSettlement, abi, blockTag: 'pending' }) as const
const stateOf = async (config: ChannelConfig) => {
  const args = [channelId(config)] as const
  const [balance, totalClaimed] = await network.client.readContract({ ...read(), functionName: 'channels', args })
  return { balance, totalClaimed }
}

async function authorizedDeposit(config: ChannelConfig, amount: bigint, of = config) {
  const salt = generatePrivateKey()
  const nonceParameters = [{ type: 'bytes32' }, { type: 'uint256' }] as const
  const terms = { validAfter: 0n, validBefore: now + 900n, salt: hexToBigInt(salt) }
  const signature = await payer.signTypedData({
    domain: {
      name: 'Test Dollar',
      version: '1',
      chainId: network.chainId,
      verifyingContract: network.contracts.testDollar,
    },
    types: tokenTypes,
    primaryType: 'ReceiveWithAuthorization',
    message: {
      from: payer.address,
      to: network.contracts.erc3009DepositCollector,
      value: amount,
      validAfter: terms.validAfter,
      validBefore: terms.validBefore,
      nonce: keccak256(encodeAbiParameters(nonceParameters, [channelId(of), terms.salt])),
    },
  })
  const dataParameters = [{ type: 'uint256' }, { type: 'uint256' }, { type: 'uint256' }, { type: 'bytes' }] as const
  const values = [terms.validAfter, terms.validBefore, terms.salt, signature] as const
  const data = encodeAbiParameters(dataParameters, values)
  return depositCall(config, amount, network.contracts.erc3009DepositCollector, data)
}

const depositCall = (config: ChannelConfig, amount: bigint, collector: Address, data: Hex) =>
  toSettlement(encodeFunctionData({ abi, functionName: 'deposit', args: [config, amount, collector, data] }))

async function funded(amount = 10_000n, more: Partial<ChannelConfig> = {}) {
  const config = channel(more)
  await network.send(relayer, await authorizedDeposit(config, amount))
  return config
}

async function voucher(config: ChannelConfig, maximum: bigint, claimed = maximum, signer = payer) {
  const message = { channelId: channelId(config), maxClaimableAmount: maximum }
  const types = channelTypes
  const signature = await signer.signTypedData({ domain: domain(), types, primaryType: 'Voucher', message })
  return { voucher: { channel: config, maxClaimableAmount: maximum }, signature, totalClaimed: claimed }
}

type Voucher = Awaited<ReturnType<typeof voucher>>

const claim = (...vouchers: Voucher[]) =>
  toSettlement(encodeFunctionData({ abi, functionName: 'claim', args: [vouchers] }))
const settle = () =>
  toSettlement(
    encodeFunctionData({ abi, functionName: 'settle', args: [receiver.address, network.contracts.testDollar] }),
  )
const refusal = (from: LocalAccount, call: ReturnType<typeof claim>, at?: bigint) =>
  network.refusal(from.address, call, refusals, at)

describe('a channel', () => {
  it('is known by the typed-data hash of its configuration', async () => {
    const config = channel()
    const given = { ...read(), functionName: 'getChannelId', args: [config] } as const
    expect(await network.client.readContract(given)).toBe(channelId(config))
    expect(await network.client.readContract({ ...read(), functionName: 'CHANNEL_CONFIG_TYPEHASH' })).toBe(
      '0x1c9a06ceab9b0ebbd3301dc56c9111bb6d9af421356dc9ccb3b7084c755db308',
    )
    expect(await network.client.readContract({ ...read(), functionName: 'VOUCHER_TYPEHASH' })).toBe(
      '0x1e1bd6ff84c3e0d9029a292b212e039c0ca97ec497c55191a4a5874294609a69',
    )
    expect(await network.client.readContract({ ...read(), functionName: 'REFUND_TYPEHASH' })).toBe(
      '0xbe23ad087435072cd69b49cc5b92de10ee610fce7ae0ab428307972d764bb216',
    )
    expect(await network.client.readContract({ ...read(), functionName: 'CLAIM_BATCH_TYPEHASH' })).toBe(
      '0x42bd57c010b870c2e96203c66341f28a6a19b4d56a74533a8eb5f706b9fd6d57',
    )
  })

  it('is funded by an authorization that names it, submitted by anybody', async () => {
    const config = channel()
    const before = await network.dollarsOf(payer.address)
    const receipt = await network.send(relayer, await authorizedDeposit(config, 10_000n))
    const events = parseEventLogs({ abi, logs: receipt.logs }).map(({ eventName }) => eventName)
    expect(events).toEqual(['ChannelCreated', 'Deposited'])
    expect(before - (await network.dollarsOf(payer.address))).toBe(10_000n)
    expect(await stateOf(config)).toEqual({ balance: 10_000n, totalClaimed: 0n })
    await network.send(relayer, await authorizedDeposit(config, 5_000n))
    expect(await stateOf(config)).toEqual({ balance: 15_000n, totalClaimed: 0n })
    const misdirected = await authorizedDeposit(channel(), 1n, config)
    expect(await refusal(relayer, misdirected)).toBe('FiatTokenV2: invalid signature')
  })

  it('is funded through Permit2 as well', async () => {
    const approve = [network.contracts.permit2, maxUint256] as const
    await network.send(payer, {
      to: network.contracts.testDollar,
      data: encodeFunctionData({ abi: testDollarAbi, functionName: 'approve', args: approve }),
    })
    const config = channel()
    const nonce = hexToBigInt(generatePrivateKey())
    const deadline = now + 900n
    const signature = await payer.signTypedData({
      domain: { name: 'Permit2', chainId: network.chainId, verifyingContract: network.contracts.permit2 },
      types: depositTypes,
      primaryType: 'PermitWitnessTransferFrom',
      message: {
        permitted: { token: config.token, amount: 10_000n },
        spender: network.contracts.permit2DepositCollector,
        nonce,
        deadline,
        witness: { channelId: channelId(config) },
      },
    })
    const parameters = [{ type: 'uint256' }, { type: 'uint256' }, { type: 'bytes' }, { type: 'bytes' }] as const
    const data = encodeAbiParameters(parameters, [nonce, deadline, signature, '0x'])
    await network.send(relayer, depositCall(config, 10_000n, network.contracts.permit2DepositCollector, data))
    expect(await stateOf(config)).toEqual({ balance: 10_000n, totalClaimed: 0n })
  })

  it('with an impossible configuration takes no deposit', async () => {
    const tryWith = async (more: Partial<ChannelConfig>) => refusal(relayer, await authorizedDeposit(channel(more), 1n))
    expect(await tryWith({ withdrawDelay: 899 })).toBe('WithdrawDelayOutOfRange()')
    expect(await tryWith({ withdrawDelay: 2_592_001 })).toBe('WithdrawDelayOutOfRange()')
    expect(await tryWith({ receiverAuthorizer: zeroAddress })).toBe('InvalidChannel()')
    expect(await refusal(relayer, await authorizedDeposit(channel(), 0n))).toBe('ZeroDeposit()')
  })
})

describe('vouchers', () => {
  it('are cumulative: the last one alone is claimed, twice is as good as once, and settling pays', async () => {
    const config = await funded()
    await network.send(receiver, claim(await voucher(config, 1_000n)))
    const before = await network.dollarsOf(receiver.address)
    await network.send(relayer, settle())
    const receipt = await network.send(receiver, claim(await voucher(config, 3_000n)))
    expect(parseEventLogs({ abi, eventName: 'Claimed', logs: receipt.logs })).toMatchObject([
      { args: { claimAmount: 2_000n, newTotalClaimed: 3_000n } },
    ])
    await network.send(receiver, claim(await voucher(config, 3_000n)))
    const settled = await network.send(relayer, settle())
    expect(parseEventLogs({ abi, eventName: 'Settled', logs: settled.logs })).toMatchObject([
      { args: { receiver: receiver.address, amount: 2_000n } },
    ])
    expect((await network.dollarsOf(receiver.address)) - before).toBeGreaterThanOrEqual(3_000n)
    expect(await stateOf(config)).toEqual({ balance: 10_000n, totalClaimed: 3_000n })
  })

  it('are bounded by what was signed, by the deposit, and by who signed', async () => {
    const config = await funded()
    expect(await refusal(receiver, claim(await voucher(config, 1_000n, 1_001n)))).toBe('ClaimExceedsCeiling()')
    expect(await refusal(receiver, claim(await voucher(config, 20_000n)))).toBe('ClaimExceedsBalance()')
    expect(await refusal(receiver, claim(await voucher(config, 1_000n, 1_000n, relayer)))).toBe('InvalidSignature()')
    expect(await refusal(relayer, claim(await voucher(config, 1_000n)))).toBe('NotAuthorizedToClaim()')
    expect(await refusal(receiver, claim())).toBe('EmptyBatch()')
  })

  it('are signed by a session key when the channel names one', async () => {
    const config = await funded(10_000n, { payerAuthorizer: relayer.address })
    expect(await refusal(receiver, claim(await voucher(config, 1_000n)))).toBe('InvalidSignature()')
    await network.send(receiver, claim(await voucher(config, 1_000n, 1_000n, relayer)))
    expect(await stateOf(config)).toEqual({ balance: 10_000n, totalClaimed: 1_000n })
  })

  it('of many channels are claimed by anybody with one signature of the authorizer', async () => {
    const configs = [await funded(), await funded()]
    const vouchers = await Promise.all(configs.map(config => voucher(config, 4_000n)))
    const claims = configs.map(config => ({
      channelId: channelId(config),
      maxClaimableAmount: 4_000n,
      totalClaimed: 4_000n,
    }))
    const sign = (signer: LocalAccount) =>
      signer.signTypedData({
        domain: domain(),
        types: channelTypes,
        primaryType: 'ClaimBatch',
        message: { claims },
      })
    const call = (signature: Hex) =>
      toSettlement(encodeFunctionData({ abi, functionName: 'claimWithSignature', args: [vouchers, signature] }))
    expect(await refusal(relayer, call(await sign(relayer)))).toBe('InvalidSignature()')
    await network.send(relayer, call(await sign(authorizer)))
    expect(await stateOf(configs[1] ?? channel())).toEqual({ balance: 10_000n, totalClaimed: 4_000n })
  })
})

describe('what is left in a channel', () => {
  const initiate = (config: ChannelConfig, amount: bigint) =>
    toSettlement(encodeFunctionData({ abi, functionName: 'initiateWithdraw', args: [config, amount] }))
  const finalize = (config: ChannelConfig) =>
    toSettlement(encodeFunctionData({ abi, functionName: 'finalizeWithdraw', args: [config] }))

  it('goes back to the payer after the delay, less what was claimed meanwhile', async () => {
    const config = await funded()
    expect(await refusal(relayer, initiate(config, 1n))).toBe('InvalidChannel()')
    expect(await refusal(payer, initiate(config, 10_001n))).toBe('WithdrawAmountExceedsAvailable()')
    expect(await refusal(payer, finalize(config))).toBe('WithdrawalNotPending()')
    await network.send(payer, initiate(config, 10_000n))
    expect(await refusal(payer, initiate(config, 1n))).toBe('WithdrawalAlreadyPending()')
    await network.send(receiver, claim(await voucher(config, 2_500n)))
    const args = [channelId(config)] as const
    const [amount, initiatedAt] = await network.client.readContract({
      ...read(),
      functionName: 'pendingWithdrawals',
      args,
    })
    expect(amount).toBe(10_000n)
    const due = BigInt(initiatedAt) + 900n
    expect(await refusal(payer, finalize(config), due - 1n)).toBe('WithdrawDelayNotElapsed()')
    const [block] = await network.client.simulateBlocks({
      blockTag: 'pending',
      blocks: [{ blockOverrides: { time: due }, calls: [{ account: payer.address, ...finalize(config) }] }],
    })
    const logs = block?.calls[0]?.logs ?? []
    expect(parseEventLogs({ abi, eventName: 'WithdrawFinalized', logs })).toMatchObject([{ args: { amount: 7_500n } }])
  })

  it('is refunded at once by the receiver, or with a signature of its authorizer, once', async () => {
    const config = await funded()
    const refund = toSettlement(encodeFunctionData({ abi, functionName: 'refund', args: [config, 2_000n] }))
    expect(await refusal(payer, refund)).toBe('NotAuthorizedToRefund()')
    const before = await network.dollarsOf(payer.address)
    await network.send(receiver, refund)
    const message = { channelId: channelId(config), nonce: 1n, amount: 50_000n }
    const types = channelTypes
    const signature = await authorizer.signTypedData({ domain: domain(), types, primaryType: 'Refund', message })
    const args = [config, 50_000n, 1n, signature] as const
    const signed = toSettlement(encodeFunctionData({ abi, functionName: 'refundWithSignature', args }))
    const receipt = await network.send(relayer, signed)
    const events = parseEventLogs({ abi, logs: receipt.logs })
    expect(events.map(({ eventName }) => eventName)).toEqual(['Refunded', 'ChannelClosed'])
    expect((await network.dollarsOf(payer.address)) - before).toBe(10_000n)
    expect(await refusal(relayer, signed)).toBe('InvalidRefundNonce()')
  })

  it('makes a pending withdrawal smaller when it is refunded', async () => {
    const config = await funded()
    await network.send(payer, initiate(config, 6_000n))
    const refund = (amount: bigint) =>
      toSettlement(encodeFunctionData({ abi, functionName: 'refund', args: [config, amount] }))
    await network.send(receiver, refund(1_000n))
    const pending = () =>
      network.client.readContract({ ...read(), functionName: 'pendingWithdrawals', args: [channelId(config)] })
    expect((await pending())[0]).toBe(5_000n)
    await network.send(receiver, refund(5_000n))
    expect(await pending()).toEqual([0n, 0])
  })

  it('is claimed and refunded in one transaction', async () => {
    const config = await funded()
    const calls = [
      encodeFunctionData({ abi, functionName: 'claim', args: [[await voucher(config, 4_000n)]] }),
      encodeFunctionData({ abi, functionName: 'refund', args: [config, 10_000n] }),
    ]
    await network.send(receiver, toSettlement(encodeFunctionData({ abi, functionName: 'multicall', args: [calls] })))
    expect(await stateOf(config)).toEqual({ balance: 4_000n, totalClaimed: 4_000n })
  })
})

it('a deposit collector obeys the settlement alone', async () => {
  const args = [payer.address, network.contracts.testDollar, 1n, channelId(channel()), '0x'] as const
  const data = encodeFunctionData({ abi: depositCollectorAbi, functionName: 'collect', args })
  const call = { to: network.contracts.erc3009DepositCollector, data }
  expect(await refusal(relayer, call)).toBe('OnlyBatchSettlement()')
})
