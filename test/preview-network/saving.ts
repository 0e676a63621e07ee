import { hexSchema } from './anvil-schema.ts'
import type { Contracts } from './contracts/index.ts'
import type { MempoolTransaction } from './mempool.ts'
import type { Service } from './service.ts'
import type { Store } from './store.ts'

/** Writes the state down from time to time, so that even a killed process loses only seconds, and at the end. */
export interface Saving {
  stop(): Promise<void>
}

export function startSaving(
  service: Service,
  store: Store,
  contracts: () => Contracts,
  onFailure: (error: unknown) => void,
): Saving {
  const { chain, mempool, options } = service
  const { workshop } = chain
  let saved = chain.head.hash
  let writing: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    if (saved !== chain.head.hash) writing = writing.then(save).catch(onFailure)
  }, options.saveMs)

  async function save(): Promise<void> {
    let dump: unknown
    let waiting: MempoolTransaction[] = []
    await workshop.alone(async () => {
      const submissions = workshop.soFar()
      waiting = [...submissions.flatMap(({ transaction }) => transaction ?? []), ...mempool.all()]
      await workshop.rollback(0)
      dump = await chain.anvil.request('anvil_dumpState', [true])
      await workshop.resume(submissions)
      saved = chain.head.hash
      return []
    })
    await store.save({
      version: 2,
      chainId: options.chainId,
      head: saved,
      contracts: contracts(),
      anvil: hexSchema.parse(dump),
      // Without its conditions a transaction would be another one.
      waiting: waiting.flatMap(({ raw, conditions }) => (conditions === undefined ? raw : [])),
    })
  }

  return {
    async stop() {
      clearInterval(timer)
      await writing
      await save()
    },
  }
}
