import { describe, expect, it } from 'vitest'
import { readTypedData } from '@/lib/reading/typed-data/typed-data'
import { treeOf } from './typed-data-tree'

const first = `0x${'1'.repeat(40)}`
const second = `0x${'2'.repeat(40)}`
const mail = {
  types: {
    EIP712Domain: [{ name: 'name', type: 'string' }],
    Person: [
      { name: 'name', type: 'string' },
      { name: 'wallets', type: 'address[]' },
    ],
    Mail: [
      { name: 'from', type: 'Person' },
      { name: 'urgent', type: 'bool' },
    ],
  },
  primaryType: 'Mail',
  domain: { name: 'Ether Mail' },
  message: { from: { name: 'Cow', wallets: [first, second] }, urgent: false },
}

describe('typed data as a tree', () => {
  it('shows the fields that are signed, in the order of their type', () => {
    expect(treeOf(readTypedData(mail), 'message')).toEqual([
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
              { kind: 'value', name: '1', type: 'address', text: first },
              { kind: 'value', name: '2', type: 'address', text: second },
            ],
          },
        ],
      },
      { kind: 'value', name: 'urgent', type: 'bool', text: 'false' },
    ])
  })

  it('reads a domain whose type the page left out', () => {
    const { EIP712Domain: _, ...types } = mail.types
    const domain = { name: 'Ether Mail', chainId: 1 }
    expect(treeOf(readTypedData({ ...mail, types, domain }), 'domain').map(({ name }) => name)).toEqual([
      'name',
      'chainId',
    ])
  })
})
