import type { Address } from 'viem'
import { csvText } from '@/components/format/csv'
import { isSameAddress } from '@/lib/base/hex'
import { levels } from '@/lib/base/level'
import type { NetworkId } from '@/lib/base/network-id'
import type { PaidAnswerView } from '@/lib/language/http402'
import type { TransferView } from '@/lib/language/payments'
import type { ArrivalView, TransactionView } from '@/lib/language/ui'
import type { Entry } from './entries'
import { exportedNetwork, type NamedNetwork } from './exported-network'

const columns = [
  ...['direction', 'time', 'network', 'chainId', 'hash', 'nonce', 'from', 'to', 'valueWei', 'feePaidWei', 'level'],
  ...['ended', 'status', 'blockNumber', 'origin', 'token', 'tokenAmount'],
]

/** Activity as comma-separated values (RFC 4180): raw amounts, and the milliseconds from signing to each level. */
export function toCsv(entries: readonly Entry[], account: Address | null, networks: readonly NamedNetwork[]): string {
  const head = [...columns, ...levels.slice(1).map(level => `${level}Ms`)]
  const lines = entries.map(entry => {
    const { network, chainId } = exportedNetwork(networks, networkOf(entry))
    const on = { network: network ?? '', chainId: `${chainId ?? ''}` }
    if (entry.kind === 'sent') return sentFields(entry.row, on)
    if (entry.kind === 'moved') return movedFields(entry.transfer, account, on)
    return entry.kind === 'received' ? receivedFields(entry.arrival, on) : paidFields(entry.answer, on)
  })
  return csvText([head, ...lines])
}

interface On {
  network: string
  chainId: string
}

function sentFields(row: TransactionView, on: On): string[] {
  const signedAt = row.history.find(entry => entry.level === 'signed')?.at ?? row.createdAt
  return [
    'sent',
    new Date(row.createdAt).toISOString(),
    on.network,
    on.chainId,
    row.hash,
    `${row.nonce}`,
    row.from,
    row.to ?? '',
    BigInt(row.value).toString(),
    row.feePaid === null ? '' : BigInt(row.feePaid).toString(),
    row.level,
    row.ended ?? '',
    row.status ?? '',
    row.blockNumber === null ? '' : BigInt(row.blockNumber).toString(),
    row.origin ?? '',
    '',
    '',
    ...levels.slice(1).map(level => {
      const at = row.history.findLast(entry => entry.level === level && entry.event === undefined)?.at
      return at === undefined ? '' : `${Math.round(at - signedAt)}`
    }),
  ]
}

function receivedFields(arrival: ArrivalView, on: On): string[] {
  const amount = BigInt(arrival.amount).toString()
  const known: Record<string, string> = {
    direction: 'received',
    time: new Date(arrival.at).toISOString(),
    ...on,
    hash: arrival.hash ?? '',
    from: arrival.from ?? '',
    to: arrival.account,
    valueWei: arrival.token === null ? amount : '',
    level: arrival.level,
    ended: arrival.isWithdrawn ? 'withdrawn' : '',
    token: arrival.token ?? '',
    tokenAmount: arrival.token === null ? '' : amount,
  }
  return fieldsOf(known)
}

function paidFields(answer: PaidAnswerView, on: On): string[] {
  const amount = answer.charged ?? answer.amount
  return fieldsOf({
    direction: 'paid',
    time: new Date(answer.createdAt).toISOString(),
    ...on,
    hash: answer.transaction ?? '',
    from: answer.account ?? '',
    to: answer.payee ?? '',
    ended: answer.state,
    origin: answer.origin,
    token: answer.token ?? '',
    tokenAmount: amount === null ? '' : BigInt(amount).toString(),
  })
}

function movedFields(transfer: TransferView, account: Address | null, on: On): string[] {
  return fieldsOf({
    direction: directionOf(transfer, account),
    time: new Date(transfer.at).toISOString(),
    ...on,
    hash: transfer.hash,
    ...{ from: transfer.from, to: transfer.to },
    level: transfer.isSealed ? 'sealed' : 'preconfirmed',
    blockNumber: `${transfer.blockNumber}`,
    token: transfer.token,
    tokenAmount: BigInt(transfer.amount).toString(),
  })
}

function networkOf(entry: Entry): NetworkId | null {
  if (entry.kind === 'sent') return entry.row.networkId
  if (entry.kind === 'moved') return entry.transfer.networkId
  return entry.kind === 'received' ? entry.arrival.networkId : entry.answer.networkId
}

/** The direction of a transfer that no transaction of the account made. */
export function directionOf({ from }: Pick<TransferView, 'from'>, account: Address | null): 'taken' | 'received' {
  return isSameAddress(from, account) ? 'taken' : 'received'
}

function fieldsOf(known: Readonly<Record<string, string>>): string[] {
  return [...columns.map(column => known[column] ?? ''), ...levels.slice(1).map(() => '')]
}
