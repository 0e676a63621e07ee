import {
  type Address,
  createPublicClient,
  type Hex,
  http,
  isAddress,
  type LocalAccount,
  type PublicClient,
  type TransactionReceipt,
} from 'viem'
import * as z from 'zod'
import { testDollarAbi } from '../preview-network/contracts/abi/test-dollar.ts'
import { prescribedAddresses } from '../preview-network/contracts/addresses.ts'

const address = z.custom<Address>(value => typeof value === 'string' && isAddress(value))
/** Contracts at prescribed addresses are known without being told. */
const contractsSchema = z
  .object({ testDollar: address, checkout: address })
  .transform(deployed => ({ ...prescribedAddresses, ...deployed }))

/** The network as the shop sees it: always the block being built, because a customer's money may have come in it. */
export interface Chain {
  client: PublicClient
  chainId: number
  /** CAIP-2. */
  network: `eip155:${number}`
  contracts: z.output<typeof contractsSchema>
  /** Unix seconds, of the block being built. */
  now(): Promise<bigint>
  /** The account's test dollars, in millionths. */
  dollarsOf(account: Address): Promise<bigint>
}

export interface ContractCall {
  to: Address
  data: Hex
  value?: bigint
}

/** An account of the shop's that sends one transaction after another. */
export interface Sender {
  address: Address
  /**
   * Resolves once the transaction is pre-confirmed.
   * @throws {import('viem').BaseError} when the network refuses it, or it reverted
   */
  send(call: ContractCall): Promise<TransactionReceipt>
}

export function createChain(options: { rpcUrl: string; chainId: number; contracts: Record<string, Address> }): Chain {
  const client = createPublicClient({ transport: http(options.rpcUrl, { retryCount: 0 }), pollingInterval: 50 })
  const contracts = contractsSchema.parse(options.contracts)
  return {
    client,
    chainId: options.chainId,
    network: `eip155:${options.chainId}`,
    contracts,
    now: async () => (await client.getBlock({ blockTag: 'pending' })).timestamp,
    dollarsOf: account =>
      client.readContract({
        address: contracts.testDollar,
        abi: testDollarAbi,
        functionName: 'balanceOf',
        args: [account],
        blockTag: 'pending',
      }),
  }
}

export function createSender({ client, chainId }: Chain, account: LocalAccount): Sender {
  const { address } = account

  const sendNow = async (call: ContractCall): Promise<TransactionReceipt> => {
    const [nonce, block, estimate] = await Promise.all([
      client.getTransactionCount({ address, blockTag: 'pending' }),
      client.getBlock({ blockTag: 'pending' }),
      client.estimateGas({ account: address, ...call, blockTag: 'pending' }),
    ])
    const maxPriorityFeePerGas = 10n ** 6n
    const serializedTransaction = await account.signTransaction({
      type: 'eip1559',
      chainId,
      nonce,
      gas: (estimate * 13n) / 10n,
      maxFeePerGas: (block.baseFeePerGas ?? 0n) * 2n + maxPriorityFeePerGas,
      maxPriorityFeePerGas,
      ...call,
    })
    return client.sendRawTransactionSync({ serializedTransaction, throwOnReceiptRevert: true })
  }

  let last: Promise<unknown> = Promise.resolve()
  return {
    address,
    send(call) {
      const sent = last.then(() => sendNow(call))
      last = sent.catch(() => undefined)
      return sent
    },
  }
}
