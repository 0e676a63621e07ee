import type { Address } from 'viem'
import { expect, it } from 'vitest'
import { describeWithInside, type InnerContext } from './described-inside'
import { callFile, callOf, described, load } from './descriptor.fixture'

const other: Address = `0x${'0d'.repeat(20)}`
const inner = callOf('inner(uint256 amount)', [7n]).data
const outerFile = callFile({
  'f(address target,bytes data)': {
    intent: 'Outer',
    fields: [{ path: 'data', label: 'Call', format: 'calldata', params: { calleePath: 'target' } }],
  },
})
const innerFile = callFile(
  { 'inner(uint256 amount)': { intent: 'Inner', fields: [{ path: 'amount', label: 'Amount', format: 'raw' }] } },
  { context: { contract: { deployments: [{ chainId: 1, address: other }] } } },
)
const call = callOf('f(address target,bytes data)', [other, inner])
const callWithin = async (lookUp: (context: InnerContext) => Promise<ReturnType<typeof load>[]>, of = call) =>
  described(await describeWithInside([load(outerFile)], of, {}, lookUp)).fields[0]?.value

it('a call inside is described by a file that is looked up for its contract', async () => {
  const asked: InnerContext[] = []
  const value = await callWithin(async context => {
    asked.push(context)
    return context.contract === other ? [load(innerFile)] : []
  })
  expect(value).toMatchObject({ kind: 'call', callee: other, description: { intent: [{ text: 'Inner' }] } })
  expect(asked).toEqual([{ chainId: 1, contract: other }])
})

it('a call inside for which there is no file is shown as it is, and asked for once', async () => {
  let count = 0
  const value = await callWithin(async () => {
    count += 1
    return []
  })
  expect(value).toMatchObject({ kind: 'call', callee: other, data: inner, description: null })
  expect(count).toBe(1)
})

it('no more than twelve contracts are looked up', async () => {
  const places = Array.from({ length: 20 }, (_, index) => index)
  const signature = `f(${places.map(index => `address t${index},`).join('')}bytes data)`
  const fields = places.map(index => ({
    ...{ path: 'data', label: 'Call', format: 'calldata', params: { calleePath: `t${index}` } },
  }))
  const targets = places.map((index): Address => `0x${(index + 1).toString(16).padStart(40, '0')}`)
  const asked: string[] = []
  const outcome = await describeWithInside(
    [load(callFile({ [signature]: { intent: 'Many', fields } }))],
    callOf(signature, [...targets, inner]),
    {},
    async context => {
      asked.push(context.contract)
      return [load(innerFile)]
    },
  )
  expect(described(outcome).fields).toHaveLength(20)
  expect(asked).toEqual(targets.slice(0, 12))
})
