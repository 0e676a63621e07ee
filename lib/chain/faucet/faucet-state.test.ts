import { expect, it } from 'vitest'
import { recordFaults } from '@/lib/base/faults.fixture'
import { createManualClock } from '@/lib/base/manual-clock.fixture'
import { firstNetworkOf } from '@/lib/base/network-id'
import { createFaucetState } from './faucet-state'

const networkId = firstNetworkOf(84538453)
const token = '0x00000000000000000000000000000000000000aa'

it('a faucet that did not answer is asked again for its token, though nothing else changes', async () => {
  const clock = createManualClock()
  const faults = recordFaults()
  const answers = [Promise.reject(new Error('no answer')), Promise.resolve({ address: token, amount: null } as const)]
  const state = createFaucetState({
    faucet: {
      token: () => answers.shift() ?? Promise.reject(new Error('asked too often')),
      drip: () => Promise.reject(new Error('nobody asked')),
    },
    clock,
    faults,
    pendingBalance: () => null,
    tokenBalance: () => null,
    metadata: async () => ({ symbol: 'TUSD', name: 'Test Dollar', decimals: 6 }),
    list: async () => undefined,
  })
  // What the worker does for an open screen: with each change, the view is read anew.
  const shown = [state.view(networkId).token]
  state.onChange(() => shown.push(state.view(networkId).token))

  await expect.poll(() => faults.seen.map(({ where }) => where)).toEqual(['faucet'])
  clock.advance(10_000)
  await expect.poll(() => shown.at(-1)).toMatchObject({ address: token, symbol: 'TUSD' })
  clock.advance(60_000)
  expect(answers).toEqual([])
  expect(faults.seen).toHaveLength(1)
})
