import { type Address, createPublicClient, type Hex, http, parseAbi } from 'viem'
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
