import { expect, it } from 'vitest'
import { callFile, contract } from './descriptor.fixture'
import { contextOf, listedDescriptors } from './listed-files'

const file = (name: string, content: object) => ({ name, text: JSON.stringify(content) })
const format = { display: { formats: { 'f(uint256 a)': { intent: 'Do', fields: [] } } } }

it('finds included files by their paths, not by their names', () => {
  const files = [
    file('registry/a/calldata-a.json', callFile({}, { includes: '../../ercs/base.json', display: {} })),
    file('registry/a/base.json', {}),
    file('ercs/base.json', format),
  ]
  const [found, none] = listedDescriptors(['registry/a/calldata-a.json'], files)
  expect(found).toMatchObject({ binding: { deployments: [{ address: contract }] } })
  expect(found?.formats.size).toBe(1)
  expect(none).toBeUndefined()
  expect(listedDescriptors(['registry/a/calldata-a.json'], files.slice(0, 2))).toEqual([])
})

it('asks for the contract of a call, and for contract and domain of a message', () => {
  const call = { kind: 'call', chainId: 10, from: null, to: contract, value: 0n, data: '0x12345678' } as const
  expect(contextOf(call)).toEqual({ chainId: 10, contract, domain: null })
  const message = (domain: Record<string, string>) => ({
    kind: 'message' as const,
    from: null,
    typedData: { types: {}, primaryType: 'Order', domain, message: {} },
  })
  expect(contextOf(message({ name: 'Shop', chainId: '1', verifyingContract: contract }))).toEqual({
    chainId: 1,
    contract,
    domain: 'Shop',
  })
  expect(contextOf(message({ chainId: 'one', verifyingContract: '0x12' }))).toEqual({
    chainId: 0,
    contract: null,
    domain: null,
  })
})
