import { proxy, wrap } from 'comlink'
import type { Library } from './bundled-worker.ts'

/** A page and its worker as Vite bundles them. */
const worker = new Worker(new URL('./bundled-worker.ts', import.meta.url), { type: 'module' })
const library = wrap<Library>(worker)

Object.assign(window, {
  read: (address: string) => library.read(address),
  async readMany(addresses: readonly string[]) {
    const seen: number[] = []
    await library.readMany(
      addresses,
      proxy((status: number) => void seen.push(status)),
    )
    return seen
  },
})
