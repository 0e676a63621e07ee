import { expect, it } from 'vitest'
import { createManualClock } from '@/lib/base/manual-clock.fixture'
import { firstNetworkOf } from '@/lib/base/network-id'
import { acceptSubscriptions, silentConnection, watcherOver } from '@/lib/chain/watching/watcher.fixture'
import { createBalanceReader } from './balance-reader'

const network = firstNetworkOf(1)
const [one, other] = [`0x${'11'.repeat(20)}`, `0x${'22'.repeat(20)}`] as const

it('an account that was not looked at for long has no balance until it is read again', async () => {
  const clock = createManualClock()
  const answer = { ok: true, result: '0x7' } as const
  const connection = silentConnection({ ...acceptSubscriptions(), batch: async () => [answer, answer] })
  const { watcher } = watcherOver(connection)
  const balances = createBalanceReader({ connectionOf: () => connection, watcherOf: () => watcher, clock })
  const followed = async (address: typeof one | typeof other) => {
    const read = new Promise(resolve => balances.onReading(resolve))
    balances.follow(network, address)
    const atOnce = balances.last(network, address)?.sealed
    await read
    return [atOnce, balances.last(network, address)?.sealed]
  }
  expect(await followed(one)).toEqual([undefined, 7n])
  expect(await followed(other)).toEqual([undefined, 7n])
  clock.advance(1_000)
  expect(await followed(one)).toEqual([7n, 7n])
  clock.advance(20_000)
  expect(await followed(other)).toEqual([undefined, 7n])
  balances.rest()
})
