import { expose } from 'comlink'

/** What a page has its worker do, by Comlink's calls. */
const library = {
  /** @returns status and text of the answer */
  async read(address: string): Promise<[number, string]> {
    const answer = await fetch(address)
    return [answer.status, await answer.text()]
  },
  async readMany(addresses: readonly string[], each: (status: number) => unknown): Promise<void> {
    for (const address of addresses) await each((await fetch(address)).status)
  },
}

export type Library = typeof library

expose(library)
