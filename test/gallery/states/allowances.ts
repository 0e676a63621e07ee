import { type Address, encodeFunctionResult, type Hex, parseAbi } from 'viem'
import { anna, dollar, nativeTransaction, savings, shop, stranger, unlocked } from '../samples.ts'
import type { Answers, GalleryState } from '../state.ts'

const permit2: Address = '0x000000000022d473030f116ddee9f6b43ac78ba3'
const items: Address = '0xCafac3dD18aC6c6e92c921884f9E4176737C052c'
const approval = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'
const forAll = '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31'
const viaPermit2 = '0xda9fa7c1b00402c17d0161b249b1ab8bbec047c5a52207b9c112deffd817036b'
const word = (value: bigint | Hex): Hex => `0x${BigInt(value).toString(16).padStart(64, '0')}`
const abi = parseAbi(['function symbol() view returns (string)'])
const head = 1_204_331n

const log = (address: Address, topics: Hex[], block: bigint) => ({
  address,
  topics,
  data: '0x',
  blockNumber: `0x${block.toString(16)}`,
})
const logs = [
  log(dollar, [approval, word(anna), word(permit2)], head - 40n),
  log(dollar, [approval, word(anna), word(shop)], head - 90_000n),
  log(items, [forAll, word(anna), word(stranger)], head - 700_000n),
  log(permit2, [viaPermit2, word(anna), word(dollar), word(savings)], head - 30n),
]

/** Answers like a chain with these logs. @param limit the earliest block of which the chain still answers */
const chain =
  (limit: bigint): NonNullable<Answers['chain.read']> =>
  ({ calls }) => ({
    results: calls.map(({ method, params }) => {
      const ok = (result: unknown) => ({ ok: true as const, result })
      if (method === 'eth_blockNumber') return ok(`0x${head.toString(16)}`)
      if (method === 'eth_getLogs') {
        const { fromBlock, toBlock } = params[0] as { fromBlock: Hex; toBlock: Hex }
        if (BigInt(fromBlock) < limit)
          return {
            ok: false as const,
            failure: { code: 'endpoint-unreachable' as const, details: { kind: 'unreachable' } },
            revertData: null,
          }
        return ok(
          logs.filter(({ blockNumber: at }) => BigInt(at) >= BigInt(fromBlock) && BigInt(at) <= BigInt(toBlock)),
        )
      }
      const { to, data } = params[0] as { to: Address; data: Hex }
      if (data === '0x95d89b41')
        return ok(
          encodeFunctionResult({ abi, functionName: 'symbol', result: to === items.toLowerCase() ? 'CUPS' : 'USDV' }),
        )
      if (data === '0x313ce567') return ok(word(6n))
      if (data.startsWith('0xe985e9c5')) return ok(word(1n))
      if (data.startsWith('0x927da105'))
        return ok(`${word(12_500_000n)}${word(1_900_000_000n).slice(2)}${word(0n).slice(2)}`)
      return ok(word(data.endsWith(permit2.slice(2)) ? 2n ** 256n - 1n : 40_000_000n))
    }),
  })

export const allowanceStates: GalleryState[] = [
  {
    name: 'home-allowances',
    page: 'home',
    route: '/allowances',
    slices: unlocked,
    answers: { 'chain.read': chain(0n) },
    steps: [{ see: 'allowance' }],
  },
  {
    name: 'home-allowances-powers',
    page: 'home',
    route: '/allowances',
    slices: { ...unlocked, activity: [nativeTransaction] },
    answers: { 'chain.read': chain(0n) },
    steps: [{ see: 'powers' }],
  },
  {
    name: 'home-allowances-unreachable',
    page: 'home',
    route: '/allowances',
    slices: unlocked,
    answers: { 'chain.read': chain(head - 200_000n) },
    steps: [{ see: 'alert' }],
  },
  {
    name: 'home-allowances-none',
    page: 'home',
    route: '/allowances',
    slices: { ...unlocked, selection: { ...unlocked.selection, address: stranger } },
    answers: {
      'chain.read': ({ calls }) => ({
        results: calls.map(({ method }) => ({ ok: true, result: method === 'eth_getLogs' ? [] : '0x1267fb' })),
      }),
    },
  },
  {
    name: 'panel-allowances',
    page: 'home',
    sidePanel: true,
    route: '/allowances',
    slices: unlocked,
    answers: { 'chain.read': chain(0n) },
    steps: [{ see: 'allowance' }],
  },
]
