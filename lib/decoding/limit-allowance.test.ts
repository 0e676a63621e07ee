import fc from 'fast-check'
import { encodeFunctionData, maxUint160, maxUint256, parseAbi, zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import { withAllowance } from './limit-allowance'

const abi = parseAbi([
  'function approve(address spender, uint256 amount)',
  'function increaseAllowance(address spender, uint256 amount)',
  'function decreaseAllowance(address spender, uint256 amount)',
  'function transfer(address to, uint256 amount)',
  'function setApprovalForAll(address operator, bool approved)',
])
const permit2 = parseAbi(['function approve(address token, address spender, uint160 amount, uint48 expiration)'])
const spender = `0x${'0c'.repeat(20)}` as const
const token = `0x${'0b'.repeat(20)}` as const

test('an allowance gets another amount and nothing else of it changes', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: maxUint256 }), amount => {
      for (const functionName of ['approve', 'increaseAllowance'] as const) {
        const asked = encodeFunctionData({ abi, functionName, args: [spender, maxUint256] })
        expect(withAllowance(asked, amount)).toBe(encodeFunctionData({ abi, functionName, args: [spender, amount] }))
      }
    }),
  )
})

test('by way of Permit2 its end stays, and an amount that does not fit is none', () => {
  const of = (amount: bigint) =>
    encodeFunctionData({ abi: permit2, functionName: 'approve', args: [token, spender, amount, 77] })
  expect(withAllowance(of(maxUint160), 5n)).toBe(of(5n))
  expect(withAllowance(of(maxUint160), maxUint160 + 1n)).toBeNull()
})

test('what is no allowance of an amount stays as it is', () => {
  const others = [
    encodeFunctionData({ abi, functionName: 'transfer', args: [spender, 5n] }),
    encodeFunctionData({ abi, functionName: 'decreaseAllowance', args: [spender, 5n] }),
    encodeFunctionData({ abi, functionName: 'setApprovalForAll', args: [spender, true] }),
    encodeFunctionData({ abi, functionName: 'approve', args: [zeroAddress, 5n] }),
    `${encodeFunctionData({ abi, functionName: 'approve', args: [spender, 5n] })}00`,
    '0x',
  ] as const
  for (const data of others) expect(withAllowance(data, 1n)).toBeNull()
  const asked = encodeFunctionData({ abi, functionName: 'approve', args: [spender, 5n] })
  expect(withAllowance(asked, -1n)).toBeNull()
  expect(withAllowance(asked, maxUint256 + 1n)).toBeNull()
})
