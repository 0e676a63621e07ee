import { SignTypedDataVersion, TypedDataUtils } from '@metamask/eth-sig-util'
import { TypedDataEncoder } from 'ethers'
import { type Hex, hashTypedData, keccak256, toHex } from 'viem'
import { getEncodedEip712Data } from 'web3-eth-abi'

interface Field {
  name: string
  type: string
}

/** Typed data as a page hands it over. */
export interface GivenTypedData {
  types: { [name: string]: Field[]; EIP712Domain: Field[] }
  primaryType: string
  domain: Record<string, unknown>
  message: Record<string, unknown>
}

const encoders = {
  viem: (data: GivenTypedData): Hex => hashTypedData(data),
  'eth-sig-util': data => toHex(TypedDataUtils.eip712Hash(data, SignTypedDataVersion.V4)),
  // Its type names fewer values of a domain than it hashes.
  'web3-eth-abi': data => keccak256(toHexText(getEncodedEip712Data(JSON.parse(JSON.stringify(data)), false))),
  /** Makes the domain's type itself. */
  ethers: ({ types: { EIP712Domain: _made, ...types }, domain, message }) =>
    toHexText(TypedDataEncoder.hash(domain, types, message)),
} satisfies Record<string, (data: GivenTypedData) => Hex>

export type Encoder = keyof typeof encoders

/** What each of the encoders in use makes of typed data: its digest, or `null` where it refuses. */
export function digestsOf(data: GivenTypedData): Record<Encoder, Hex | null> {
  const digestBy = (name: Encoder) => {
    try {
      return encoders[name](structuredClone(data))
    } catch {
      // A refusal is an answer.
      return null
    }
  }
  return {
    viem: digestBy('viem'),
    'eth-sig-util': digestBy('eth-sig-util'),
    'web3-eth-abi': digestBy('web3-eth-abi'),
    ethers: digestBy('ethers'),
  }
}

function toHexText(text: string): Hex {
  return `0x${text.replace(/^0x/, '')}`
}
