import { join } from 'node:path'
import {
  type Abi,
  type Address,
  createPublicClient,
  encodeDeployData,
  encodeFunctionData,
  type Hex,
  http,
  type PrivateKeyAccount,
  parseAbi,
} from 'viem'
import { anvil } from 'viem/chains'
import { z } from 'zod'
import { buildContracts } from '../../preview-network/contracts/compile.ts'
import { type NetworkFixture, startNetworkFixture } from '../../preview-network/contracts/network-fixture.ts'

/** The contracts of `contracts/Judged.sol`, deployed, and an account that has some of everything. */
export interface World {
  fixture: NetworkFixture
  account: PrivateKeyAccount
  thief: PrivateKeyAccount
  contracts: Record<ContractName, Address>
  /** Addresses that may get something or be allowed something. */
  others: readonly Address[]
  encode(contract: ContractName, functionName: string, args: readonly unknown[]): Hex
  read(contract: ContractName, functionName: string, args: readonly unknown[]): Promise<unknown>
  /** Deploys a contract from the account. */
  create(code: { abi: Abi; bytecode: Hex }, args: readonly unknown[]): Promise<Address>
  /** Sends a call of the account. @returns what it paid for gas in wei, or `null` when it reverted */
  send(to: Address, data: Hex, value: bigint): Promise<bigint | null>
}

const abiSchema = z.custom<Abi>(value => Array.isArray(value))
export type ContractName =
  | ('Money' | 'Vault' | 'Art' | 'OldArt' | 'Kinds' | 'Shards' | 'Wrapped' | 'Desk' | 'Thief')
  | ('Batcher' | 'Strongbox' | 'Sweeper')
  // The contracts are those on public chains.
  | ('Multicall3' | 'Permit2')

/** ABIs of the contracts that the network has from its beginning. */
const canonicalAbis: Record<'Multicall3' | 'Permit2', Abi> = {
  Multicall3: parseAbi([
    'function aggregate3((address target, bool allowFailure, bytes callData)[] calls) payable',
    'function aggregate3Value((address target, bool allowFailure, uint256 value, bytes callData)[] calls) payable',
  ]),
  Permit2: parseAbi([
    'function approve(address token, address spender, uint160 amount, uint48 expiration)',
    'function transferFrom(address from, address to, uint160 amount, address token)',
    'function transferFrom((address from, address to, uint160 amount, address token)[] transfers)',
    'function allowance(address owner, address token, address spender) view returns (uint160 amount, uint48 expiration, uint48 nonce)',
  ]),
}

/** Items of each collection that exist. */
export const itemCount = 24n
export const kindCount = 3n

export async function createWorld(): Promise<World> {
  const fixture = await startNetworkFixture({ faucetCooldownSeconds: 0 })
  const { contracts: build } = await buildContracts(join(import.meta.dirname, 'contracts'))
  const [account, thief, friend] = [await fixture.person(), await fixture.person(), await fixture.person()]
  const artifact = (name: ContractName) => {
    if (name === 'Multicall3' || name === 'Permit2') return { abi: canonicalAbis[name], bytecode: '0x' as const }
    const found = build[name]
    if (found === undefined) throw new Error(`${name} was not compiled`)
    return { abi: abiSchema.parse(found.abi), bytecode: found.bytecode }
  }
  const create = async (code: { abi: Abi; bytecode: Hex }, args: readonly unknown[], by = account) => {
    const nonce = await fixture.nonceOf(by.address)
    const raw = await by.signTransaction({
      ...{ type: 'eip1559', chainId: fixture.chainId, nonce, gas: 6_000_000n },
      ...{ maxFeePerGas: 10n ** 8n, maxPriorityFeePerGas: 10n ** 6n },
      data: encodeDeployData({ ...code, args }),
    })
    const { contractAddress } = await fixture.submit(raw)
    if (contractAddress == null) throw new Error('the contract was not deployed')
    return contractAddress
  }
  const deploy = (name: ContractName, args: readonly unknown[], by = account) => create(artifact(name), args, by)
  const money = await deploy('Money', [])
  const contracts = {
    Money: money,
    Vault: await deploy('Vault', [money]),
    Art: await deploy('Art', []),
    OldArt: await deploy('OldArt', []),
    Kinds: await deploy('Kinds', []),
    Shards: await deploy('Shards', []),
    Wrapped: await deploy('Wrapped', []),
    Desk: await deploy('Desk', [account.address]),
    Thief: await deploy('Thief', [], thief),
    Batcher: await deploy('Batcher', []),
    Strongbox: await deploy('Strongbox', []),
    Sweeper: await deploy('Sweeper', [], thief),
    Multicall3: fixture.contracts.multicall3,
    Permit2: fixture.contracts.permit2,
  }
  const encode = (contract: ContractName, functionName: string, args: readonly unknown[]): Hex =>
    encodeFunctionData({ abi: artifact(contract).abi, functionName, args })
  const own = (contract: ContractName, functionName: string, args: readonly unknown[], value = 0n) =>
    fixture.send(account, { to: contracts[contract], data: encode(contract, functionName, args), value })

  // Hundreds of reads after each call: in few calls of the contract that makes many.
  const client = createPublicClient({
    batch: { multicall: { batchSize: 16_384, wait: 1 } },
    chain: { ...anvil, id: fixture.network.chainId, contracts: { multicall3: { address: contracts.Multicall3 } } },
    transport: http(fixture.network.rpcUrl, { batch: { batchSize: 100, wait: 1 } }),
  })

  const many = 10n ** 12n
  await own('Money', 'mint', [account.address, many])
  await own('Art', 'mint', [account.address, itemCount])
  await own('OldArt', 'mint', [account.address, itemCount])
  for (let id = 0n; id < kindCount; id += 1n) {
    await own('Kinds', 'mint', [account.address, id, many])
    await own('Shards', 'mint', [account.address, id, many])
  }
  await own('Wrapped', 'deposit', [], 10n ** 16n)
  // What the thief was allowed before: its harmless names take all of it.
  await own('Money', 'approve', [contracts.Vault, many])
  await own('Vault', 'deposit', [many / 4n, account.address])
  await own('Money', 'approve', [contracts.Thief, many])
  for (const name of ['Art', 'Kinds'] as const) await own(name, 'setApprovalForAll', [contracts.Thief, true])
  await own('Shards', 'setOperator', [contracts.Thief, true])
  // Contracts that make other calls for the account, and may take what it has.
  for (const name of ['Multicall3', 'Batcher', 'Strongbox', 'Permit2'] as const)
    await own('Money', 'approve', [contracts[name], many])
  for (const name of ['Multicall3', 'Batcher', 'Strongbox'] as const)
    await own('Art', 'setApprovalForAll', [contracts[name], true])
  await own('Permit2', 'approve', [money, account.address, many, 2 ** 40])

  return {
    fixture,
    account,
    thief,
    contracts,
    create: (code, args) => create(code, args),
    others: [thief.address, friend.address, contracts.Thief, contracts.Vault],
    encode,
    read: (contract, functionName, args) =>
      client.readContract({
        ...{ address: contracts[contract], abi: artifact(contract).abi, functionName, args },
        blockTag: 'pending',
      }),
    async send(to, data, value) {
      const receipt = await fixture.sendInVain(account, { to, data, value })
      return receipt.status === 'success' ? receipt.gasUsed * receipt.effectiveGasPrice : null
    },
  }
}
