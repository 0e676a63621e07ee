import type { Address, Hex } from 'viem'
import * as z from 'zod/mini'
import { firstNetworkOf } from '@/lib/base/network-id'
import { networkFor } from '@/lib/decisions/sites/site-access'
import { requesterOf } from '@/lib/decisions/sites/site-frame'
import { invalidParams, unauthorized, unsupported } from '@/lib/provider/errors'
import { recoverMessageSigner } from '@/lib/provider/message-signer'
import { message, ownAddress, parseParameters, rawTransaction, requestedTransaction } from '@/lib/provider/parameters'
import { type MethodCall, type MethodOutcome, type MethodTable, type MethodTools, result } from '@/lib/provider/types'
import type { TypedData } from '@/lib/reading/typed-data/typed-data'
import type { TypedDataTerms } from '@/lib/reading/typed-data/typed-data-terms'
import { firstVersionRefusal } from './refused'

const transactionParameters = z.tuple([requestedTransaction], z.unknown())
const messageParameters = z.tuple([message, ownAddress], z.unknown())
const typedDataParameters = z.tuple([ownAddress, z.unknown()], z.unknown())
const recoverParameters = z.tuple(
  [
    message,
    z.custom<Hex>(
      value => typeof value === 'string' && /^0x[0-9a-fA-F]{130}$/.test(value),
      'must be a signature of 65 bytes',
    ),
  ],
  z.unknown(),
)
const rawTransactionParameters = z.tuple([rawTransaction], z.unknown())

/** Methods that sign, and those about signatures. */
export function signingMethods(tools: MethodTools): MethodTable {
  const { ask, askByProposal, networks, transactions } = tools

  /** @throws ProviderError −32602 */
  function readOrRefuse(method: string, given: unknown): TypedDataTerms {
    try {
      // An object becomes text first: the limit of length holds for both.
      return tools.typedDataTerms(typeof given === 'string' ? given : JSON.stringify(given))
    } catch (error) {
      // The class is that of a later script.
      if (error instanceof Error && error.name === 'TypedDataError') throw invalidParams(`${method}: ${error.message}`)
      throw error
    }
  }

  async function signTypedData(call: MethodCall, parameters: unknown): Promise<MethodOutcome> {
    const [account, given] = parseParameters(call.method, typedDataParameters, parameters)
    assertConnected(call, account)
    const terms = readOrRefuse(call.method, given)
    const { typedData } = terms
    if (call.method === 'eth_signTypedData_v3') assertVersion3(call.method, typedData)
    if (terms.lacksTokenContract)
      throw invalidParams(`${call.method}: params.1.domain.verifyingContract must name the token.`)
    assertContractIsNoAccount(call, terms)
    const request = { kind: 'typed-data', typedData: JSON.stringify(typedData) } as const
    const domainChainId = typedData.domain.chainId
    if (domainChainId === undefined || domainChainId === String(call.chainId)) return ask(call, request, { account })
    const wanted = Number(domainChainId)
    const networkId = networkFor(wanted, call, networks)
    if (terms.isForEveryChain) return ask(call, request, { account, networkId: networkId ?? firstNetworkOf(wanted) })
    if (networkId === undefined)
      throw invalidParams(
        `${call.method}: params.1.domain.chainId is ${domainChainId}, but this site is on chain ${call.chainId}.`,
      )
    return ask(call, { kind: 'switch-network', networkId, thenSign: request.typedData }, { account })
  }

  return {
    eth_sendTransaction: {
      access: 'connected',
      effect: true,
      async run(call, parameters) {
        const [asked] = parseParameters(call.method, transactionParameters, parameters)
        const account = asked.from ?? activeAccount(call)
        assertConnected(call, account)
        if (asked.chainId !== null && asked.chainId !== BigInt(call.chainId))
          throw invalidParams(
            `${call.method}: params.0.chainId is ${asked.chainId}, but this site is on chain ${call.chainId}.`,
          )
        return askByProposal(call, 'transaction', () =>
          transactions.propose({
            requester: requesterOf(call.frame),
            networkId: call.networkId,
            account,
            transaction: asked.transaction,
            purpose: 'send',
            replaces: null,
            requestKey: call.key,
          }),
        )
      },
    },
    personal_sign: {
      access: 'connected',
      effect: true,
      async run(call, parameters) {
        const [text, account] = parseParameters(call.method, messageParameters, inOrder(parameters))
        assertConnected(call, account)
        return ask(call, { kind: 'message', message: text }, { account })
      },
    },
    /** The name in EIP-712 itself. The same name stood for a list of values before. */
    eth_signTypedData: {
      access: 'connected',
      effect: true,
      async run(call, parameters) {
        if (Array.isArray(parameters) && Array.isArray(parameters[0])) throw unsupported(firstVersionRefusal)
        return signTypedData(call, parameters)
      },
    },
    eth_signTypedData_v3: { access: 'connected', effect: true, run: signTypedData },
    eth_signTypedData_v4: { access: 'connected', effect: true, run: signTypedData },
    personal_ecRecover: {
      access: 'connected',
      effect: false,
      async run(call, parameters) {
        const [text, signature] = parseParameters(call.method, recoverParameters, parameters)
        const address = recoverMessageSigner(text, signature)
        if (address === null) throw invalidParams(`${call.method}: params.1 is no signature.`)
        return result(address)
      },
    },
    eth_sendRawTransaction: {
      access: 'connected',
      effect: true,
      async run(call, parameters) {
        const [raw] = parseParameters(call.method, rawTransactionParameters, parameters)
        return result(await transactions.relay({ networkId: call.networkId, raw, origin: call.frame.origin }))
      },
    },
  }
}

/**
 * The account of a request that names none: the site's active one.
 * @throws ProviderError 4100
 */
export function activeAccount({ accounts }: MethodCall): Address {
  const [account] = accounts
  if (account === undefined) throw unauthorized('No account is connected.')
  return account
}

/** @throws ProviderError 4100 if the account is not connected to the site */
export function assertConnected({ accounts }: MethodCall, account: Address): void {
  if (!accounts.includes(account)) throw unauthorized(`The account ${account} is not connected to this site.`)
}

/**
 * Refuses a verifying contract that is one of the site's accounts. For other accounts of the wallet the decision cannot
 * be approved instead: an error would tell the site about them.
 * @throws ProviderError −32602
 */
function assertContractIsNoAccount({ method, accounts }: MethodCall, { contract }: TypedDataTerms): void {
  if (contract !== null && accounts.includes(contract))
    throw invalidParams(`${method}: params.1.domain.verifyingContract must not be an account of the wallet.`)
}

/**
 * Version 3 has the hashes of version 4 where there are no arrays, which it does not have.
 * @throws ProviderError −32602
 */
function assertVersion3(method: string, { types }: TypedData): void {
  if (Object.values(types).some(fields => fields.some(({ type }) => type.endsWith(']'))))
    throw invalidParams(`${method}: version 3 has no arrays. Use eth_signTypedData_v4.`)
}

/** The parameters of `personal_sign` in order: message, account. Some libraries swap them; undone if unambiguous. */
function inOrder(parameters: unknown): unknown {
  if (!Array.isArray(parameters)) return parameters
  const [first, second, ...rest] = parameters
  return isAddressLike(first) && !isAddressLike(second) ? [second, first, ...rest] : parameters
}

function isAddressLike(value: unknown): boolean {
  return typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value)
}
