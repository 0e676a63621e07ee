import { numberToHex } from 'viem'
import { z } from 'zod'
import type { Clock } from './clock.ts'
import { type Methods, method } from './method.ts'
import { type GivenNativeOrder, nativeOrderSchema } from './native-order.ts'
import { invalidParams } from './rpc-error.ts'
import { read, type Service } from './service.ts'

const amount = z.union([z.int().nonnegative(), z.string().regex(/^(0x[0-9a-f]+|\d+)$/i)]).transform(Number)
const anything = z.array(z.unknown())

/** Anvil's methods that only look. */
const looking = [
  ...['debug_traceTransaction', 'debug_traceCall', 'debug_traceBlockByHash', 'debug_traceBlockByNumber'],
  ...['debug_getRawTransaction', 'trace_transaction', 'trace_block', 'anvil_nodeInfo', 'anvil_metadata'],
]

/** Anvil's methods that change the state by hand. */
const altering = [
  ...['setBalance', 'addBalance', 'setCode', 'setNonce', 'setStorageAt'].flatMap(name => [
    `anvil_${name}`,
    `hardhat_${name}`,
  ]),
  ...['anvil_deal', 'anvil_dealERC20', 'anvil_setERC20Balance', 'anvil_setERC20Allowance'],
  ...['tenderly_setBalance', 'tenderly_addBalance', 'evm_setAccountNonce'],
]

/**
 * What developers know from Anvil, for who runs the network with `--control`. Blocks keep coming on their own: a change
 * by hand and a block asked for are sealed at once.
 */
export function developerMethods(service: Service, clock: Clock): Methods {
  const { faults } = service
  const mine = method(z.tuple([amount.optional(), z.unknown()]).partial(), async ([count]) => {
    for (let block = 0; block < (count ?? 1); block++) await service.chain.seal()
    return null
  })
  const reset = method(anything, async () => {
    await faults.reset()
    return null
  })
  const forward = (name: string) => method(anything, params => read(service, name, params))
  const alter = (name: string) => method(anything, params => faults.alter(name, params))
  const setTime = method(z.tuple([amount]), async ([seconds]) => {
    const ms = seconds * 1000 - clock.now()
    if (ms < 0) throw invalidParams('the time of the chain only moves ahead')
    clock.advance(ms)
    return null
  })
  return {
    ...Object.fromEntries(looking.map(name => [name, forward(name)])),
    ...Object.fromEntries(altering.map(name => [name, alter(name)])),
    evm_mine: method(anything, async () => {
      await service.chain.seal()
      return '0x0'
    }),
    anvil_mine: mine,
    hardhat_mine: mine,
    anvil_reset: reset,
    hardhat_reset: reset,
    evm_increaseTime: method(z.tuple([amount]), ([seconds]) => {
      clock.advance(seconds * 1000)
      return seconds
    }),
    evm_setTime: setTime,
    evm_setNextBlockTimestamp: setTime,
    evm_snapshot: method(anything, async () => {
      await service.chain.seal()
      return numberToHex(service.chain.head.number)
    }),
    evm_revert: method(z.tuple([amount]), async ([number]) => {
      await faults.rewind(BigInt(number))
      return true
    }),
    prelude_sendNativeTransaction: method(
      z.tuple([z.custom<GivenNativeOrder>(order => nativeOrderSchema.safeParse(order).success, 'no such order')]),
      ([order]) => faults.sendNative(order),
    ),
    anvil_reorg: method(z.tuple([amount]), async ([blocks]) => {
      await faults.reorganise(blocks, 'forgotten')
      return null
    }),
  }
}
