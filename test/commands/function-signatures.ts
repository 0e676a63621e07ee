import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type AbiFunction, toFunctionSignature } from 'viem'
import { z } from 'zod'
import { root } from './project.ts'

/**
 * The list of functions whose names decisions tell, one signature a line. It is gathered from the ABIs that packages of
 * the npm registry carry; `functionNames` gives the table that the wallet bundles.
 */

const listFiles = 'test/commands/function-signatures.txt'

/** Calls that pages ask for and no package of the list has: names that promise, and common ones of single contracts. */
const others = [
  'claim()',
  'claim(address)',
  'claim(uint256)',
  'claim(uint256,address,uint256,bytes32[])',
  'claimAirdrop()',
  'claimReward()',
  'claimRewards()',
  'claimRewards(address)',
  'getReward()',
  'airdrop()',
  'connect()',
  'connectWallet()',
  'verify()',
  'securityUpdate()',
  'networkMerge()',
  'syncWallet()',
  'migrate()',
  'register()',
  'mint()',
  'mint(uint256)',
  'mint(address,uint256)',
  'publicMint(uint256)',
  'mintPublic(address,address,address,uint256)',
  'deposit()',
  'deposit(uint256)',
  'deposit(address,uint256)',
  'withdraw()',
  'withdraw(uint256)',
  'withdraw(address,uint256)',
  'stake()',
  'stake(uint256)',
  'unstake(uint256)',
  'exit()',
  'burn(uint256)',
  'burnFrom(address,uint256)',
  'borrow(uint256)',
  'repayBorrow(uint256)',
  'redeem(uint256)',
  'bid(uint256)',
  'buy(uint256)',
  'swap(address,(address,address,address,address,uint256,uint256,uint256),bytes)',
  'swap(address,(address,address,address,address,uint256,uint256,uint256),bytes,bytes)',
  'unoswap(address,uint256,uint256,uint256[])',
  'clipperSwap(address,address,address,uint256,uint256,uint256,bytes32,bytes32)',
  'bridge(uint256,address,uint256)',
  'depositETH(uint32,bytes)',
  'bridgeETHTo(address,uint32,bytes)',
  'bridgeERC20To(address,address,address,uint256,uint32,bytes)',
  'finalizeWithdrawalTransaction((uint256,address,address,uint256,uint256,bytes))',
  'submitOrder(bytes)',
  'lockdown((address,address)[])',
  'invalidateNonces(address,address,uint48)',
]

const artifactSchema = z.looseObject({ abi: z.array(z.looseObject({ type: z.string() })) })
/** Contracts that packages carry for their own tests. */
const forTests = /test|mock|harness|example|fixture|echidna|lens|quoter/i
/** What contracts call of each other, and settings that only those who run a protocol change. */
const amongThemselves = new RegExp(
  [
    '^(_|on[A-Z]|set[A-Z]|update[A-Z]|initialize|init[A-Z]|drop|rescue|configure|uniswap|finalize|reset|handle(Repay|Action)',
    'increment|mintUnbacked|mintToTreasury|backUnbacked|cache|before|after|add[A-Z].*(Admin|Pool|Listing|Stake)|remove[A-Z]',
    'createPool|unlockStake|withdrawStake|getSender|innerHandle|simulate|requestPrep|propose|queue|relay|consume|migrate',
    'postOp|preCheck|postCheck|performCreate|tokens(Received|ToSend)|validate(Paymaster|User|Sign)|crosschain|rebalance',
    'calculateCreate|delegateUnderlying|transferUnderlying|register[A-Z]|unregister|approveZero|rollback|setup|labelRole)',
  ]
    .concat('Callback$', 'InterfaceBatch$')
    .join('|'),
)
const longest = 40

/** Writes the list anew from the ABIs in folders of unpacked packages. */
export async function gatherFunctionSignatures(folders: readonly string[]): Promise<void> {
  const found = new Set<string>(others)
  for (const folder of folders)
    for (const name of await readdir(folder, { recursive: true })) {
      if (!name.endsWith('.json') || forTests.test(name)) continue
      const read = artifactSchema.safeParse(JSON.parse(await readFile(join(folder, name), 'utf8')))
      if (!read.success) continue
      for (const item of read.data.abi) {
        if (!isChange(item)) continue
        if (amongThemselves.test(item.name)) continue
        const signature = toFunctionSignature(item)
        if ((signature.split('(')[0]?.length ?? 0) <= longest) found.add(signature)
      }
    }
  await writeFile(join(root, listFiles), `${[...found].sort().join('\n')}\n`)
}

function isChange(item: { type: string }): item is AbiFunction {
  const { stateMutability } = item as Partial<AbiFunction>
  return item.type === 'function' && (stateMutability === 'nonpayable' || stateMutability === 'payable')
}

/** The signatures of the list. */
export async function functionSignatures(): Promise<string[]> {
  return (await readFile(join(root, listFiles), 'utf8')).trim().split('\n')
}
