import { describe, expect, test } from 'vitest'
import { billOfMaterials } from './bill-of-materials.ts'
import { sectionOf, withNotes } from './change-log.ts'
import { manifestChanges } from './manifest-changes.ts'
import { readSignatures } from './signatures.ts'

describe('the manifest’s difference to the last release', () => {
  const last = {
    version: '1.0.0',
    permissions: ['storage', 'alarms'],
    content_scripts: [{ matches: ['https://*/*'], js: ['a.js'] }],
    externally_connectable: { ids: [] },
  }

  test('nothing, whatever the order', () => {
    expect(manifestChanges(last, { ...last, permissions: ['alarms', 'storage'] })).toEqual([])
  })

  test('a permission more, a host more, a version, an opening', () => {
    const now = {
      ...last,
      version: '1.1.0',
      permissions: ['storage', 'alarms', 'tabs'],
      content_scripts: [{ matches: ['https://*/*', 'http://*/*'], js: ['a.js'] }],
      externally_connectable: { ids: ['*'] },
    }
    expect(manifestChanges(last, now)).toEqual([
      '+ content_scripts.matches: "http://*/*"',
      '+ externally_connectable.ids: "*"',
      '- externally_connectable.ids: []',
      '+ permissions: "tabs"',
      '- version: "1.0.0"',
      '+ version: "1.1.0"',
    ])
  })
})

describe('the change log’s section', () => {
  const text =
    '# Changelog\n\nIntro\n\n## 1.1.0 — unreleased\n\n- New.\n\n### Fixed\n\n- Old.\n\n## 1.1.0-beta\n\n- Beta.\n\n## 1.0.0\n'

  test('is the one of the version, up to the next', () => {
    expect(sectionOf(text, '1.1.0')).toBe('- New.\n\n### Fixed\n\n- Old.')
    expect(sectionOf(text, '1.1.0-beta')).toBe('- Beta.')
  })

  test('is asked for when it is not there or empty', () => {
    expect(() => sectionOf(text, '2.0.0')).toThrow('no section for 2.0.0')
    expect(() => sectionOf(text, '1.0.0')).toThrow('is empty')
  })
})

describe('what npm says of the registry’s signatures', () => {
  test.each([
    ['{"invalid":[],"missing":[]}', { verdict: 'good' }],
    [
      '{"error":{"code":"ENOTFOUND","summary":"getaddrinfo ENOTFOUND","detail":""}}',
      { verdict: 'not checked', reason: 'ENOTFOUND' },
    ],
    [
      '{"error":{"summary":"found no dependencies to audit that were installed from a supported registry","detail":""}}',
      { verdict: 'not checked', reason: 'the registry has no signatures' },
    ],
    ['{"invalid":[],"missing":[{"name":"a","version":"1.0.0"}]}', { verdict: 'bad' }],
    ['{"invalid":[{"name":"a","code":"EINTEGRITYSIGNATURE"}],"missing":[]}', { verdict: 'bad' }],
  ])('%s', (output, expected) => {
    expect(readSignatures(output)).toMatchObject(expected)
  })

  test('something else is no answer', () => {
    expect(() => readSignatures('{"error":{"code":"EUSAGE","summary":"wrong"}}')).toThrow('wrong')
    expect(() => readSignatures('')).toThrow()
  })
})

describe('the bill of materials', () => {
  const component = (name: string, version: string) => ({
    'bom-ref': `${name}@${version}`,
    type: 'library',
    name,
    version,
    hashes: [{ alg: 'SHA-512', content: 'ab' }],
    externalReferences: [
      { type: 'distribution', url: 'https://registry.example/a.tgz' },
      { type: 'vcs', url: 'https://example.org/a.git' },
    ],
  })
  const listed = JSON.stringify({
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    serialNumber: 'urn:uuid:1',
    metadata: { timestamp: '2026-01-01', component: { 'bom-ref': 'w@1.0.0', version: '1.0.0', name: 'folder' } },
    components: [component('a', '1.0.0'), component('a', '2.0.0'), component('b', '1.0.0'), component('tool', '1.0.0')],
    dependencies: [
      { ref: 'w@1.0.0', dependsOn: ['b@1.0.0', 'tool@1.0.0'] },
      { ref: 'b@1.0.0', dependsOn: ['a@1.0.0'] },
      { ref: 'tool@1.0.0', dependsOn: [] },
    ],
  })
  const locked = (path: string, version: string) =>
    [
      path,
      { path, name: path.split('node_modules/').at(-1) ?? '', version, license: 'MIT', hasInstallScript: false },
    ] as const
  const packages = new Map([
    locked('node_modules/a', '2.0.0'),
    locked('node_modules/b', '1.0.0'),
    locked('node_modules/b/node_modules/a', '1.0.0'),
    locked('node_modules/tool', '1.0.0'),
  ])

  test('names what is in the scripts, in its version, and not the machine', () => {
    const bundled = { '': 100, 'node_modules/b': 10, 'node_modules/b/node_modules/a': 5 }
    const bill = billOfMaterials(listed, bundled, packages, 'prelude-1.0.0-chrome')
    expect(bill.components.map(one => one['bom-ref'])).toEqual(['a@1.0.0', 'b@1.0.0'])
    expect(bill.dependencies).toEqual([
      { ref: 'w@1.0.0', dependsOn: ['b@1.0.0'] },
      { ref: 'b@1.0.0', dependsOn: ['a@1.0.0'] },
    ])
    expect(bill.metadata.component).toMatchObject({ name: 'prelude-1.0.0-chrome', version: '1.0.0' })
    for (const trace of ['registry.example', 'urn:uuid', 'timestamp', 'folder'])
      expect(JSON.stringify(bill)).not.toContain(trace)
  })

  test('is refused when it would leave something out', () => {
    expect(() => billOfMaterials(listed, { 'node_modules/unknown': 1 }, packages, 'x')).toThrow('node_modules/unknown')
    const more = new Map([...packages, locked('node_modules/c', '1.0.0')])
    expect(() => billOfMaterials(listed, { 'node_modules/c': 1 }, more, 'x')).toThrow('c@1.0.0')
  })
})

describe('notes about changes', () => {
  const text =
    '# Changelog\n\nIntro\n\n## 1.1.0\n\n### Keys\n\n- Old.\n\n### Sites\n\n- Other.\n\n## 1.0.0\n\n### Keys\n\n- First.\n'

  test('come below their heading in the section of the version, and below a new heading at its end', () => {
    const notes = ['### Keys\n\n- New.\n', '### Tokens\n\n- Newer,\n  of two lines.\n', '### Keys\n\n- Newest.\n']
    expect(withNotes(text, '1.1.0', notes)).toBe(
      '# Changelog\n\nIntro\n\n## 1.1.0\n\n### Keys\n\n- Old.\n- New.\n- Newest.\n\n### Sites\n\n- Other.\n\n### Tokens\n\n- Newer,\n  of two lines.\n\n## 1.0.0\n\n### Keys\n\n- First.\n',
    )
  })

  test('change nothing where there are none', () => {
    expect(withNotes(text, '1.0.0', [])).toBe(text)
    expect(withNotes(text, '1.1.0', [])).toBe(text)
  })

  test('without a heading, without a text or without a section are refused', () => {
    expect(() => withNotes(text, '1.1.0', ['- New.'])).toThrow('no heading')
    expect(() => withNotes(text, '1.1.0', ['### Keys\n'])).toThrow('no text')
    expect(() => withNotes(text, '2.0.0', ['### Keys\n\n- New.'])).toThrow('no section for 2.0.0')
  })
})
