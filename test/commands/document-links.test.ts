import { describe, expect, it } from 'vitest'
import { faultsOf, faultsOfDocuments } from './document-links.ts'

const other = '# Words, and what they mean\n'
const tree = {
  has: (path: string) =>
    ['docs/here.md', 'docs/other.md', 'lib/chain/rpc', 'lib/chain/rpc/door.ts', 'lib/*/types.ts'].includes(path),
  read: (path: string) => (path === 'docs/other.md' ? other : null),
}
const faults = (text: string) => faultsOf('docs/here.md', text, tree)

describe('the check of the documents', () => {
  it('accepts the documents of this project', async () => {
    expect(await faultsOfDocuments()).toEqual([])
  })

  it.each([
    'see [other](other.md)',
    'see [other](../docs/other.md#words-and-what-they-mean)',
    'see [far](https://example.org/nothing)',
    '`lib/chain/rpc/door.ts`, `lib/chain/rpc/` and `lib/*/types.ts`',
    '```ts\nconst a = b[0](gone.md)\n```',
  ])('accepts %s', text => {
    expect(faults(text)).toEqual([])
  })

  it.each([
    ['see\n[gone](gone.md)', 'docs/here.md:2: nothing is at gone.md'],
    ['![picture](picture.png)', 'docs/here.md:1: nothing is at picture.png'],
    ['[other](other.md#gone)', 'docs/here.md:1: no heading is called other.md#gone'],
    ['`lib/chain/rpc/gone.ts`', 'docs/here.md:1: no file is called lib/chain/rpc/gone.ts'],
  ])('names what %s points at', (text, fault) => {
    expect(faults(text)).toEqual([fault])
  })
})
