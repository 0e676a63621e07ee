import { expect } from '@playwright/test'
import { type Address, createPublicClient, createWalletClient, type Hex, http, parseAbi } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { tokenTypes } from '../preview-network/contracts/typed-data.ts'
import type { PreviewNetwork } from '../preview-network/index.ts'

const dollarAbi = parseAbi([
  'function balanceOf(address) view returns (uint256)',
  'function allowance(address, address) view returns (uint256)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
])

export function dollarOf({ contracts }: PreviewNetwork): Address {
  const { testDollar } = contracts
  if (testDollar === undefined) throw new Error('the network has no test dollar')
  return testDollar
}

/** Somebody else, with money for fees. */
export async function somebody(network: PreviewNetwork) {
  const account = privateKeyToAccount(generatePrivateKey())
  const { client: reader } = chainOf(network)
  await fetch(`${network.faucetUrl}/api/preview/faucet/drip`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ address: account.address }),
  })
  await expect.poll(() => reader.getBalance({ address: account.address, blockTag: 'pending' })).toBeGreaterThan(0n)
  const client = createWalletClient({ account, transport: http(network.rpcUrl) })
  return {
    account,
    client,
    /** A call of the test dollar, included; the receipt says whether it worked. */
    async send(data: Hex) {
      const hash = await client.sendTransaction({ to: dollarOf(network), data, gas: 300_000n, chain: null })
      return reader.waitForTransactionReceipt({ hash, pollingInterval: 50 })
    },
  }
}

/**
 * What is signed so that test dollars can be taken once (EIP-3009), as JSON carries it; good for a quarter of an hour.
 */
export function dollarAuthorization(network: PreviewNetwork, from: string, to: string, value: bigint) {
  const now = Math.floor(Date.now() / 1_000)
  return {
    domain: { name: 'Test Dollar', version: '1', chainId: network.chainId, verifyingContract: dollarOf(network) },
    primaryType: 'TransferWithAuthorization',
    types: { TransferWithAuthorization: tokenTypes.TransferWithAuthorization },
    message: {
      from: hex(from),
      to: hex(to),
      value: `${value}`,
      validAfter: `${now - 60}`,
      validBefore: `${now + 900}`,
      nonce: generatePrivateKey(),
    },
  } as const
}

/** What the chain says: the only judge of who paid how much. */
export function chainOf(network: PreviewNetwork) {
  const client = createPublicClient({ transport: http(network.rpcUrl) })
  const address = dollarOf(network)
  const allowance = (account: string, spender: Address) =>
    client.readContract({
      address,
      abi: dollarAbi,
      functionName: 'allowance',
      args: [hex(account), spender],
      blockTag: 'pending',
    })
  return {
    client,
    allowance,
    dollars: (account: string) =>
      client.readContract({
        address,
        abi: dollarAbi,
        functionName: 'balanceOf',
        args: [hex(account)],
        blockTag: 'pending',
      }),
    permit2Allowance: (account: string) => allowance(account, '0x000000000022D473030F116dDEE9F6B43aC78BA3'),
    async transfersFrom(account: string) {
      const logs = await client.getContractEvents({
        address,
        abi: dollarAbi,
        eventName: 'Transfer',
        args: { from: hex(account) },
        fromBlock: 0n,
        toBlock: 'pending',
      })
      return logs.map(({ args }) => ({ to: args.to?.toLowerCase(), value: args.value }))
    },
  }
}

function hex(text: string): Hex {
  return `0x${text.replace(/^0x/, '')}`
}
