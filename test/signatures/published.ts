import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { type Abi, type Hex, isHex } from 'viem'
import * as z from 'zod'

/** Interface and creation code. */
export interface Artifact {
  abi: Abi
  bytecode: Hex
}

const artifactSchema = z.object({
  abi: z.custom<Abi>(value => Array.isArray(value)),
  bytecode: z.custom<Hex>(value => isHex(value) && value !== '0x', 'an interface has no code'),
})

const files = {
  Seaport: '@opensea/seaport-js/src/artifacts/seaport/contracts/Seaport.sol/Seaport.json',
  ConduitController:
    '@opensea/seaport-js/src/artifacts/seaport/contracts/conduit/ConduitController.sol/LocalConduitController.json',
  Safe: '@safe-global/safe-smart-account/build/artifacts/contracts/Safe.sol/Safe.json',
  SafeProxyFactory:
    '@safe-global/safe-smart-account/build/artifacts/contracts/proxies/SafeProxyFactory.sol/SafeProxyFactory.json',
  EntryPoint: '@account-abstraction/contracts/artifacts/EntryPoint.json',
  SimpleAccount: '@account-abstraction/contracts/artifacts/SimpleAccount.json',
  UniswapV3Factory: '@uniswap/v3-core/artifacts/contracts/UniswapV3Factory.sol/UniswapV3Factory.json',
  PositionManager:
    '@uniswap/v3-periphery/artifacts/contracts/NonfungiblePositionManager.sol/NonfungiblePositionManager.json',
} as const
export type PublishedName = keyof typeof files

const require = createRequire(import.meta.url)

/** A contract as its authors published it on npm: Seaport 1.6, Safe 1.5.0, ERC-4337's entry point 0.8 or Uniswap v3. */
export async function readPublished(name: PublishedName): Promise<Artifact> {
  return artifactSchema.parse(JSON.parse(await readFile(require.resolve(files[name]), 'utf8')))
}
