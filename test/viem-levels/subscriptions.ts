import type { Client, Hash } from 'viem'
import type { PreludeLevelChange } from './provider.ts'
import type { MessagingProvider } from './wallet-transport.ts'

/** A message of a provider that belongs to a subscription (EIP-1193, "Subscription Messages"). */
interface SubscriptionMessage {
  type: string
  data?: { subscription?: string; result?: PreludeLevelChange }
}

/**
 * Hears the wallet's subscription `transactionLevels` for one transaction. A wallet without it is silent.
 * @returns the function that ends it
 */
export function subscribeToWallet(
  provider: MessagingProvider,
  hash: Hash,
  onChange: (change: PreludeLevelChange) => void,
): () => void {
  let isOver = false
  let subscription: unknown
  // The present level comes before the answer that names the subscription.
  const early: SubscriptionMessage[] = []
  const listener = (message: SubscriptionMessage) => {
    if (message.type !== 'eth_subscription') return
    if (subscription === undefined) early.push(message)
    else if (message.data?.subscription === subscription) take(message)
  }
  function take({ data }: SubscriptionMessage): void {
    if (!isOver && data?.result?.hash?.toLowerCase() === hash.toLowerCase()) onChange(data.result)
  }
  function end(): void {
    provider.removeListener('message', listener)
    // The wallet ends it by itself when the page leaves its chain.
    if (typeof subscription === 'string')
      provider.request({ method: 'eth_unsubscribe', params: [subscription] }).catch(() => undefined)
  }
  provider.on('message', listener)
  provider.request({ method: 'eth_subscribe', params: ['transactionLevels', { hashes: [hash] }] }).then(
    id => {
      subscription = id
      if (isOver) end()
      for (const message of early.splice(0)) if (message.data?.subscription === id) take(message)
    },
    // Another wallet: the chain is read instead.
    () => provider.removeListener('message', listener),
  )
  return () => {
    isOver = true
    end()
  }
}

/** The part of viem's WebSocket transport that subscribes to anything. */
interface Subscribing {
  subscribe(args: {
    params: readonly unknown[]
    onData: (data: unknown) => void
    onError?: (error: unknown) => void
  }): Promise<{ unsubscribe(): Promise<unknown> }>
}

function isSubscribing(transport: object): transport is Subscribing {
  return 'subscribe' in transport && typeof transport.subscribe === 'function'
}

/**
 * Over a WebSocket transport, hears new blocks and the chain's own subscription.
 * @param subscription parameters of the chain's own; a chain that refuses it is only heard for its blocks
 * @param onNews called when a block came, or a step that names the transaction
 * @returns the function that ends it
 */
export function subscribeToChain(
  client: Client,
  hash: Hash,
  subscription: readonly unknown[] | undefined,
  onNews: () => void,
): () => void {
  const { transport } = client
  if (!isSubscribing(transport)) return () => {}
  let isOver = false
  const ends: (() => void)[] = []
  const hear = (params: readonly unknown[], isNews: (data: unknown) => boolean) =>
    transport.subscribe({ params, onData: data => isNews(data) && onNews() }).then(
      ({ unsubscribe }) => {
        const end = () => void unsubscribe().catch(() => undefined)
        if (isOver) end()
        else ends.push(end)
      },
      // Without it the readings go on by the clock.
      () => undefined,
    )
  void hear(['newHeads'], () => true)
  if (subscription !== undefined) void hear(subscription, data => JSON.stringify(data).includes(hash))
  return () => {
    isOver = true
    for (const end of ends.splice(0)) end()
  }
}
