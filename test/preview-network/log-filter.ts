import { z } from 'zod'
import type { Log } from './anvil-schema.ts'
import { addressParameter, hashParameter, tagOrNumber } from './block-parameter.ts'
import { invalidParams } from './rpc-error.ts'

const topicSlot = z.union([z.null(), hashParameter, z.array(z.union([hashParameter, z.null()]))])

/** Which logs a subscription wants. */
export const logFilterSchema = z.object({
  address: z.union([addressParameter, z.array(addressParameter), z.null()]).optional(),
  topics: z.array(topicSlot).max(4).nullable().optional(),
})

/** Which logs `eth_getLogs` wants, and of which blocks. */
export const logQuerySchema = logFilterSchema.extend({
  fromBlock: tagOrNumber.nullable().optional(),
  toBlock: tagOrNumber.nullable().optional(),
  blockHash: hashParameter.optional(),
})

export type LogFilter = z.infer<typeof logFilterSchema>
export type LogQuery = z.infer<typeof logQuerySchema>

const maximum = 1000

/** @throws {RpcError} more addresses or topics than the service looks for */
export function refuseHugeFilter({ address, topics }: LogFilter): void {
  const addresses = Array.isArray(address) ? address.length : 0
  if (addresses > maximum) throw invalidParams(`too many filter addresses: max ${maximum}, got ${addresses}`)
  for (const slot of topics ?? []) {
    const count = Array.isArray(slot) ? slot.length : 0
    if (count > maximum) throw invalidParams(`too many filter topics: max ${maximum}, got ${count}`)
  }
}

/** A filter, ready to be asked about many logs: an empty list, like `null`, wants anything, even no topic at all. */
export function logMatcher({ address, topics }: LogFilter): (log: Pick<Log, 'address' | 'topics'>) => boolean {
  const addresses = wanted(address)
  const slots = (topics ?? []).map(wanted)
  return log => {
    if (addresses !== undefined && !addresses.has(log.address.toLowerCase())) return false
    return slots.every((slot, index) => {
      const topic = log.topics[index]
      return slot === undefined || (topic !== undefined && slot.has(topic.toLowerCase()))
    })
  }
}

function wanted(choice: string | (string | null)[] | null | undefined): Set<string> | undefined {
  const list = Array.isArray(choice) ? choice : choice == null ? [] : [choice]
  if (list.length === 0 || list.includes(null)) return undefined
  return new Set(list.filter(value => value !== null).map(value => value.toLowerCase()))
}
