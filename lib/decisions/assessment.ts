import type { Address } from 'viem'
import type { ApprovalRequest, Requester, Risk } from '@/lib/approvals/types'
import { readTypedData } from '@/lib/decoding/typed-data'
import { meaningOf } from '@/lib/decoding/typed-data-meaning'
import { lookAlikeToken } from '@/lib/risk/look-alike-token'
import { messageRisks } from '@/lib/risk/message'
import { risk } from '@/lib/risk/risk'
import { siteRisks } from '@/lib/risk/site'
import { typedDataRisks } from '@/lib/risk/typed-data'
import { contractOf } from '@/lib/risk/typed-data-domain'
import { blockReply, dataReply } from '@/lib/rpc/schemas'
import type { Connection } from '@/lib/rpc/types'
import type { KnownMoney } from '@/lib/tokens/known-money'
import type { TokenMetadata } from '@/lib/tokens/metadata'
import type { Clock } from '@/lib/values/clock'
import { lowerCaseAddress } from '@/lib/values/hex'
import type { DecisionParts } from './types'

/** What is asked, as far as risks follow from it. */
export interface Question {
  requester: Requester
  account: Address | null
  chainId: number
  request: ApprovalRequest
}

export interface Assessment {
  /** What is wrong with who asks. */
  ofSite(requester: Requester, known: { refusals: number; connected: readonly string[] }): Promise<Risk[]>
  /** What can be said at once of what is asked. With `isComplete` false, `ofContent` knows more. */
  atOnce(question: Question): Promise<{ risks: Risk[]; isComplete: boolean }>
  /** The same after looking at the chain. Says so where that was not possible. */
  ofContent(question: Question): Promise<Risk[]>
}

/** What the chain said: whether there is a contract at an address, what a token calls itself, seconds by which its clock is ahead of the device's. */
interface Answers {
  code: ReadonlyMap<Address, boolean | undefined>
  words: ReadonlyMap<Address, TokenMetadata | null | undefined>
  ahead: bigint
}
const noAnswers: Answers = { code: new Map(), words: new Map(), ahead: 0n }

const lookUpMs = 3_000
/** EIP-7702: the account of a person that has borrowed code. Its key still decides. */
const delegationPrefix = '0xef0100'

export function createAssessment(parts: {
  clock: Clock
  connectionOf(chainId: number): Connection | null
  phishingLists: DecisionParts['phishingLists']
  accounts: DecisionParts['accounts']
  tokens: Pick<DecisionParts['tokens'], 'metadata'>
  moneyOf(chainId: number): Promise<KnownMoney>
}): Assessment {
  const { clock, connectionOf, phishingLists, accounts, tokens, moneyOf } = parts

  async function content(question: Question, { code, words, ahead }: Answers): Promise<Risk[]> {
    const { request, requester, account, chainId } = question
    if (request.kind === 'add-token') {
      // Read a moment ago, to be asked about at all.
      const named = await tokens.metadata(chainId, request.address).catch(() => null)
      return lookAlikeToken({ name: '', ...request, ...named }, await moneyOf(chainId))
    }
    if (account === null) return []
    if (request.kind === 'message' && requester.kind === 'site')
      return messageRisks({ message: request.message, origin: requester.origin, account, chainId, now: clock.now() })
    if (request.kind !== 'typed-data') return []
    const typedData = readTypedData(request.typedData)
    const now = BigInt(Math.floor(clock.now() / 1000))
    const own = new Set((await accounts()).map(({ address }) => lowerCaseAddress(address)))
    return typedDataRisks({
      typedData,
      meaning: meaningOf(typedData),
      account,
      now: ahead < 0n ? now + ahead : now,
      networkAhead: ahead,
      hasCode: address => code.get(address) ?? null,
      isOwn: address => own.has(address),
      wordsOf: token => words.get(token) ?? null,
      money: await moneyOf(chainId),
    })
  }

  /** Addresses of which it matters whether there is a contract. */
  function addressesOf({ request }: Question): Address[] {
    if (request.kind !== 'typed-data') return []
    const typedData = readTypedData(request.typedData)
    return [...new Set([contractOf(typedData), meaningOf(typedData)?.spender ?? null])].filter(
      address => address !== null,
    )
  }

  /** Tokens that may be taken, whose names the person goes by. */
  function tokensOf({ request }: Question): Address[] {
    const meaning = request.kind === 'typed-data' ? meaningOf(readTypedData(request.typedData)) : null
    return [...new Set(meaning?.spends.map(({ token }) => token))]
  }

  async function hasCode(connection: Connection, address: Address): Promise<boolean> {
    const code = await connection.request('eth_getCode', [address, 'latest'], dataReply, { timeoutMs: lookUpMs })
    return code !== '0x' && !code.toLowerCase().startsWith(delegationPrefix)
  }

  async function networkAhead(connection: Connection): Promise<bigint | null> {
    const block = await connection.request('eth_getBlockByNumber', ['latest', false], blockReply, {
      timeoutMs: lookUpMs,
    })
    return block && block.timestamp - BigInt(Math.floor(clock.now() / 1000))
  }

  return {
    async ofSite(requester, known) {
      if (requester.kind === 'wallet') return []
      const { origin, topOrigin } = requester
      const list = await phishingLists.current().catch(() => null)
      return siteRisks({ origin, topOrigin, list, ...known })
    },

    async atOnce(question) {
      const isComplete = addressesOf(question).length === 0 || connectionOf(question.chainId) === null
      const risks = await content(question, noAnswers)
      return { risks: isComplete ? risks : [...risks, risk('note', 'checks-running')], isComplete }
    },

    async ofContent(question) {
      const connection = connectionOf(question.chainId)
      const addresses = connection === null ? [] : addressesOf(question)
      if (connection === null || addresses.length === 0) return content(question, noAnswers)
      const [ahead, code, words] = await Promise.all([
        networkAhead(connection).catch(() => null),
        answersOf(addresses, address => hasCode(connection, address)),
        answersOf(tokensOf(question), token => tokens.metadata(question.chainId, token)),
      ])
      const risks = await content(question, { code, words, ahead: ahead ?? 0n })
      const isUnknown = ahead === null || [...code.values(), ...words.values()].includes(undefined)
      return isUnknown ? [...risks, risk('caution', 'checks-unavailable')] : risks
    },
  }
}

/** Each with its answer; `undefined` where none could be had. */
async function answersOf<Value>(
  addresses: readonly Address[],
  ask: (address: Address) => Promise<Value>,
): Promise<Map<Address, Value | undefined>> {
  const answers = addresses.map(async address => [address, await ask(address).catch(() => undefined)] as const)
  return new Map(await Promise.all(answers))
}
