import { keccak256, numberToHex } from 'viem'
import { z } from 'zod'
import { blockMethods } from './block-methods.ts'
import { dataParameter } from './block-parameter.ts'
import { feeMethods } from './fee-methods.ts'
import { filterMethods } from './filter-methods.ts'
import { forkMethods } from './fork-methods.ts'
import { logMethods } from './log-methods.ts'
import { type Methods, method } from './method.ts'
import { methodNotFound } from './rpc-error.ts'
import type { Service } from './service.ts'
import { stateMethods } from './state-methods.ts'
import { transactionMethods } from './transaction-methods.ts'
import { version } from './version.ts'

/** Returns every method of the service, by name. */
export function createMethods(service: Service): Methods {
  return {
    ...identityMethods(service),
    ...blockMethods(service),
    ...logMethods(service),
    ...filterMethods(service),
    ...stateMethods(service),
    ...transactionMethods(service),
    ...feeMethods(service),
    ...forkMethods(service),
    ...subscriptionMethods,
  }
}

function identityMethods(service: Service): Methods {
  const none = z.tuple([])
  return {
    eth_chainId: method(none, () => numberToHex(service.options.chainId)),
    net_version: method(none, () => String(service.options.chainId)),
    net_listening: method(none, () => true),
    net_peerCount: method(none, () => '0x0'),
    // 68, as reth says.
    eth_protocolVersion: method(none, () => '0x44'),
    eth_syncing: method(none, () => false),
    eth_accounts: method(none, () => []),
    eth_blockNumber: method(none, () => numberToHex(service.chain.head.number)),
    web3_clientVersion: method(none, () => `prelude-preview-network/v${version}`),
    web3_sha3: method(z.tuple([dataParameter]), ([data]) => keccak256(data)),
  }
}

/** Offered over WebSocket only. */
const subscriptionMethods: Methods = {
  eth_subscribe: async (params, { socket }) => {
    if (socket === undefined) throw methodNotFound('eth_subscribe')
    return socket.subscribe(params)
  },
  eth_unsubscribe: method(z.tuple([z.string()]), ([id], { socket }) => {
    if (socket === undefined) throw methodNotFound('eth_unsubscribe')
    return socket.unsubscribe(id)
  }),
}
