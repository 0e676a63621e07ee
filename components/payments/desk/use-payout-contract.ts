import { useEffect, useState } from 'react'
import type { Address } from 'viem'
import { decodeFunctionResult, encodeFunctionData, parseAbi } from 'viem/utils'
import { useClient, useReportFault, useSlice } from '@/components/client-context'
import { tokenAbi } from '@/lib/decoding/payment-abi'
import { lowerCaseAddress } from '@/lib/values/hex'
import { type CallContract, useCallContract } from './use-chain-read'

const abi = parseAbi(['function token() view returns (address)', 'function processed(bytes32) view returns (bool)'])
const nothingYet = { address: null, state: 'none' } as const

export type PayoutContract =
  | { address: Address | null; state: 'none' | 'asking' | 'not-a-payout-contract' | 'unreachable' }
  | {
      address: Address
      state: 'ready'
      token: { address: Address; symbol: string; decimals: number }
      /** What the contract may take of it from the selected account, smallest unit. */
      allowance: bigint
    }

/** What the contract at an address pays out, and how much it may take by now. Asked again for every address. */
export function usePayoutContract(address: Address | null): PayoutContract {
  const client = useClient()
  const reportFault = useReportFault()
  const selection = useSlice('selection')
  const networkId = selection?.networkId
  const owner = selection?.address ?? null
  const call = useCallContract(networkId)
  const [read, setRead] = useState<PayoutContract>(nothingYet)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `call` is the same for the same client and chain
  useEffect(() => {
    if (address === null || owner === null) return
    let current = true
    const tell = (contract: PayoutContract) => {
      if (current) setRead(contract)
    }
    tell({ address, state: 'asking' })
    readContract(call, address, owner)
      .then(async found => {
        if (found === null) return tell({ address, state: 'not-a-payout-contract' })
        const known = await client.call('token.look-up', { address: found.token })
        if (known === null) return tell({ address, state: 'not-a-payout-contract' })
        const { symbol, decimals } = known
        tell({
          address,
          state: 'ready',
          token: { address: found.token, symbol, decimals },
          allowance: found.allowance,
        })
      })
      .catch(error => {
        reportFault(error)
        tell({ address, state: 'unreachable' })
      })
    return () => {
      current = false
    }
  }, [address, networkId, owner, client])
  return address === null || read.address !== address ? { address, state: address === null ? 'none' : 'asking' } : read
}

async function readContract(
  call: CallContract,
  address: Address,
  owner: Address,
): Promise<{ token: Address; allowance: bigint } | null> {
  const told = await call(address, encodeFunctionData({ abi, functionName: 'token' }))
  // A contract that takes whatever it is called with would pass for one with the first question alone.
  const unused = encodeFunctionData({ abi, functionName: 'processed', args: [`0x${'00'.repeat(32)}`] })
  const isUnused = await call(address, unused)
  if (told === null || told.length !== 66 || isUnused === null || isUnused.length !== 66) return null
  const token = lowerCaseAddress(decodeFunctionResult({ abi, functionName: 'token', data: told }))
  const left = await call(
    token,
    encodeFunctionData({ abi: tokenAbi, functionName: 'allowance', args: [owner, address] }),
  )
  return left === null || left.length !== 66
    ? null
    : { token, allowance: decodeFunctionResult({ abi: tokenAbi, functionName: 'allowance', data: left }) }
}
