import type { Address, Hex } from 'viem'
import type { Approval } from '@/lib/approvals/types'
import { readTypedData } from '@/lib/decoding/typed-data'
import { failureOf, toRpcError } from '@/lib/rpc/errors'
import { Failure } from '@/lib/values/failure'
import { lowerCaseAddress } from '@/lib/values/hex'
import type { Decisions } from './decisions'
import type { FulfilmentParts } from './types'

/** What carrying out an approval came to: the page's answer, or one more decision that will give it. */
export type Fulfilment = { kind: 'value'; value: unknown } | { kind: 'next'; approvalId: string; chainId: number }

const value = (given: unknown): Fulfilment => ({ kind: 'value', value: given })

/**
 * What an approval was given for, done. Idempotent: a worker that died in the middle does it again with the same effect.
 * @throws whatever failed; nothing is half done
 */
export async function carryOut(
  approval: Approval,
  parts: FulfilmentParts & { decisions: Decisions },
): Promise<Fulfilment> {
  const { networks, sites, transactions, signer, tokens } = parts
  const { id, chainId, account, request, requester } = approval
  switch (request.kind) {
    case 'connect':
      return value(await connect(approval, parts))
    case 'transaction':
      return value(await transactions.execute(id))
    case 'message':
      return value(await signer.signMessage(id, signingAccount(account), request.message))
    case 'typed-data':
      return value(await signTypedData(approval, request.typedData, parts))
    case 'switch-network':
      // It may have been removed since the person agreed.
      if (networks.get(request.chainId) === undefined)
        throw new Failure('network-unknown', { chainId: request.chainId })
      await sites.setChain(originOf(approval), request.chainId)
      return request.thenSign === undefined ? value(null) : askNext(approval, request.chainId, request.thenSign, parts)
    case 'add-network':
      await addNetwork(request, parts)
      await sites.setChain(originOf(approval), request.chainId)
      return value(null)
    case 'add-token':
      await tokens.add(chainId, request.address, requester.kind === 'site' ? 'site' : 'person')
      return value(true)
    case 'payment':
      return value(await parts.http402.pay(approval))
    case 'calls':
      await transactions.executeCalls(id)
      return value({ id: request.batchId })
  }
}

/** In the ledger first: from the moment it leaves, somebody may take what it allows. */
async function signTypedData(approval: Approval, typedData: string, { signer, ledger }: FulfilmentParts): Promise<Hex> {
  const { id, chainId, requester } = approval
  const account = signingAccount(approval.account)
  const signature = await signer.signTypedData(id, account, readTypedData(typedData))
  const origin = requester.kind === 'site' ? requester.origin : null
  await ledger.record({ id, chainId, account, typedData, signature, origin, paymentId: null })
  return signature
}

async function connect(approval: Approval, { accounts, sites }: FulfilmentParts): Promise<Address[]> {
  const origin = originOf(approval)
  const existing = (await accounts()).filter(({ hidden }) => !hidden).map(({ address }) => lowerCaseAddress(address))
  const chosen = [...new Set((approval.decision?.accounts ?? []).map(lowerCaseAddress))]
  if (chosen.length === 0 || chosen.some(address => !existing.includes(address)))
    throw new Failure('invalid-input', { field: 'accounts' })
  const known = await sites.get(origin)
  await sites.connect(
    origin,
    chosen,
    known === undefined || known.accounts.length === 0 ? approval.chainId : known.chainId,
  )
  return chosen
}

/** The person asked for it: now its endpoints are tried, and the first that serves this chain makes the network. */
async function addNetwork(
  request: Extract<Approval['request'], { kind: 'add-network' }>,
  { networks }: FulfilmentParts,
): Promise<void> {
  const { chainId, name, symbol, rpcUrls, explorerUrl } = request
  if (networks.get(chainId) !== undefined) return
  let failure: unknown = new Failure('endpoint-unreachable')
  for (const http of rpcUrls) {
    const endpoint = { http, socket: null }
    try {
      const probe = await networks.probe(endpoint)
      if (probe.chainId !== chainId) throw new Failure('endpoint-wrong-chain', { chainId: probe.chainId })
      const endpoints = [endpoint, ...rpcUrls.filter(url => url !== http).map(url => ({ http: url, socket: null }))]
      await networks.add({ chainId, name, symbol, endpoints, explorerUrl, testing: false, source: 'site' })
      return
    } catch (cause) {
      failure = cause instanceof Failure ? cause : failureOf(toRpcError(cause))
    }
  }
  throw failure
}

/** The signature that the switch was asked for, as a decision of its own on the new chain. */
async function askNext(
  approval: Approval,
  chainId: number,
  typedData: string,
  { approvals, decisions }: FulfilmentParts & { decisions: Decisions },
): Promise<Fulfilment> {
  const { requester, account, requestKey } = approval
  const made = requestKey === null ? [] : await approvals.byRequestKey(requestKey)
  const earlier = made.find(other => other.id !== approval.id)
  if (earlier !== undefined) return { kind: 'next', approvalId: earlier.id, chainId }
  const request = { kind: 'typed-data', typedData } as const
  const { id } = await decisions.add({ requester, chainId, account, request, requestKey })
  return { kind: 'next', approvalId: id, chainId }
}

function originOf({ requester }: Approval): string {
  if (requester.kind !== 'site') throw new Failure('invalid-input', { field: 'requester' })
  return requester.origin
}

function signingAccount(account: Address | null): Address {
  if (account === null) throw new Failure('invalid-input', { field: 'account' })
  return account
}
