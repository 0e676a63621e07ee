import { version } from './project.ts'

/**
 * The manifest a person is asked to trust, written out a second time on purpose: a permission or an opening that slips
 * into the build has to be written here too.
 */
export function intendedManifest(build: 'local' | 'store' | 'storeFirefox'): Record<string, unknown> {
  // No website shows our pages in a frame; Chromium's developer tools show a panel in one.
  const framedBy = build === 'storeFirefox' ? "'none'" : 'devtools://devtools'
  const shared = {
    manifest_version: 3,
    name: '__MSG_extension_name__',
    description: '__MSG_extension_description__',
    default_locale: 'en',
    version,
    icons: { 16: 'icon/16.png', 32: 'icon/32.png', 48: 'icon/48.png', 128: 'icon/128.png' },
    action: { default_title: 'Prelude', default_popup: 'popup.html' },
    permissions: [...permissions],
    host_permissions: ['http://*/*', 'https://*/*'],
    content_scripts: [
      {
        matches: pagesThatMayAsk,
        all_frames: true,
        run_at: 'document_start',
        js: ['content-scripts/bridge.js'],
      },
      {
        matches: pagesThatMayAsk,
        all_frames: true,
        run_at: 'document_start',
        world: 'MAIN',
        js: ['content-scripts/inpage.js'],
      },
    ],
    content_security_policy: {
      extension_pages: `default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; font-src 'self'; connect-src 'self' http: https: ws: wss:; base-uri 'none'; form-action 'none'; frame-ancestors ${framedBy}; require-trusted-types-for 'script'; trusted-types later-script`,
    },
    incognito: 'not_allowed',
    devtools_page: 'devtools.html',
    commands: {
      _execute_action: { suggested_key: { default: 'Alt+Shift+P' } },
      lock: { suggested_key: { default: 'Alt+Shift+L' }, description: '__MSG_command_lock__' },
    },
  }
  if (build === 'storeFirefox')
    return {
      ...shared,
      // An event page has no later scripts: it is given all of them.
      background: {
        scripts: [
          ...['decisions.js', 'payments.js', 'password.js', 'records.js', 'phrases.js', 'lists.js', 'past.js'],
          ...['signing.js', 'rare.js', 'asking.js', 'procedures.js'],
          'background.js',
        ],
      },
      sidebar_action: {
        default_panel: 'home.html',
        default_title: '__MSG_extension_name__',
        default_icon: { 16: 'icon/16.png', 32: 'icon/32.png' },
        open_at_install: false,
      },
      optional_permissions: ['devtools'],
      browser_specific_settings: {
        gecko: {
          id: 'prelude@prelude.wallet',
          strict_min_version: '153.0',
          data_collection_permissions: { required: ['none'] },
        },
      },
    }
  const chromium = {
    ...shared,
    minimum_chrome_version: '123',
    background: { service_worker: 'background.js' },
    side_panel: { default_path: 'home.html' },
    permissions: [...permissions, 'idle', 'sidePanel', 'offscreen'],
    externally_connectable: { ids: [] },
  }
  return build === 'store' ? chromium : { ...chromium, key: localKey }
}

const permissions = [
  'storage',
  'unlimitedStorage',
  'alarms',
  'notifications',
  'scripting',
  'clipboardWrite',
  'declarativeNetRequestWithHostAccess',
]

/** Where consent means something: pages that came encrypted, or from this machine. */
const pagesThatMayAsk = [
  'https://*/*',
  'http://localhost/*',
  'http://*.localhost/*',
  'http://127.0.0.1/*',
  'http://[::1]/*',
]

/** Fixes the id of builds for use on this machine, so that their data stays when the folder moves. */
const localKey =
  'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA0ci9142f15tNn72+9JnDNvVsQTJc/IdBqntJJGeuEp4OEh3L4RRsKvB39TncchfXPz7DVNyoA5uBdb2Z6o+FHwLjpdp2tH1Br/nvOMxekTtDk1hfg/aURQYNliCSUztSXgHc0Y0rRxAYOWZb083FKZyveq0kqPjQLoY62GO0yqxlnTbTQzUxO5+d11PgePl4IU6LqnFZfUeG886e0shi8pKSUw6yOjeLG12ckzi2HC25FRN8QKqLB15scqH4SMw+TpP1w82cNrZ6zHym9OZvqh0ZlPV+IDxBsu3KCcYFqtzF+wUgxuGzV8jmjYdIWqo6qCvJx/P9tU9QDILUYGyd7wIDAQAB'
