import {
  type Address,
  encodeFunctionData,
  type Hex,
  hashMessage,
  hexToBigInt,
  type LocalAccount,
  maxUint256,
  parseSignature,
} from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { batchAccountAbi } from './abi/batch-account.ts'
import { testDollarAbi } from './abi/test-dollar.ts'
import { x402ExactPermit2ProxyAbi } from './abi/x402.ts'
import { type NetworkFixture, startNetworkFixture } from './network-fixture.ts'
import { exactTypes, tokenTypes } from './typed-data.ts'

/** What an account signs stays good while it runs the code of `Simple7702Account`. */

let network: NetworkFixture
let payer: LocalAccount
let relayer: LocalAccount
let now: bigint

beforeAll(async () => {
  network = await startNetworkFixture()
  const { batchAccount, permit2, testDollar } = network.contracts
  payer = await network.person(100_000000n)
  relayer = await network.person()
  now = await network.now()
  const data = encodeFunctionData({ abi: testDollarAbi, functionName: 'approve', args: [permit2, maxUint256] })
  await network.send(payer, { to: testDollar, data })
  await network.network.faults.alter('anvil_setCode', [payer.address, `0xef0100${batchAccount.slice(2)}`])
})
afterAll(() => network.stop())

const someone = (): Address => privateKeyToAddress(generatePrivateKey())
const dollarDomain = () => ({
  ...{ name: 'Test Dollar', version: '1', chainId: network.chainId },
  verifyingContract: network.contracts.testDollar,
})

describe('a delegated account', () => {
  it('pays by an authorization (EIP-3009), in either form of signature', async () => {
    const to = someone()
    for (const form of ['bytes', 'numbers'] as const) {
      const message = { from: payer.address, to, value: 3_000000n, validAfter: 0n, validBefore: now + 900n }
      const nonce = generatePrivateKey()
      const signature = await payer.signTypedData({
        ...{ domain: dollarDomain(), types: tokenTypes, primaryType: 'TransferWithAuthorization' },
        message: { ...message, nonce },
      })
      const terms = [message.from, to, message.value, message.validAfter, message.validBefore, nonce] as const
      const { r, s, yParity } = parseSignature(signature)
      const abi = testDollarAbi
      const functionName = 'transferWithAuthorization'
      const data =
        form === 'bytes'
          ? encodeFunctionData({ abi, functionName, args: [...terms, signature] })
          : encodeFunctionData({ abi, functionName, args: [...terms, 27 + yParity, r, s] })
      await network.send(relayer, { to: network.contracts.testDollar, data })
    }
    expect(await network.dollarsOf(to)).toBe(6_000000n)
  })

  it('pays through Permit2, which asks its code (ERC-1271)', async () => {
    const { permit2, testDollar, x402ExactPermit2Proxy } = network.contracts
    const permit = {
      permitted: { token: testDollar, amount: 20_000n },
      nonce: hexToBigInt(generatePrivateKey()),
      deadline: now + 900n,
    }
    const witness = { to: someone(), validAfter: 0n }
    const signed = async (account: LocalAccount) => {
      const signature = await account.signTypedData({
        domain: { name: 'Permit2', chainId: network.chainId, verifyingContract: permit2 },
        types: exactTypes,
        primaryType: 'PermitWitnessTransferFrom',
        message: { ...permit, spender: x402ExactPermit2Proxy, witness },
      })
      const args = [permit, payer.address, witness, signature] as const
      return {
        to: x402ExactPermit2Proxy,
        data: encodeFunctionData({ abi: x402ExactPermit2ProxyAbi, functionName: 'settle', args }),
      }
    }
    await expect(network.send(relayer, await signed(relayer))).rejects.toThrow('reverted')
    await network.send(relayer, await signed(payer))
    expect(await network.dollarsOf(witness.to)).toBe(20_000n)
  })

  it('answers for the signatures of its own key and of no other', async () => {
    const hash = hashMessage('hello')
    const answer = async (signature: Hex) =>
      network.client.readContract({
        ...{ address: payer.address, abi: batchAccountAbi, functionName: 'isValidSignature' },
        args: [hash, signature],
      })
    expect(await answer(await payer.signMessage({ message: 'hello' }))).toBe('0x1626ba7e')
    expect(await answer(await relayer.signMessage({ message: 'hello' }))).toBe('0xffffffff')
  })

  it('does nothing that somebody else asks it to', async () => {
    const args = [[{ target: relayer.address, value: 1n, data: '0x' }]] as const
    const data = encodeFunctionData({ abi: batchAccountAbi, functionName: 'executeBatch', args })
    const call = { to: payer.address, data }
    expect(await network.refusal(relayer.address, call, batchAccountAbi)).toContain('not from self or EntryPoint')
  })
})
