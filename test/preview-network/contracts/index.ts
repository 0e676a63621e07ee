import {
  type Address,
  concatHex,
  encodeDeployData,
  getCreate2Address,
  type Hex,
  hexToNumber,
  isAddress,
  isHex,
  toHex,
  zeroHash,
} from 'viem'
import { z } from 'zod'
import { create2Deployer, prescribedAddresses } from './addresses.ts'
import type { ContractBuild } from './contract-build.ts'
import { readContracts } from './packed-contracts.ts'
import { administrator, deployer, merchant } from './roles.ts'

/** The raw Anvil, before it mines: the one thing the contracts need to know of the network. */
export interface ContractHost {
  request(method: string, params: unknown[]): Promise<unknown>
}

type PrescribedKey = keyof typeof prescribedAddresses

const address = z.custom<Address>(value => typeof value === 'string' && isAddress(value))
const deployedSchema = z.object({ testDollar: address, checkout: address, payouts: address, smartAccount: address })
type DeployedKey = keyof z.output<typeof deployedSchema>

/** Where every contract of the network stands. */
export type Contracts = Record<DeployedKey | PrescribedKey, Address>

/** The same, written down: the prescribed addresses need not be. */
export const contractsSchema = deployedSchema.transform(
  (deployed): Contracts => ({ ...deployed, ...prescribedAddresses }),
)

/** Contracts that stand at an address which published software expects, with the arguments of their constructors. */
const placed: [key: PrescribedKey, name: string, args?: unknown[]][] = [
  ['l1Block', 'L1Block'],
  ['gasPriceOracle', 'GasPriceOracle'],
  ['policyRegistry', 'PolicyRegistry'],
  ['batchAccount', 'Simple7702Account'],
  ['spendPermissionManager', 'SpendPermissionManager'],
  ['delegationManager', 'DelegationManager', [administrator.address]],
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

const hexSchema = z.custom<Hex>(value => isHex(value))

/**
 * Puts every contract of the preview network on a fresh chain: those with a prescribed address are placed there, the
 * others deployed through CREATE2 in block 1. Same sources, same addresses, on every network and after every reset.
 */
export async function deployContracts(host: ContractHost): Promise<Contracts> {
  const build = await readContracts()
  const deployments = deploymentsOf(build)
  await Promise.all([
    placePrescribed(host, build),
    ...[deployer, administrator, merchant].map(role => fund(host, role.address)),
  ])
  await deployThroughCreate2(host, Object.values(deployments))
  return {
    testDollar: deployments.testDollar.address,
    checkout: deployments.checkout.address,
    payouts: deployments.payouts.address,
    smartAccount: deployments.smartAccount.address,
    ...prescribedAddresses,
  }
}

/** What CREATE2 deploys, and where it will stand. */
function deploymentsOf(build: ContractBuild): Record<DeployedKey, { address: Address; initCode: Hex }> {
  const testDollar = deployment(build, 'TestDollar', [administrator.address])
  return {
    testDollar,
    checkout: deployment(build, 'Checkout', [testDollar.address, merchant.address]),
    payouts: deployment(build, 'Payouts', [testDollar.address]),
    smartAccount: deployment(build, 'SmartAccount', []),
  }
}

function deployment(build: ContractBuild, contract: string, args: unknown[]) {
  const { abi, bytecode } = contractNamed(build, contract)
  const initCode = encodeDeployData({ abi, bytecode, args })
  return { initCode, address: getCreate2Address({ from: create2Deployer, salt: zeroHash, bytecode: initCode }) }
}

function contractNamed(build: ContractBuild, name: string) {
  const contract = build.contracts[name]
  if (contract === undefined) throw new Error(`no source declares the contract ${name}`)
  return contract
}

async function placePrescribed(host: ContractHost, build: ContractBuild): Promise<void> {
  const setCode = (key: PrescribedKey, code: unknown) => host.request('anvil_setCode', [prescribedAddresses[key], code])
  await Promise.all([
    setCode('permit2', build.canonical.permit2),
    setCode('multicall3', build.canonical.multicall3),
    ...placed.map(async ([key, name, args = []]) => {
      const { abi, bytecode } = contractNamed(build, name)
      // Calling creation code answers with the runtime code, its constants filled in. What it writes to storage is
      // lost: the DelegationManager is left without an owner, who could only pause it.
      const data = encodeDeployData({ abi, bytecode, args })
      const runtime = await host.request('eth_call', [{ data }, 'latest'])
      await setCode(key, runtime)
    }),
  ])
}

async function deployThroughCreate2(host: ContractHost, deployments: { address: Address; initCode: Hex }[]) {
  const chainId = hexToNumber(hexSchema.parse(await host.request('eth_chainId', [])))
  const transaction = { chainId, to: create2Deployer, gas: 6_000_000n, gasPrice: 10n ** 10n, type: 'legacy' } as const
  for (const [nonce, { initCode }] of deployments.entries()) {
    const data = concatHex([zeroHash, initCode])
    await host.request('eth_sendRawTransaction', [await deployer.signTransaction({ ...transaction, nonce, data })])
  }
  await host.request('anvil_mine', ['0x1'])
  for (const { address } of deployments) {
    if ((await host.request('eth_getCode', [address, 'latest'])) === '0x')
      throw new Error(`nothing stands at ${address}`)
  }
}

function fund(host: ContractHost, address: Address): Promise<unknown> {
  return host.request('anvil_setBalance', [address, toHex(10n ** 21n)])
}
