import { type Address, encodeAbiParameters, type Hex } from 'viem'
import { encodeCall } from '@/lib/base/abi'
import * as selectors from '@/lib/base/signatures/selectors'
import type { AuthorizationView } from '@/lib/language/payments'
import { fieldsOf, spendPermissionFields } from './authorization-templates'

/** How to revoke a signature. `code` may be a key of the message catalogue (`take_back_<code>`). */
export type Revocation =
  /** One transaction from the account. */
  | { kind: 'transaction'; code: string; to: Address; data: Hex }
  /** A second signature first; it is then submitted as its own row. */
  | { kind: 'signature'; code: string; typedData: string }
  /** It cannot be revoked by this account, not yet, or never. */
  | { kind: 'none'; code: string }

/** What was signed, as `authorization.read` gives it. */
export interface SignedText {
  typedData: string
  signature: Hex
}

interface Parsed {
  types: Record<string, { name: string; type: string }[]>
  primaryType: string
  domain: Record<string, unknown>
  message: Record<string, unknown>
}

/** Seconds in which what is signed to take something back can be submitted. */
const hour = 3_600

const caveatFields = fieldsOf('address enforcer,bytes terms,bytes args')
/** Structs as `encodeAbiParameters` takes them. */
const permissionParameters = [{ type: 'tuple', components: spendPermissionFields }]
const delegationParameters = [
  {
    type: 'tuple',
    components: [
      ...fieldsOf('address delegate,address delegator,bytes32 authority'),
      { name: 'caveats', type: 'tuple[]', components: caveatFields },
      ...fieldsOf('uint256 salt,bytes signature'),
    ],
  },
]

/**
 * The cheapest certain way to revoke a signature. An allowance that is on the chain is revoked there; for an unused
 * signature its nonce is invalidated. An EIP-3009 authorization needs a second signature. The nonce of a permit is used
 * up by submitting a permit over zero.
 * @param nowSeconds Unix seconds
 * @see EIP-3009, `cancelAuthorization`
 */
export function revocationOf(
  row: Pick<
    AuthorizationView,
    'kind' | 'id' | 'contract' | 'token' | 'spender' | 'nonce' | 'state' | 'isOnChain' | 'amount' | 'remaining'
  >,
  { typedData, signature }: SignedText,
  nowSeconds: number,
): Revocation {
  const signed: Parsed = JSON.parse(typedData)
  const { kind, contract, token, spender, nonce } = row
  if (kind === 'escrow-payment' && contract !== null && row.state === 'expired' && row.remaining !== '0x0') {
    // AuthCaptureEscrow: from the end on, by the payer alone, with the very terms.
    const { paymentInfo }: { paymentInfo?: unknown } = JSON.parse(typedData)
    return {
      kind: 'transaction',
      code: 'reclaim',
      to: contract,
      data: `${selectors.escrowReclaim}${hexOf(paymentInfo).slice(2)}`,
    }
  }
  const isOpen = row.state === 'live' || row.state === 'partly-used' || row.state === 'unknown'
  if (!isOpen || contract === null || nonce === null) return { kind: 'none', code: 'over' }
  const transaction = (code: string, data: Hex): Revocation => ({ kind: 'transaction', code, to: contract, data })
  const resigned = (
    code: string,
    primaryType: string,
    message: Record<string, unknown>,
    fields = signed.types[primaryType],
  ) => ({ kind: 'signature', code, typedData: withMessage(signed, primaryType, fields ?? [], message) }) as const
  switch (kind) {
    case 'transfer-authorization':
    case 'receive-authorization':
      return resigned(
        'cancel',
        'CancelAuthorization',
        { authorizer: signed.message.from, nonce },
        fieldsOf('address authorizer,bytes32 nonce'),
      )
    case 'cancel-authorization': {
      const { authorizer } = signed.message
      const data = encodeCall(selectors.cancelAuthorization, [hexOf(authorizer), hexOf(nonce), ...partsOf(signature)])
      return transaction('submit', data)
    }
    case 'permit': {
      if (spender === null) return { kind: 'none', code: 'over' }
      if (row.isOnChain) return transaction('revoke', encodeCall(selectors.approve, [spender, 0n]))
      const { owner, deadline } = signed.message
      // A permit that allows nothing is signed to take something back.
      if (row.amount === '0x0') {
        const words = [hexOf(owner), spender, 0n, BigInt(String(deadline)), ...partsOf(signature)]
        return transaction('submit', encodeCall(selectors.permit, words))
      }
      const message = { ...signed.message, value: '0', deadline: `${nowSeconds + hour}` }
      return resigned('number', 'Permit', message)
    }
    case 'permit-all': {
      if (spender === null) return { kind: 'none', code: 'over' }
      if (row.isOnChain) return transaction('revoke', encodeCall(selectors.approve, [spender, 0n]))
      const { holder, expiry, allowed } = signed.message
      if (allowed === false) {
        const words = [hexOf(holder), spender, BigInt(nonce), BigInt(String(expiry)), 0n, ...partsOf(signature)]
        return transaction('submit', encodeCall(selectors.permitAll, words))
      }
      const message = { ...signed.message, allowed: false, expiry: `${nowSeconds + hour}` }
      return resigned('number', 'Permit', message)
    }
    case 'permit2-allowance':
      if (spender === null || token === null) return { kind: 'none', code: 'over' }
      return row.isOnChain
        ? transaction('lockdown', encodeCall(selectors.permit2Lockdown, [32n, 1n, token, spender]))
        : transaction('invalidate', encodeCall(selectors.permit2InvalidateNonces, [token, spender, BigInt(nonce) + 1n]))
    case 'spend-permission': {
      const permission = permissionOf(signed, Number(row.id.split(':').at(-1)))
      return permission === null
        ? { kind: 'none', code: 'over' }
        : transaction(
            'permission',
            `${selectors.revokePermission}${encodeAbiParameters(permissionParameters, [permission]).slice(2)}`,
          )
    }
    case 'x402-voucher':
      return { kind: 'none', code: 'channel' }
    case 'escrow-payment':
      return { kind: 'none', code: 'escrow' }
    case 'delegation':
      return transaction(
        'delegation',
        `${selectors.disableDelegation}${encodeAbiParameters(delegationParameters, [delegationOf(signed)]).slice(2)}`,
      )
    default:
      // The signature transfers of Permit2: each number is one bit.
      return transaction(
        'invalidate',
        encodeCall(selectors.permit2InvalidateUnorderedNonces, [BigInt(nonce) >> 8n, 1n << (BigInt(nonce) & 255n)]),
      )
  }
}

function withMessage(
  { types, domain }: Parsed,
  primaryType: string,
  fields: { name: string; type: string }[],
  message: Record<string, unknown>,
): string {
  const own = types.EIP712Domain === undefined ? {} : { EIP712Domain: types.EIP712Domain }
  return JSON.stringify({ types: { ...own, [primaryType]: fields }, primaryType, domain, message })
}

/** v, r and s as contracts take them apart. */
function partsOf(signature: Hex): [bigint, Hex, Hex] {
  const v = BigInt(`0x${signature.slice(130, 132)}`)
  return [v < 27n ? v + 27n : v, `0x${signature.slice(2, 66)}`, `0x${signature.slice(66, 130)}`]
}

/** The permission itself, also out of a batch. */
function permissionOf({ message }: Parsed, index: number) {
  const { permissions } = message
  const details: unknown = Array.isArray(permissions) ? permissions[index] : message
  if (typeof details !== 'object' || details === null) return null
  const fields: Record<string, unknown> = { ...message, ...details }
  const number = (name: string) => BigInt(String(fields[name]))
  return {
    account: hexOf(fields.account),
    spender: hexOf(fields.spender),
    token: hexOf(fields.token),
    allowance: number('allowance'),
    period: Number(number('period')),
    start: Number(number('start')),
    end: Number(number('end')),
    salt: number('salt'),
    extraData: hexOf(fields.extraData),
  }
}

/**
 * The delegation as it is hashed (DelegationManager.disableDelegation): without the signature and the arguments, which
 * only redeeming needs.
 */
function delegationOf({ message }: Parsed) {
  const caveats: unknown[] = Array.isArray(message.caveats) ? message.caveats : []
  return {
    delegate: hexOf(message.delegate),
    delegator: hexOf(message.delegator),
    authority: hexOf(message.authority),
    caveats: caveats.map(caveat => {
      const { enforcer, terms } = Object(caveat)
      return { enforcer: hexOf(enforcer), terms: hexOf(terms), args: '0x' as const }
    }),
    salt: BigInt(String(message.salt)),
    signature: '0x' as const,
  }
}

function hexOf(value: unknown): Hex {
  return typeof value === 'string' && value.startsWith('0x') ? (value as Hex) : '0x'
}
