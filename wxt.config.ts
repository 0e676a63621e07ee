import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin, Rolldown } from 'vite'
import { defineConfig, type UserManifest } from 'wxt'
import { borrowing, laterScripts, lending } from './later-scripts.config.ts'
import { leanReact } from './lean-react.config.ts'
import { recordBundledModules, writeBundledBytes } from './test/release/bundled-modules.ts'
import { licencesFile, writeLicences } from './test/release/licences.ts'

/**
 * Three modes. `production` (npm run build): for use on this machine, with a fixed id and the embedded preview network
 * as default endpoint. `barriers`: the same, with places where tests can hold the worker and kill it, and with the
 * debug page. `store` (npm run zip): what a store publishes, with neither. `development` (npm run dev) has the debug
 * page too.
 */

/** Fixes the extension's id, and with it its data, wherever the folder lies. The private half is not kept. */
const localKey =
  'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA0ci9142f15tNn72+9JnDNvVsQTJc/IdBqntJJGeuEp4OEh3L4RRsKvB39TncchfXPz7DVNyoA5uBdb2Z6o+FHwLjpdp2tH1Br/nvOMxekTtDk1hfg/aURQYNliCSUztSXgHc0Y0rRxAYOWZb083FKZyveq0kqPjQLoY62GO0yqxlnTbTQzUxO5+d11PgePl4IU6LqnFZfUeG886e0shi8pKSUw6yOjeLG12ckzi2HC25FRN8QKqLB15scqH4SMw+TpP1w82cNrZ6zHym9OZvqh0ZlPV+IDxBsu3KCcYFqtzF+wUgxuGzV8jmjYdIWqo6qCvJx/P9tU9QDILUYGyd7wIDAQAB'

/**
 * Where the embedded preview network listens unless told otherwise; a launcher rewrites this file in its copy of the
 * build.
 */
const embeddedPreviewNetwork = {
  rpcUrl: 'http://127.0.0.1:8545',
  wsUrl: 'ws://127.0.0.1:8545/ws',
  faucetUrl: 'http://127.0.0.1:8545',
  explorerUrl: 'http://127.0.0.1:8545/explorer',
}

/** Firefox asks the person when the panel is turned on, and not at installation. WXT has the types of Chromium. */
const developerTools: object = { optional_permissions: ['devtools'] }

const hostPermissions = ['http://*/*', 'https://*/*']

/**
 * @param frameAncestors pages that may show ours in a frame: no website. Chromium's developer tools show a panel so.
 */
const contentSecurityPolicy = (frameAncestors: string) =>
  [
    "default-src 'none'",
    // Argon2id is WebAssembly.
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self'",
    "font-src 'self'",
    // Endpoints are the person's choice; lib/chain/rpc keeps the list of what may be contacted.
    "connect-src 'self' http: https: ws: wss:",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${frameAncestors}`,
    // Text becomes code or markup nowhere, but that the worker imports later scripts of its own.
    "require-trusted-types-for 'script'",
    'trusted-types later-script',
  ].join('; ')

function manifest({ browser, mode }: { browser: string; mode: string }): UserManifest {
  const shared: UserManifest = {
    name: '__MSG_extension_name__',
    description: '__MSG_extension_description__',
    default_locale: 'en',
    permissions: [
      'storage',
      'unlimitedStorage',
      'alarms',
      'notifications',
      'scripting',
      'clipboardWrite',
      // For HTTP 402, and not asked for when somebody first pays: rules that an extension sets after it was given this
      // later never come to be in Chromium. While an extension has this permission, each request of every page takes
      // about a millisecond more (`npm run bench:page`).
      'declarativeNetRequestWithHostAccess',
    ],
    host_permissions: [...hostPermissions],
    content_security_policy: {
      extension_pages: contentSecurityPolicy(browser === 'firefox' ? "'none'" : 'devtools://devtools'),
    },
    action: { default_title: '__MSG_extension_name__' },
    commands: {
      _execute_action: { suggested_key: { default: 'Alt+Shift+P' } },
      lock: { suggested_key: { default: 'Alt+Shift+L' }, description: '__MSG_command_lock__' },
    },
    // Private windows: one worker serves them all, and a site there must not meet the accounts used outside.
    incognito: 'not_allowed',
  }
  if (browser === 'firefox')
    return {
      ...shared,
      ...developerTools,
      // The full tab's page again; it knows by its tab, or the lack of one, where it is.
      sidebar_action: {
        default_panel: 'home.html',
        default_title: '__MSG_extension_name__',
        default_icon: { 16: 'icon/16.png', 32: 'icon/32.png' },
        open_at_install: false,
      },
      browser_specific_settings: {
        gecko: {
          id: 'prelude@prelude.wallet',
          // The oldest that was tried.
          strict_min_version: '153.0',
          data_collection_permissions: { required: ['none'] },
        },
      },
    }
  return {
    ...shared,
    // Firefox never reports a locked screen, and woke the event page each time that the person was away.
    permissions: [...(shared.permissions ?? []), 'idle', 'sidePanel', 'offscreen'],
    minimum_chrome_version: '123',
    // The full tab's page again; it knows by its tab, or the lack of one, where it is.
    side_panel: { default_path: 'home.html' },
    externally_connectable: { ids: [] },
    ...(mode === 'store' ? {} : { key: localKey }),
  }
}

/**
 * What the popup needs at first comes in two files that all pages share, `boot` and then `page`: thirty small ones cost
 * it thirty times the way to the disk. Only what is imported outright; what is imported by `import()`, and what is a
 * page's alone, stays apart.
 */
function sharedFile(id: string, modules: ModuleGraph): string | null {
  // Empty in a build, and would be a file.
  if (id.includes('wxt-html-plugins')) return 'boot'
  if (!isOwn(id)) return null
  if (isImportedBy('/entrypoints/popup/main.ts', id, modules)) return 'boot'
  return isImportedBy('/entrypoints/popup/app.tsx', id, modules) ? 'page' : null
}

/** What the decision window needs besides comes in one file, with the readers of calls and typed data. */
function decisionFile(id: string, modules: ModuleGraph): string | null {
  const isReader = /\/node_modules\/(abitype\/|viem\/_esm\/(errors\/abi|utils\/(abi\/(de|en)code|cursor)))/.test(id)
  if (!isReader && (!isOwn(id) || !/\.tsx?$|\/lucide-react\//.test(id))) return null
  return isImportedBy('/entrypoints/approval/app.tsx', id, modules) ? 'decision' : null
}

/** What the popup's further screens need of it is a file of its own: they do not wait for the rest. */
function laterFile(id: string, modules: ModuleGraph): string | null {
  const isOfBoth = decisionFile(id, modules) !== null && laterScreens.some(screen => isImportedBy(screen, id, modules))
  return isOfBoth ? 'later' : null
}

const laterScreens = [
  'send/Send',
  'receive/Receive',
  'activity/ActivityPage',
  'activity/EntryDetail',
  'tokens/TokensPage',
  'home/More',
].map(name => `/components/${name}.tsx`)

/**
 * Small modules that several other screens share, and that import nothing else, come in one file: a file of its own
 * takes more room in the package than what is in it.
 */
function smallFile(id: string, modules: ModuleGraph): string | null {
  // The worker's scripts are one file each.
  if (!isOwn(id) || !/\.tsx?$|\/lucide-react\//.test(id) || modules.getModuleInfo(popup) === null) return null
  const { importers = [], importedIds = [], code = null } = modules.getModuleInfo(id) ?? {}
  const isSmall = code !== null && code.length < smallModule && importers.length > 1
  const isOfPopup = (module: string) => isOwn(module) && isImportedBy('/entrypoints/popup/app.tsx', module, modules)
  return isSmall && importedIds.every(isOfPopup) ? 'small' : null
}

const popup = fileURLToPath(new URL('./entrypoints/popup/app.tsx', import.meta.url))
/** Characters of source. */
const smallModule = 1_500

/** A library's index imports all of it, whatever of it is used. The popup's own modules come with what it shares. */
function isOwn(id: string): boolean {
  return (
    !/\/entrypoints\/(?!popup\/[A-Za-z]+\.(tsx|css))/.test(id) && !/\/node_modules\/(?!react|scheduler|lucide)/.test(id)
  )
}

function isImportedBy(entry: string, module: string, modules: ModuleGraph, seen = new Set<string>()): boolean {
  if (module.endsWith(entry)) return true
  if (seen.has(module)) return false
  seen.add(module)
  return (modules.getModuleInfo(module)?.importers ?? []).some(importer => isImportedBy(entry, importer, modules, seen))
}

interface ModuleGraph {
  getModuleInfo(id: string): ModuleGraphNode | null
}

interface ModuleGraphNode {
  importers: readonly string[]
  importedIds: readonly string[]
  code: string | null
}

/**
 * A page's script opens the port and then imports the application. The page names both, so that they come together and
 * not one after the other.
 */
const preloadedApplication: Plugin = {
  name: 'preloaded-application',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { chunk, bundle }) {
      if (chunk === undefined || bundle === undefined) return []
      const own = graph(bundle, [chunk.fileName])
      const application = chunk.dynamicImports.filter(
        name => bundle[name]?.type === 'chunk' && /\/app\.tsx$/.test(bundle[name].facadeModuleId ?? ''),
      )
      const later = graph(bundle, application).filter(loaded => !own.includes(loaded))
      const styles = later.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])
      // Its text is drawn once, and not again when the typeface has come.
      const font = Object.keys(bundle).filter(name => /figtree-latin-wght.*\.woff2$/.test(name))
      return [
        ...font.map(fileName => link('preload', fileName, { as: 'font', type: 'font/woff2' })),
        ...later.map(({ fileName }) => link('modulepreload', fileName)),
        ...styles.map(fileName => link('stylesheet', fileName)),
      ]
    },
  },
}

function link(rel: string, fileName: string, more = {}) {
  return { tag: 'link', attrs: { rel, crossorigin: true, href: `/${fileName}`, ...more }, injectTo: 'head' as const }
}

/** What these import outright, each after what it imports itself: the order of their styles. */
function graph(bundle: Rolldown.OutputBundle, entries: readonly string[]): Rolldown.OutputChunk[] {
  const seen = new Set<string>()
  const follow = (fileName: string): Rolldown.OutputChunk[] => {
    const chunk = bundle[fileName]
    if (chunk?.type !== 'chunk' || seen.has(fileName)) return []
    seen.add(fileName)
    return [...chunk.imports.flatMap(follow), chunk]
  }
  return entries.flatMap(follow)
}

/** WXT's own code is quiet in the mode `production` only; a store package has another. */
const quietWxt: Plugin = {
  name: 'quiet-wxt',
  transform(code, id) {
    if (!/virtual:wxt-|\/node_modules\/wxt\//.test(id)) return
    return { code: code.replaceAll('import.meta.env.MODE', '"production"'), map: null }
  },
}

const noCcip = fileURLToPath(new URL('./lib/chain/rpc/no-ccip.ts', import.meta.url))
const noBlobs = fileURLToPath(new URL('./lib/chain/rpc/no-blobs.ts', import.meta.url))
const noNodeErrors = fileURLToPath(new URL('./lib/chain/rpc/no-node-errors.ts', import.meta.url))

const bundledModules = recordBundledModules()
/** The background is a service worker, and not a document as in Firefox. */
let isWorker = true

export default defineConfig({
  imports: false,
  modules: ['@wxt-dev/module-react', '@wxt-dev/i18n/module'],
  i18n: { localesDir: fileURLToPath(new URL('./components/locales', import.meta.url)) },
  manifest,
  vite: () => ({
    plugins: [leanReact, preloadedApplication, quietWxt, bundledModules.plugin],
    build: {
      modulePreload: { polyfill: false },
      rolldownOptions: {
        output: {
          codeSplitting: {
            groups: [
              { name: sharedFile, debugName: 'shared', priority: 3 },
              { name: laterFile, debugName: 'later', priority: 2 },
              { name: decisionFile, debugName: 'decision', priority: 1 },
              { name: smallFile, debugName: 'small' },
            ],
          },
        },
      },
    },
    resolve: {
      alias: {
        './ccip.js': noCcip,
        './utils/ccip.js': noCcip,
        '../../utils/ccip.js': noCcip,
        '../../errors/node.js': noNodeErrors,
        '../blob/blobsToCommitments.js': noBlobs,
        '../blob/blobsToProofs.js': noBlobs,
        '../blob/commitmentsToVersionedHashes.js': noBlobs,
        '../blob/toBlobSidecars.js': noBlobs,
        // What runs in every page is only what a page needs.
        'wxt/utils/content-script-context': fileURLToPath(new URL('./lib/page/no-context.ts', import.meta.url)),
      },
    },
  }),
  zip: { name: 'prelude', artifactTemplate: '{{name}}-{{packageVersion}}-{{browser}}.zip' },
  hooks: {
    'entrypoints:found'(wxt, found) {
      if (wxt.config.mode === 'barriers' || wxt.config.mode === 'development') return
      // Anything else may be given to people: they get no page that shows what the worker holds.
      const at = found.findIndex(({ name }) => name === 'debug')
      if (at >= 0) found.splice(at, 1)
    },
    // Left alone WXT takes a mode of ours for the name of an environment, and React is then its development build.
    'config:resolved'(wxt) {
      if (wxt.config.command === 'build') process.env.NODE_ENV = 'production'
      isWorker = wxt.config.browser !== 'firefox'
    },
    'vite:build:extendConfig'(entrypoints, config) {
      config.define = { ...config.define, 'process.env.NODE_ENV': '"production"' }
      const names = entrypoints.map(({ name }) => name)
      const [script = ''] = names
      if (names.includes('background')) config.plugins = [...(config.plugins ?? []), lending]
      if (isWorker && laterScripts.includes(script)) config.plugins = [...(config.plugins ?? []), borrowing(script)]
    },
    // A script registered at run time would add its own patterns; these two cover them.
    'build:manifestGenerated'(_wxt, generated) {
      generated.host_permissions = [...hostPermissions]
      // A worker imports its later scripts when it needs them; a document (Firefox) is given all.
      if (generated.background !== undefined && 'scripts' in generated.background)
        generated.background.scripts?.unshift(...laterScripts.map(name => `${name}.js`))
    },
    async 'build:done'(wxt) {
      const { outDir, root } = wxt.config
      const bundled = bundledModules.recorded()
      await writeBundledBytes(outDir, bundled)
      await writeFile(join(outDir, licencesFile), await writeLicences(root, bundled))
    },
    'build:publicAssets'(wxt, files) {
      // Without the blanks that nobody reads.
      for (const file of files)
        if ('contents' in file && file.relativeDest.endsWith('messages.json'))
          file.contents = JSON.stringify(JSON.parse(file.contents))
      if (wxt.config.mode === 'store') return
      files.push({ relativeDest: 'preview-network.json', contents: `${JSON.stringify(embeddedPreviewNetwork)}\n` })
    },
  },
})
