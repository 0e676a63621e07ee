import { firstNetworkOf } from '@/lib/base/network-id'
import 'fake-indexeddb/auto'
import {
  type Address,
  encodeAbiParameters,
  encodePacked,
  type Hex,
  hexToBigInt,
  type LocalAccount,
  maxUint256,
  parseSignature,
  toHex,
  zeroAddress,
  zeroHash,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { encodeFunctionData, hashTypedData, keccak256 } from 'viem/utils'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { revocationOf } from '@/lib/payments/shared/revocation'
import type { AuthorizationRecord } from '@/lib/storage/payment-records'
import { checkoutAbi } from '@/test/preview-network/contracts/abi/checkout'
import { delegationManagerAbi, delegationsParameters } from '@/test/preview-network/contracts/abi/delegations'
import { escrowAbi } from '@/test/preview-network/contracts/abi/escrow'
import { permit2Abi } from '@/test/preview-network/contracts/abi/permit2'
import { smartAccountAbi, spendPermissionManagerAbi } from '@/test/preview-network/contracts/abi/spend-permissions'
import { testDollarAbi } from '@/test/preview-network/contracts/abi/test-dollar'
import { x402BatchSettlementAbi, x402UptoPermit2ProxyAbi } from '@/test/preview-network/contracts/abi/x402'
import { type NetworkFixture, startNetworkFixture } from '@/test/preview-network/contracts/network-fixture'
import { merchant } from '@/test/preview-network/contracts/roles'
import {
  channelTypes,
  delegationTypes,
  permit2AllowanceTypes,
  spendPermissionTypes,
  tokenTypes,
  uptoTypes,
} from '@/test/preview-network/contracts/typed-data'
import { domainsOf, openLedger, signInto, singlePermitAbi } from '@/test/transactions/ledger'
import type { Ledger } from './types'

let network: NetworkFixture
let payer: LocalAccount
let shop: LocalAccount
let ledger: Ledger
let close: () => void
let now: bigint

// Blocks end when the test says so.
beforeAll(async () => {
  network = await startNetworkFixture({ blockMs: 3_600_000, finalizedBlocks: 3 })
  payer = await network.person(1_000_000000n)
  shop = await network.person()
  await call(payer, dollar(), testDollarAbi, 'approve', [network.contracts.permit2, maxUint256])
  await network.seal()
  now = await network.now()
})
afterAll(() => network.stop())

beforeEach(async () => {
  ;({ ledger, close } = await openLedger(network))
})
afterEach(() => close())

const dollar = () => network.contracts.testDollar
const random = (): Hex => generatePrivateKey()
const tokenDomain = () => domainsOf(network).dollar
const permit2Domain = () => domainsOf(network).permit2

async function call(from: LocalAccount, to: Address, abi: readonly unknown[], functionName: string, args: unknown[]) {
  const data = encodeFunctionData({ abi, functionName, args } as Parameters<typeof encodeFunctionData>[0])
  return network.send(from, { to, data })
}

const signed = (
  owner: LocalAccount,
  domain: Record<string, unknown>,
  types: Record<string, unknown>,
  primaryType: string,
  message: Record<string, unknown>,
) => signInto(ledger, network.chainId, owner, { domain, types, primaryType, message })

async function authorized(value = 5_000000n, validBefore = now + 900n) {
  const message = { from: payer.address, to: shop.address, value, validAfter: 0n, validBefore, nonce: random() }
  const { id, signature } = await signed(payer, tokenDomain(), tokenTypes, 'TransferWithAuthorization', message)
  const args = [...Object.values(message), signature]
  return {
    id,
    nonce: message.nonce,
    take: () => call(shop, dollar(), testDollarAbi, 'transferWithAuthorization', args),
  }
}

async function permitted(spender: Address, value: bigint, deadline = now + 900n) {
  const read = { address: dollar(), abi: testDollarAbi, blockTag: 'pending' } as const
  const nonce = await network.client.readContract({ ...read, functionName: 'nonces', args: [payer.address] })
  const message = { owner: payer.address, spender, value, nonce, deadline }
  const { id, signature } = await signed(payer, tokenDomain(), tokenTypes, 'Permit', message)
  const { r, s, yParity } = parseSignature(signature)
  return { id, deadline, proof: [27 + yParity, r, s] as const }
}

const delegationTo = (delegate: Address, delegator: Address) => ({
  delegate,
  delegator,
  authority: toHex(maxUint256),
  caveats: [],
  salt: 1n,
})
const managerDomain = (verifyingContract: Address) => ({
  name: 'DelegationManager',
  version: '1',
  chainId: network.chainId,
  verifyingContract,
})

async function standing(id: string): Promise<Partial<AuthorizationRecord>> {
  const row = await ledger.check(id)
  if (row === undefined) throw new Error('the row is gone')
  const { state, used, remaining, isProvisional, isOnChain } = row
  return { state, used, remaining, isProvisional, isOnChain }
}

const untouched = (amount: bigint) => ({
  state: 'live',
  used: 0n,
  remaining: amount,
  isProvisional: false,
  isOnChain: false,
})

describe('an authorization of EIP-3009', () => {
  it('is live, used as soon as it is pre-confirmed, and surely used when that is sealed', async () => {
    const { id, take } = await authorized()
    expect(await standing(id)).toEqual(untouched(5_000000n))
    await take()
    expect(await standing(id)).toMatchObject({ state: 'used', used: 5_000000n, remaining: 0n, isProvisional: true })
    await network.seal()
    expect(await standing(id)).toMatchObject({ state: 'used', used: 5_000000n, isProvisional: false })
    const row = await ledger.get(id)
    expect(row?.evidence).toMatchObject([{ event: 'taken', amount: 5_000000n }])
    expect(row?.evidence[0]?.blockHash).not.toBeNull()
  })

  it('is live again when its block left the chain', async () => {
    const { id, take } = await authorized()
    await take()
    await network.seal()
    await network.seal()
    expect(await standing(id)).toMatchObject({ state: 'used' })
    await network.network.faults.reorganise(2, 'forgotten')
    expect(await standing(id)).toEqual(untouched(5_000000n))
  })

  it('is told apart from a cancelled one, which the contract itself cannot', async () => {
    const { id, nonce } = await authorized()
    const message = { authorizer: payer.address, nonce }
    const cancellation = await signed(payer, tokenDomain(), tokenTypes, 'CancelAuthorization', message)
    expect(await standing(cancellation.id)).toMatchObject({ state: 'live', remaining: 0n })
    await call(shop, dollar(), testDollarAbi, 'cancelAuthorization', [payer.address, nonce, cancellation.signature])
    await network.seal()
    expect(await standing(id)).toMatchObject({ state: 'cancelled', used: 0n, remaining: 0n })
    expect(await standing(cancellation.id)).toMatchObject({ state: 'used', used: 0n })
  })

  it('expires by the slower of the two clocks, and not while either still runs', async () => {
    const soon = await authorized(1n, now + 1n)
    const device = BigInt(Math.floor(Date.now() / 1_000))
    const head = await network.client.getBlock()
    const state = head.timestamp >= now + 1n && device >= now + 1n ? 'expired' : 'live'
    expect(await standing(soon.id)).toMatchObject({ state })
    const past = await authorized(1n, 1n)
    expect(await standing(past.id)).toMatchObject({ state: 'expired', remaining: 0n })
  })

  it('is looked at no more once its end is final', async () => {
    const { id, take } = await authorized()
    await take()
    for (let blocks = 0; blocks < 5; blocks += 1) await network.seal()
    await standing(id)
    expect((await ledger.get(id))?.isClosed).toBe(true)
  })
})

describe('a permit of EIP-2612', () => {
  it('leaves an allowance behind after less than its maximum was taken, until it is revoked', async () => {
    const { checkout } = network.contracts
    const { id, deadline, proof } = await permitted(checkout, 20_000000n)
    expect(await standing(id)).toEqual(untouched(20_000000n))
    const args = [random(), payer.address, 7_500000n, 20_000000n, deadline, ...proof]
    await call(merchant, checkout, checkoutAbi, 'capture', args)
    await network.seal()
    expect(await standing(id)).toEqual({
      state: 'partly-used',
      used: 7_500000n,
      remaining: 12_500000n,
      isProvisional: false,
      isOnChain: true,
    })
    await call(payer, dollar(), testDollarAbi, 'approve', [checkout, 0n])
    expect(await standing(id)).toMatchObject({
      state: 'cancelled',
      used: 7_500000n,
      remaining: 0n,
      isProvisional: true,
    })
    await network.seal()
    const row = await ledger.check(id)
    expect(row).toMatchObject({ state: 'cancelled', used: 7_500000n, isProvisional: false })
    expect(row?.evidence.map(({ event, amount }) => [event, amount])).toEqual([
      ['allowed', 20_000000n],
      ['taken', 7_500000n],
      ['cancelled', 0n],
    ])
  })

  it('is void when another permit took its number', async () => {
    const first = await permitted(network.contracts.checkout, 3n)
    const own = await permitted(network.contracts.checkout, 0n)
    const args = [payer.address, network.contracts.checkout, 0n, own.deadline, ...own.proof]
    await call(payer, dollar(), testDollarAbi, 'permit', args)
    await network.seal()
    expect(await standing(first.id)).toMatchObject({ state: 'cancelled', remaining: 0n })
  })

  it('counts an allowance taken by a person’s own account in one transaction after the other', async () => {
    const { id, deadline, proof } = await permitted(shop.address, 10n)
    await call(shop, dollar(), testDollarAbi, 'permit', [payer.address, shop.address, 10n, deadline, ...proof])
    expect(await standing(id)).toMatchObject({ state: 'live', isOnChain: true, isProvisional: false })
    await call(shop, dollar(), testDollarAbi, 'transferFrom', [payer.address, shop.address, 4n])
    // What the payer sends in between has nothing to do with it.
    await call(payer, dollar(), testDollarAbi, 'transfer', [merchant.address, 3n])
    await network.seal()
    expect(await standing(id)).toMatchObject({ state: 'partly-used', used: 4n, remaining: 6n })
    await call(shop, dollar(), testDollarAbi, 'transferFrom', [payer.address, shop.address, 6n])
    await network.seal()
    expect(await standing(id)).toMatchObject({ state: 'used', used: 10n, remaining: 0n })
  })
})

describe('Permit2', () => {
  async function upto(most: bigint) {
    const permit = { permitted: { token: dollar(), amount: most }, nonce: hexToBigInt(random()), deadline: now + 900n }
    const witness = { to: merchant.address, facilitator: shop.address, validAfter: 0n }
    const spender = network.contracts.x402UptoPermit2Proxy
    const message = { ...permit, spender, witness }
    const { id, signature } = await signed(payer, permit2Domain(), uptoTypes, 'PermitWitnessTransferFrom', message)
    return {
      id,
      nonce: permit.nonce,
      settle: (amount: bigint) =>
        call(shop, spender, x402UptoPermit2ProxyAbi, 'settle', [permit, amount, payer.address, witness, signature]),
    }
  }

  it('tells what was taken of a maximum, and that nothing more can be', async () => {
    const [first, second] = [await upto(500_000n), await upto(500_000n)]
    await second.settle(7n)
    await first.settle(123_456n)
    expect(await standing(first.id)).toMatchObject({
      state: 'used',
      used: 123_456n,
      remaining: 0n,
      isProvisional: true,
    })
    await network.seal()
    expect(await standing(first.id)).toMatchObject({ state: 'used', used: 123_456n, isProvisional: false })
    expect(await standing(second.id)).toMatchObject({ state: 'used', used: 7n })
  })

  it('tells a number that was made void from one that was used', async () => {
    const { id, nonce } = await upto(500_000n)
    const args = [nonce >> 8n, 1n << (nonce & 255n)]
    await call(payer, network.contracts.permit2, permit2Abi, 'invalidateUnorderedNonces', args)
    await network.seal()
    expect(await standing(id)).toMatchObject({ state: 'cancelled', used: 0n, remaining: 0n })
  })

  it('keeps an allowance with its own end, until it is locked down', async () => {
    const spender = shop.address
    const details = { token: dollar(), amount: 50n, expiration: Number(now) + 5_000, nonce: 0 }
    const message = { details, spender, sigDeadline: now + 900n }
    const { id, signature } = await signed(payer, permit2Domain(), permit2AllowanceTypes, 'PermitSingle', message)
    const { permit2 } = network.contracts
    await call(shop, permit2, singlePermitAbi, 'permit', [payer.address, message, signature])
    expect(await standing(id)).toMatchObject({ state: 'live', remaining: 50n, isOnChain: true })
    await call(shop, permit2, permit2Abi, 'transferFrom', [payer.address, shop.address, 20n, dollar()])
    await network.seal()
    expect(await standing(id)).toMatchObject({ state: 'partly-used', used: 20n, remaining: 30n, isProvisional: false })
    await call(payer, permit2, permit2Abi, 'lockdown', [[{ token: dollar(), spender }]])
    await network.seal()
    expect(await standing(id)).toMatchObject({ state: 'cancelled', used: 20n, remaining: 0n })
  })
})

describe('what lasts longer', () => {
  it('a voucher is worth what its channel has not paid out yet', async () => {
    const settlement = network.contracts.x402BatchSettlement
    const config = {
      payer: payer.address,
      payerAuthorizer: payer.address,
      receiver: shop.address,
      receiverAuthorizer: shop.address,
      token: dollar(),
      withdrawDelay: 900,
      salt: random(),
    }
    const domain = {
      name: 'x402 Batch Settlement',
      version: '1',
      chainId: network.chainId,
      verifyingContract: settlement,
    }
    const channelId = hashTypedData({ domain, types: channelTypes, primaryType: 'ChannelConfig', message: config })
    const message = { channelId, maxClaimableAmount: 2_000n }
    const { id, signature } = await signed(payer, domain, channelTypes, 'Voucher', message)
    expect(await standing(id)).toMatchObject({ state: 'live', remaining: 2_000n, isOnChain: false })

    const salt = hexToBigInt(random())
    const nonce = keccak256(encodeAbiParameters([{ type: 'bytes32' }, { type: 'uint256' }], [channelId, salt]))
    const collector = network.contracts.erc3009DepositCollector
    const deposit = {
      from: payer.address,
      to: collector,
      value: 10_000n,
      validAfter: 0n,
      validBefore: now + 900n,
      nonce,
    }
    const authorization = await signed(payer, tokenDomain(), tokenTypes, 'ReceiveWithAuthorization', deposit)
    const data = encodeAbiParameters(
      [{ type: 'uint256' }, { type: 'uint256' }, { type: 'uint256' }, { type: 'bytes' }],
      [0n, now + 900n, salt, authorization.signature],
    )
    await call(shop, settlement, x402BatchSettlementAbi, 'deposit', [config, 10_000n, collector, data])
    expect(await standing(authorization.id)).toMatchObject({ state: 'used', used: 10_000n })
    expect(await standing(id)).toMatchObject({ state: 'live', remaining: 2_000n, isOnChain: true })
    const claim = { voucher: { channel: config, maxClaimableAmount: 2_000n }, signature, totalClaimed: 500n }
    await call(shop, settlement, x402BatchSettlementAbi, 'claim', [[claim]])
    await network.seal()
    expect(await standing(id)).toMatchObject({ state: 'partly-used', used: 500n, remaining: 1_500n })
    await call(shop, settlement, x402BatchSettlementAbi, 'claim', [[{ ...claim, totalClaimed: 2_000n }]])
    await network.seal()
    expect(await standing(id)).toMatchObject({ state: 'used', used: 2_000n, remaining: 0n })
  })

  it('what an authorization put into escrow is captured in part, given back, or lies there to be reclaimed', async () => {
    const { escrow, erc3009PaymentCollector } = network.contracts
    const info = {
      operator: shop.address,
      payer: payer.address,
      receiver: merchant.address,
      token: dollar(),
      maxAmount: 20n,
      preApprovalExpiry: Number(now) + 3_600,
      authorizationExpiry: Number(now) + 7_200,
      refundExpiry: Number(now) + 10_800,
      minFeeBps: 0,
      maxFeeBps: 0,
      feeReceiver: zeroAddress,
      salt: hexToBigInt(random()),
    }
    const hash = (given: typeof info) =>
      network.client.readContract({ address: escrow, abi: escrowAbi, functionName: 'getHash', args: [given] })
    const nonce = await hash({ ...info, payer: zeroAddress })
    const validBefore = BigInt(info.preApprovalExpiry)
    const message = { from: payer.address, to: erc3009PaymentCollector, value: 20n, validAfter: 0n, validBefore, nonce }
    const { id, signature } = await signed(payer, tokenDomain(), tokenTypes, 'ReceiveWithAuthorization', message)
    await call(shop, escrow, escrowAbi, 'authorize', [info, 20n, erc3009PaymentCollector, signature])
    await network.seal()
    expect(await standing(id)).toMatchObject({ state: 'used', used: 20n })
    expect(await standing(`${id}:escrow`)).toMatchObject({ state: 'live', used: 0n, remaining: 20n, isOnChain: true })
    expect(await ledger.get(`${id}:escrow`)).toMatchObject({ nonce: await hash(info), kind: 'escrow-payment' })
    // After its end the payer takes it back with the very terms, which only the event told.
    const late = await ledger.get(`${id}:escrow`)
    if (late === undefined) throw new Error('the row is gone')
    const overdue = { ...late, state: 'expired' as const, amount: '0x14' as const, remaining: '0x14' as const }
    expect(revocationOf(overdue, late, 0)).toEqual({
      kind: 'transaction',
      code: 'reclaim',
      to: escrow.toLowerCase(),
      data: encodeFunctionData({ abi: escrowAbi, functionName: 'reclaim', args: [info] }),
    })
    await call(shop, escrow, escrowAbi, 'capture', [info, 7n, 0n, zeroAddress])
    await network.seal()
    expect(await standing(`${id}:escrow`)).toMatchObject({ state: 'partly-used', used: 7n, remaining: 13n })
    await call(shop, escrow, escrowAbi, 'void', [info])
    await network.seal()
    expect(await standing(`${id}:escrow`)).toMatchObject({ state: 'cancelled', used: 7n, remaining: 0n })
  })

  it('a spend permission counts what was used in this period, and ends when it is revoked', async () => {
    const account = privateKeyToAccount(random())
    await network.send(merchant, { to: account.address, data: '0x', value: 10n ** 17n })
    await call(account, dollar(), testDollarAbi, 'mint', [account.address, 100n])
    await network.delegate(account)
    const manager = network.contracts.spendPermissionManager
    const message = {
      account: account.address,
      spender: shop.address,
      token: dollar(),
      allowance: 10n,
      period: 86_400,
      start: Number(now) - 1_000,
      end: 2 ** 48 - 1,
      salt: 7n,
      extraData: '0x',
    }
    const { id, signature } = await signed(
      account,
      domainsOf(network).spendPermissions,
      spendPermissionTypes,
      'SpendPermission',
      message,
    )
    const abi = spendPermissionManagerAbi
    await call(shop, manager, abi, 'approveWithSignature', [message, signature])
    await call(shop, manager, abi, 'spend', [message, 3n])
    await call(shop, manager, abi, 'spend', [message, 2n])
    expect(await standing(id)).toMatchObject({
      state: 'partly-used',
      used: 5n,
      remaining: 5n,
      isOnChain: true,
      isProvisional: true,
    })
    await network.seal()
    expect(await standing(id)).toMatchObject({ used: 5n, remaining: 5n, isProvisional: false })
    expect((await ledger.get(id))?.validBefore).toBeNull()
    await call(account, manager, abi, 'revoke', [message])
    await network.seal()
    expect(await standing(id)).toMatchObject({ state: 'cancelled', used: 5n, remaining: 0n })
  })

  it('a delegation says how often it was used, is taken back, and is in force again when the account wants it so', async () => {
    const { privateKeyToAccount } = await import('viem/accounts')
    const account = privateKeyToAccount(random())
    const manager = network.contracts.delegationManager
    await network.send(merchant, { to: account.address, data: '0x', value: 10n ** 17n })
    await network.delegate(account)
    await call(account, account.address, smartAccountAbi, 'addOwnerAddress', [manager])
    const message = delegationTo(shop.address, account.address)
    const { id, signature } = await signed(account, managerDomain(manager), delegationTypes, 'Delegation', message)
    expect(await standing(id)).toMatchObject({ state: 'live', remaining: null })
    const abi = delegationManagerAbi
    const given = { ...message, signature }
    const context = encodeAbiParameters(delegationsParameters, [[given]])
    const execution = encodePacked(['address', 'uint256'], [shop.address, 1n])
    await call(shop, manager, abi, 'redeemDelegations', [[context], [zeroHash], [execution]])
    await network.seal()
    expect(await standing(id)).toMatchObject({ state: 'live', remaining: null, isProvisional: false })
    expect((await ledger.get(id))?.evidence.map(({ event }) => event)).toEqual(['taken'])

    await call(account, manager, abi, 'disableDelegation', [given])
    expect(await standing(id)).toMatchObject({ state: 'cancelled', remaining: 0n, isProvisional: true })
    // Deep enough that anything else would be over for good.
    for (let block = 0; block < 5; block++) await network.seal()
    expect(await standing(id)).toMatchObject({ state: 'cancelled', remaining: 0n, isProvisional: false })
    await call(account, manager, abi, 'enableDelegation', [given])
    expect(await standing(id)).toMatchObject({ state: 'live', remaining: null })
  })

  it('what no contract answers for is not known, and counts in full', async () => {
    const message = delegationTo(shop.address, payer.address)
    const { id } = await signed(payer, managerDomain(merchant.address), delegationTypes, 'Delegation', message)
    expect(await standing(id)).toMatchObject({ state: 'unknown', remaining: null })
  })
})

describe('while somebody looks', () => {
  it('pushes wake the reading: pre-confirmed, sealed, and taken back', async () => {
    const { id, take } = await authorized(9n)
    const seen: string[] = []
    const waiting = new Set<{ wanted: string; resolve: () => void }>()
    const until = (wanted: string) => new Promise<void>(resolve => waiting.add({ wanted, resolve }))
    // A reading that ends with the network is told of as well.
    const endListening = ledger.onChange(() => {
      void ledger.get(id).then(row => {
        const now = `${row?.state}${row?.isProvisional ? ' provisional' : ''}`
        if (seen.at(-1) !== now) seen.push(now)
        for (const entry of waiting) if (entry.wanted === now) entry.resolve()
      })
    })
    const live = until('live')
    const stop = ledger.follow(firstNetworkOf(network.chainId), payer.address)
    await live
    const provisional = until('used provisional')
    await take()
    await provisional
    const sealed = until('used')
    await network.seal()
    await sealed
    const again = until('live')
    await network.network.faults.reorganise(1, 'forgotten')
    await again
    stop()
    endListening()
    expect(seen.slice(0, 4)).toEqual(['live', 'used provisional', 'used', 'live'])
  })
})
