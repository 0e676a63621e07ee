import type { Client } from '@/components/client'
import { Failure } from '@/lib/base/failure'
import { firstNetworkOf } from '@/lib/base/network-id'
import type { NetworkView } from '@/lib/language/ui'
import { imitated } from '@/lib/reading/risk/look-alike-token'
import { knownMoney, type ListedToken } from '@/lib/reading/tokens/known-money'
import { createLeft, type FileContact, type FileNetwork, type FileToken, type LeftOut } from './files/contents'

export interface Chosen {
  contacts: readonly FileContact[]
  networks: readonly FileNetwork[]
  tokens: readonly FileToken[]
}

export interface TakenOver {
  contacts: number
  networks: number
  tokens: number
  left: LeftOut[]
}

/** Contacts that the worker takes at a time. */
const atATime = 10_000

/**
 * Adds what the person chose: contacts, then networks, then each token once its contract has answered on its network.
 * A token that is none, or that calls itself like money of that network, is left out. A network without an answer is
 * not asked again.
 * @param signal aborted: no further token is asked for
 * @throws Failure `locked`, and whatever keeps everything from being stored
 */
export async function takeOver(
  { contacts, networks, tokens }: Chosen,
  {
    call,
    here,
    listed,
    onProgress,
    signal,
  }: {
    call: Client['call']
    /** Networks of the wallet. */
    here: readonly NetworkView[]
    /** Tokens of the wallet on every network. */
    listed: readonly (ListedToken & { chainId: number })[]
    /** @param done tokens of those that were chosen */
    onProgress(done: number): void
    signal: AbortSignal
  },
): Promise<TakenOver> {
  const left = createLeft()
  for (let first = 0; first < contacts.length; first += atATime)
    await call('contact.name', {
      contacts: contacts.slice(first, first + atATime).map(({ address, name }) => ({ address, name })),
    })

  const added: FileNetwork[] = []
  for (const network of networks) {
    const { chainId, name, symbol, endpoints, explorerUrl, testing } = network
    try {
      await call('network.add', { chainId, name, symbol, endpoints, explorerUrl, faucetUrl: null, testing })
      added.push(network)
    } catch (error) {
      if (!isAbout(error, ['invalid-input'])) throw error
      left.add('network', 'refused', name)
    }
  }

  let done = 0
  let kept = 0
  const symbolOf = (chainId: number) => [...here, ...added].find(each => each.chainId === chainId)?.symbol ?? ''
  async function takeTokens(chainId: number): Promise<void> {
    // A network that was just added is the first of its chain.
    const networkId = here.find(each => each.chainId === chainId)?.id ?? firstNetworkOf(chainId)
    const known: ListedToken[] = listed.filter(each => each.chainId === chainId)
    let isSilent = false
    for (const { address, symbol } of tokens.filter(each => each.chainId === chainId)) {
      const what = symbol || address
      if (signal.aborted) left.add('token', 'stopped', what)
      else if (isSilent) left.add('token', 'silent', what)
      else
        try {
          const found = await call('token.look-up', { address, networkId })
          if (found === null) left.add('token', 'no-token', what)
          else if (imitated({ address, ...found }, knownMoney(chainId, symbolOf(chainId), known)) !== null)
            left.add('token', 'imitates', what)
          else {
            await call('token.add', { address, networkId })
            known.push({ address, ...found, source: 'person', hidden: false })
            kept += 1
          }
        } catch (error) {
          if (isAbout(error, ['invalid-input'])) left.add('token', 'no-token', what)
          else if (isAbout(error, silence)) {
            isSilent = true
            left.add('token', 'silent', what)
          } else throw error
        }
      done += 1
      onProgress(done)
    }
  }
  await Promise.all([...new Set(tokens.map(({ chainId }) => chainId))].map(takeTokens))
  return { contacts: contacts.length, networks: added.length, tokens: kept, left: left.list() }
}

const silence = [
  'endpoint-error',
  'endpoint-not-json-rpc',
  'endpoint-rate-limited',
  'endpoint-unreachable',
  'endpoint-wrong-chain',
  'network-unknown',
  'unknown',
] as const

function isAbout(error: unknown, codes: readonly Failure['code'][]): boolean {
  return error instanceof Failure && codes.includes(error.code)
}
