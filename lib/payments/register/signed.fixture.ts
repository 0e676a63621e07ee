import type { Address, Hex } from 'viem'
import { firstNetworkOf } from '@/lib/base/network-id'
import { permit2Address } from '@/lib/reading/calls/published-contracts'
import type { GivenSignature } from './types'

/** Typed data of every kind the ledger keeps, as tests need it. */

export const payer: Address = '0xa11ce00000000000000000000000000000000001'
export const taker: Address = '0x5402000000000000000000000000000000000002'
export const payee: Address = '0xbea0000000000000000000000000000000000003'
export const dollar: Address = '0x7070000000000000000000000000000000000007'
export const chainId = 84538453
export const bytes32 = (seed: number): Hex => `0x${seed.toString(16).padStart(64, '0')}`

type Fields = Record<string, unknown>

function typesOf(text: string): { types: Record<string, { name: string; type: string }[]>; primaryType: string } {
  const found = [...text.matchAll(/(\w+)\(([^)]*)\)/g)].map(([, name = '', fields = '']) => ({
    name,
    fields: fields.split(',').map(field => {
      const [type = '', fieldName = ''] = field.split(' ')
      return { name: fieldName, type }
    }),
  }))
  return {
    types: Object.fromEntries(found.map(({ name, fields }) => [name, fields])),
    primaryType: found[0]?.name ?? '',
  }
}

export function typedDataOf(text: string, message: Fields, domain: Fields = {}): string {
  return JSON.stringify({
    ...typesOf(text),
    domain: { name: 'Dollar', version: '1', chainId, verifyingContract: dollar, ...domain },
    message,
  })
}

export const authorization = (changes: Fields = {}, primaryType = 'TransferWithAuthorization') =>
  typedDataOf(
    `${primaryType}(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)`,
    { from: payer, to: payee, value: '5', validAfter: '0', validBefore: '2000', nonce: bytes32(7), ...changes },
  )

export const cancellation = (nonce: Hex = bytes32(7)) =>
  typedDataOf('CancelAuthorization(address authorizer,bytes32 nonce)', { authorizer: payer, nonce })

export const permit = (changes: Fields = {}) =>
  typedDataOf('Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)', {
    owner: payer,
    spender: taker,
    value: '9',
    nonce: '3',
    deadline: '2000',
    ...changes,
  })

const permit2Domain = { name: 'Permit2', version: undefined, verifyingContract: permit2Address }
const details = 'PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)'

export const permit2Allowance = (changes: Fields = {}) =>
  typedDataOf(
    `PermitSingle(PermitDetails details,address spender,uint256 sigDeadline)${details}`,
    {
      details: { token: dollar, amount: '9', expiration: '5000', nonce: '4', ...changes },
      spender: taker,
      sigDeadline: '2000',
    },
    permit2Domain,
  )

export const permit2Batch = () =>
  typedDataOf(
    `PermitBatch(PermitDetails[] details,address spender,uint256 sigDeadline)${details}`,
    {
      details: [
        { token: dollar, amount: '9', expiration: '5000', nonce: '4' },
        { token: payee, amount: '8', expiration: '6000', nonce: '5' },
      ],
      spender: taker,
      sigDeadline: '2000',
    },
    permit2Domain,
  )

export const permit2Transfer = (changes: Fields = {}) =>
  typedDataOf(
    'PermitWitnessTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,Witness witness)TokenPermissions(address token,uint256 amount)Witness(address to,address facilitator,uint256 validAfter)',
    {
      permitted: { token: dollar, amount: '50' },
      spender: taker,
      nonce: '515',
      deadline: '2000',
      witness: { to: payee, facilitator: taker, validAfter: '0' },
      ...changes,
    },
    permit2Domain,
  )

export const voucher = (most = '40') =>
  typedDataOf(
    'Voucher(bytes32 channelId,uint128 maxClaimableAmount)',
    { channelId: bytes32(99), maxClaimableAmount: most },
    { name: 'x402 Batch Settlement' },
  )

const manager = { name: 'Spend Permission Manager', verifyingContract: '0xf85210b21cc50302f477ba56686d2019dc9b67ad' }

export const spendPermission = (changes: Fields = {}) =>
  typedDataOf(
    'SpendPermission(address account,address spender,address token,uint160 allowance,uint48 period,uint48 start,uint48 end,uint256 salt,bytes extraData)',
    {
      account: payer,
      spender: taker,
      token: dollar,
      allowance: '10',
      period: '100',
      start: '1000',
      end: '5000',
      salt: '1',
      extraData: '0x',
      ...changes,
    },
    manager,
  )

export const spendPermissionBatch = (second: Address = taker) =>
  typedDataOf(
    'SpendPermissionBatch(address account,uint48 period,uint48 start,uint48 end,PermissionDetails[] permissions)PermissionDetails(address spender,address token,uint160 allowance,uint256 salt,bytes extraData)',
    {
      account: payer,
      period: '100',
      start: '1000',
      end: '5000',
      permissions: [
        { spender: taker, token: dollar, allowance: '10', salt: '1', extraData: '0x' },
        { spender: second, token: payee, allowance: '20', salt: '2', extraData: '0x1234' },
      ],
    },
    manager,
  )

export const delegation = () =>
  typedDataOf(
    'Delegation(address delegate,address delegator,bytes32 authority,Caveat[] caveats,uint256 salt)Caveat(address enforcer,bytes terms)',
    {
      delegate: taker,
      delegator: payer,
      authority: bytes32(1),
      caveats: [{ enforcer: taker, terms: '0x12' }],
      salt: '1',
    },
    { name: 'DelegationManager', verifyingContract: '0xdb9b1e94b5b69df7e401ddbede43491141047db3' },
  )

export const given = (typedData: string, changes: Partial<GivenSignature> = {}): GivenSignature => ({
  id: 'approval-1',
  networkId: firstNetworkOf(chainId),
  chainId,
  account: payer,
  typedData,
  signature: `0x${'5a'.repeat(32)}${'6b'.repeat(32)}1b`,
  origin: 'https://shop.example',
  paymentId: null,
  ...changes,
})
