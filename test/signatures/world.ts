import { join } from 'node:path'
import {
  type Abi,
  type Address,
  createPublicClient,
  encodeFunctionData,
  http,
  maxUint256,
  parseAbi,
  parseEventLogs,
  zeroAddress,
} from 'viem'
import * as z from 'zod'
import { testDollarAbi } from '../preview-network/contracts/abi/test-dollar.ts'
import { buildContracts } from '../preview-network/contracts/compile.ts'
import type { Fact } from '../transactions/judge/state.ts'
import { createWorld, type World } from '../transactions/judge/world.ts'
import { type Artifact, type PublishedName, readPublished } from './published.ts'

/** A deployed contract. */
export interface Deployed {
  address: Address
  abi: Abi
}

const written = ['Forwarder', 'Relayed', 'Dai', 'NativeMeta', 'Positions', 'Lending'] as const
const published = ['Seaport', 'EntryPoint', 'PositionManager'] as const
export type SignedContract = (typeof written)[number] | (typeof published)[number] | 'Safe' | 'SimpleAccount' | 'Dollar'

/** The contracts that take signatures, and an account that has something in each. */
export interface SignedWorld {
  world: World
  at: Record<SignedContract, Deployed>
  /** The number of the account's position at Uniswap. */
  position: bigint
  /** Facts beside those of the world. */
  facts: readonly (() => Promise<Fact>)[]
  read(contract: SignedContract, functionName: string, args: readonly unknown[]): Promise<unknown>
  /** A call that the thief makes with the signature. @throws Error when it reverts */
  take(to: Deployed, functionName: string, args: readonly unknown[], value?: bigint): Promise<void>
  /** Unix seconds of the block being built. */
  now(): Promise<bigint>
}

const many = 10n ** 12n
const abiSchema = z.custom<Abi>(value => Array.isArray(value))
const erc20 = parseAbi([
  'function approve(address spender, uint256 amount)',
  'function mint(address to, uint256 amount)',
])

export async function createSignedWorld(): Promise<SignedWorld> {
  const world = await createWorld()
  const { fixture, account, thief, contracts } = world
  const me = account.address
  const { contracts: build } = await buildContracts(join(import.meta.dirname, 'contracts'))
  const artifact = (name: string): Artifact => {
    const found = build[name]
    if (found === undefined) throw new Error(`${name} was not compiled`)
    return { abi: abiSchema.parse(found.abi), bytecode: found.bytecode }
  }
  const deploy = async (code: Artifact, args: readonly unknown[] = []): Promise<Deployed> => ({
    abi: code.abi,
    address: await world.create(code, args),
  })
  const make = async (name: PublishedName, args: readonly unknown[] = []) => deploy(await readPublished(name), args)
  const own = ({ address, abi }: Deployed, functionName: string, args: readonly unknown[]) =>
    fixture.send(account, { to: address, data: encodeFunctionData({ abi, functionName, args }), gas: 8_000_000n })

  const forwarder = await deploy(artifact('Forwarder'))
  const factory = await make('SafeProxyFactory')
  const singleton = await make('Safe')
  const entryPoint = await make('EntryPoint')
  const simpleAccount = await readPublished('SimpleAccount')
  const simpleCode = await deploy(simpleAccount, [entryPoint.address])
  const initialize = encodeFunctionData({ abi: simpleAccount.abi, functionName: 'initialize', args: [me] })
  const at: SignedWorld['at'] = {
    Forwarder: forwarder,
    Relayed: await deploy(artifact('Relayed'), [forwarder.address]),
    Dai: await deploy(artifact('Dai')),
    NativeMeta: await deploy(artifact('NativeMeta')),
    Positions: await deploy(artifact('Positions')),
    Lending: await deploy(artifact('Lending')),
    Seaport: await make('Seaport', [(await make('ConduitController')).address]),
    EntryPoint: entryPoint,
    PositionManager: await make('PositionManager', [
      ...[(await make('UniswapV3Factory')).address, contracts.Wrapped, zeroAddress],
    ]),
    Safe: { abi: singleton.abi, address: await createSafe() },
    SimpleAccount: {
      abi: simpleAccount.abi,
      address: await world.create(artifact('Proxy'), [simpleCode.address, initialize]),
    },
    Dollar: { address: fixture.contracts.testDollar, abi: testDollarAbi },
  }

  async function createSafe(): Promise<Address> {
    const owners = [[me], 1n, zeroAddress, '0x', zeroAddress, zeroAddress, 0n, zeroAddress]
    const setup = encodeFunctionData({ abi: singleton.abi, functionName: 'setup', args: owners })
    const { logs } = await own(factory, 'createProxyWithNonce', [singleton.address, setup, 1n])
    const abi = parseAbi(['event ProxyCreation(address indexed proxy, address singleton)'])
    const address = parseEventLogs({ abi, logs })[0]?.args.proxy
    if (address === undefined) throw new Error('the Safe was not created')
    return address
  }

  const money = { address: contracts.Money, abi: erc20 }
  for (const token of [at.Relayed, at.Dai, at.NativeMeta]) await own(token, 'mint', [me, many])
  await own(at.Dollar, 'mint', [me, 1_000_000_000n])
  for (const holder of [at.Safe, at.SimpleAccount]) {
    await own(money, 'mint', [holder.address, many])
    // What the smart accounts may take of their owner.
    await own(money, 'approve', [holder.address, many])
  }
  for (const spender of [at.Seaport.address, at.PositionManager.address, contracts.Permit2]) {
    await own(money, 'approve', [spender, maxUint256])
    await own(at.Dai, 'approve', [spender, maxUint256])
  }
  const everyItem = parseAbi(['function setApprovalForAll(address operator, bool approved)'])
  for (const address of [contracts.Art, contracts.Kinds])
    await own({ address, abi: everyItem }, 'setApprovalForAll', [at.Seaport.address, true])
  await own(at.Positions, 'mint', [me, 1n])
  await fixture.send(thief, {
    to: entryPoint.address,
    value: 10n ** 17n,
    data: encodeFunctionData({ abi: entryPoint.abi, functionName: 'depositTo', args: [at.SimpleAccount.address] }),
  })
  await openPosition()

  async function openPosition(): Promise<void> {
    const [token0, token1] = [contracts.Money, at.Dai.address].sort((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1))
    await own(at.PositionManager, 'createAndInitializePoolIfNecessary', [token0, token1, 3_000, 2n ** 96n])
    await own(at.PositionManager, 'mint', [
      {
        ...{ token0, token1, fee: 3_000, tickLower: -60, tickUpper: 60 },
        ...{ amount0Desired: 10_000n, amount1Desired: 10_000n, amount0Min: 0n, amount1Min: 0n },
        ...{ recipient: me, deadline: (await fixture.now()) + 600n },
      },
    ])
  }

  const client = createPublicClient({ transport: http(fixture.network.rpcUrl, { batch: { batchSize: 100, wait: 1 } }) })
  const readAt = ({ address, abi }: Deployed, functionName: string, args: readonly unknown[]) =>
    client.readContract({ address, abi, functionName, args, blockTag: 'pending' })
  const read = (name: SignedContract, functionName: string, args: readonly unknown[]) =>
    readAt(at[name], functionName, args)

  return {
    world,
    at,
    position: 1n,
    facts: [
      ...factsOf({ at, thief: thief.address, me, read }),
      ...[at.Safe.address, at.SimpleAccount.address].map(
        holder => async (): Promise<Fact> => ({
          ...{ kind: 'balance', asset: 'Money', address: contracts.Money, id: null, holder },
          value: z.bigint().parse(await world.read('Money', 'balanceOf', [holder])),
        }),
      ),
    ],
    read,
    now: fixture.now,
    async take({ address, abi }, functionName, args, value = 0n) {
      await fixture.send(thief, { to: address, data: encodeFunctionData({ abi, functionName, args }), value })
    },
  }
}

/** What the account has and allows in the contracts that are not in the world, and what its smart accounts have. */
function factsOf({
  at,
  thief,
  me,
  read,
}: Pick<SignedWorld, 'at' | 'read'> & { thief: Address; me: Address }): (() => Promise<Fact>)[] {
  const number = async (name: SignedContract, functionName: string, args: readonly unknown[]) =>
    BigInt(z.union([z.bigint(), z.boolean()]).parse(await read(name, functionName, args)))
  const isSame = async (found: Promise<unknown>, address: Address) =>
    String(await found).toLowerCase() === address.toLowerCase() ? 1n : 0n
  const balance =
    (name: SignedContract, id: bigint | null, value: () => Promise<bigint>) => async (): Promise<Fact> => ({
      ...{ kind: 'balance', asset: name, address: at[name].address, id },
      value: await value(),
    })
  const tokens = (['Relayed', 'Dai', 'NativeMeta', 'Dollar'] as const).flatMap(name => [
    balance(name, null, () => number(name, 'balanceOf', [me])),
    async (): Promise<Fact> => ({
      ...{ kind: 'allowance', address: at[name].address, id: null, taker: thief },
      value: await number(name, 'allowance', [me, thief]),
    }),
  ])
  const items = (
    [
      ['PositionManager', 1n],
      ['Positions', 1n],
    ] as const
  ).flatMap(([name, id]) => [
    balance(name, id, () => isSame(read(name, 'ownerOf', [id]), me)),
    async (): Promise<Fact> => ({
      ...{ kind: 'allowance', address: at[name].address, id, taker: thief },
      value: await isSame(read(name, 'getApproved', [id]), thief),
    }),
    async (): Promise<Fact> => ({
      ...{ kind: 'operator', address: at[name].address, taker: thief },
      value: await number(name, 'isApprovedForAll', [me, thief]),
    }),
  ])
  const { address } = at.Lending
  return [
    ...tokens,
    ...items,
    async () => ({
      ...{ kind: 'power', power: 'borrower', address, taker: thief },
      value: await number('Lending', 'borrowAllowance', [me, thief]),
    }),
    async () => ({
      ...{ kind: 'power', power: 'operator', address, taker: thief },
      value: await number('Lending', 'isAllowed', [me, thief]),
    }),
  ]
}
