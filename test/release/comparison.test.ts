import { describe, expect, test } from 'vitest'
import { comparePackages } from './comparison.ts'
import type { Package } from './package.ts'

const encode = (text: string) => new TextEncoder().encode(text)
const files = (contents: Record<string, string>): Package =>
  new Map(Object.entries(contents).map(([name, text]) => [name, encode(text)]))

const manifest = { manifest_version: 3, version: '1.0.0', permissions: ['storage'] }
const source = {
  'manifest.json': JSON.stringify(manifest, null, 2),
  'background.js': 'const answer=42;',
  '_locales/en/messages.json': JSON.stringify({ a: { message: 'A' }, b: { message: 'B' } }, null, 2),
  'icon/16.png': '\u0089PNG',
}
const built = files(source)
const same = { differs: [], missing: [], more: [] }

test('a package is the one that the source makes', () => {
  expect(comparePackages(built, files(source))).toEqual({ ...same, added: [] })
})

test('each changed byte of each file is found, and no other file is blamed', () => {
  for (const [name, bytes] of built)
    for (let at = 0; at < bytes.length; at++) {
      const changed = Uint8Array.from(bytes)
      // White space between the parts of JSON may change its bytes and still say the same: no letter is a space.
      changed[at] = bytes[at] === 0x58 ? 0x59 : 0x58
      expect(comparePackages(built, new Map([...built, [name, changed]])), `${name} at ${at}`).toEqual({
        ...same,
        differs: [name],
        added: [],
      })
    }
})

test('each missing file is found', () => {
  for (const name of built.keys())
    expect(comparePackages(built, new Map([...built].filter(([other]) => other !== name)))).toEqual({
      ...same,
      missing: [name],
      added: [],
    })
})

test.each([
  'more.js',
  '_metadata/run.js',
  'META-INF/run.js',
  '_locales/fr/messages.json',
  'META-INF/mozilla.rsa.js',
  'a/META-INF/manifest.mf',
])('a file more is found: %s', name => {
  expect(comparePackages(built, new Map([...built, [name, encode('1')]]))).toEqual({ ...same, more: [name], added: [] })
})

describe('what a browser or store writes into a package', () => {
  test('sums and signatures are named, and are no difference', () => {
    const given = new Map([
      ...built,
      ['_metadata/verified_contents.json', encode('[]')],
      ['META-INF/manifest.mf', encode('')],
      ['META-INF/cose.sig', encode('')],
    ])
    const comparison = comparePackages(built, given)
    expect(comparison).toMatchObject(same)
    expect(comparison.added).toHaveLength(2)
  })

  test('the manifest and the catalogues in another order, with the key and address of the store', () => {
    const { permissions, ...rest } = manifest
    const rewritten = {
      update_url: 'https://clients2.google.com/service/update2/crx',
      key: 'AAAA',
      permissions,
      ...rest,
    }
    const given = files({
      ...source,
      'manifest.json': JSON.stringify(rewritten),
      '_locales/en/messages.json': JSON.stringify({ b: { message: 'B' }, a: { message: 'A' } }),
    })
    expect(comparePackages(built, given)).toMatchObject(same)
  })

  test.each([
    ['updates from another address', { ...manifest, update_url: 'https://updates.example/crx' }],
    ['a permission more', { ...manifest, permissions: ['storage', 'tabs'] }],
    ['a member more', { ...manifest, externally_connectable: { matches: ['https://a.example/*'] } }],
    ['no permission', { manifest_version: 3, version: '1.0.0' }],
    ['a key that is no text', { ...manifest, key: 7 }],
  ])('%s is a difference', (_, changed) => {
    const given = files({ ...source, 'manifest.json': JSON.stringify(changed) })
    expect(comparePackages(built, given).differs).toEqual(['manifest.json'])
  })

  test.each([
    ['other words', '{"a":{"message":"A"},"b":{"message":"C"}}'],
    ['words more', '{"a":{"message":"A"},"b":{"message":"B"},"c":{"message":"C"}}'],
    ['no JSON', '{'],
  ])('a catalogue with %s is a difference', (_, text) => {
    const given = files({ ...source, '_locales/en/messages.json': text })
    expect(comparePackages(built, given).differs).toEqual(['_locales/en/messages.json'])
  })
})
