import {
  type ContractEventName,
  encodeFunctionData,
  type Hex,
  hashDomain,
  type LocalAccount,
  maxUint256,
  parseEventLogs,
  parseSignature,
  stringToHex,
  type TransactionReceipt,
} from 'viem'
import { generatePrivateKey } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { policyRegistryAbi } from './abi/chain.ts'
import { testDollarAbi } from './abi/test-dollar.ts'
import { type NetworkFixture, startNetworkFixture } from './network-fixture.ts'
import { administrator } from './roles.ts'
import { tokenTypes } from './typed-data.ts'

const order = stringToHex('order-17', { size: 32 })
const abi = testDollarAbi

let network: NetworkFixture
let alice: LocalAccount
let bob: LocalAccount
let relayer: LocalAccount

beforeAll(async () => {
  network = await startNetworkFixture()
  alice = await network.person(1000_000000n)
  bob = await network.person()
  relayer = await network.person()
})
afterAll(() => network.stop())

const domain = () => ({
  name: 'Test Dollar',
  version: '1',
  chainId: network.chainId,
  verifyingContract: network.contracts.testDollar,
})
const toDollar = (data: Hex) => ({ to: network.contracts.testDollar, data })
const named = (receipt: TransactionReceipt, eventName: ContractEventName<typeof abi>) =>
  parseEventLogs({ abi, eventName, logs: receipt.logs })

describe('a transfer', () => {
  it('with a memo writes the memo directly after the transfer', async () => {
    const data = encodeFunctionData({ abi, functionName: 'transferWithMemo', args: [bob.address, 5_000000n, order] })
    const receipt = await network.send(alice, toDollar(data))
    const [transfer, memo, ...rest] = parseEventLogs({ abi, logs: receipt.logs })
    expect(transfer).toMatchObject({
      eventName: 'Transfer',
      args: { from: alice.address, to: bob.address, value: 5_000000n },
    })
    expect(memo).toMatchObject({ eventName: 'Memo', args: { caller: alice.address, memo: order } })
    expect(memo?.logIndex).toBe((transfer?.logIndex ?? 0) + 1)
    expect(rest).toEqual([])
  })

  it('from an allowance carries a memo too, and uses the allowance up', async () => {
    const approval = encodeFunctionData({ abi, functionName: 'approve', args: [relayer.address, 2_000000n] })
    await network.send(alice, toDollar(approval))
    const args = [alice.address, bob.address, 2_000000n, order] as const
    const data = encodeFunctionData({ abi, functionName: 'transferFromWithMemo', args })
    const receipt = await network.send(relayer, toDollar(data))
    expect(parseEventLogs({ abi, logs: receipt.logs })).toMatchObject([
      { eventName: 'Transfer' },
      { eventName: 'Memo', args: { caller: relayer.address, memo: order } },
    ])
    expect(await network.refusal(relayer.address, toDollar(data), abi)).toBe(
      `InsufficientAllowance(${relayer.address},0,2000000)`,
    )
  })

  it('of more than there is, is refused with what there is', async () => {
    const data = encodeFunctionData({ abi, functionName: 'transfer', args: [alice.address, 9_000000n] })
    const somebody = await network.person(1n)
    expect(await network.refusal(somebody.address, toDollar(data), abi)).toBe(
      `InsufficientBalance(${somebody.address},1,9000000)`,
    )
  })

  it('is minted by anybody, up to a million at a time', async () => {
    const mint = (amount: bigint) =>
      toDollar(encodeFunctionData({ abi, functionName: 'mint', args: [bob.address, amount] }))
    const before = await network.dollarsOf(bob.address)
    await network.send(relayer, mint(1_000_000_000000n))
    expect(await network.dollarsOf(bob.address)).toBe(before + 1_000_000_000000n)
    expect(await network.refusal(relayer.address, mint(1_000_000_000001n), abi)).toBe('mint too large')
  })
})

describe('an authorization (EIP-3009)', () => {
  const authorize = async (primaryType: 'TransferWithAuthorization' | 'ReceiveWithAuthorization', more = {}) => {
    const now = await network.now()
    const message = {
      from: alice.address,
      to: bob.address,
      value: 3_000000n,
      validAfter: now - 60n,
      validBefore: now + 900n,
      nonce: generatePrivateKey(),
      ...more,
    }
    const signature = await alice.signTypedData({ domain: domain(), types: tokenTypes, primaryType, message })
    const { from, to, value, validAfter, validBefore, nonce } = message
    return { message, signature, terms: [from, to, value, validAfter, validBefore, nonce] as const }
  }
  const transferBy = ({ terms, signature }: Awaited<ReturnType<typeof authorize>>) =>
    toDollar(encodeFunctionData({ abi, functionName: 'transferWithAuthorization', args: [...terms, signature] }))

  it('moves the money when anybody submits it, in either form of signature', async () => {
    const before = await network.dollarsOf(bob.address)
    const first = await authorize('TransferWithAuthorization')
    const receipt = await network.send(relayer, transferBy(first))
    expect(parseEventLogs({ abi, logs: receipt.logs })).toMatchObject([
      { eventName: 'AuthorizationUsed', args: { authorizer: alice.address, nonce: first.message.nonce } },
      { eventName: 'Transfer', args: { from: alice.address, to: bob.address, value: 3_000000n } },
    ])
    const second = await authorize('TransferWithAuthorization')
    const { r, s, yParity } = parseSignature(second.signature)
    const args = [...second.terms, 27 + yParity, r, s] as const
    await network.send(relayer, toDollar(encodeFunctionData({ abi, functionName: 'transferWithAuthorization', args })))
    expect(await network.dollarsOf(bob.address)).toBe(before + 6_000000n)
  })

  it('is used once', async () => {
    const authorization = await authorize('TransferWithAuthorization')
    await network.send(relayer, transferBy(authorization))
    expect(await network.refusal(relayer.address, transferBy(authorization), abi)).toBe(
      'FiatTokenV2: authorization is used or canceled',
    )
  })

  it('counts strictly between its two bounds', async () => {
    const authorization = await authorize('TransferWithAuthorization')
    const { validAfter, validBefore } = authorization.message
    const at = (time: bigint) => network.refusal(relayer.address, transferBy(authorization), abi, time)
    expect(await at(validAfter)).toBe('FiatTokenV2: authorization is not yet valid')
    expect(await at(validBefore)).toBe('FiatTokenV2: authorization is expired')
    await expect(at(validAfter + 1n)).rejects.toThrow('the call was not refused')
    await expect(at(validBefore - 1n)).rejects.toThrow('the call was not refused')
  })

  it('of another payee, amount or kind is refused', async () => {
    const authorization = await authorize('TransferWithAuthorization')
    const [from, to, value, ...rest] = authorization.terms
    const changed = { ...authorization, terms: [from, relayer.address, value, ...rest] as const }
    expect(await network.refusal(relayer.address, transferBy(changed), abi)).toBe('FiatTokenV2: invalid signature')
    const larger = { ...authorization, terms: [from, to, value + 1n, ...rest] as const }
    expect(await network.refusal(relayer.address, transferBy(larger), abi)).toBe('FiatTokenV2: invalid signature')
    const receiving = await authorize('ReceiveWithAuthorization')
    expect(await network.refusal(relayer.address, transferBy(receiving), abi)).toBe('FiatTokenV2: invalid signature')
  })

  it('to receive is submitted by the payee alone', async () => {
    const { terms, signature } = await authorize('ReceiveWithAuthorization')
    const data = encodeFunctionData({ abi, functionName: 'receiveWithAuthorization', args: [...terms, signature] })
    expect(await network.refusal(relayer.address, toDollar(data), abi)).toBe('FiatTokenV2: caller must be the payee')
    const { r, s, yParity } = parseSignature(signature)
    const args = [...terms, 27 + yParity, r, s] as const
    const receipt = await network.send(
      bob,
      toDollar(encodeFunctionData({ abi, functionName: 'receiveWithAuthorization', args })),
    )
    expect(named(receipt, 'AuthorizationUsed')).toHaveLength(1)
  })

  it('is cancelled by a signature, after which it cannot be used', async () => {
    const authorization = await authorize('TransferWithAuthorization')
    const message = { authorizer: alice.address, nonce: authorization.message.nonce }
    const sign = (account: LocalAccount) =>
      account.signTypedData({ domain: domain(), types: tokenTypes, primaryType: 'CancelAuthorization', message })
    const cancel = (signature: Hex) => {
      const { r, s, yParity } = parseSignature(signature)
      const args = [message.authorizer, message.nonce, 27 + yParity, r, s] as const
      return toDollar(encodeFunctionData({ abi, functionName: 'cancelAuthorization', args }))
    }
    expect(await network.refusal(relayer.address, cancel(await sign(bob)), abi)).toBe('FiatTokenV2: invalid signature')
    const signature = await sign(alice)
    const receipt = await network.send(relayer, cancel(signature))
    expect(named(receipt, 'AuthorizationCanceled')).toMatchObject([{ args: message }])
    expect(await network.refusal(relayer.address, transferBy(authorization), abi)).toBe(
      'FiatTokenV2: authorization is used or canceled',
    )
    const args = [message.authorizer, message.nonce, signature] as const
    const again = toDollar(encodeFunctionData({ abi, functionName: 'cancelAuthorization', args }))
    expect(await network.refusal(relayer.address, again, abi)).toBe('FiatTokenV2: authorization is used or canceled')
  })
})

describe('a permit (EIP-2612)', () => {
  const permit = async (owner: LocalAccount, deadline: bigint) => {
    const nonce = await network.client.readContract({
      address: network.contracts.testDollar,
      abi,
      functionName: 'nonces',
      args: [owner.address],
      blockTag: 'pending',
    })
    const message = { owner: owner.address, spender: relayer.address, value: 7_000000n, nonce, deadline }
    const signature = await owner.signTypedData({ domain: domain(), types: tokenTypes, primaryType: 'Permit', message })
    return { signature, terms: [owner.address, relayer.address, message.value, deadline] as const }
  }

  it('sets the allowance once, in either form of signature', async () => {
    const owner = await network.person()
    const { signature, terms } = await permit(owner, maxUint256)
    const call = toDollar(encodeFunctionData({ abi, functionName: 'permit', args: [...terms, signature] }))
    const receipt = await network.send(relayer, call)
    expect(named(receipt, 'Approval')).toMatchObject([{ args: { owner: owner.address, value: 7_000000n } }])
    expect(await network.refusal(relayer.address, call, abi)).toBe('EIP2612: invalid signature')
    const next = await permit(owner, maxUint256)
    const { r, s, yParity } = parseSignature(next.signature)
    const args = [...next.terms, 27 + yParity, r, s] as const
    const again = await network.send(relayer, toDollar(encodeFunctionData({ abi, functionName: 'permit', args })))
    expect(named(again, 'Approval')).toHaveLength(1)
  })

  it('is refused after its deadline', async () => {
    const deadline = (await network.now()) + 900n
    const { signature, terms } = await permit(alice, deadline)
    const call = toDollar(encodeFunctionData({ abi, functionName: 'permit', args: [...terms, signature] }))
    expect(await network.refusal(relayer.address, call, abi, deadline + 1n)).toBe('FiatTokenV2: permit is expired')
    await expect(network.refusal(relayer.address, call, abi, deadline)).rejects.toThrow('the call was not refused')
  })
})

it('tells its domain, and its separator is the one of that domain', async () => {
  const read = { address: network.contracts.testDollar, abi } as const
  const [, name, version, chainId, verifyingContract] = await network.client.readContract({
    ...read,
    functionName: 'eip712Domain',
  })
  expect({ name, version, chainId, verifyingContract }).toEqual({ ...domain(), chainId: BigInt(network.chainId) })
  expect(await network.client.readContract({ ...read, functionName: 'version' })).toBe(version)
  expect(await network.client.readContract({ ...read, functionName: 'DOMAIN_SEPARATOR' })).toBe(
    hashDomain({
      domain: { ...domain(), chainId: BigInt(network.chainId) },
      types: {
        EIP712Domain: [
          { name: 'name', type: 'string' },
          { name: 'version', type: 'string' },
          { name: 'chainId', type: 'uint256' },
          { name: 'verifyingContract', type: 'address' },
        ],
      },
    }),
  )
})

describe('the administrator', () => {
  const transferFeature = 0
  const transfer = () => toDollar(encodeFunctionData({ abi, functionName: 'transfer', args: [bob.address, 1n] }))

  it('alone pauses transfers, which says so, and lets them go on', async () => {
    const pause = toDollar(encodeFunctionData({ abi, functionName: 'pause', args: [[transferFeature]] }))
    expect(await network.refusal(alice.address, pause, abi)).toBe('Unauthorized()')
    await network.send(administrator, pause)
    expect(await network.refusal(alice.address, transfer(), abi)).toBe('ContractPaused(0)')
    await network.send(
      administrator,
      toDollar(encodeFunctionData({ abi, functionName: 'unpause', args: [[transferFeature]] })),
    )
    await network.send(alice, transfer())
  })

  it('blocks a holder by a policy, of whichever side of a transfer', async () => {
    const toRegistry = (data: Hex) => ({ to: network.contracts.policyRegistry, data })
    const created = await network.send(
      administrator,
      toRegistry(
        encodeFunctionData({ abi: policyRegistryAbi, functionName: 'createPolicy', args: [administrator.address, 0] }),
      ),
    )
    const [creation] = parseEventLogs({ abi: policyRegistryAbi, eventName: 'PolicyCreated', logs: created.logs })
    const policy = creation?.args.policyId ?? 0n
    const block = (isBlocked: boolean) =>
      toRegistry(
        encodeFunctionData({
          abi: policyRegistryAbi,
          functionName: 'updateBlocklist',
          args: [policy, isBlocked, [alice.address]],
        }),
      )
    expect(await network.refusal(alice.address, block(true), policyRegistryAbi)).toBe('Unauthorized()')
    await network.send(administrator, block(true))
    const sender: Hex = '0xb81736c875ab819dd97f59f2a6542cfb731ad52b4ae15a6f24df2fb02b0327f5'
    const receiver: Hex = '0x8a4b3fa2d8b921852bc0089c6ef0958aa6961897be36fd731330fe2cd23f8363'
    for (const scope of [sender, receiver]) {
      const data = encodeFunctionData({ abi, functionName: 'updatePolicy', args: [scope, policy] })
      await network.send(administrator, toDollar(data))
    }
    expect(await network.refusal(alice.address, transfer(), abi)).toBe(`PolicyForbids(${sender},${policy})`)
    const toAlice = encodeFunctionData({ abi, functionName: 'transfer', args: [alice.address, 1n] })
    expect(await network.refusal(bob.address, toDollar(toAlice), abi)).toBe(`PolicyForbids(${receiver},${policy})`)
    await network.send(administrator, block(false))
    await network.send(alice, transfer())
  })
})
