import { type CustomTransport, custom, type EIP1193RequestFn, type Transport } from 'viem'

/** The part of an EIP-1193 provider that is used here; every wallet's provider fits. */
export interface MessagingProvider {
  request(args: { method: string; params?: unknown }): Promise<unknown>
  on(event: string, listener: (payload: never) => void): unknown
  removeListener(event: string, listener: (payload: never) => void): unknown
}

/** True for a provider that tells messages. */
export function isMessagingProvider(provider: unknown): provider is MessagingProvider {
  return (
    typeof provider === 'object' &&
    provider !== null &&
    'request' in provider &&
    'on' in provider &&
    'removeListener' in provider
  )
}

/** viem's `custom` transport that also remembers the provider, so that its subscriptions can be heard. */
export type WalletTransport = Transport<'custom', { provider: MessagingProvider }, EIP1193RequestFn>

/**
 * Returns a transport over a wallet's provider. `watchTransactionLevels` hears the wallet's own subscription over it.
 * @example
 * const client = createWalletClient({ chain, transport: walletTransport(provider) })
 */
export function walletTransport(
  provider: MessagingProvider,
  config: Parameters<typeof custom>[1] = {},
): WalletTransport {
  const usual: CustomTransport = custom({ request: args => provider.request(args) }, config)
  return parameters => ({ ...usual(parameters), value: { provider } })
}
