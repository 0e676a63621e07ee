import 'fake-indexeddb/auto'
import {
  encodeFunctionData,
  type Hex,
  hashStruct,
  hexToBigInt,
  type LocalAccount,
  maxUint256,
  parseSignature,
  toHex,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { voucher } from '@/lib/payments/register/signed.fixture'
import type { Ledger } from '@/lib/payments/register/types'
import type { AuthorizationRecord } from '@/lib/storage/payment-records'
import { delegationManagerAbi } from '@/test/preview-network/contracts/abi/delegations'
import { spendPermissionManagerAbi } from '@/test/preview-network/contracts/abi/spend-permissions'
import { testDollarAbi } from '@/test/preview-network/contracts/abi/test-dollar'
import { type NetworkFixture, startNetworkFixture } from '@/test/preview-network/contracts/network-fixture'
import { merchant } from '@/test/preview-network/contracts/roles'
import {
  delegationTypes,
  exactTypes,
  permit2AllowanceTypes,
  spendPermissionTypes,
  tokenTypes,
} from '@/test/preview-network/contracts/typed-data'
import { domainsOf, openLedger, signInto, singlePermitAbi, type TypedDataFields } from '@/test/transactions/ledger'
import { revocationOf } from './revocation'

let network: NetworkFixture
let payer: LocalAccount
let shop: LocalAccount
let ledger: Ledger
let close: () => void
let now: bigint

beforeAll(async () => {
  network = await startNetworkFixture({ blockMs: 3_600_000 })
  payer = await network.person(1_000_000000n)
  shop = await network.person()
  await network.seal()
  now = await network.now()
})
afterAll(() => network.stop())
beforeEach(async () => {
  ;({ ledger, close } = await openLedger(network))
})
afterEach(() => close())

const tokenDomain = () => domainsOf(network).dollar
const permit2Domain = () => domainsOf(network).permit2
const sign = (owner: LocalAccount, typedData: TypedDataFields) => signInto(ledger, network.chainId, owner, typedData)

/** What the page does with one button, step after step, until nothing is left to do. */
async function takeBack(owner: LocalAccount, id: string): Promise<string[]> {
  const codes: string[] = []
  for (let next: string | null = id; next !== null; ) {
    const row: AuthorizationRecord | undefined = await ledger.check(next)
    if (row === undefined) throw new Error('the row is gone')
    const amount: Hex | null = row.amount === null ? null : `0x${row.amount.toString(16)}`
    const plan = revocationOf({ ...row, amount, remaining: null }, row, Number(now))
    codes.push(plan.code)
    next = null
    if (plan.kind === 'signature') next = (await sign(owner, JSON.parse(plan.typedData))).id
    if (plan.kind === 'transaction') await network.send(owner, { to: plan.to, data: plan.data })
  }
  await network.seal()
  return codes
}

const standing = async (id: string) => {
  const row = await ledger.check(id)
  return { state: row?.state, used: row?.used, remaining: row?.remaining }
}
const gone = { state: 'cancelled', used: 0n, remaining: 0n }

describe('one button takes back', () => {
  it('an authorization of EIP-3009, by a cancellation that is signed and submitted', async () => {
    const nonce = generatePrivateKey()
    const message = { from: payer.address, to: shop.address, value: 5n, validAfter: 0n, validBefore: now + 900n, nonce }
    const { id, signature } = await sign(payer, {
      domain: tokenDomain(),
      types: { TransferWithAuthorization: tokenTypes.TransferWithAuthorization },
      primaryType: 'TransferWithAuthorization',
      message,
    })
    expect(await takeBack(payer, id)).toEqual(['cancel', 'submit'])
    expect(await standing(id)).toEqual(gone)
    // The token says so too.
    const args = [payer.address, shop.address, 5n, 0n, now + 900n, nonce, signature] as const
    const data = encodeFunctionData({ abi: testDollarAbi, functionName: 'transferWithAuthorization', args })
    const call = { to: network.contracts.testDollar, data }
    expect(await network.refusal(shop.address, call, testDollarAbi)).toContain('used or canceled')
  })

  it('a permit that nobody has used yet, by one for nothing with its number', async () => {
    const message = { owner: payer.address, spender: shop.address, value: 9n, nonce: 0n, deadline: now + 900n }
    const permit = { domain: tokenDomain(), types: { Permit: tokenTypes.Permit }, primaryType: 'Permit', message }
    const { id } = await sign(payer, permit)
    expect(await takeBack(payer, id)).toEqual(['number', 'submit'])
    expect(await standing(id)).toEqual(gone)
  })

  it('the allowance a permit left behind, by approving nothing', async () => {
    const message = { owner: payer.address, spender: shop.address, value: 9n, nonce: 1n, deadline: now + 900n }
    const permit = { domain: tokenDomain(), types: { Permit: tokenTypes.Permit }, primaryType: 'Permit', message }
    const { id, signature } = await sign(payer, permit)
    const { r, s, yParity } = parseSignature(signature)
    const abi = testDollarAbi
    const to = network.contracts.testDollar
    const args = [payer.address, shop.address, 9n, now + 900n, 27 + yParity, r, s] as const
    await network.send(shop, { to, data: encodeFunctionData({ abi, functionName: 'permit', args }) })
    const pull = [payer.address, shop.address, 4n] as const
    await network.send(shop, { to, data: encodeFunctionData({ abi, functionName: 'transferFrom', args: pull }) })
    await network.seal()
    expect(await takeBack(payer, id)).toEqual(['revoke'])
    expect(await standing(id)).toEqual({ state: 'cancelled', used: 4n, remaining: 0n })
  })

  it('a transfer through Permit2, by its bit, and an allowance by its number or by locking it down', async () => {
    const transfer = {
      permitted: { token: network.contracts.testDollar, amount: 50n },
      spender: network.contracts.x402ExactPermit2Proxy,
      nonce: hexToBigInt(generatePrivateKey()),
      deadline: now + 900n,
      witness: { to: shop.address, validAfter: 0n },
    }
    const domain = permit2Domain()
    const primaryType = 'PermitWitnessTransferFrom'
    const { id } = await sign(payer, { domain, types: exactTypes, primaryType, message: transfer })
    expect(await takeBack(payer, id)).toEqual(['invalidate'])
    expect(await standing(id)).toEqual(gone)

    const types = permit2AllowanceTypes
    const details = { token: network.contracts.testDollar, amount: 50n, expiration: Number(now) + 5_000, nonce: 0 }
    const message = { details, spender: shop.address, sigDeadline: now + 900n }
    const first = await sign(payer, { domain, types, primaryType: 'PermitSingle', message })
    expect(await takeBack(payer, first.id)).toEqual(['invalidate'])
    expect(await standing(first.id)).toEqual(gone)

    const again = { ...message, details: { ...details, nonce: 1 } }
    const second = await sign(payer, { domain, types, primaryType: 'PermitSingle', message: again })
    const abi = singlePermitAbi
    const args = [payer.address, again, second.signature]
    const data = encodeFunctionData({ abi, functionName: 'permit', args } as Parameters<typeof encodeFunctionData>[0])
    await network.send(shop, { to: network.contracts.permit2, data })
    await network.seal()
    expect(await takeBack(payer, second.id)).toEqual(['lockdown'])
    expect(await standing(second.id)).toEqual(gone)
  })

  it('a spend permission, for good', async () => {
    const account = privateKeyToAccount(generatePrivateKey())
    await network.send(merchant, { to: account.address, data: '0x', value: 10n ** 17n })
    await network.delegate(account)
    const verifyingContract = network.contracts.spendPermissionManager
    const domain = domainsOf(network).spendPermissions
    const message = {
      account: account.address,
      spender: shop.address,
      token: network.contracts.testDollar,
      allowance: 10n,
      period: 86_400,
      start: Number(now) - 1_000,
      end: Number(now) + 86_400,
      salt: 7n,
      extraData: '0x1234' as Hex,
    }
    const { id } = await sign(account, { domain, types: spendPermissionTypes, primaryType: 'SpendPermission', message })
    expect(await takeBack(account, id)).toEqual(['permission'])
    expect(await standing(id)).toEqual(gone)
    const read = { address: verifyingContract, abi: spendPermissionManagerAbi, args: [message] } as const
    expect(await network.client.readContract({ ...read, functionName: 'isRevoked' })).toBe(true)
  })

  it('a delegation, by disabling it at its manager, with all of its caveats', async () => {
    const message = {
      delegate: shop.address,
      delegator: payer.address,
      authority: toHex(maxUint256),
      caveats: [
        { enforcer: shop.address, terms: '0x1234' as Hex },
        { enforcer: payer.address, terms: '0x' as Hex },
      ],
      salt: 7n,
    }
    const verifyingContract = network.contracts.delegationManager
    const domain = { name: 'DelegationManager', version: '1', chainId: network.chainId, verifyingContract }
    const row = await sign(payer, { domain, types: delegationTypes, primaryType: 'Delegation', message })
    expect(await standing(row.id)).toEqual({ state: 'live', used: 0n, remaining: null })
    expect(await takeBack(payer, row.id)).toEqual(['delegation'])
    expect(await standing(row.id)).toEqual(gone)
    const hash = hashStruct({ types: delegationTypes, primaryType: 'Delegation', data: message })
    const read = { address: verifyingContract, abi: delegationManagerAbi, args: [hash] } as const
    expect(await network.client.readContract({ ...read, functionName: 'disabledDelegations' })).toBe(true)
  })

  it('and says where it cannot, or need not', async () => {
    const row = {
      id: 'a:0',
      contract: shop.address,
      token: null,
      spender: shop.address,
      nonce: '0x0',
      amount: null,
      remaining: null,
    }
    const open = { ...row, state: 'live' as const, isOnChain: false }
    const text = (typedData: string) => ({ typedData, signature: '0x' as Hex })
    expect(revocationOf({ ...open, kind: 'x402-voucher' }, text(voucher()), 0).code).toBe('channel')
    expect(revocationOf({ ...open, kind: 'permit', state: 'used' }, text(voucher()), 0)).toEqual({
      kind: 'none',
      code: 'over',
    })
  })
})
