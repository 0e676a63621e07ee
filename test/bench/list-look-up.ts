import type { Launched } from '../commands/extension.ts'
import type { Lifetime } from '../commands/lifetime.ts'
import { killWorker, openHome } from '../e2e/wallet.ts'
import { manyHosts, startListServer } from '../list-server.ts'

/** What this needs of the worker's script for lists. */
interface ListsScript {
  createLists(parts: object): { ofHost(host: string, connected: readonly string[]): Promise<{ listed: unknown }> }
}

/**
 * Milliseconds of each look-up of a host in the worker, with the bundled list and one of 300,000 hosts: all that is
 * asked of a host before a decision. Half of the hosts are on the list.
 * @returns `first`: with nothing read before; `later`: those after it
 */
export async function measureLookUps(
  lifetime: Lifetime,
  wallet: Launched,
  count: number,
): Promise<{ first: number; later: number[] }> {
  const server = await startListServer()
  lifetime.onEnd(() => server.close())
  const home = await openHome(wallet, '/settings/lists')
  await home.getByTestId('list-add').click()
  await home.getByTestId('list-name').fill('Many')
  await home.getByTestId('list-url').fill(server.url('hosts'))
  await home.getByTestId('list-add-address').click()
  await home.getByTestId('lists-fraud-hosts').getByText('300,000 entries').waitFor()
  await killWorker(wallet)
  await home.reload()
  await home.getByTestId('lists-fraud-hosts').getByText('300,000 entries').waitFor()

  const listed = manyHosts(300_000)
  const hosts = Array.from({ length: count }, (_, index) =>
    index % 2 === 0 ? `wallet.${listed[index * 997]}` : `honest-${index}.shop.example`,
  )
  const [worker] = wallet.context.serviceWorkers()
  if (worker === undefined) throw new Error('The worker is not running.')
  const { took, found } = await worker.evaluate(async asked => {
    const opening = indexedDB.open('prelude')
    const opened = await new Promise<IDBDatabase>((resolve, reject) => {
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(opening.error)
    })
    const answer = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    // The few calls that a look-up makes, as the library for IndexedDB makes them.
    const database = {
      getAll: (store: string) => answer(opened.transaction(store).objectStore(store).getAll()),
      get: (store: string, key: IDBValidKey) => answer(opened.transaction(store).objectStore(store).get(key)),
    }
    const script = globalThis.preludeScripts?.['/lists.js'] as ListsScript | undefined
    if (script === undefined) throw new Error('The script for lists is not loaded.')
    const lists = script.createLists({
      database,
      clock: { now: () => Date.now(), after: () => () => undefined },
      faults: { report: () => undefined },
      keepAlive: { hold: () => () => undefined },
      readBundled: async () => new Uint8Array(await (await fetch('/fraud-hosts.bin')).arrayBuffer()),
    })
    const times: number[] = []
    let onList = 0
    for (const host of asked) {
      const before = performance.now()
      if ((await lists.ofHost(host, [])).listed !== null) onList += 1
      times.push(performance.now() - before)
    }
    opened.close()
    return { took: times, found: onList }
  }, hosts)
  if (found !== hosts.length / 2) throw new Error(`${found} of ${hosts.length} hosts were found.`)
  await home.close()
  const [first = Number.NaN, ...later] = took
  return { first, later }
}
