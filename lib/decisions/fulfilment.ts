import type { Address, Hex } from 'viem'
import { stringToHex } from 'viem/utils'
import { Failure } from '@/lib/base/failure'
import { lowerCaseAddress } from '@/lib/base/hex'
import type { NetworkId } from '@/lib/base/network-id'
import { failureFrom } from '@/lib/base/rpc/errors'
import { type SignInTerms, signInText } from '@/lib/reading/messages/sign-in-terms'
import { readTypedData } from '@/lib/reading/typed-data/typed-data'
import type { Approval } from './approvals/types'
import type { AssessedApprovals } from './assessed-approvals'
import { shownAddresses } from './sites/site-access'
import type { DecisionParts, Fulfilment } from './types'

type FulfilmentParts = Pick<
  DecisionParts,
  | 'accounts'
  | 'approvals'
  | 'http402'
  | 'isTestNetwork'
  | 'items'
  | 'ledger'
  | 'networks'
  | 'signer'
  | 'sites'
  | 'tokens'
  | 'transactions'
> &
  Pick<AssessedApprovals, 'add'>

/**
 * Carries out an approved decision. Repeating it has the same effect: a worker that was stopped half way repeats it.
 * @returns the value for the page, or one more decision that will give it
 * @throws Failure or RpcError of the part that failed; no step is left half done
 */
export async function carryOut(approval: Approval, parts: FulfilmentParts): Promise<Fulfilment> {
  const { http402, items, networks, signer, sites, tokens, transactions } = parts
  const { id, networkId, account, request, requester } = approval
  switch (request.kind) {
    case 'connect':
      return valued(await connect(approval, request.signIn, parts))
    case 'transaction':
      return valued(await transactions.execute(id))
    case 'calls':
      await transactions.executeCalls(id)
      return valued(request.version === '1.0' ? request.batchId : { id: request.batchId })
    case 'message':
      return valued(await signer.signMessage(id, signingAccount(account), request.message))
    case 'typed-data':
      return valued(await signTypedData(approval, request.typedData, parts))
    case 'switch-network':
      // The network may have been removed after the person agreed.
      if (networks.get(request.networkId) === undefined)
        throw new Failure('network-unknown', { networkId: request.networkId })
      await sites.setChain(originOf(approval), request.networkId)
      return request.thenSign === undefined
        ? valued(null)
        : askToSign(approval, request.networkId, request.thenSign, parts)
    case 'add-network':
      await sites.setChain(originOf(approval), await addNetwork(request, parts))
      return valued(null)
    case 'add-token':
      await tokens.add(networkId, request.address, requester.kind === 'site' ? 'site' : 'person')
      return valued(true)
    case 'add-item':
      await items.add(networkId, { address: request.address, id: BigInt(request.id) }, signingAccount(account))
      return valued(true)
    case 'payment':
      return valued(await http402.pay(approval))
  }
}

function valued(value: unknown): Fulfilment {
  return { kind: 'value', value }
}

/** The ledger stores the signature first: its receiver may use it at once. */
async function signTypedData(approval: Approval, typedData: string, parts: FulfilmentParts): Promise<Hex> {
  const { signer, ledger } = parts
  const { id, networkId, chainId, requester } = approval
  const account = signingAccount(approval.account)
  const signature = await signer.signTypedData(id, account, readTypedData(typedData))
  const origin = requester.kind === 'site' ? requester.origin : null
  await ledger.record({ id, networkId, chainId, account, typedData, signature, origin, paymentId: null })
  return signature
}

/**
 * Signs in, if the site asked for it, and then connects: without the signature nothing is stored.
 * @returns the connected accounts, the active one first; with the sign-in of the active one
 */
async function connect(
  approval: Approval,
  terms: SignInTerms | undefined,
  { accounts, signer, sites }: FulfilmentParts,
): Promise<Address[] | { accounts: Address[]; signIn: { message: string; signature: Hex } }> {
  const origin = originOf(approval)
  const shown = shownAddresses(await accounts())
  const chosen = [...new Set((approval.decision?.accounts ?? []).map(lowerCaseAddress))]
  const [active] = chosen
  if (active === undefined || chosen.some(address => !shown.has(address)))
    throw new Failure('invalid-input', { field: 'accounts' })
  const message = terms === undefined ? null : signInText(terms, active)
  const signature = message === null ? null : await signer.signMessage(approval.id, active, stringToHex(message))
  const record = await sites.get(origin)
  const isConnected = record !== undefined && record.accounts.length > 0
  await sites.connect(origin, chosen, isConnected ? record.networkId : approval.networkId)
  return message === null || signature === null ? chosen : { accounts: chosen, signIn: { message, signature } }
}

/**
 * Probes the proposed endpoints, which is allowed only now (invariant 9), and adds the network with the first that
 * serves it.
 * @returns its id, or that of the first network of that chain where one was added meanwhile
 */
async function addNetwork(
  request: Extract<Approval['request'], { kind: 'add-network' }>,
  { isTestNetwork, networks }: FulfilmentParts,
): Promise<NetworkId> {
  const { chainId, name, symbol, rpcUrls, explorerUrl } = request
  const [existing] = networks.ofChain(chainId)
  if (existing !== undefined) return existing.id
  let failure: unknown = new Failure('endpoint-unreachable')
  for (const http of rpcUrls) {
    const endpoint = { http, socket: null }
    try {
      const probe = await networks.probe(endpoint)
      if (probe.chainId !== chainId) throw new Failure('endpoint-wrong-chain', { chainId: probe.chainId })
      const endpoints = [endpoint, ...rpcUrls.filter(url => url !== http).map(url => ({ http: url, socket: null }))]
      const testing = isTestNetwork(chainId, endpoints, probe.development)
      const added = await networks.add({ chainId, name, symbol, endpoints, explorerUrl, testing, source: 'site' })
      return added.id
    } catch (cause) {
      failure = failureFrom(cause)
    }
  }
  throw failure
}

/** Asks for the signature that the switch was needed for, as a decision of its own on the new chain. */
async function askToSign(
  approval: Approval,
  networkId: NetworkId,
  typedData: string,
  { approvals, add }: FulfilmentParts,
): Promise<Fulfilment> {
  const { requester, account, requestKey } = approval
  const ofRequest = requestKey === null ? [] : await approvals.byRequestKey(requestKey)
  // A stopped worker may have asked already.
  const existing = ofRequest.find(other => other.id !== approval.id)
  if (existing !== undefined) return { kind: 'next', approvalId: existing.id, networkId }
  const request = { kind: 'typed-data', typedData } as const
  const { id } = await add({ requester, networkId, account, request, requestKey })
  return { kind: 'next', approvalId: id, networkId }
}

function originOf({ requester }: Approval): string {
  if (requester.kind !== 'site') throw new Failure('invalid-input', { field: 'requester' })
  return requester.origin
}

function signingAccount(account: Address | null): Address {
  if (account === null) throw new Failure('invalid-input', { field: 'account' })
  return account
}
