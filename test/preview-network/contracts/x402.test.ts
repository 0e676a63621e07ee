import {
  type Address,
  encodeFunctionData,
  type Hex,
  hashDomain,
  hexToBigInt,
  type LocalAccount,
  maxUint256,
  parseEventLogs,
  parseSignature,
} from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { permit2Abi } from './abi/permit2.ts'
import { testDollarAbi } from './abi/test-dollar.ts'
import { x402ExactPermit2ProxyAbi, x402UptoPermit2ProxyAbi } from './abi/x402.ts'
import { type NetworkFixture, startNetworkFixture } from './network-fixture.ts'
import { exactTypes, tokenTypes, uptoTypes } from './typed-data.ts'

const refusals = [...x402ExactPermit2ProxyAbi, ...x402UptoPermit2ProxyAbi, ...permit2Abi, ...testDollarAbi]

let network: NetworkFixture
let payer: LocalAccount
let facilitator: LocalAccount
let now: bigint

beforeAll(async () => {
  network = await startNetworkFixture()
  payer = await network.person(1000_000000n)
  facilitator = await network.person()
  now = await network.now()
  const args = [network.contracts.permit2, maxUint256] as const
  const data = encodeFunctionData({ abi: testDollarAbi, functionName: 'approve', args })
  await network.send(payer, { to: network.contracts.testDollar, data })
})
afterAll(() => network.stop())

const someone = (): Address => privateKeyToAddress(generatePrivateKey())
const permit2Domain = () => ({
  name: 'Permit2',
  chainId: network.chainId,
  verifyingContract: network.contracts.permit2,
})

function permitted(amount: bigint) {
  return {
    permitted: { token: network.contracts.testDollar, amount },
    nonce: hexToBigInt(generatePrivateKey()),
    deadline: now + 900n,
  }
}

async function signedPermit(owner: LocalAccount, value: bigint) {
  const { testDollar, permit2 } = network.contracts
  const read = { address: testDollar, abi: testDollarAbi, blockTag: 'pending' } as const
  const nonce = await network.client.readContract({ ...read, functionName: 'nonces', args: [owner.address] })
  const deadline = now + 900n
  const signature = await owner.signTypedData({
    domain: { name: 'Test Dollar', version: '1', chainId: network.chainId, verifyingContract: testDollar },
    types: tokenTypes,
    primaryType: 'Permit',
    message: { owner: owner.address, spender: permit2, value, nonce, deadline },
  })
  const { r, s, yParity } = parseSignature(signature)
  return { value, deadline, r, s, v: 27 + yParity }
}

it('Permit2 takes this chain for its domain', async () => {
  const EIP712Domain = [
    { name: 'name', type: 'string' },
    { name: 'chainId', type: 'uint256' },
    { name: 'verifyingContract', type: 'address' },
  ] as const
  const domain = { ...permit2Domain(), chainId: BigInt(network.chainId) }
  const read = { address: network.contracts.permit2, abi: permit2Abi, functionName: 'DOMAIN_SEPARATOR' } as const
  expect(await network.client.readContract(read)).toBe(hashDomain({ domain, types: { EIP712Domain } }))
})

describe('a payment of the scheme exact, through Permit2', () => {
  const sign = (
    owner: LocalAccount,
    permit: ReturnType<typeof permitted>,
    witness: { to: Address; validAfter: bigint },
  ) =>
    owner.signTypedData({
      domain: permit2Domain(),
      types: exactTypes,
      primaryType: 'PermitWitnessTransferFrom',
      message: { ...permit, spender: network.contracts.x402ExactPermit2Proxy, witness },
    })
  const settle = (
    permit: ReturnType<typeof permitted>,
    witness: { to: Address; validAfter: bigint },
    signature: Hex,
  ) => {
    const args = [permit, payer.address, witness, signature] as const
    const data = encodeFunctionData({ abi: x402ExactPermit2ProxyAbi, functionName: 'settle', args })
    return { to: network.contracts.x402ExactPermit2Proxy, data }
  }

  it('moves the whole amount to the signed destination, once', async () => {
    const permit = permitted(20_000n)
    const witness = { to: someone(), validAfter: 0n }
    const call = settle(permit, witness, await sign(payer, permit, witness))
    const receipt = await network.send(facilitator, call)
    expect(parseEventLogs({ abi: x402ExactPermit2ProxyAbi, logs: receipt.logs })).toMatchObject([
      { eventName: 'Settled' },
    ])
    expect(await network.dollarsOf(witness.to)).toBe(20_000n)
    expect(await network.refusal(facilitator.address, call, refusals)).toBe('InvalidNonce()')
  })

  it('cannot be redirected, be early or be late', async () => {
    const permit = permitted(20_000n)
    const witness = { to: someone(), validAfter: now + 60n }
    const signature = await sign(payer, permit, witness)
    const refusal = (call: ReturnType<typeof settle>, at?: bigint) =>
      network.refusal(facilitator.address, call, refusals, at)
    const redirected = { ...witness, to: facilitator.address }
    expect(await refusal(settle(permit, redirected, signature), now + 60n)).toBe('InvalidSigner()')
    expect(await refusal(settle(permit, witness, signature), now + 59n)).toBe('PaymentTooEarly()')
    expect(await refusal(settle(permit, witness, signature), permit.deadline + 1n)).toBe(
      `SignatureExpired(${permit.deadline})`,
    )
    await expect(refusal(settle(permit, witness, signature), now + 60n)).rejects.toThrow('the call was not refused')
  })

  it('comes with a permit for a payer who never approved Permit2, who pays no gas at all', async () => {
    const newcomer = await network.person(50_000n)
    const permit = permitted(50_000n)
    const witness = { to: someone(), validAfter: 0n }
    const signature = await sign(newcomer, permit, witness)
    const abi = x402ExactPermit2ProxyAbi
    const pay = async (value: bigint) => {
      const args = [await signedPermit(newcomer, value), permit, newcomer.address, witness, signature] as const
      const data = encodeFunctionData({ abi, functionName: 'settleWithPermit', args })
      return { to: network.contracts.x402ExactPermit2Proxy, data }
    }
    expect(await network.refusal(facilitator.address, await pay(50_001n), refusals)).toBe('Permit2612AmountMismatch()')
    const receipt = await network.send(facilitator, await pay(50_000n))
    expect(parseEventLogs({ abi, logs: receipt.logs })).toMatchObject([{ eventName: 'SettledWithPermit' }])
    expect(await network.dollarsOf(witness.to)).toBe(50_000n)
  })
})

describe('a payment of the scheme upto', () => {
  interface Witness {
    to: Address
    facilitator: Address
    validAfter: bigint
  }
  const sign = (permit: ReturnType<typeof permitted>, witness: Witness) =>
    payer.signTypedData({
      domain: permit2Domain(),
      types: uptoTypes,
      primaryType: 'PermitWitnessTransferFrom',
      message: { ...permit, spender: network.contracts.x402UptoPermit2Proxy, witness },
    })
  const settle = (permit: ReturnType<typeof permitted>, amount: bigint, witness: Witness, signature: Hex) => {
    const args = [permit, amount, payer.address, witness, signature] as const
    const data = encodeFunctionData({ abi: x402UptoPermit2ProxyAbi, functionName: 'settle', args })
    return { to: network.contracts.x402UptoPermit2Proxy, data }
  }

  it('takes less than the maximum, after which nothing more can be taken', async () => {
    const permit = permitted(500_000n)
    const witness = { to: someone(), facilitator: facilitator.address, validAfter: 0n }
    const signature = await sign(permit, witness)
    await network.send(facilitator, settle(permit, 123_456n, witness, signature))
    expect(await network.dollarsOf(witness.to)).toBe(123_456n)
    expect(await network.refusal(facilitator.address, settle(permit, 1n, witness, signature), refusals)).toBe(
      'InvalidNonce()',
    )
  })

  it('is settled by the facilitator that was signed for alone, and never above the maximum', async () => {
    const permit = permitted(500_000n)
    const witness = { to: someone(), facilitator: facilitator.address, validAfter: 0n }
    const signature = await sign(permit, witness)
    const call = settle(permit, 1n, witness, signature)
    expect(await network.refusal(payer.address, call, refusals)).toBe('UnauthorizedFacilitator()')
    const above = settle(permit, 500_001n, witness, signature)
    expect(await network.refusal(facilitator.address, above, refusals)).toBe('AmountExceedsPermitted()')
  })

  it('is cancelled by using its nonce up', async () => {
    const permit = permitted(500_000n)
    const witness = { to: someone(), facilitator: facilitator.address, validAfter: 0n }
    const signature = await sign(permit, witness)
    const args = [permit.nonce >> 8n, 1n << (permit.nonce & 255n)] as const
    const data = encodeFunctionData({ abi: permit2Abi, functionName: 'invalidateUnorderedNonces', args })
    await network.send(payer, { to: network.contracts.permit2, data })
    expect(await network.refusal(facilitator.address, settle(permit, 1n, witness, signature), refusals)).toBe(
      'InvalidNonce()',
    )
  })
})
