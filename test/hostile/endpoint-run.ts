import { type Address, type Hash, parseTransaction, recoverTransactionAddress } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { isReplaceable } from '@/lib/activity/sending/replaceable'
import { Failure } from '@/lib/base/failure'
import { levelRank } from '@/lib/base/level'
import { firstNetworkOf } from '@/lib/base/network-id'
import { balanceReply, receiptReply } from '@/lib/base/rpc/schemas'
import type { Approval, Shown } from '@/lib/decisions/approvals/types'
import type { TransactionPreview } from '@/lib/language/requests'
import type { ReceiptRecord, TransactionRecord } from '@/lib/storage/records'
import { type FaultyGateway, startFaultyGateway } from '../faulty-gateway'
import type { PreviewNetwork } from '../preview-network/index'
import { newAccount } from '../transactions/connect'
import { journalOf, type Stage, sending, type Wallet } from '../transactions/stage'
import type { Lie } from './endpoint-lies'

/**
 * Where the liar stands among the endpoints of the network. Calls go over the socket where there is one: to the liar,
 * though the person put another first, or past a liar that is first.
 */
export type Place =
  | 'alone'
  | 'first of two'
  | 'second of two'
  | 'first of three'
  | 'last of three'
  | 'second of two with the only socket'
  | 'last of three with the only socket'
  | 'first of two without the only socket'

/** It may be honest at first, until it has what it wants. */
export type Since = 'the start' | 'it has the bytes'

export interface Cell {
  lie: Lie
  place: Place
  since: Since
  /** An account that has money and has sent nothing. */
  account: PrivateKeyAccount
}

export interface HostileWorld {
  network: PreviewNetwork
  /** Another endpoint that tells the truth. */
  honest: FaultyGateway
  stage: Stage
}

/** Wei. */
const paid = 1_000n
/** So long the liar stays after the payment, and so long anything may take on a machine that has much else to do. */
const lyingMs = 5_000
const patienceMs = 60_000
const clockPrecisionMs = 5

/**
 * Pays once while the liar is there, and once more when it is gone. Resolves with everything that is wrong, in
 * sentences; nothing, if all is well.
 */
export async function sufferLie(
  { network, honest, stage }: HostileWorld,
  { lie: { method, isPushed, lastsMs = lyingMs, faults }, place, since, account }: Cell,
): Promise<string[]> {
  const liar = await startFaultyGateway(network)
  const lie = () => Object.assign(liar.faults, { answer: () => undefined, ...faults() })
  if (since === 'the start') lie()
  else liar.faults.answer = call => (call.method === 'eth_sendRawTransaction' ? lie().answer(call) : undefined)
  const lying = { http: liar.url, socket: hasSocket(place, isPushed, 'liar') ? liar.socketUrl : null }
  const isHeard = hasSocket(place, isPushed, 'honest')
  const truthful = [
    { http: network.rpcUrl, socket: isHeard ? network.wsUrl : null },
    { http: honest.url, socket: isHeard ? honest.socketUrl : null },
  ]
  const wallet = await stage.begin({ account, drips: 0 })
  const networkId = firstNetworkOf(network.chainId)
  const named = { name: 'Here', symbol: 'ETH', explorerUrl: null, faucetUrl: null }
  await wallet.networks.edit(networkId, { ...named, testing: false })
  await wallet.networks.setEndpoints(networkId, arranged(place, lying, truthful))
  const told: Told[] = []
  wallet.transactions.onRow(row => told.push({ at: Date.now(), row }))
  const before = await balanceOf(network, account.address)

  const first = await pay(wallet)
  if (first.outcome === 'sent') await within(lastsMs, () => told.some(({ row }) => row.level === 'final'))
  await wallet.networks.setEndpoints(networkId, truthful)
  await wallet.transactions.returned(networkId)
  const rows = await righted(wallet, network)
  const second = await pay(wallet)
  await within(patienceMs, async () => (await rightOf(wallet, network)).length === 0)

  const journal = await journalOf(wallet)
  const faultsFound = [
    ...rows.map(fault => `after the liar had gone: ${fault}`),
    ...faultsOfPayment(first),
    ...faultsOfPayment(second).map(fault => `later: ${fault}`),
    ...(second.outcome === 'sent' ? [] : [`the next payment was not made: ${second.outcome}`]),
    ...(await rightOf(wallet, network)).map(fault => `in the end: ${fault}`),
    ...faultsOfNumbers(journal),
    ...told.flatMap(each => faultsOfTold(each, network, place)),
    // What the only endpoint says without a contradiction is believed, for as long as it is there.
    ...(place === 'alone' && method === 'all of it' ? [] : told.flatMap(each => faultsOfEnded(each, network))),
    ...(place === 'alone' ? [] : await faultsOfEnds(told, network)),
    ...(await faultsOfMoney(
      network,
      account.address,
      [first, second],
      before - (await balanceOf(network, account.address)),
    )),
    ...(await faultsOfBytes(journal, [first, second])),
  ]
  wallet.kill()
  await liar.close()
  return [...new Set(faultsFound)]
}

type Endpoint = { http: string; socket: string | null }

function arranged(place: Place, liar: Endpoint, [one, two]: Endpoint[]): Endpoint[] {
  const honest = [one, two].filter(endpoint => endpoint !== undefined)
  switch (place) {
    case 'alone':
      return [liar]
    case 'first of two':
    case 'first of two without the only socket':
      return [liar, ...honest.slice(0, 1)]
    case 'second of two':
    case 'second of two with the only socket':
      return [...honest.slice(0, 1), liar]
    case 'first of three':
      return [liar, ...honest]
    case 'last of three':
    case 'last of three with the only socket':
      return [...honest, liar]
  }
}

/** Pushes need sockets; everything else is asked over HTTP, unless the place says who has the only socket. */
function hasSocket(place: Place, isPushed: true | undefined, who: 'liar' | 'honest'): boolean {
  if (place.includes('with the only')) return who === 'liar'
  return place.includes('without the only') ? who === 'honest' : isPushed === true
}

interface Payment {
  id: string
  to: Address
  /** What was approved; `null`: nothing could be. */
  shown: Shown | null
  /** `sent`, or what the person was told instead. */
  outcome: string
}

interface Told {
  at: number
  row: TransactionRecord
}

/** Acts like a person: approves as soon as Approve is offered, and otherwise leaves the decision. */
async function pay(wallet: Wallet): Promise<Payment> {
  const to = newAccount().address
  const id = await wallet.transactions.propose(sending(wallet, to, paid))
  const shown = await decide(wallet, id)
  if (typeof shown === 'string') {
    await wallet.approvals.reject(id)
    return { id, to, shown: null, outcome: shown }
  }
  try {
    await wallet.transactions.execute(id)
    return { id, to, shown, outcome: 'sent' }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { id, to, shown, outcome: error.code }
  }
}

/** Approves what is shown as soon as there is a fee. Resolves with it, or with what is said instead. */
async function decide(wallet: Wallet, id: string): Promise<Shown | string> {
  for (;;) {
    const approval = await new Promise<Approval | string>(resolve => {
      const end = (outcome: Approval | string): void => {
        for (const stop of stops) stop()
        resolve(outcome)
      }
      const look = (each: Approval | undefined) => each?.id === id && each.shown.fee !== null && end(each)
      const hear = (of: string, { failure }: TransactionPreview) => of === id && failure != null && end(failure.code)
      const limit = setTimeout(() => end('nothing was said'), patienceMs)
      const stops = [wallet.approvals.onChange(look), wallet.transactions.onPreview(hear), () => clearTimeout(limit)]
      void wallet.approvals.get(id).then(look)
    })
    if (typeof approval === 'string') return approval
    // A refresh in between makes another decision of it, to be looked at again.
    const isApproved = await wallet.approvals.approve(id, approval.digest, {}).then(
      () => true,
      () => false,
    )
    if (isApproved) return approval.shown
  }
}

/** What is not right yet in the journal, after it had time to become right, numbers read anew and gaps filled. */
async function righted(wallet: Wallet, network: PreviewNetwork): Promise<string[]> {
  const isRight = async () => (await rightOf(wallet, network)).length === 0
  if (await within(patienceMs / 4, isRight)) return []
  // What the screens offer for what waits.
  await wallet.transactions.readNumbers(firstNetworkOf(network.chainId), wallet.account.address)
  for (const { id } of await journalOf(wallet)) {
    // The decision about an earlier row took time, in which this row may have ended.
    const row = (await journalOf(wallet)).find(each => each.id === id)
    if (row?.level !== 'accepted' || !isReplaceable(row) || wallet.transactions.waitsForNonce(row) !== null) continue
    const faster = await wallet.transactions.proposeSpeedUp(row.id)
    await decide(wallet, faster)
    await wallet.transactions.execute(faster)
  }
  await within(patienceMs, isRight)
  return rightOf(wallet, network)
}

/** Where the journal says something else than the chain; what waits for a number of its own is told as that. */
async function rightOf(wallet: Wallet, network: PreviewNetwork): Promise<string[]> {
  const faults = await Promise.all(
    (await journalOf(wallet)).map(async row => {
      const truth = await receiptOf(network, row.hash)
      const isIn = truth !== null && truth.blockHash !== null
      const isOver = row.ended === 'replaced' || (row.ended === 'dropped' && row.refusal !== null)
      const isWaiting = row.ended === 'dropped' || wallet.transactions.waitsForNonce(row) !== null
      if (!isIn) return isOver || isWaiting ? [] : [`${nameOf(row)} is not in a block`]
      if (row.ended !== null || levelRank(row.level) < levelRank('sealed')) return [`${nameOf(row)} is in a block`]
      return sameMoney(row.receipt, truth) ? [] : [`${nameOf(row)} has the receipt ${figures(row.receipt)}`]
    }),
  )
  return faults.flat()
}

function nameOf({ nonce, level, ended, inFlight }: TransactionRecord): string {
  return `number ${nonce} (${ended ?? level}${inFlight === 1 ? ', watched' : ''})`
}

type Truth = Pick<ReceiptRecord, 'blockHash' | 'status' | 'gasUsed'> & {
  contractAddress?: Address | null | undefined
  effectiveGasPrice?: bigint | null | undefined
  l1Fee?: bigint | null | undefined
}

function sameMoney(said: ReceiptRecord | null, truth: Truth): boolean {
  return said !== null && figures(said) === figures(truth)
}

function figures(receipt: Truth | ReceiptRecord | null): string {
  if (receipt === null) return 'none'
  const { blockHash, status, gasUsed, effectiveGasPrice, l1Fee, contractAddress } = receipt
  return [blockHash?.slice(0, 10), status, gasUsed, effectiveGasPrice, l1Fee, contractAddress].join(' ')
}

function faultsOfPayment({ outcome, shown }: Payment): string[] {
  if (outcome === 'nothing was said') return ['nothing was said of why it cannot be decided']
  // The person may have paid attention to it: a fee beyond anything usual is never shown without a word.
  const ceiling = BigInt(shown?.feeCeiling ?? 0)
  const isWarned = shown?.risks.some(({ code }) => code.startsWith('fee-') || code === 'insufficient-funds') === true
  return ceiling > 10n ** 16n && !isWarned ? [`a fee of up to ${ceiling} wei was shown without a word`] : []
}

function faultsOfNumbers(journal: readonly TransactionRecord[]): string[] {
  const held = journal.filter(({ ended, purpose }) => ended === null && purpose === 'send').map(({ nonce }) => nonce)
  return new Set(held).size === held.length ? [] : [`numbers were used twice: ${held.join(' ')}`]
}

/** Nothing is ended by one word. */
function faultsOfEnded({ row }: Told, network: PreviewNetwork): string[] {
  const isSealed = network.levelsOf(row.hash).some(({ level }) => level === 'sealedAt')
  const isUntrueEnd = (row.ended === 'replaced' || row.ended === 'dropped') && row.refusal === null
  return isUntrueEnd && isSealed ? [`it was told as ${row.ended}, and is on the chain`] : []
}

/** Where an honest endpoint is asked first, no level is said before it is so. */
function faultsOfTold({ row, at }: Told, network: PreviewNetwork, place: Place): string[] {
  if (place !== 'second of two' && place !== 'last of three') return []
  const spans = network.levelsOf(row.hash)
  const proof = { preconfirmed: 'preconfirmedAt', sealed: 'sealedAt', safe: 'safeAt', final: 'finalAt' }
  const wanted = Object.entries(proof).find(([level]) => level === row.level)?.[1]
  const isSo = spans.some(({ level, from }) => level === wanted && from <= at + clockPrecisionMs)
  return wanted === undefined || isSo ? [] : [`it was told as ${row.level} before it was`]
}

/** Nothing is final by the word of one while another could be asked. */
async function faultsOfEnds(told: readonly Told[], network: PreviewNetwork): Promise<string[]> {
  const faults = await Promise.all(
    told.map(async ({ row }) => {
      if (row.level !== 'final') return []
      const truth = await receiptOf(network, row.hash)
      return truth !== null && sameMoney(row.receipt, truth)
        ? []
        : [`${nameOf(row)} was told with ${figures(row.receipt)}`]
    }),
  )
  return faults.flat()
}

/** Each payee has the amount once at most, and the account lost no more than what was shown. */
async function faultsOfMoney(
  network: PreviewNetwork,
  account: Address,
  payments: readonly Payment[],
  lost: bigint,
): Promise<string[]> {
  const got = await Promise.all(payments.map(({ to }) => balanceOf(network, to)))
  const wrong = got.flatMap((amount, index) =>
    amount === 0n || amount === paid ? [] : [`payee ${index + 1} of ${account} has ${amount} wei`],
  )
  const shown = payments.reduce((sum, payment) => sum + paid + BigInt(payment.shown?.feeCeiling ?? 0), 0n)
  // An L1 fee and what cancels come on top; both are small here.
  return lost <= shown + 10n ** 14n ? wrong : [...wrong, `${lost} wei have gone, and ${shown} were shown`]
}

/** What was signed is what was shown, once. */
async function faultsOfBytes(journal: readonly TransactionRecord[], payments: readonly Payment[]): Promise<string[]> {
  const faults = await Promise.all(
    payments.map(async ({ id, to, shown }) => {
      const row = journal.find(each => each.id === id)
      if (row === undefined || shown === null) return []
      const raw = row.raw as `0x02${string}`
      const signed = parseTransaction(raw)
      const { fee } = shown
      const isShown =
        signed.to?.toLowerCase() === to.toLowerCase() &&
        signed.value === paid &&
        signed.chainId === row.chainId &&
        signed.gas === BigInt(fee?.gas ?? 0) &&
        signed.maxFeePerGas === BigInt(fee?.maxFeePerGas ?? 0) &&
        signed.maxPriorityFeePerGas === BigInt(fee?.maxPriorityFeePerGas ?? 0) &&
        (await recoverTransactionAddress({ serializedTransaction: raw })).toLowerCase() === row.from
      return isShown ? [] : [`number ${row.nonce} is not what was shown`]
    }),
  )
  return faults.flat()
}

/** Asks the network itself. */
async function ask(network: PreviewNetwork, method: string, params: unknown[]): Promise<unknown> {
  const response = await fetch(network.rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result }: { result: unknown } = await response.json()
  return result
}

const receiptOf = async (network: PreviewNetwork, hash: Hash) =>
  receiptReply.parse(await ask(network, 'eth_getTransactionReceipt', [hash]))

const balanceOf = async (network: PreviewNetwork, address: Address) =>
  balanceReply.parse(await ask(network, 'eth_getBalance', [address, 'pending']))

/** @returns whether it became so in time. Nothing announces it, so it is looked at again and again. */
async function within(ms: number, isSo: () => boolean | Promise<boolean>): Promise<boolean> {
  const until = Date.now() + ms
  while (Date.now() < until) {
    if (await isSo()) return true
    await new Promise(resolve => setTimeout(resolve, 150))
  }
  return isSo()
}
