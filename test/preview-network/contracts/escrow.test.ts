import {
  type Address,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  hexToBigInt,
  keccak256,
  type LocalAccount,
  maxUint256,
  parseEventLogs,
  type TransactionReceipt,
  zeroAddress,
} from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { escrowAbi as abi, preApprovalPaymentCollectorAbi, tokenCollectorAbi } from './abi/escrow.ts'
import { permit2Abi } from './abi/permit2.ts'
import { testDollarAbi } from './abi/test-dollar.ts'
import { type NetworkFixture, startNetworkFixture } from './network-fixture.ts'
import { permit2Types, spendPermissionTypes, tokenTypes } from './typed-data.ts'

const refusals = [...abi, ...preApprovalPaymentCollectorAbi, ...tokenCollectorAbi, ...testDollarAbi, ...permit2Abi]
const hour = 3600

let network: NetworkFixture
let operator: LocalAccount
let payer: LocalAccount
let now: number

beforeAll(async () => {
  network = await startNetworkFixture()
  operator = await network.person(100_000000n)
  payer = await network.person(1000_000000n)
  now = Number(await network.now())
})
afterAll(() => network.stop())

function payment(more: Partial<PaymentInfo> = {}): PaymentInfo {
  return {
    operator: operator.address,
    payer: payer.address,
    receiver: privateKeyToAddress(generatePrivateKey()),
    token: network.contracts.testDollar,
    maxAmount: 20_000000n,
    preApprovalExpiry: now + hour,
    authorizationExpiry: now + 2 * hour,
    refundExpiry: now + 3 * hour,
    minFeeBps: 0,
    maxFeeBps: 500,
    feeReceiver: zeroAddress,
    salt: hexToBigInt(generatePrivateKey()),
    ...more,
  }
}

interface PaymentInfo {
  operator: Address
  payer: Address
  receiver: Address
  token: Address
  maxAmount: bigint
  preApprovalExpiry: number
  authorizationExpiry: number
  refundExpiry: number
  minFeeBps: number
  maxFeeBps: number
  feeReceiver: Address
  salt: bigint
}

const toEscrow = (data: Hex) => ({ to: network.contracts.escrow, data })
const read = () => ({ address: network.contracts.escrow, abi, blockTag: 'pending' }) as const
const hashOf = (info: PaymentInfo) => network.client.readContract({ ...read(), functionName: 'getHash', args: [info] })
/** What the payer signs as nonce: every term but who pays. */
const payerAgnosticHash = (info: PaymentInfo) => hashOf({ ...info, payer: zeroAddress })
const stateOf = async (info: PaymentInfo) => {
  const args = [await hashOf(info)] as const
  const [, capturable, refundable] = await network.client.readContract({
    ...read(),
    functionName: 'paymentState',
    args,
  })
  return { capturable, refundable }
}

async function receiveAuthorization(info: PaymentInfo): Promise<Hex> {
  return payer.signTypedData({
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
      to: network.contracts.erc3009PaymentCollector,
      value: info.maxAmount,
      validAfter: 0n,
      validBefore: BigInt(info.preApprovalExpiry),
      nonce: await payerAgnosticHash(info),
    },
  })
}

function authorize(
  info: PaymentInfo,
  amount: bigint,
  signature: Hex,
  collector = network.contracts.erc3009PaymentCollector,
) {
  return toEscrow(encodeFunctionData({ abi, functionName: 'authorize', args: [info, amount, collector, signature] }))
}

async function authorized(amount = 20_000000n, more: Partial<PaymentInfo> = {}) {
  const info = payment(more)
  const receipt = await network.send(operator, authorize(info, amount, await receiveAuthorization(info)))
  return { info, receipt }
}

const capture = (info: PaymentInfo, amount: bigint, fee = 0n, feeReceiver: Address = zeroAddress) =>
  toEscrow(encodeFunctionData({ abi, functionName: 'capture', args: [info, amount, fee, feeReceiver] }))
const reclaim = (info: PaymentInfo) => toEscrow(encodeFunctionData({ abi, functionName: 'reclaim', args: [info] }))
const refund = (info: PaymentInfo, amount: bigint) => {
  const args = [info, amount, network.contracts.operatorRefundCollector, '0x'] as const
  return toEscrow(encodeFunctionData({ abi, functionName: 'refund', args }))
}
const approve = (owner: LocalAccount, spender: Address) =>
  network.send(owner, {
    to: network.contracts.testDollar,
    data: encodeFunctionData({ abi: testDollarAbi, functionName: 'approve', args: [spender, maxUint256] }),
  })
const events = (receipt: TransactionReceipt) =>
  parseEventLogs({ abi, logs: receipt.logs }).map(({ eventName }) => eventName)

describe('a payment', () => {
  it('is known by the hash of its terms, on this chain and in this escrow', async () => {
    const info = payment()
    const typehash = await network.client.readContract({ ...read(), functionName: 'PAYMENT_INFO_TYPEHASH' })
    expect(typehash).toBe('0xae68ac7ce30c86ece8196b61a7c486d8f0061f575037fbd34e7fe4e2820c6591')
    const terms = encodeAbiParameters(
      [
        { type: 'bytes32' },
        ...(['address', 'address', 'address', 'address'] as const).map(type => ({ type })),
        ...(['uint120', 'uint48', 'uint48', 'uint48'] as const).map(type => ({ type })),
        ...(['uint16', 'uint16', 'address', 'uint256'] as const).map(type => ({ type })),
      ],
      [typehash, ...Object.values(info)],
    )
    const place = [{ type: 'uint256' }, { type: 'address' }, { type: 'bytes32' }] as const
    expect(await hashOf(info)).toBe(
      keccak256(encodeAbiParameters(place, [BigInt(network.chainId), network.contracts.escrow, keccak256(terms)])),
    )
  })
})

describe('an authorization', () => {
  it('takes the amount into escrow and gives what is above it back at once', async () => {
    const before = await network.dollarsOf(payer.address)
    const { info, receipt } = await authorized(15_000000n)
    expect(events(receipt)).toContain('PaymentAuthorized')
    expect(before - (await network.dollarsOf(payer.address))).toBe(15_000000n)
    expect(await stateOf(info)).toEqual({ capturable: 15_000000n, refundable: 0n })
    const args = [operator.address] as const
    const store = await network.client.readContract({ ...read(), functionName: 'getTokenStore', args })
    expect(await network.dollarsOf(store)).toBeGreaterThanOrEqual(15_000000n)
  })

  it('happens once, by the operator, below the maximum, before its expiry, and on the signed terms', async () => {
    const { info } = await authorized()
    const signature = await receiveAuthorization(info)
    const refusal = (call: ReturnType<typeof authorize>, at?: number) =>
      network.refusal(operator.address, call, refusals, at === undefined ? undefined : BigInt(at))
    expect(await refusal(authorize(info, 1n, signature))).toBe(`PaymentAlreadyCollected(${await hashOf(info)})`)
    const other = payment()
    const signed = await receiveAuthorization(other)
    expect(await refusal(authorize(other, 20_000001n, signed))).toBe('ExceedsMaxAmount(20000001,20000000)')
    expect(await refusal(authorize(other, 0n, signed))).toBe('ZeroAmount()')
    expect(await refusal(authorize(other, 1n, signed), now + hour)).toBe(
      `AfterPreApprovalExpiry(${now + hour},${now + hour})`,
    )
    const changed = { ...other, receiver: operator.address }
    expect(await refusal(authorize(changed, 1n, signed))).toBe('FiatTokenV2: invalid signature')
    expect(await network.refusal(payer.address, authorize(other, 1n, signed), refusals)).toBe(
      `InvalidSender(${payer.address},${operator.address})`,
    )
    const unordered = payment({ authorizationExpiry: now + hour - 1 })
    expect(await refusal(authorize(unordered, 1n, signed))).toMatch(/^InvalidExpiries\(/)
  })
})

describe('a capture', () => {
  it('goes to the receiver in parts, less the fee, until nothing is left', async () => {
    const { info } = await authorized(20_000000n)
    const feeReceiver = privateKeyToAddress(generatePrivateKey())
    const receipt = await network.send(operator, capture(info, 8_000000n, 400000n, feeReceiver))
    expect(parseEventLogs({ abi, eventName: 'PaymentCaptured', logs: receipt.logs })).toMatchObject([
      { args: { paymentInfoHash: await hashOf(info), amount: 8_000000n, feeAmount: 400000n, feeReceiver } },
    ])
    expect(await network.dollarsOf(info.receiver)).toBe(7_600000n)
    expect(await network.dollarsOf(feeReceiver)).toBe(400000n)
    await network.send(operator, capture(info, 12_000000n))
    expect(await network.dollarsOf(info.receiver)).toBe(19_600000n)
    expect(await stateOf(info)).toEqual({ capturable: 0n, refundable: 20_000000n })
    expect(await network.refusal(operator.address, capture(info, 1n), refusals)).toBe(
      `InsufficientAuthorization(${await hashOf(info)},0,1)`,
    )
  })

  it('keeps within the fees that were signed, and within its time', async () => {
    const feeReceiver = privateKeyToAddress(generatePrivateKey())
    const { info } = await authorized(10_000000n, { minFeeBps: 100, feeReceiver })
    const refusal = (fee: bigint, to: Address, at?: number) =>
      network.refusal(operator.address, capture(info, 1_000000n, fee, to), refusals, at ? BigInt(at) : undefined)
    expect(await refusal(9_999n, feeReceiver)).toBe('FeeAmountOutOfRange(9999,10000,50000)')
    expect(await refusal(50_001n, feeReceiver)).toBe('FeeAmountOutOfRange(50001,10000,50000)')
    expect(await refusal(20_000n, operator.address)).toBe(`InvalidFeeReceiver(${operator.address},${feeReceiver})`)
    expect(await refusal(20_000n, feeReceiver, now + 2 * hour)).toBe(
      `AfterAuthorizationExpiry(${now + 2 * hour},${now + 2 * hour})`,
    )
    await expect(refusal(20_000n, feeReceiver, now + 2 * hour - 1)).rejects.toThrow('the call was not refused')
  })
})

describe('what is not captured', () => {
  it('is voided by the operator, and back with the payer', async () => {
    const before = await network.dollarsOf(payer.address)
    const { info } = await authorized(20_000000n)
    await network.send(operator, capture(info, 5_000000n))
    const call = toEscrow(encodeFunctionData({ abi, functionName: 'void', args: [info] }))
    const receipt = await network.send(operator, call)
    expect(parseEventLogs({ abi, eventName: 'PaymentVoided', logs: receipt.logs })).toMatchObject([
      { args: { amount: 15_000000n } },
    ])
    expect(before - (await network.dollarsOf(payer.address))).toBe(5_000000n)
    expect(await network.refusal(operator.address, call, refusals)).toBe(`ZeroAuthorization(${await hashOf(info)})`)
  })

  it('is reclaimed by the payer, from the end of the authorization on', async () => {
    const { info } = await authorized(3_000000n)
    const at = (time: number) => network.refusal(payer.address, reclaim(info), refusals, BigInt(time))
    expect(await at(info.authorizationExpiry - 1)).toBe(
      `BeforeAuthorizationExpiry(${info.authorizationExpiry - 1},${info.authorizationExpiry})`,
    )
    const [block] = await network.client.simulateBlocks({
      blockTag: 'pending',
      blocks: [
        {
          blockOverrides: { time: BigInt(info.authorizationExpiry) },
          calls: [{ account: payer.address, ...reclaim(info) }],
        },
      ],
    })
    const logs = block?.calls[0]?.logs ?? []
    expect(parseEventLogs({ abi, eventName: 'PaymentReclaimed', logs })).toMatchObject([
      { args: { amount: 3_000000n } },
    ])
    expect(parseEventLogs({ abi: testDollarAbi, eventName: 'Transfer', logs })).toMatchObject([
      { args: { to: payer.address, value: 3_000000n } },
    ])
    expect(await network.refusal(operator.address, reclaim(info), refusals)).toBe(
      `InvalidSender(${operator.address},${payer.address})`,
    )
  })
})

describe('a refund', () => {
  it('returns no more than was captured, before its expiry, to the payer', async () => {
    const { info } = await authorized(10_000000n)
    await network.send(operator, capture(info, 10_000000n))
    await approve(operator, network.contracts.operatorRefundCollector)
    const before = await network.dollarsOf(payer.address)
    const receipt = await network.send(operator, refund(info, 4_000000n))
    expect(parseEventLogs({ abi, eventName: 'PaymentRefunded', logs: receipt.logs })).toMatchObject([
      { args: { amount: 4_000000n, tokenCollector: network.contracts.operatorRefundCollector } },
    ])
    expect((await network.dollarsOf(payer.address)) - before).toBe(4_000000n)
    expect(await network.refusal(operator.address, refund(info, 6_000001n), refusals)).toBe(
      'RefundExceedsCapture(6000001,6000000)',
    )
    const late = BigInt(info.refundExpiry)
    expect(await network.refusal(operator.address, refund(info, 1n), refusals, late)).toBe(
      `AfterRefundExpiry(${late},${late})`,
    )
  })

  it('is brought by a collector for refunds, a payment by one for payments', async () => {
    const { info } = await authorized(1_000000n)
    await network.send(operator, capture(info, 1_000000n))
    const args = [info, 1n, network.contracts.erc3009PaymentCollector, '0x'] as const
    const wrong = toEscrow(encodeFunctionData({ abi, functionName: 'refund', args }))
    expect(await network.refusal(operator.address, wrong, refusals)).toBe('InvalidCollectorForOperation()')
    const fresh = payment()
    const call = authorize(fresh, 1n, '0x', network.contracts.operatorRefundCollector)
    expect(await network.refusal(operator.address, call, refusals)).toBe('InvalidCollectorForOperation()')
  })
})

it('a charge takes and hands on in one', async () => {
  const info = payment()
  const collector = network.contracts.erc3009PaymentCollector
  const args = [info, 2_000000n, collector, await receiveAuthorization(info), 0n, zeroAddress] as const
  const receipt = await network.send(operator, toEscrow(encodeFunctionData({ abi, functionName: 'charge', args })))
  expect(events(receipt)).toContain('PaymentCharged')
  expect(await network.dollarsOf(info.receiver)).toBe(2_000000n)
  expect(await stateOf(info)).toEqual({ capturable: 0n, refundable: 2_000000n })
})

describe('the other ways to pay into escrow', () => {
  it('Permit2, with the same terms for its nonce', async () => {
    await approve(payer, network.contracts.permit2)
    const info = payment()
    const signature = await payer.signTypedData({
      domain: { name: 'Permit2', chainId: network.chainId, verifyingContract: network.contracts.permit2 },
      types: permit2Types,
      primaryType: 'PermitTransferFrom',
      message: {
        permitted: { token: info.token, amount: info.maxAmount },
        spender: network.contracts.permit2PaymentCollector,
        nonce: hexToBigInt(await payerAgnosticHash(info)),
        deadline: BigInt(info.preApprovalExpiry),
      },
    })
    const before = await network.dollarsOf(payer.address)
    await network.send(operator, authorize(info, 6_000000n, signature, network.contracts.permit2PaymentCollector))
    expect(before - (await network.dollarsOf(payer.address))).toBe(6_000000n)
  })

  it('an approval in advance and an allowance', async () => {
    const collector = network.contracts.preApprovalPaymentCollector
    await approve(payer, collector)
    const info = payment()
    const call = authorize(info, 1_000000n, '0x', collector)
    expect(await network.refusal(operator.address, call, refusals)).toBe(`PaymentNotPreApproved(${await hashOf(info)})`)
    const args = [info] as const
    const data = encodeFunctionData({ abi: preApprovalPaymentCollectorAbi, functionName: 'preApprove', args })
    await network.send(payer, { to: collector, data })
    await network.send(operator, call)
    expect(await stateOf(info)).toEqual({ capturable: 1_000000n, refundable: 0n })
  })

  it('a spend permission for this one payment', async () => {
    const account = await network.person(50_000000n)
    await network.delegate(account)
    const { chainId } = network
    const manager = network.contracts.spendPermissionManager
    const info = payment({ payer: account.address })
    const collector = network.contracts.spendPermissionPaymentCollector
    const signature = await account.signTypedData({
      domain: { name: 'Spend Permission Manager', version: '1', chainId, verifyingContract: manager },
      types: spendPermissionTypes,
      primaryType: 'SpendPermission',
      message: {
        account: account.address,
        spender: collector,
        token: info.token,
        allowance: info.maxAmount,
        period: 2 ** 48 - 1,
        start: 0,
        end: info.preApprovalExpiry,
        salt: hexToBigInt(await payerAgnosticHash(info)),
        extraData: '0x',
      },
    })
    await network.send(operator, authorize(info, 9_000000n, signature, collector))
    expect(await network.dollarsOf(account.address)).toBe(41_000000n)
  })
})

it('a collector obeys the escrow alone', async () => {
  const info = payment()
  const args = [info, operator.address, 1n, await receiveAuthorization(info)] as const
  const data = encodeFunctionData({ abi: tokenCollectorAbi, functionName: 'collectTokens', args })
  const call = { to: network.contracts.erc3009PaymentCollector, data }
  expect(await network.refusal(operator.address, call, refusals)).toBe('OnlyAuthCaptureEscrow()')
})
