import { crc32 } from 'node:zlib'
import { type Address, type Hex, hexToBytes, numberToHex } from 'viem'
import { z } from 'zod'
import { blockSchema } from './anvil-schema.ts'
import { type Methods, method } from './method.ts'
import { read, type Service } from './service.ts'

/** The precompiles of Prague by the names of EIP-7910, from address 1 on. */
const precompiles = [
  ...['ECREC', 'SHA256', 'RIPEMD160', 'ID', 'MODEXP', 'BN254_ADD', 'BN254_MUL', 'BN254_PAIRING', 'BLAKE2F'],
  ...['KZG_POINT_EVALUATION', 'BLS12_G1ADD', 'BLS12_G1MSM', 'BLS12_G2ADD', 'BLS12_G2MSM', 'BLS12_PAIRING_CHECK'],
  ...['BLS12_MAP_FP_TO_G1', 'BLS12_MAP_FP2_TO_G2'],
]

const systemContracts: Record<string, Address> = {
  BEACON_ROOTS_ADDRESS: '0x000f3df6d732807ef1319fb7b8bb8522d0beac02',
  CONSOLIDATION_REQUEST_PREDEPLOY_ADDRESS: '0x0000bbddc7ce488642fb579f8b00f3a590007251',
  HISTORY_STORAGE_ADDRESS: '0x0000f90827f1c53a10cb7a02335b175320002935',
  WITHDRAWAL_REQUEST_PREDEPLOY_ADDRESS: '0x00000961ef480eb55e80d19ad83579a64c007002',
}

/** Returns `eth_config` (EIP-7910): one fork, Prague, in force since the genesis. */
export function forkMethods(service: Service): Methods {
  const codeAt = (address: Address) => read(service, 'eth_getCode', [address, 'latest'])
  return {
    eth_config: method(z.tuple([]), async () => {
      const genesis = blockSchema.parse(await read(service, 'eth_getBlockByNumber', ['0x0', false]))
      const contracts = Object.entries(systemContracts).map(async ([name, address]) =>
        (await codeAt(address)) === '0x' ? [] : [[name, address] as const],
      )
      const current = {
        activationTime: 0,
        blobSchedule: { baseFeeUpdateFraction: 5_007_716, max: 9, target: 6 },
        chainId: numberToHex(service.options.chainId),
        forkId: forkId(genesis.hash),
        precompiles: Object.fromEntries(
          precompiles.map((name, index) => [name, numberToHex(index + 1, { size: 20 })] as const),
        ),
        systemContracts: Object.fromEntries((await Promise.all(contracts)).flat()),
      }
      return { current, next: null, last: null }
    }),
  }
}

/** EIP-2124: of a chain whose forks are all in force at its genesis. */
function forkId(genesis: Hex): Hex {
  return numberToHex(crc32(hexToBytes(genesis)), { size: 4 })
}
