import fc from 'fast-check'
import { getAddress } from 'viem/utils'
import { describe, expect, it } from 'vitest'
import type { ContactView } from '@/lib/language/ui'
import { contactsToCsv, contactsToJson, readContacts } from './contact-file'

const anna = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'
const bert = '0xbDA5747bFD65F08deb54cb465eB87D40e51B197E'

describe('a file of contacts', () => {
  it('of either kind gives back what was exported', () => {
    const name = fc
      .string({ minLength: 1, maxLength: 40 })
      .filter(text => /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text))
    const address = fc
      .bigInt({ min: 0n, max: 2n ** 160n - 1n })
      .map(value => getAddress(`0x${value.toString(16).padStart(40, '0')}`))
    const contact: fc.Arbitrary<ContactView> = fc.record({ name, address, createdAt: fc.nat() })
    fc.assert(
      fc.property(fc.uniqueArray(contact, { selector: each => each.address, minLength: 1 }), contacts => {
        const expected = {
          contacts: contacts.map(({ name, address }) => ({ name: name.replace(/ +/g, ' '), address })),
          faults: [],
        }
        expect(normal(readContacts(contactsToCsv(contacts)))).toEqual(normal(expected))
        expect(normal(readContacts(contactsToJson(contacts)))).toEqual(normal(expected))
      }),
    )
  })

  it('may have its columns in another order, with semicolons, without a header, with quotes', () => {
    expect(readContacts(`address;name\n${anna};Anna`).contacts).toEqual([{ address: anna, name: 'Anna' }])
    expect(readContacts(`Anna,${anna}\r\n"Bert, the ""baker""",${bert}\r\n`).contacts).toEqual([
      { address: anna, name: 'Anna' },
      { address: bert, name: 'Bert, the "baker"' },
    ])
  })

  it.each([
    ['tabs', `Name\tAddress\nAnna\t${anna}\nBert\t${bert}`],
    ['other headings', `Wallet,Label,Note\n${anna},Anna,a friend\n${bert},Bert,`],
    ['headings in another language', `Adresse;Bezeichnung\n${anna};Anna\n${bert};Bert`],
    ['names with commas between semicolons', `Anna;${anna}\nBert;${bert}`],
    ['columns in between', `id,name,network,address\n1,Anna,Base,${anna}\n2,Bert,Base,${bert}`],
    ['old line ends', `name,address\rAnna,${anna}\rBert,${bert}`],
    ['short names of chains', `name,address\nAnna,base:${anna}\nBert,eip155:1:${bert}`],
  ])('from a spreadsheet with %s is read', (_name, text) => {
    expect(readContacts(text)).toEqual({
      contacts: [
        { address: anna, name: 'Anna' },
        { address: bert, name: 'Bert' },
      ],
      faults: [],
    })
  })

  it('has a payment link for no address', () => {
    expect(readContacts(`name,address\nAnna,ethereum:${anna}@1/transfer?address=${bert}`)).toEqual({
      contacts: [],
      faults: [2],
    })
  })

  it('says which lines are no contacts, and takes the others', () => {
    const wrong = anna.replace('C7656', 'c7656')
    const text = `name,address\nAnna,${wrong}\n,${bert}\nBert,${bert}\n\nCarl,0x12`
    expect(readContacts(text)).toEqual({ contacts: [{ address: bert, name: 'Bert' }], faults: [2, 3, 6] })
    expect(readContacts('{ not json').faults).toEqual([1])
    expect(readContacts('[{"name":"Anna"},5]')).toEqual({ contacts: [], faults: [1, 2] })
  })

  it('never makes a formula of a name, nor has a spreadsheet drop the mark that a name begins with', () => {
    expect(contactsToCsv([{ address: anna, name: '=1+1', createdAt: 0 }])).toContain("'=1+1,")
    const text = contactsToCsv([{ address: anna, name: "'Anna", createdAt: 0 }])
    expect(text).toContain("''Anna,")
    expect(readContacts(text).contacts).toEqual([{ address: anna, name: "'Anna" }])
    expect(readContacts(`name,address\n'Anna,${anna}`).contacts).toEqual([{ address: anna, name: "'Anna" }])
  })
})

function normal({ contacts, faults }: ReturnType<typeof readContacts>) {
  return { contacts: contacts.map(({ address, name }) => [address, name.replace(/\s+/g, ' ').trim()]), faults }
}
