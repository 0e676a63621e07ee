import { describe, expect, test } from 'vitest'
import { root } from '../commands/project.ts'
import { faultsOfContents } from './contents.ts'

const encode = (text: string) => new TextEncoder().encode(text)

const good: Record<string, string> = {
  'manifest.json': JSON.stringify({
    background: { service_worker: 'background.js' },
    action: { default_popup: 'popup.html' },
    icons: { 16: 'icon/16.png' },
  }),
  'background.js': 'importScripts("/later.js");fetch(get("/list.json"))',
  'later.js': 'let later',
  'list.json': '[]',
  'popup.html':
    '<script type="module" src="/chunks/popup-abc.js"></script><link rel="stylesheet" href="/assets/a.css">',
  'chunks/popup-abc.js': 'import"./page-def.js";import(`./lazy-ghi.js`)',
  'chunks/page-def.js': 'const link="https://explorer.example/tx/"',
  'chunks/lazy-ghi.js': 'export{}',
  'assets/a.css': '@font-face{src:url(/assets/letters.woff2)}.a{color:red}',
  'assets/letters.woff2': 'wOF2',
  'icon/16.png': 'PNG',
  '_locales/en/messages.json': '{}',
  'licences.txt': 'MIT',
}

const faultsOf = (changes: Record<string, string>, purpose: 'store' | 'local' | 'barriers' = 'store') =>
  faultsOfContents(
    new Map(Object.entries({ ...good, ...changes }).map(([name, text]) => [name, encode(text)])),
    purpose,
  )

test('a package in which everything is led to and everything is for production has no fault', () => {
  expect(faultsOf({})).toEqual([])
  expect(faultsOf({ 'preview-network.json': '{"rpcUrl":"http://127.0.0.1:8545"}' }, 'local')).toEqual([])
  expect(faultsOf({ 'later.js': 'set({barrierReached:1})' }, 'barriers')).toEqual([])
})

describe('faults of every build', () => {
  test.each([
    ['React’s development build', 'chunks/page-def.js', '(0,x.jsxDEV)("div",{},void 0,!1)'],
    ['React’s development build', 'chunks/page-def.js', 'new Error("react-stack-top-frame")'],
    ['a condition on the mode', 'background.js', '"/list.json";if(process.env.NODE_ENV!=="production")a()'],
    ['a condition on the mode', 'later.js', 'import.meta.env.DEV&&a()'],
    ['a development log', 'later.js', 'console.log("[wxt]",1)'],
    ['a source map by name', 'later.js', 'a()\n//# sourceMappingURL=later.js.map'],
    ['a source map by name', 'assets/a.css', '.a{}/*# sourceMappingURL=a.css.map */'],
    ['code of text', 'later.js', 'new Function("return 1")'],
    ['code of text', 'later.js', 'eval (a)'],
    [
      'a script from elsewhere',
      'popup.html',
      '"/chunks/popup-abc.js" "/assets/a.css"<script src="https://cdn.example/a.js"></script>',
    ],
    ['a path in a home', 'later.js', 'fileName="/home/me/wallet/a.tsx"'],
    ['a path on Windows', 'later.js', 'fileName="C:\\\\wallet\\\\a.tsx"'],
    ['a package’s path', 'later.js', '"../node_modules/react/index.js"'],
    ['this project’s path', 'later.js', `fileName="${root}/a.tsx"`],
  ])('%s in %s: %s', (_, name, text) => {
    for (const purpose of ['store', 'local', 'barriers'] as const)
      expect(faultsOf({ [name]: text }, purpose)).not.toEqual([])
  })

  test.each(['stray.js', 'chunks/old-abc.js', '.env', 'later.js.map', '_locales/README.md', 'notes.txt'])(
    'a file that nothing leads to: %s',
    name => {
      expect(faultsOf({ [name]: '' }, 'local')).toContain(`${name} is used by nothing in the extension.`)
    },
  )

  test('a source map is one also where it is led to', () => {
    expect(faultsOf({ 'background.js': `${good['background.js']};"later.js.map"`, 'later.js.map': '{}' })).toContain(
      'later.js.map is a source map.',
    )
  })
})

describe('faults of a store package', () => {
  test.each([
    ['a place where tests hold the worker', 'later.js', 'set({barrierReached:1})'],
    ['the embedded network’s file', 'later.js', 'get("/preview-network.json")'],
    ['an endpoint of this machine', 'list.json', '["http://127.0.0.1:8545"]'],
    ['a key', 'manifest.json', `${good['manifest.json']?.slice(0, -1)},"key":"AAAA"}`],
  ])('%s', (_, name, text) => {
    expect(faultsOf({ [name]: text })).toHaveLength(1)
  })

  test('the embedded network’s addresses', () => {
    expect(faultsOf({ 'preview-network.json': '{}' })).toHaveLength(1)
  })
})

test('what is no extension is said', () => {
  expect(faultsOfContents(new Map(), 'store')).toEqual(['There is no manifest.json at its root.'])
})
