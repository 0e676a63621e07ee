import fc from 'fast-check'
import { type Address, type Hex, hashStruct, hashTypedData, pad, toHex } from 'viem'

/** `npm run test:terms` compares 10,000 payments. */
export const generatedTerms = Number(process.env.GENERATED_TERMS ?? 1_000)

export const generatedWord = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }).map(value => toHex(value, { size: 32 }))
export const generatedAddress = fc.bigInt({ min: 2n, max: 2n ** 160n - 1n }).map(value => toHex(value, { size: 20 }))
export const generatedAmount = fc.bigInt({ min: 1n, max: 2n ** 96n })
export const generatedName = fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' })

/** In place of a signature: the digest that it would be of. */
export function digestAsSignature(typedData: Parameters<typeof hashTypedData>[0]): Hex {
  return pad(hashTypedData(typedData), { dir: 'right', size: 65 })
}

/** The separator of a token that has this domain (EIP-712 §domainSeparator). */
export function separatorOf(domain: {
  name: string
  version: string
  chainId: number
  verifyingContract: Address
}): Hex {
  return hashStruct({
    data: { ...domain, chainId: BigInt(domain.chainId) },
    primaryType: 'EIP712Domain',
    types: domainTypes,
  })
}

const domainTypes = {
  EIP712Domain: [
    { name: 'name', type: 'string' },
    { name: 'version', type: 'string' },
    { name: 'chainId', type: 'uint256' },
    { name: 'verifyingContract', type: 'address' },
  ],
} as const
