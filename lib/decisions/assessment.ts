import { type Address, zeroAddress } from 'viem'
import { encodeCall, readSingleWord } from '@/lib/base/abi'
import { lowerCaseAddress } from '@/lib/base/hex'
import type { NetworkId } from '@/lib/base/network-id'
import { RpcError } from '@/lib/base/rpc/errors'
import { dataReply, timeReply } from '@/lib/base/rpc/schemas'
import type { Connection } from '@/lib/base/rpc/types'
import * as selectors from '@/lib/base/signatures/selectors'
import type { TokenMetadata } from '@/lib/reading/calls/description'
import { addedNetwork } from '@/lib/reading/risk/added-network'
import { lookAlikeToken } from '@/lib/reading/risk/look-alike-token'
import { messageRisks } from '@/lib/reading/risk/message'
import { type Risk, risk } from '@/lib/reading/risk/risk'
import { siteRisks } from '@/lib/reading/risk/site'
import { tokenLikeListed } from '@/lib/reading/risk/token-like-listed'
import { typedDataRisks } from '@/lib/reading/risk/typed-data'
import { contractOf, readTypedData } from '@/lib/reading/typed-data/typed-data'
import { meaningOf } from '@/lib/reading/typed-data/typed-data-meaning'
import { contractsNamed } from '@/lib/reading/typed-data/typed-data-tokens'
import type { Assessment, AssessmentInput, AssessmentParts } from './types'

/** Answers of the chain. `undefined` stands for a question that failed. */
interface ChainFacts {
  /** True if the address has code of its own. */
  code: ReadonlyMap<Address, boolean | undefined>
  /** Name and symbol as the token's contract gives them; `null` if it is no token. */
  metadata: ReadonlyMap<Address, TokenMetadata | null | undefined>
  /** Balances of the signer; `null` if the token does not say. */
  balances: ReadonlyMap<Address, bigint | null | undefined>
  /** Seconds by which the chain's clock is ahead of the device's. */
  aheadSeconds: bigint
}
const noFacts: ChainFacts = { code: new Map(), metadata: new Map(), balances: new Map(), aheadSeconds: 0n }

const lookUpTimeoutMs = 3_000
/** EIP-7702: code of an account that delegates to a contract. The account's key can still sign for it. */
const delegationPrefix = '0xef0100'

export function createAssessment(parts: AssessmentParts): Assessment {
  const { chainIdOf, clock, connectionOf, isTestNetwork, lists, accounts, tokens, moneyOf, contactsOf } = parts
  const nowSeconds = () => BigInt(Math.floor(clock.now() / 1000))

  async function contentRisks({ content, networkId }: AssessmentInput, facts: ChainFacts): Promise<Risk[]> {
    switch (content?.kind) {
      case undefined:
        return []
      case 'token': {
        const { request } = content
        // Cached: it was read a moment ago, before the person was asked.
        const metadata = await tokens.metadata(networkId, request.address).catch(() => null)
        const symbol = metadata?.symbol ?? request.symbol
        return [
          ...lookAlikeToken({ name: '', ...request, ...metadata }, await moneyOf(networkId)),
          ...tokenLikeListed(request.address, symbol, await lists.tokensNamed(chainIdOf(networkId), symbol)),
        ]
      }
      case 'message':
        return messageRisks({ ...content, chainId: chainIdOf(networkId), now: clock.now() })
      case 'network': {
        const { request } = content
        return addedNetwork(request, await lists.chainsLike(request.chainId, request.name))
      }
      case 'typed-data':
        return content.account === null ? [] : typedDataRisksOf(content.typedData, content.account, networkId, facts)
    }
  }

  async function typedDataRisksOf(
    text: string,
    account: Address,
    networkId: NetworkId,
    { code, metadata, balances, aheadSeconds }: ChainFacts,
  ): Promise<Risk[]> {
    const typedData = readTypedData(text)
    const own = new Set((await accounts()).map(({ address }) => lowerCaseAddress(address)))
    return typedDataRisks({
      typedData,
      meaning: meaningOf(typedData),
      // The meaning has its addresses in lower case; accounts of the wallet may be checksummed.
      account: lowerCaseAddress(account),
      // The earlier of the two clocks: what has expired by only one of them may still be used.
      now: aheadSeconds < 0n ? nowSeconds() + aheadSeconds : nowSeconds(),
      networkAheadSeconds: aheadSeconds,
      hasCode: address => code.get(address) ?? null,
      isTestNetwork: isTestNetwork(networkId),
      isOwn: address => own.has(address),
      balanceOf: token => balances.get(token) ?? null,
      contacts: [...(await contactsOf(networkId)), ...own],
      metadataOf: token => metadata.get(token) ?? null,
      money: await moneyOf(networkId),
    })
  }

  async function clockAhead(connection: Connection): Promise<bigint | null> {
    const options = { timeoutMs: lookUpTimeoutMs }
    const block = await connection.request('eth_getBlockByNumber', ['latest', false], timeReply, options)
    return block && block.timestamp - nowSeconds()
  }

  return {
    async ofSite({ origin, topOrigin }, known) {
      const top = topOrigin === null ? null : URL.parse(topOrigin)
      const [host, topHost] = await Promise.all([
        lists.ofHost(new URL(origin).hostname, known.connectedHosts),
        top && lists.ofHost(top.hostname, known.connectedHosts),
      ])
      return siteRisks({ host, topHost, topOrigin, refusals: known.refusals })
    },

    async atOnce(input) {
      const isComplete = contractsOf(input).length === 0 || connectionOf(input.networkId) === null
      const risks = await contentRisks(input, noFacts)
      return { risks: isComplete ? risks : [...risks, risk('note', 'checks-running')], isComplete }
    },

    async withChain(input) {
      const connection = connectionOf(input.networkId)
      const contracts = connection === null ? [] : contractsOf(input)
      if (connection === null || contracts.length === 0) return contentRisks(input, noFacts)
      const account = input.content?.kind === 'typed-data' ? input.content.account : null
      const spent = tokensOf(input)
      const [aheadSeconds, code, metadata, balances] = await Promise.all([
        // The endpoint has reported why; the person is told that checks are missing.
        clockAhead(connection).catch(() => null),
        answersOf(contracts, address => hasCode(connection, address)),
        answersOf(spent, token => tokens.metadata(input.networkId, token)),
        answersOf(account === null ? [] : spent, token => balanceOf(connection, token, account)),
      ])
      const risks = await contentRisks(input, { code, metadata, balances, aheadSeconds: aheadSeconds ?? 0n })
      const isIncomplete =
        aheadSeconds === null || [...code.values(), ...metadata.values(), ...balances.values()].includes(undefined)
      return isIncomplete ? [...risks, risk('caution', 'checks-unavailable')] : risks
    },
  }
}

/** Addresses for which a rule asks whether they have code: the verifying contract and the spender. */
function contractsOf({ content }: AssessmentInput): Address[] {
  if (content?.kind !== 'typed-data') return []
  const typedData = readTypedData(content.typedData)
  const found = [contractOf(typedData), meaningOf(typedData)?.spender ?? null]
  return [...new Set(found)].filter(address => address !== null)
}

/** Tokens and collections that the typed data lets someone take, gives, or gets. */
function tokensOf({ content }: AssessmentInput): Address[] {
  if (content?.kind !== 'typed-data') return []
  const typedData = readTypedData(content.typedData)
  return contractsNamed(typedData, meaningOf(typedData), lowerCaseAddress(content.account ?? zeroAddress))
}

async function hasCode(connection: Connection, address: Address): Promise<boolean> {
  const options = { timeoutMs: lookUpTimeoutMs }
  const code = await connection.request('eth_getCode', [address, 'latest'], dataReply, options)
  return code !== '0x' && !code.toLowerCase().startsWith(delegationPrefix)
}

/** `null` where the contract has no such function, or gives no number. */
async function balanceOf(connection: Connection, token: Address, account: Address | null): Promise<bigint | null> {
  if (account === null) return null
  const options = { timeoutMs: lookUpTimeoutMs }
  const call = { to: token, data: encodeCall(selectors.balanceOf, [account]) }
  try {
    return readSingleWord(await connection.request('eth_call', [call, 'pending'], dataReply, options))
  } catch (error) {
    if (error instanceof RpcError && error.kind === 'reverted') return null
    throw error
  }
}

/** The answer for each address; `undefined` where the question failed. */
async function answersOf<Value>(
  addresses: readonly Address[],
  ask: (address: Address) => Promise<Value>,
): Promise<Map<Address, Value | undefined>> {
  // A failed question becomes `undefined`, like a clock that cannot be read, and the person sees a risk.
  const answers = addresses.map(async address => [address, await ask(address).catch(() => undefined)] as const)
  return new Map(await Promise.all(answers))
}
