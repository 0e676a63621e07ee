import {
  type Abi,
  type Address,
  BaseError,
  createPublicClient,
  createTestClient,
  decodeErrorResult,
  encodeFunctionData,
  type Hex,
  http,
  isHex,
  type LocalAccount,
  type PrivateKeyAccount,
  type PublicClient,
  parseEther,
  type TransactionReceipt,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createPreviewNetwork, type PreviewNetwork } from '../index.ts'
import type { GivenOptions } from '../options.ts'
import { smartAccountAbi } from './abi/spend-permissions.ts'
import { testDollarAbi } from './abi/test-dollar.ts'
import type { Contracts } from './index.ts'
import { merchant } from './roles.ts'

export interface ContractCall {
  to: Address
  data: Hex
  value?: bigint
  /** The most gas that it may use; three million where it is not given. */
  gas?: bigint
}

/** The network with its contracts, and people with money to call them. */
export interface NetworkFixture {
  /** The network itself, for its addresses and faults. */
  network: PreviewNetwork
  client: PublicClient
  chainId: number
  explorerUrl: string
  contracts: Contracts
  /** Unix seconds, of the block being built. */
  now(): Promise<bigint>
  /** Somebody new, with ether and so many of the smallest parts of a dollar. */
  person(dollars?: bigint): Promise<PrivateKeyAccount>
  dollarsOf(account: Address): Promise<bigint>
  nonceOf(account: Address): Promise<number>
  /** Signs, submits and waits until it is in a block. @throws {Error} when it reverted */
  send(account: LocalAccount, call: ContractCall): Promise<TransactionReceipt>
  /** Signs and submits what is bound to fail, and waits until it has. */
  sendInVain(account: LocalAccount, call: ContractCall): Promise<TransactionReceipt>
  /** Seals the block being built, now. */
  seal(): Promise<void>
  /** The same for a transaction that is signed already. */
  submit(raw: Hex): Promise<TransactionReceipt>
  /** Signs, submits and waits until the code stands in a sealed block: makes the account a smart account (EIP-7702). */
  delegate(account: PrivateKeyAccount): Promise<void>
  /**
   * Why the network refuses a call, in the contract's own words: `OrderAlreadyCaptured(0x…)`, or the text it gives.
   * @param abi where its errors are declared
   * @param at unix seconds at which it is asked, when that is not now
   * @throws {Error} when the call is not refused
   */
  refusal(from: Address, call: ContractCall, abi: Abi, at?: bigint): Promise<string>
  stop(): Promise<void>
}

const fees = { maxFeePerGas: 10n ** 8n, maxPriorityFeePerGas: 10n ** 6n, gas: 3_000_000n }

/** Quick blocks, unless the options say otherwise. */
export async function startNetworkFixture(options: GivenOptions = {}): Promise<NetworkFixture> {
  const network = await createPreviewNetwork({ preconfirmMs: 20, blockMs: 200, control: true, ...options })
  const { chainId, contracts } = network
  const client = createPublicClient({ transport: http(network.rpcUrl) })
  const nonceOf = (account: Address) => client.getTransactionCount({ address: account, blockTag: 'pending' })

  const developer = createTestClient({ mode: 'anvil', transport: http(network.rpcUrl) })
  const seal = () => developer.mine({ blocks: 1 })

  const included = (serializedTransaction: Hex) =>
    client.sendRawTransactionSync({ serializedTransaction, throwOnReceiptRevert: false })

  const submit = async (raw: Hex) => {
    const receipt = await included(raw)
    if (receipt.status !== 'success') throw new Error(`${receipt.transactionHash} reverted`)
    return receipt
  }

  const sign = async (account: LocalAccount, call: ContractCall) => {
    const nonce = await nonceOf(account.address)
    return account.signTransaction({ type: 'eip1559', chainId, nonce, ...fees, ...call })
  }
  const send = async (account: LocalAccount, call: ContractCall) => submit(await sign(account, call))

  /** In one transaction the account takes the code, and lets the spend permission manager act for it. */
  const delegate = async (account: PrivateKeyAccount) => {
    const nonce = await nonceOf(account.address)
    const address = contracts.smartAccount
    const authorization = await account.signAuthorization({ chainId, address, nonce: nonce + 1 })
    const args = [contracts.spendPermissionManager] as const
    const data = encodeFunctionData({ abi: smartAccountAbi, functionName: 'addOwnerAddress', args })
    const transaction = { type: 'eip7702', chainId, nonce, to: account.address, data, ...fees } as const
    const raw = await account.signTransaction({ ...transaction, authorizationList: [authorization] })
    await submit(raw)
    await seal()
  }

  const dollarCall = (data: Hex): ContractCall => ({ to: contracts.testDollar, data })

  return {
    network,
    client,
    chainId,
    explorerUrl: network.explorerUrl,
    contracts,
    nonceOf,
    submit,
    send,
    sendInVain: async (account, call) => included(await sign(account, call)),
    delegate,
    seal,
    now: async () => (await client.getBlock({ blockTag: 'pending' })).timestamp,
    async person(dollars = 0n) {
      const account = privateKeyToAccount(generatePrivateKey())
      await send(merchant, { to: account.address, data: '0x', value: parseEther('1') })
      if (dollars > 0n) {
        const args = [account.address, dollars] as const
        await send(account, dollarCall(encodeFunctionData({ abi: testDollarAbi, functionName: 'mint', args })))
      }
      return account
    },
    dollarsOf: account =>
      client.readContract({
        address: contracts.testDollar,
        abi: testDollarAbi,
        functionName: 'balanceOf',
        args: [account],
        blockTag: 'pending',
      }),
    async refusal(account, call, abi, at) {
      try {
        const blockOverrides = at === undefined ? {} : { blockOverrides: { time: at } }
        await client.call({ account, ...call, blockTag: 'pending', ...blockOverrides })
      } catch (error) {
        return inWords(error, abi)
      }
      throw new Error('the call was not refused')
    },
    stop: network.stop,
  }
}

function inWords(error: unknown, abi: Abi): string {
  const cause = error instanceof BaseError ? error.walk(inner => 'data' in Object(inner) && isHex(dataOf(inner))) : null
  const data = dataOf(cause)
  if (!isHex(data)) throw error
  const { errorName, args = [] } = decodeErrorResult({ abi, data })
  return errorName === 'Error' ? String(args[0]) : `${errorName}(${args.map(String).join(',')})`
}

function dataOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'data' in error ? error.data : undefined
}
