import { firstNetworkOf } from '@/lib/base/network-id'
import 'fake-indexeddb/auto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import {
  type Address,
  concatHex,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  type PrivateKeyAccount,
  parseAbi,
  parseAbiParameters,
  sliceHex,
} from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { systemClock } from '@/lib/base/clock'
import type { Contract } from '@/lib/reading/calls/contracts'
import { openDatabase } from '@/lib/storage/open'
import { type NetworkFixture, startNetworkFixture } from '@/test/preview-network/contracts/network-fixture'
import { connectTo } from '@/test/transactions/connect'
import { type ChainReader, createChainReader } from './chain-reader'

const artifactSchema = z.object({ bytecode: z.custom<Hex>(value => typeof value === 'string') })

/** The proxies that OpenZeppelin compiled and publishes, with the test dollar behind them. */
let fixture: NetworkFixture
let reader: ChainReader
let owner: PrivateKeyAccount
let dollar: Address

beforeAll(async () => {
  fixture = await startNetworkFixture({ faucetCooldownSeconds: 0 })
  owner = await fixture.person()
  dollar = fixture.contracts.testDollar
  const { chainId, network } = fixture
  const database = await openDatabase(crypto.randomUUID())
  const { connection } = await connectTo(
    { chainId, rpcUrl: network.rpcUrl, wsUrl: null },
    { database, clock: systemClock },
  )
  reader = createChainReader({
    connectionOf: () => connection,
    clock: systemClock,
    fees: { remembered: async () => ({ samples: [] }), observe: async () => undefined },
    onCounts: () => undefined,
  })
}, 120_000)
afterAll(() => fixture.stop())

async function deploy(data: Hex): Promise<Address> {
  const raw = await owner.signTransaction({
    ...{ type: 'eip1559', chainId: fixture.chainId, nonce: await fixture.nonceOf(owner.address), gas: 3_000_000n },
    ...{ maxFeePerGas: 10n ** 8n, maxPriorityFeePerGas: 10n ** 6n, data },
  })
  const { contractAddress } = await fixture.submit(raw)
  if (contractAddress == null) throw new Error('the contract was not deployed')
  return contractAddress
}

async function deployPublished(name: string, parameters: Hex): Promise<Address> {
  const path = createRequire(import.meta.url).resolve(`@openzeppelin/contracts/build/contracts/${name}.json`)
  const { bytecode } = artifactSchema.parse(JSON.parse(await readFile(path, 'utf8')))
  return await deploy(concatHex([bytecode, parameters]))
}

async function learn(address: Address): Promise<Contract | null> {
  await reader.learnContracts(firstNetworkOf(fixture.chainId), [address], true)
  return reader.contractLookup(firstNetworkOf(fixture.chainId))(address)
}

/** A proxy must be called once when it is made: `decimals()`. */
const initial = '0x313ce567'
const lower = (address: Address) => address.toLowerCase()

describe('a proxy', () => {
  it('of ERC-1967 is known by its storage', async () => {
    const parameters = encodeAbiParameters(parseAbiParameters('address, bytes'), [dollar, initial])
    const proxy = await deployPublished('ERC1967Proxy', parameters)
    expect((await learn(proxy))?.proxy).toEqual({ kind: 'upgradeable', runs: lower(dollar) })
  })

  it('that was upgraded is read again', async () => {
    const parameters = encodeAbiParameters(parseAbiParameters('address, address, bytes'), [
      dollar,
      owner.address,
      initial,
    ])
    const proxy = await deployPublished('TransparentUpgradeableProxy', parameters)
    expect((await learn(proxy))?.proxy).toEqual({ kind: 'upgradeable', runs: lower(dollar) })
    // ERC-1967, Admin address.
    const slot = '0xb53127684a568b3173ae13b9f8a6016e243e63b6e8ee1178d6a717850b5d6103'
    const admin = await fixture.client.getStorageAt({ address: proxy, slot, blockTag: 'pending' })
    if (admin === undefined) throw new Error('the proxy has no admin')
    const { multicall3 } = fixture.contracts
    await fixture.send(owner, {
      to: sliceHex(admin, 12),
      data: encodeFunctionData({
        abi: parseAbi(['function upgradeAndCall(address proxy, address implementation, bytes data) payable']),
        args: [proxy, multicall3, '0x'],
      }),
    })
    expect((await learn(proxy))?.proxy).toEqual({ kind: 'upgradeable', runs: lower(multicall3) })
  })

  it('with a beacon is known by the contract that decides', async () => {
    const byOwner = encodeAbiParameters(parseAbiParameters('address, address'), [dollar, owner.address])
    const beacon = await deployPublished('UpgradeableBeacon', byOwner)
    const parameters = encodeAbiParameters(parseAbiParameters('address, bytes'), [beacon, initial])
    const proxy = await deployPublished('BeaconProxy', parameters)
    expect((await learn(proxy))?.proxy).toEqual({ kind: 'beacon', beacon: lower(beacon) })
  })

  it('of EIP-1167 is known by its code, and by no other code', async () => {
    const code = concatHex(['0x363d3d373d3d3d363d73', dollar, '0x5af43d82803e903d91602b57fd5bf3'])
    // Copies what follows it, 45 bytes or 46.
    const clone = await deploy(concatHex(['0x602d600c600039602d6000f3', code]))
    expect(await fixture.client.getCode({ address: clone, blockTag: 'pending' })).toBe(code.toLowerCase())
    expect((await learn(clone))?.proxy).toEqual({ kind: 'minimal', runs: lower(dollar) })
    const longer = await deploy(concatHex(['0x602e600c600039602e6000f3', code, '0x00']))
    expect(await learn(longer)).toMatchObject({ code: 'contract' })
    expect((await learn(longer))?.proxy).toBeUndefined()
  })

  it('is neither a contract without these marks nor an account', async () => {
    expect(await learn(dollar)).toMatchObject({ code: 'contract', standards: ['erc20'] })
    expect((await learn(dollar))?.proxy).toBeUndefined()
    expect((await learn(owner.address))?.proxy).toBeUndefined()
  })
})
