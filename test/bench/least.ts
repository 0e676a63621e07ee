import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Manifest, temporaryFolder } from '../commands/extension.ts'
import type { Lifetime } from '../commands/lifetime.ts'

interface ContentScript {
  world: 'MAIN' | 'ISOLATED'
  code: string
}
interface Least {
  /** What it may do. */
  rights?: Pick<Manifest, 'permissions' | 'host_permissions'>
  /** Where the wallet has its own, and at the same moment. */
  contentScripts?: readonly ContentScript[]
  /** Script of the service worker, or of the event page in Firefox. */
  worker?: string
  /** Its id in Firefox, for which it is written then. */
  geckoId?: string
}

/** Two content scripts that do nothing. */
export const idleScripts: readonly ContentScript[] = [
  { world: 'ISOLATED', code: 'void 0' },
  { world: 'MAIN', code: 'void 0' },
]

/** A bridge and a worker that do nothing but answer the page: what the browser takes for any of them. */
export const answering: Least = {
  contentScripts: [
    {
      world: 'ISOLATED',
      code: `addEventListener('least:ask', () => {
        const port = chrome.runtime.connect()
        port.onMessage.addListener(() => {
          port.disconnect()
          dispatchEvent(new Event('least:answer'))
        })
        port.postMessage('eth_chainId')
      })`,
    },
  ],
  worker: `chrome.runtime.onConnect.addListener(port => port.onMessage.addListener(() => port.postMessage('0x1')))`,
}

/**
 * Writes such an extension, to measure the wallet against. Each script has a file of its own: the browser runs one that
 * is named twice only once.
 * @returns its folder
 */
export async function leastExtension(
  lifetime: Lifetime,
  { rights = { permissions: [], host_permissions: [] }, contentScripts = [], worker, geckoId }: Least = {},
): Promise<string> {
  const folder = await temporaryFolder(lifetime, 'least')
  const fileOf = ({ world }: ContentScript) => `${world.toLowerCase()}.js`
  const manifest = {
    manifest_version: 3,
    name: 'Least',
    version: '1',
    ...rights,
    content_scripts: contentScripts.map(script => ({
      js: [fileOf(script)],
      matches: ['http://*.localhost/*'],
      run_at: 'document_start',
      all_frames: true,
      world: script.world,
    })),
    ...(worker === undefined ? {} : { background: backgroundOf(geckoId) }),
    ...(geckoId === undefined ? {} : { browser_specific_settings: { gecko: { id: geckoId } } }),
  }
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest))
  for (const script of contentScripts) await writeFile(join(folder, fileOf(script)), script.code)
  if (worker !== undefined) await writeFile(join(folder, 'worker.js'), worker)
  return folder
}

const backgroundOf = (geckoId: string | undefined) =>
  geckoId === undefined ? { service_worker: 'worker.js' } : { scripts: ['worker.js'] }
