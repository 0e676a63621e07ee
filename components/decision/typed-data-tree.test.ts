import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readTypedData } from './typed-data-tree'

const mail = {
  types: {
    EIP712Domain: [{ name: 'name', type: 'string' }],
    Person: [
      { name: 'name', type: 'string' },
      { name: 'wallets', type: 'address[]' },
    ],
    Mail: [
      { name: 'from', type: 'Person' },
      { name: 'contents', type: 'string' },
    ],
  },
  primaryType: 'Mail',
  domain: { name: 'Ether Mail' },
  message: { from: { name: 'Cow', wallets: ['0x01', '0x02'] }, contents: 'Hello', notSigned: 'look here' },
}

describe('typed data as a tree', () => {
  it('shows the fields that are signed, in the order of their type', () => {
    expect(readTypedData(JSON.stringify(mail))).toEqual({
      primaryType: 'Mail',
      domain: [{ kind: 'value', name: 'name', type: 'string', text: 'Ether Mail' }],
      message: [
        {
          kind: 'group',
          name: 'from',
          type: 'Person',
          children: [
            { kind: 'value', name: 'name', type: 'string', text: 'Cow' },
            {
              kind: 'group',
              name: 'wallets',
              type: 'address[]',
              children: [
                { kind: 'value', name: '1', type: 'address', text: '0x01' },
                { kind: 'value', name: '2', type: 'address', text: '0x02' },
              ],
            },
          ],
        },
        { kind: 'value', name: 'contents', type: 'string', text: 'Hello' },
      ],
    })
  })

  it('does not show a field that no type names: it is not signed', () => {
    expect(JSON.stringify(readTypedData(JSON.stringify(mail)))).not.toContain('look here')
  })

  it('reads a domain whose type is left out', () => {
    const { EIP712Domain: _, ...types } = mail.types
    expect(readTypedData(JSON.stringify({ ...mail, types, domain: { chainId: 1 } }))?.domain).toEqual([
      { kind: 'value', name: 'chainId', type: 'uint256', text: '1' },
    ])
  })

  it.each([
    ['no JSON', '{'],
    ['no typed data', '{"types":{}}'],
    ['an unknown primary type', JSON.stringify({ ...mail, primaryType: 'Nothing' })],
    ['a primary type from the prototype', JSON.stringify({ ...mail, primaryType: 'toString' })],
  ])('refuses %s', (_, text) => {
    expect(readTypedData(text)).toBeNull()
  })

  it('refuses a tree that never ends', () => {
    const endless = { types: { A: [{ name: 'a', type: 'A' }] }, primaryType: 'A', domain: {} }
    let message: Record<string, unknown> = {}
    for (let depth = 0; depth < 50; depth += 1) message = { a: message }
    expect(readTypedData(JSON.stringify({ ...endless, message }))).toBeNull()
  })

  it('survives any JSON', () => {
    fc.assert(
      fc.property(fc.json(), text => {
        expect(() => readTypedData(text)).not.toThrow()
      }),
    )
  })
})
