import type { Address } from 'viem'
import type { Effect, Power } from '@/lib/base/effects'
import type { TypedDataStruct, TypedDataValue } from './typed-data'
import { address, hex, integer } from './typed-data-fields'
import type { KnownTypes, Read } from './typed-data-types'

/** Signatures that give somebody a power over items, a debt, votes or an account, or let somebody make a call. */

/** The power goes to the taker, or back from it where the flag says so. */
function power(
  kind: Power,
  domain: TypedDataStruct,
  { to, until, isGiven }: { to: Address | null; until: bigint | null; isGiven: boolean },
): Effect[] {
  const of = address(domain.verifyingContract)
  if (of === null) return []
  // The deadline ends the time for handing in the signature, not the power.
  return isGiven
    ? [{ source: 'stated', kind: 'hands-over', power: kind, of, to, until }]
    : [{ source: 'stated', kind: 'takes-back', power: kind, of, from: to }]
}

const manager =
  (fields: { owner: string; manager: string; isGiven: string; until: string }): Read =>
  (message, domain) => {
    const to = address(message[fields.manager])
    return {
      owner: address(message[fields.owner]),
      spender: to,
      grants: power('operator', domain, { to, until: null, isGiven: message[fields.isGiven] === true }),
      validUntil: integer(message[fields.until]),
    }
  }

const readItemPermit: Read = (message, domain) => {
  const contract = address(domain.verifyingContract)
  const id = integer(message.tokenId)
  const taker = address(message.spender)
  const grants: Effect[] =
    contract === null || id === null
      ? []
      : [
          {
            ...{ source: 'stated', kind: 'allows', asset: { kind: 'item', address: contract, id }, amount: 1n, taker },
            ...{ until: null, every: null, adds: false },
          },
        ]
  return { spender: taker, grants, validUntil: integer(message.deadline) }
}

const readVotes =
  (until: string): Read =>
  (message, domain) => {
    const to = address(message.delegatee)
    return {
      spender: to,
      grants: power('votes', domain, { to, until: null, isGiven: true }),
      validUntil: integer(message[until]),
    }
  }

const called = (account: Address | null, message: TypedDataStruct, isForeignCode = false) => ({
  account,
  to: address(message.to),
  value: integer(message.value) ?? 0n,
  data: hex(message.data),
  isForeignCode,
})

const readForward: Read = message => ({
  owner: address(message.from),
  call: called(address(message.from), message),
  validUntil: integer(message.deadline),
})

const exchangeText = (value: TypedDataValue | undefined) => (typeof value === 'string' ? value : '')

const readExchange =
  (symbol: (message: TypedDataStruct) => string): Read =>
  message => ({
    recipient: address(exchangeText(message.destination).toLowerCase()),
    statedAmount: `${exchangeText(message.amount)} ${symbol(message)}`,
  })
/** «HYPE:0x0d01…» stands for HYPE. */
const spotSymbol = ({ token }: TypedDataStruct) => exchangeText(token).split(':')[0] ?? ''

/** Exact text of the type → its meaning. */
export const signedGrants: KnownTypes = {
  // ERC-4494, and Uniswap's positions of version 3 and 4.
  'Permit(address spender,uint256 tokenId,uint256 nonce,uint256 deadline)': ['item-permit', readItemPermit],
  // Uniswap's positions of version 4. The owner is the signer.
  'PermitForAll(address operator,bool approved,uint256 nonce,uint256 deadline)': [
    'operator-permit',
    (message, domain) => {
      const collection = address(domain.verifyingContract)
      const taker = address(message.operator)
      const asset = collection === null ? null : ({ kind: 'collection', address: collection } as const)
      const given: Effect[] =
        asset === null
          ? []
          : message.approved === true
            ? [
                {
                  ...{ source: 'stated', kind: 'allows', asset, amount: 'all', taker },
                  ...{ until: null, every: null, adds: false },
                },
              ]
            : [{ source: 'stated', kind: 'revokes', asset, left: 0n, taker }]
      return { spender: taker, grants: given, validUntil: integer(message.deadline) }
    },
  ],
  // Aave's debt tokens: the delegatee borrows, the signer owes.
  'DelegationWithSig(address delegatee,uint256 value,uint256 nonce,uint256 deadline)': [
    'credit-delegation',
    (message, domain) => {
      const to = address(message.delegatee)
      return {
        spender: to,
        grants: power('borrower', domain, { to, until: null, isGiven: message.value !== '0' }),
        validUntil: integer(message.deadline),
      }
    },
  ],
  // Compound III.
  'Authorization(address owner,address manager,bool isAllowed,uint256 nonce,uint256 expiry)': [
    'manager-authorization',
    manager({ owner: 'owner', manager: 'manager', isGiven: 'isAllowed', until: 'expiry' }),
  ],
  // Morpho Blue.
  'Authorization(address authorizer,address authorized,bool isAuthorized,uint256 nonce,uint256 deadline)': [
    'manager-authorization',
    manager({ owner: 'authorizer', manager: 'authorized', isGiven: 'isAuthorized', until: 'deadline' }),
  ],
  // ERC-20 votes of Compound and OpenZeppelin, and those of Aave.
  'Delegation(address delegatee,uint256 nonce,uint256 expiry)': ['votes-delegation', readVotes('expiry')],
  'Delegate(address delegator,address delegatee,uint256 nonce,uint256 deadline)': [
    'votes-delegation',
    (message, domain) => ({ ...readVotes('deadline')(message, domain), owner: address(message.delegator) }),
  ],
  // Tokens with Biconomy's native meta-transactions: the contract calls itself in the name of `from`.
  'MetaTransaction(uint256 nonce,address from,bytes functionSignature)': [
    'meta-transaction',
    message => ({
      owner: address(message.from),
      call: {
        ...{ account: address(message.from), to: null, value: 0n },
        ...{ data: hex(message.functionSignature), isForeignCode: false },
      },
    }),
  ],
  // ERC-2771 forwarders of OpenZeppelin 4 and 5.
  'ForwardRequest(address from,address to,uint256 value,uint256 gas,uint256 nonce,bytes data)': [
    'meta-transaction',
    readForward,
  ],
  'ForwardRequest(address from,address to,uint256 value,uint256 gas,uint256 nonce,uint48 deadline,bytes data)': [
    'meta-transaction',
    readForward,
  ],
  // Safe 1.0 to 1.4; operation 1 is a delegatecall.
  'SafeTx(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce)':
    ['safe-transaction', message => ({ call: called(null, message, message.operation !== '0') })],
  // ERC-4337, entry point 0.8 and later: the account is called with its own data.
  'PackedUserOperation(address sender,uint256 nonce,bytes initCode,bytes callData,bytes32 accountGasLimits,uint256 preVerificationGas,bytes32 gasFees,bytes paymasterAndData)':
    [
      'user-operation',
      message => ({
        call: {
          ...{ account: address(message.sender), to: address(message.sender), value: 0n },
          ...{ data: hex(message.callData), isForeignCode: false },
        },
      }),
    ],
  'HyperliquidTransaction:UsdSend(string hyperliquidChain,string destination,string amount,uint64 time)': [
    'exchange-transfer',
    readExchange(() => 'USDC'),
  ],
  'HyperliquidTransaction:SpotSend(string hyperliquidChain,string destination,string token,string amount,uint64 time)':
    ['exchange-transfer', readExchange(spotSymbol)],
  'HyperliquidTransaction:Withdraw(string hyperliquidChain,string destination,string amount,uint64 time)': [
    'exchange-withdrawal',
    readExchange(() => 'USDC'),
  ],
  'HyperliquidTransaction:ApproveAgent(string hyperliquidChain,address agentAddress,string agentName,uint64 nonce)': [
    'exchange-agent',
    message => ({ spender: address(message.agentAddress) }),
  ],
}
