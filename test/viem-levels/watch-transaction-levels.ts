import type { Client, Hash } from 'viem'
import type { ChainWithPreconfirmations } from './chains.ts'
import { createJudgement, type Told } from './judgement.ts'
import { createObserver } from './observation.ts'
import type { PreludeLevel, PreludeSetback } from './provider.ts'
import { createRounds } from './rounds.ts'
import { subscribeToChain, subscribeToWallet } from './subscriptions.ts'
import { isMessagingProvider, type MessagingProvider } from './wallet-transport.ts'

/** Milliseconds: a chain that takes a step every 10 ms is not asked that often. */
const shortestInterval = 50

/** One change of the level of a transaction. */
export interface LevelChange {
  hash: Hash
  level: PreludeLevel
  /** `null` for the first level that is told. */
  previous: PreludeLevel | null
  /** Why the level fell, if it did. */
  event?: PreludeSetback
  /** When it was known here, or to the wallet, in milliseconds since 1970. */
  atMs: number
  /** Block the transaction is in, or will be sealed in, once there is one. */
  blockNumber?: bigint
  /** Who told it: the wallet's subscription, or readings from the chain. */
  source: 'wallet' | 'chain'
}

export interface WatchTransactionLevelsParameters {
  hash: Hash
  /** Called for each change, in order. */
  onLevel: (change: LevelChange) => void
  /** Called when a reading failed; the next one follows. */
  onError?: (error: unknown) => void
  /** A wallet's provider whose subscription is heard; by default that of `walletTransport`. */
  provider?: MessagingProvider
  /** Milliseconds between two readings; by default the chain's time for a step, and for a block once it is sealed. */
  pollingInterval?: number
}

/**
 * Follows the level of a transaction until it is final, or the returned function is called.
 *
 * Prelude's subscription `transactionLevels` is heard where the client has it, for transactions that the page sent
 * through the wallet. For every other transaction, wallet and chain, the levels are read from the chain; over a
 * WebSocket transport the chain's own subscription says when to read. Told by the wallet only: `signed`, `submitted`,
 * and the events `taken`, `found`, `dropped` and `lost`.
 *
 * @param client any client of viem: public or wallet, over HTTP, WebSocket or a wallet
 * @returns the function that ends it
 * @example
 * const unwatch = watchTransactionLevels(client, { hash, onLevel: ({ level, event }) => console.log(level, event) })
 */
export function watchTransactionLevels(client: Client, parameters: WatchTransactionLevelsParameters): () => void {
  const { hash, onLevel, onError = () => {} } = parameters
  const chain: ChainWithPreconfirmations | undefined = client.chain
  const provider = parameters.provider ?? providerOf(client)
  const stops: (() => void)[] = []
  let isOver = false
  let isToldByWallet = false

  function tell(change: Told, source: LevelChange['source'], atMs: number): void {
    if (isOver) return
    const { blockNumber, event, level, previous } = change
    const isLast = level === 'final' || event === 'lost'
    if (isLast) stop()
    onLevel({
      ...{ hash, level, previous, atMs, source },
      ...(event === undefined ? {} : { event }),
      ...(blockNumber === undefined ? {} : { blockNumber: BigInt(blockNumber) }),
    })
  }
  function stop(): void {
    isOver = true
    for (const end of stops.splice(0)) end()
  }

  const judge = createJudgement()
  const observe = createObserver(client, hash, chain?.preconfirmations?.sealedAt ?? 'latest')
  const rounds = createRounds({
    everyMs: () => intervalOf(judge.level),
    onError,
    async round() {
      const observation = await observe()
      if (isToldByWallet || isOver) return
      const change = judge.from(observation)
      if (change !== undefined) tell(change, 'chain', Date.now())
    },
  })
  stops.push(rounds.stop)

  /** Between two blocks nothing happens to a sealed transaction; a doubt is settled soon. */
  function intervalOf(level: PreludeLevel | null): number {
    const { pollingInterval } = parameters
    if (pollingInterval !== undefined) return pollingInterval
    const fast = Math.max(chain?.preconfirmations?.everyMs ?? client.pollingInterval, shortestInterval)
    const isMoving = level === null || level === 'accepted' || level === 'preconfirmed' || judge.isInDoubt
    return isMoving ? fast : Math.max(fast, chain?.blockTime ?? 2000)
  }

  if (provider !== undefined)
    stops.push(
      subscribeToWallet(provider, hash, change => {
        // Once the wallet speaks of a transaction, it knows more than a reading does.
        isToldByWallet = true
        rounds.stop()
        const fell = judge.fromWallet(change)
        if (fell !== undefined) tell(fell, 'wallet', change.atMs)
      }),
    )
  stops.push(subscribeToChain(client, hash, chain?.preconfirmations?.subscription, rounds.now))
  return stop
}

/** The provider of a client with `walletTransport`. */
function providerOf({ transport }: Client): MessagingProvider | undefined {
  return 'provider' in transport && isMessagingProvider(transport.provider) ? transport.provider : undefined
}
