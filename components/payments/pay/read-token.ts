import type { Address, Hash, Hex } from 'viem'
import { decodeFunctionResult, encodeFunctionData } from 'viem/utils'
import type { CallContract } from '@/components/payments/desk/use-chain-read'
import { type TokenDomain, tokenDomain } from '@/lib/payments/shared/authorization-templates'
import { tokenAbi } from '@/lib/reading/calls/payment-abi'

/** The token's own EIP-712 domain; `null` where it takes no signatures, or its contract contradicts itself. */
export async function readTokenDomain(
  call: CallContract,
  chainId: number,
  token: Address,
): Promise<TokenDomain | null> {
  const [name, version, separator] = await Promise.all([
    call(token, encodeFunctionData({ abi: tokenAbi, functionName: 'name' })),
    call(token, encodeFunctionData({ abi: tokenAbi, functionName: 'version' })),
    call(token, encodeFunctionData({ abi: tokenAbi, functionName: 'DOMAIN_SEPARATOR' })),
  ])
  const nameText = readText('name', name)
  const hash = readHash(separator)
  if (nameText === null || hash === null) return null
  return tokenDomain({ name: nameText, version: readText('version', version), separator: hash }, { chainId, token })
}

/** The owner's next permit number at the token; `null` where it has none. */
export async function readPermitNonce(call: CallContract, token: Address, owner: Address): Promise<bigint | null> {
  const data = await call(token, encodeFunctionData({ abi: tokenAbi, functionName: 'nonces', args: [owner] }))
  const hash = readHash(data)
  return hash === null ? null : BigInt(hash)
}

function readText(functionName: 'name' | 'version', data: Hex | null): string | null {
  if (data === null || data === '0x') return null
  try {
    return decodeFunctionResult({ abi: tokenAbi, functionName, data })
  } catch {
    // A contract that answers with no text takes no signatures: an answer, no fault.
    return null
  }
}

function readHash(data: Hex | null): Hash | null {
  return data !== null && data.length === 66 ? data : null
}
