import { expect, test } from 'vitest'
import { faultsOfPermissions } from './permissions.ts'

const chrome = {
  permissions: ['storage', 'offscreen'],
  host_permissions: ['https://*/*'],
  content_scripts: [{ matches: ['https://*/*'] }, { matches: ['https://*/*'] }],
  content_security_policy: { extension_pages: "default-src 'none'; script-src 'self'" },
}
const firefox = { ...chrome, permissions: ['storage'] }
const rows = {
  storage: '| `storage` | Chromium, Firefox | Keeps things. |',
  offscreen: '| `offscreen` | Chromium | Has a document. |',
  hosts: '| `https://*/*` | Chromium, Firefox | Sends requests. |',
  scripts: '| content scripts on `https://*/*` | Chromium, Firefox | Gives pages a provider. |',
  policy: "`default-src 'none'` and `script-src 'self'`",
}
const documentOf = (changes: Partial<typeof rows> = {}) => Object.values({ ...rows, ...changes }).join('\n')

test('each entry has its reason, and each directive its meaning', () => {
  expect(faultsOfPermissions(documentOf(), { chrome, firefox })).toEqual([])
})

test.each([
  ['a permission without a row', documentOf({ storage: '' }), 'no reason for storage'],
  ['an empty reason', documentOf({ storage: '| `storage` | Chromium, Firefox |  |' }), 'no reason for storage'],
  ['hosts without a row', documentOf({ hosts: '' }), 'no reason for https://*/*'],
  ['scripts without a row', documentOf({ scripts: '' }), 'no reason for content scripts on https://*/*'],
  [
    'the wrong browsers',
    documentOf({ offscreen: '| `offscreen` | Chromium, Firefox | Has a document. |' }),
    'has offscreen in Chromium, Firefox; it is in Chromium',
  ],
  [
    'a row for nothing',
    documentOf({ policy: `${rows.policy}\n| \`tabs\` | Chromium | Why not. |` }),
    'tabs, which is not asked for',
  ],
  [
    'a directive without a meaning',
    documentOf({ policy: "`default-src 'none'`" }),
    "does not explain script-src 'self'",
  ],
])('%s', (_, document, fault) => {
  const faults = faultsOfPermissions(document, { chrome, firefox })
  expect(faults).toHaveLength(1)
  expect(faults[0]).toContain(fault)
})

test('a permission that one may refuse needs a reason of its own', () => {
  const asking = { ...chrome, optional_host_permissions: ['http://*/*'] }
  expect(faultsOfPermissions(documentOf(), { chrome: asking, firefox })).toEqual([
    'docs/permissions.md has no reason for http://*/* (optional).',
  ])
})
