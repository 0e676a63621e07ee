import fc from 'fast-check'
import { encodeFunctionData, type Hex, maxUint160, maxUint256, parseAbi, zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import { readAllowance } from './read-allowance'

const abi = parseAbi([
  'function approve(address spender, uint256 amount)',
  'function increaseAllowance(address spender, uint256 amount)',
  'function decreaseAllowance(address spender, uint256 amount)',
  'function transfer(address to, uint256 amount)',
  'function setApprovalForAll(address operator, bool approved)',
])
const permit2 = parseAbi(['function approve(address token, address spender, uint160 amount, uint48 expiration)'])
const withAmount = (data: Hex, amount: bigint) => readAllowance({ to: token, data })?.with(amount) ?? null
const spender = `0x${'0c'.repeat(20)}` as const
const token = `0x${'0b'.repeat(20)}` as const

test('an allowance gets another amount and nothing else of it changes', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: maxUint256 }), amount => {
      for (const functionName of ['approve', 'increaseAllowance'] as const) {
        const asked = encodeFunctionData({ abi, functionName, args: [spender, maxUint256] })
        expect(withAmount(asked, amount)).toBe(encodeFunctionData({ abi, functionName, args: [spender, amount] }))
      }
    }),
  )
})

test('by way of Permit2 its end stays, and an amount that does not fit is none', () => {
  const of = (amount: bigint) =>
    encodeFunctionData({ abi: permit2, functionName: 'approve', args: [token, spender, amount, 77] })
  expect(withAmount(of(maxUint160), 5n)).toBe(of(5n))
  expect(withAmount(of(maxUint160), maxUint160 + 1n)).toBeNull()
})

test('the token is the contract called, or the one that Permit2 is told of', () => {
  const plain = encodeFunctionData({ abi, functionName: 'approve', args: [spender, 7n] })
  expect(readAllowance({ to: token, data: plain })).toMatchObject({ token, amount: 7n })
  const through = encodeFunctionData({ abi: permit2, functionName: 'approve', args: [token, spender, 8n, 77] })
  expect(readAllowance({ to: spender, data: through })).toMatchObject({ token, amount: 8n })
  expect(readAllowance({ to: null, data: plain })).toBeNull()
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
  for (const data of others) expect(withAmount(data, 1n)).toBeNull()
  const asked = encodeFunctionData({ abi, functionName: 'approve', args: [spender, 5n] })
  expect(withAmount(asked, -1n)).toBeNull()
  expect(withAmount(asked, maxUint256 + 1n)).toBeNull()
})
