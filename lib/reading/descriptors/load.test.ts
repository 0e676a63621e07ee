import { describe, expect, it } from 'vitest'
import { descriptorBudget } from '@/lib/base/budgets'
import { callFile, faultOf, load, version1, version2 } from './descriptor.fixture'

const field = { path: 'a', label: 'A', format: 'raw' }
const format = (fields: unknown[]) => callFile({ 'f(uint256 a)': { intent: 'Do', fields } })
const definitions = (those: object, fields: unknown[]) => ({
  ...format(fields),
  display: { definitions: those, formats: { 'f(uint256 a)': { intent: 'Do', fields } } },
})

describe('a file that cannot be used', () => {
  it('is refused with a code, and nothing is thrown', () => {
    expect(faultOf('no json')).toBe('not-json')
    expect(faultOf('[]')).toBe('not-json')
    expect(faultOf('['.repeat(100_000))).toBe('not-json')
    expect(faultOf(`{"a":${'['.repeat(100)}${']'.repeat(100)}}`)).toBe('not-json')
    expect(faultOf(JSON.stringify({ ...format([field]), $comment: 'x'.repeat(5_000_000) }))).toBe('too-large')
    expect(
      faultOf({ ...format([field]), context: { contract: { deployments: [{ chainId: 1, address: '0x1' }] } } }),
    ).toBe('malformed')
    expect(faultOf(format(['text']))).toBe('malformed')
    expect(faultOf(format([{ label: 'neither path nor value' }]))).toBe('malformed')
    expect(faultOf(format([{ ...field, visible: 'sometimes' }]))).toBe('malformed')
    expect(faultOf(format([field]))).toBeNull()
  })

  it('is one of another major version, or of none', () => {
    expect(faultOf({ ...format([field]), $schema: undefined })).toBe('unknown-version')
    expect(faultOf({ ...format([field]), $schema: version2.replace('v2', 'v3') })).toBe('unknown-version')
    expect(faultOf({ ...format([field]), $schema: version2.replace('v2', 'v2.4.1') })).toBeNull()
    expect(load({ ...format([field]), $schema: version1 }).version).toBe(1)
  })

  it('has a path or a key that is none', () => {
    for (const path of ['a b', 'a.[', 'a.[1:2:3]', 'a.[x]', `${'a.'.repeat(300)}a`])
      expect(faultOf(format([{ ...field, path }])), path).toBe('malformed-path')
    expect(faultOf(format([{ ...field, params: { tokenPath: 'a.[?]' } }]))).toBe('malformed-path')
    for (const key of ['f', 'f(uint a', 'f(uint257 a)', 'f(thing a)', '0x12345678', '(uint256 a)'])
      expect(faultOf(callFile({ [key]: { intent: 'Do', fields: [] } })), key).toBe('malformed-signature')
  })

  it('describes one function twice', () => {
    const twice = { 'f(uint256 a)': { fields: [] }, 'f(uint b)': { fields: [] } }
    expect(faultOf(callFile(twice))).toBe('same-signature')
  })
})

describe('references', () => {
  it('are merged into the field, whose own members win', () => {
    const those = { sum: { label: 'Sum', format: 'tokenAmount', params: { token: '0x1', threshold: '0xff' } } }
    const { formats } = load(
      definitions(those, [{ path: 'a', $ref: '$.display.definitions.sum', params: { threshold: '0x1' } }]),
    )
    expect([...formats.values()][0]?.items[0]).toMatchObject({
      label: 'Sum',
      format: 'tokenAmount',
      params: { token: '0x1', threshold: '0x1' },
    })
  })

  it('that lead nowhere or in a circle are faults', () => {
    const to = (name: string) => ({ path: 'a', $ref: `$.display.definitions.${name}` })
    expect(faultOf(definitions({}, [to('none')]))).toBe('reference-missing')
    expect(faultOf(definitions({}, [to('__proto__')]))).toBe('reference-missing')
    expect(faultOf(definitions({ one: to('other'), other: to('one') }, [to('one')]))).toBe('reference-cycle')
    expect(faultOf(format([{ ...field, format: 'enum', params: { $ref: '$.metadata.enums.none' } }]))).toBe(
      'reference-missing',
    )
  })
})

describe('includes', () => {
  const files = (those: Record<string, object>) => (reference: string) =>
    those[reference] === undefined ? undefined : { name: reference, text: JSON.stringify(those[reference]) }

  it('are merged: the including file wins, fields by path', () => {
    const base = {
      display: {
        formats: {
          'f(uint256 a, uint256 b)': {
            intent: 'Base',
            fields: [
              { path: 'a', label: 'A', format: 'tokenAmount', params: { token: '0x1', threshold: '0x1' } },
              { path: '#.b', label: 'B', format: 'raw' },
            ],
          },
        },
      },
    }
    const main = callFile(
      {
        'f(uint256 a,uint256 b)': {
          fields: [
            { path: '#.a', params: { threshold: '0x2' } },
            { path: '@.value', label: 'Value', format: 'amount' },
          ],
        },
      },
      { includes: './base.json' },
    )
    const { formats } = load(main, files({ './base.json': base }))
    expect([...formats.values()]).toMatchObject([
      {
        intent: [{ text: 'Base' }],
        items: [{ label: 'A', params: { token: '0x1', threshold: '0x2' } }, { label: 'B' }, { label: 'Value' }],
      },
    ])
  })

  it('that are missing, go round in a circle or are too large are faults', () => {
    const including = (name: string) => ({ ...format([field]), includes: name })
    expect(faultOf(including('none'))).toBe('include-missing')
    expect(faultOf(including('a'), files({ a: { includes: 'b' }, b: { includes: 'a' } }))).toBe('include-cycle')
    expect(faultOf(including('main'), files({ main: including('main') }))).toBe('include-cycle')
    const large = () => ({ name: 'large', text: ' '.repeat(descriptorBudget.characters + 1) })
    expect(faultOf(including('large'), large)).toBe('too-large')
  })

  it('that make one file of very many are a fault', () => {
    const three = (name: string) => ({ includes: [name, name, name] })
    const layers = { a: three('b'), b: three('c'), c: three('d'), d: { display: {} } }
    expect(faultOf({ ...format([field]), includes: ['a', 'a'] }, files(layers))).toBe('too-large')
  })
})

describe('version 1', () => {
  it('finds names in the ABI of the file, by selector or by types', () => {
    const abi = [{ type: 'function', name: 'f', inputs: [{ name: 'a', type: 'uint256' }] }]
    const of = (key: string) => ({
      ...callFile({ [key]: { intent: 'Do', fields: [field] } }),
      $schema: version1,
      context: { contract: { abi, deployments: [{ chainId: 1, address: `0x${'11'.repeat(20)}` }] } },
    })
    for (const key of ['0xb3de648b', 'f(uint256)'])
      expect([...load(of(key)).formats]).toMatchObject([['0xb3de648b', { signature: { parameters: [{ name: 'a' }] } }]])
  })

  it('names a message by its primary type, with the schemas of the file', () => {
    const schemas = [{ primaryType: 'Mail', types: { EIP712Domain: [], Mail: [{ name: 'to', type: 'address' }] } }]
    const file = {
      $schema: version1,
      context: { eip712: { schemas } },
      display: { formats: { Mail: { intent: 'Send', fields: [] } } },
    }
    expect([...load(file).formats.keys()]).toEqual(['Mail(address to)'])
    expect(faultOf({ ...file, context: { eip712: {} } })).toBe('malformed-signature')
  })
})

it('keeps a script in a label as text, without what cannot be seen', () => {
  const label = '<script>alert(1)</script>\u202e\u0000'
  const { formats, about } = load({ ...format([{ ...field, label }]), metadata: { owner: label } })
  expect([...formats.values()][0]?.items[0]).toMatchObject({ label: '<script>alert(1)</script>' })
  expect(about.owner).toBe('<script>alert(1)</script>')
})
