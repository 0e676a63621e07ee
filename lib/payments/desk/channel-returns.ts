import type { Hash } from 'viem'
import { readWords } from '@/lib/base/abi'
import { isSameAddress, isSameHex, lowerCaseAddress } from '@/lib/base/hex'
import type { NetworkId } from '@/lib/base/network-id'
import { createOnce } from '@/lib/base/once'
import { receiptOf, receiptReply } from '@/lib/base/rpc/schemas'
import type { Connection } from '@/lib/base/rpc/types'
import * as events from '@/lib/base/signatures/events'
import type { AccountPlace } from '@/lib/payments/account-place'
import { batchSettlement } from '@/lib/payments/shared/channel-facts'
import type { Database } from '@/lib/storage/open'
import type { ChannelRecord, TransferRecord } from '@/lib/storage/payment-records'

/** The channel that a received transfer came back from. */
export interface ChannelReturn {
  /** The site of its deposit. */
  origin: string
  channelId: Hash
}

/** By the key of the transfer. */
export type ChannelReturns = ReadonlyMap<string, ChannelReturn>

/** Money that channels of the account gave back, by withdrawal or refund, as the contract's own events say. */
export interface ReturnedMoney {
  /** What is known without asking the chain; `onRead` is called once more of these transfers is. */
  known(place: AccountPlace, transfers: readonly TransferRecord[], onRead: () => void): Promise<ChannelReturns>
  /** Asks the chain for what is not known yet; what it does not answer is left out. */
  read(place: AccountPlace, transfers: readonly TransferRecord[]): Promise<ChannelReturns>
}

const receiptsAtOnce = 50

export function createReturnedMoney({
  database,
  connectionOf,
  onFault,
}: {
  database: Pick<Database, 'getAll'>
  connectionOf(networkId: NetworkId): Connection
  onFault(error: unknown, networkId: NetworkId): void
}): ReturnedMoney {
  /** By transfer and block; `null` for one that no channel of the account gave back. */
  const found = new Map<string, ChannelReturn | null>()
  const once = createOnce<boolean>()
  const placeOf = ({ key, blockHash }: TransferRecord) => `${key} ${blockHash}`

  async function channelsOf({ networkId, epoch, account }: AccountPlace): Promise<ChannelRecord[]> {
    const payer = lowerCaseAddress(account)
    return (await database.getAll('channels')).filter(
      row => row.networkId === networkId && row.epoch === epoch && row.payer === payer,
    )
  }

  /** The transfers that the contract sent. It also pays the sellers of others' channels, who may be this account. */
  async function fromContract(place: AccountPlace, transfers: readonly TransferRecord[]): Promise<TransferRecord[]> {
    const account = lowerCaseAddress(place.account)
    const sent = transfers.filter(({ from, to }) => from === batchSettlement && to === account)
    return sent.length === 0 || (await channelsOf(place)).length === 0 ? [] : sent
  }

  /** @returns whether anything was learned */
  async function ask(place: AccountPlace, transfers: readonly TransferRecord[]): Promise<boolean> {
    const channels = await channelsOf(place)
    const before = found.size
    const asked = transfers.filter(transfer => !found.has(placeOf(transfer)))
    for (let start = 0; start < asked.length; start += receiptsAtOnce) {
      const part = asked.slice(start, start + receiptsAtOnce)
      const items = await connectionOf(place.networkId).batch(
        part.map(({ hash }) => ({ method: 'eth_getTransactionReceipt', params: [hash] })),
      )
      for (const [index, transfer] of part.entries()) {
        const item = items[index]
        const reply = item?.ok === true ? receiptReply.safeParse(item.result) : null
        const receipt = reply?.success === true ? receiptOf(transfer.hash, reply.data) : null
        if (receipt !== null) found.set(placeOf(transfer), returnIn(receipt.logs, transfer, channels))
      }
    }
    return found.size > before
  }

  const learn = (place: AccountPlace, transfers: readonly TransferRecord[]) =>
    once(`${place.networkId} ${place.account}`, () => ask(place, transfers)).catch((error: unknown) => {
      onFault(error, place.networkId)
      return false
    })

  function among(transfers: readonly TransferRecord[]): ChannelReturns {
    return new Map(
      transfers.flatMap((transfer): [string, ChannelReturn][] => {
        const known = found.get(placeOf(transfer))
        return known == null ? [] : [[transfer.key, known]]
      }),
    )
  }

  return {
    async known(place, transfers, onRead) {
      const sent = await fromContract(place, transfers)
      if (sent.some(transfer => !found.has(placeOf(transfer))))
        void learn(place, sent).then(isMore => {
          if (isMore) onRead()
        })
      return among(sent)
    },
    async read(place, transfers) {
      const sent = await fromContract(place, transfers)
      await learn(place, sent)
      return among(sent)
    },
  }
}

type Logs = readonly { address: string; topics: readonly string[]; data: `0x${string}` }[]

/** The contract says in the same transaction that a channel of the account gave this amount of its token back. */
function returnIn(
  logs: Logs,
  { token, amount }: TransferRecord,
  channels: readonly ChannelRecord[],
): ChannelReturn | null {
  for (const { address, topics, data } of logs) {
    const [name = '', id = ''] = topics.map(topic => topic.toLowerCase())
    if (!isSameAddress(address, batchSettlement) || !returns.includes(name) || readWords(data)?.[0] !== amount) continue
    const channel = channels.find(row => isSameHex(row.channelId, id) && row.token === token)
    if (channel !== undefined) return { origin: channel.origin, channelId: channel.channelId }
  }
  return null
}

const returns: readonly string[] = [events.channelRefunded, events.channelWithdrawn]
