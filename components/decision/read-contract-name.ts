import type { Address } from 'viem'
import { readThrough } from '@/components/allowances/chain-reads'
import type { Client } from '@/components/client'
import { readSingleString } from '@/lib/base/abi'
import { hexSchema } from '@/lib/base/hex-schemas'
import type { NetworkId } from '@/lib/base/network-id'
import * as selectors from '@/lib/base/signatures/selectors'
import type { ContractName } from '@/lib/reading/calls/description'

/**
 * What a contract calls itself: a token with its decimals, a collection without. The texts are the contract's and have
 * to be cleaned before they are shown.
 * @returns `null` where it gives no name
 * @throws Failure where the chain cannot be asked
 */
export async function readContractName(
  client: Client,
  networkId: NetworkId,
  address: Address,
): Promise<ContractName | null> {
  const token = await client.call('token.look-up', { networkId, address })
  if (token !== null) return token
  const answers = await readThrough(
    client,
    networkId,
  )(
    [selectors.symbol, selectors.name].map(data => ({
      method: 'eth_call',
      params: [{ to: address, data }, 'pending'],
    })),
  )
  const [symbol = '', name = ''] = answers.map(answer => {
    const data = 'result' in answer ? hexSchema.safeParse(answer.result) : undefined
    return data?.success === true ? (readSingleString(data.data) ?? '') : ''
  })
  return symbol === '' && name === '' ? null : { symbol, name, decimals: null }
}
