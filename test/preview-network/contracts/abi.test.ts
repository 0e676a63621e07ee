import { type Abi, getCreate2Address, type Hex, keccak256, slice, stringToHex, zeroHash } from 'viem'
import { formatAbiItem } from 'viem/utils'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { contractAbis } from './abi.ts'
import { create2Deployer, prescribedAddresses } from './addresses.ts'
import { buildContracts } from './compile.ts'
import type { ContractBuild } from './contract-build.ts'

/** The source that declares what stands under a key. */
const sources: [key: string, source: string][] = [
  ['testDollar', 'TestDollar'],
  ['checkout', 'Checkout'],
  ['payouts', 'Payouts'],
  ['smartAccount', 'SmartAccount'],
  ['l1Block', 'L1Block'],
  ['gasPriceOracle', 'GasPriceOracle'],
  ['policyRegistry', 'PolicyRegistry'],
  ['batchAccount', 'Simple7702Account'],
  ['spendPermissionManager', 'SpendPermissionManager'],
  ['delegationManager', 'DelegationManager'],
  ['escrow', 'AuthCaptureEscrow'],
  ['erc3009PaymentCollector', 'Erc3009PaymentCollector'],
  ['permit2PaymentCollector', 'Permit2PaymentCollector'],
  ['preApprovalPaymentCollector', 'PreApprovalPaymentCollector'],
  ['spendPermissionPaymentCollector', 'SpendPermissionPaymentCollector'],
  ['operatorRefundCollector', 'OperatorRefundCollector'],
  ['x402ExactPermit2Proxy', 'X402ExactPermit2Proxy'],
  ['x402UptoPermit2Proxy', 'X402UptoPermit2Proxy'],
  ['x402BatchSettlement', 'X402BatchSettlement'],
  ['erc3009DepositCollector', 'Erc3009DepositCollector'],
  ['permit2DepositCollector', 'Permit2DepositCollector'],
]

/** Selectors and topics as they are known in the field, by the contract that must have them. */
const known: Record<string, Record<string, Hex>> = {
  testDollar: {
    'function transfer': '0xa9059cbb',
    'function approve': '0x095ea7b3',
    'function transferFrom': '0x23b872dd',
    'function balanceOf': '0x70a08231',
    'function allowance': '0xdd62ed3e',
    'function name': '0x06fdde03',
    'function version': '0x54fd4d50',
    'function DOMAIN_SEPARATOR': '0x3644e515',
    'function eip712Domain': '0x84b0196e',
    'function mint': '0x40c10f19',
    'function nonces': '0x7ecebe00',
    'function permit, v r s': '0xd505accf',
    'function permit, bytes': '0x9fd5a6cf',
    'function transferWithAuthorization, v r s': '0xe3ee160e',
    'function transferWithAuthorization, bytes': '0xcf092995',
    'function receiveWithAuthorization, v r s': '0xef55bec6',
    'function receiveWithAuthorization, bytes': '0x88b7ab63',
    'function cancelAuthorization, v r s': '0x5a049a70',
    'function cancelAuthorization, bytes': '0xb7b72899',
    'function authorizationState': '0xe94a0102',
    'function transferWithMemo': '0x95777d59',
    'function transferFromWithMemo': '0x929c2539',
    'function policyId': '0xdb3de624',
    'function isPaused': '0xbc61e733',
    'function pausedFeatures': '0xde9997e3',
    'event Transfer': '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
    'event Approval': '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925',
    'event Memo': '0x6989f5818dcfd11f8cd53b27c94cec33dae1589735f03e639cba54553a1825e8',
    'event AuthorizationUsed': '0x98de503528ee59b575ef0c0a2576a82497bfc029a5685b209e9ec333479b10a5',
    'event AuthorizationCanceled': '0x1cdd46ff242716cdaa72d159d339a485b3438398348d68f09d7c8c0a59353d81',
    'error PolicyForbids': '0xa43fec12',
    'error ContractPaused': '0xfd8c4245',
    'error InsufficientBalance': '0xdb42144d',
    'error InsufficientAllowance': '0x192b9e4e',
    'error InvalidReceiver': '0x9cfea583',
  },
  l1Block: {
    'function setL1BlockValuesIsthmus': '0x098999be',
    'function number': '0x8381f58a',
    'function timestamp': '0xb80777ea',
    'function basefee': '0x5cf24969',
    'function hash': '0x09bd5a60',
    'function sequenceNumber': '0x64ca23ef',
    'function baseFeeScalar': '0xc5985918',
    'function blobBaseFeeScalar': '0x68d5dca6',
    'function blobBaseFee': '0xf8206140',
    'function batcherHash': '0xe81b2c6d',
    'error NotDepositor': '0x3cc50b45',
  },
  policyRegistry: { 'function isAuthorized': '0x55a1179e' },
  gasPriceOracle: {
    'function getL1Fee': '0x49948e0e',
    'function getL1FeeUpperBound': '0xf1c7a58b',
    'function getOperatorFee': '0x275aedd2',
  },
  checkout: {
    'function capture': '0x9e1bccf0',
    'event PaymentCaptured': '0x099bbc1f94190f78ec3955750f0e155226c32f3b3db90885d51f8737c7c0ec76',
    'error AmountExceedsMaximum': '0x46d71cf4',
    'error NotMerchant': '0x3b6405f4',
    'error OrderAlreadyCaptured': '0x5d25aea6',
  },
  payouts: {
    'function sendPayouts': '0xf318af5f',
    'function splitPayment': '0x22fe106e',
    'event PayoutSent': '0xe50d87119ceb02f3aa30a83e96b007c343e37d38e4f720be35f408d0477995fb',
    'error BatchAlreadyProcessed': '0xbd6afbc9',
    'error InvalidArrayLengths': '0xa9854bc9',
    'error InvalidBasisPoints': '0x800c7e91',
    'error TooManyRecipients': '0x5531b495',
  },
  spendPermissionManager: {
    'function approve': '0x33211c30',
    'function approveWithSignature': '0xb9ffc8e1',
    'function spend': '0x415a9735',
    'function revoke': '0x78792f76',
    'function getCurrentPeriod': '0x2c18d42e',
    'function isValid': '0x7fae20b5',
    'event SpendPermissionApproved': '0x40a18f36db551498d122b5bfe203819b4c710502e7401e2bd6d2ccc6d2ceb558',
    'event SpendPermissionRevoked': '0xff59e520513907d7deffc74c82b5492b06b2988d7d03dacfd4995de47fe94c95',
    'event SpendPermissionUsed': '0xbcba65b462dfff1a0af642e2ccd28778c64fcb16da2132dabf6eee8906d6753c',
  },
  delegationManager: {
    'function disableDelegation': '0x49934047',
    'function enableDelegation': '0x3ed01015',
    'function disabledDelegations': '0x2d40d052',
    'function redeemDelegations': '0xcef6d209',
    'event DisabledDelegation': '0xea589ba9473ee1fe77d352c7ed919747715a5d22931b972de9b02a907c66d5dd',
    'event EnabledDelegation': '0x3feadce88fc1b49db633a56fd5307ed6ee18734df83bcc4011daa720c9cd95f1',
    'event RedeemedDelegation': '0x40dadaa36c6c2e3d7317e24757451ffb2d603d875f0ad5e92c5dd156573b1873',
  },
  escrow: {
    'event PaymentCaptured': '0xac1e0db1957daedbc6944bcb4c8dc947ff8101d710671ac2ec26309f7f38d58e',
    'event PaymentVoided': '0xcadce8c3acb008e3e1c64ca7f60d22a3c87069183182b7dbb9e4d8cfb3a15842',
    'event PaymentReclaimed': '0x78e1d723d17e13b7f40eeab9bf6dd9148a630bafde4203ab7bb5fca983516d17',
    'event PaymentRefunded': '0x1bf415371b303ca6b8bbb4ce479b177cba5ad15dbe0c9a7750a588aa6bcd25b2',
  },
}

type AbiItem = Parameters<typeof formatAbiItem>[0]

const abiSchema = z.array(z.custom<Abi[number]>())

function isNamed(item: Abi[number]): item is AbiItem & { name: string } {
  return item.type === 'function' || item.type === 'event' || item.type === 'error'
}

/** `error Name(types)`, and so on: what decides a selector or a topic. */
function signatures(abi: Abi, kinds = ['function', 'event', 'error']): string[] {
  return abi.filter(isNamed).flatMap(item => (kinds.includes(item.type) ? [`${item.type} ${formatAbiItem(item)}`] : []))
}

/** The selector or topic of each signature, under `kind name`. */
function identifiers(abi: Abi): string[] {
  return abi.filter(isNamed).map(item => {
    const hash = keccak256(stringToHex(formatAbiItem(item)))
    return `${item.type} ${item.name} ${item.type === 'event' ? hash : slice(hash, 0, 4)}`
  })
}

describe('the contracts that are built', () => {
  let build: ContractBuild
  beforeAll(async () => {
    build = await buildContracts()
  })
  const compiledAbi = (source: string): Abi => abiSchema.parse(build.contracts[source]?.abi)

  it.each(Object.entries(known))('%s has the selectors and topics of the field', (key, numbers) => {
    const source = sources.find(([name]) => name === key)?.[1] ?? ''
    const expected = Object.entries(numbers).map(([name, number]) => `${name.replace(/,.*/, '')} ${number}`)
    expect(identifiers(compiledAbi(source))).toEqual(expect.arrayContaining(expected))
  })

  it.each(sources)('the published ABI of %s says only what %s.sol declares', (key, source) => {
    expect(signatures(compiledAbi(source))).toEqual(expect.arrayContaining(signatures(contractAbis[key] ?? [])))
  })

  it.each(sources)('the published ABI of %s names every event that %s.sol declares', (key, source) => {
    const domainChanged = 'event EIP712DomainChanged()'
    const declared = signatures(compiledAbi(source), ['event']).filter(event => event !== domainChanged)
    expect(signatures(contractAbis[key] ?? [])).toEqual(expect.arrayContaining(declared))
  })

  it('Simple7702Account is at the address that CREATE2 gives its published creation code', () => {
    const bytecode = build.contracts.Simple7702Account?.bytecode ?? '0x'
    expect(getCreate2Address({ from: create2Deployer, salt: zeroHash, bytecode })).toBe(
      prescribedAddresses.batchAccount,
    )
  })

  it('Multicall3 has the code that it has on public chains', () => {
    expect(keccak256(build.canonical.multicall3)).toBe(
      '0xd5c15df687b16f2ff992fc8d767b4216323184a2bbc6ee2f9c398c318e770891',
    )
  })
})
