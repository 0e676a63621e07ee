import type { Address, Hash } from 'viem'
import type { TransferView } from '@/lib/language/payments'

/** Money asked for, as far as it decides what pays it. Addresses in lower case, amounts in the smallest unit. */
export interface ExpectedPayment {
  id: string
  token: Address
  account: Address
  /** `null`: any amount. */
  amount: bigint | null
  memo: Hash | null
  /** Only what came in a later block counts. */
  fromBlock: number
  /** When it was closed; `null` while it is open. Nothing pays it after that. */
  closed: Closing | null
}

/** The newest block whose payments still counted; `null` where only the device's time is known, in ms. */
export interface Closing {
  block: number | null
  at: number
}

/** A transfer as the chain has it. */
export interface ObservedTransfer extends Omit<TransferView, 'networkId' | 'amount' | 'ordinal' | 'isSealed'> {
  amount: bigint
}

export type Unmatched =
  /** No request matches it, or none with this memo. */
  | 'no-request'
  /** Its memo is that of a request, its amount is not. */
  | 'other-amount'
  /** Several open requests without a memo ask for just this. */
  | 'ambiguous'
  /** The request was paid already. */
  | 'paid-twice'

export interface Reconciliation {
  paid: { request: ExpectedPayment; transfer: ObservedTransfer }[]
  /** Incoming ones that pay no request, each with its reason. They are listed and never guessed at. */
  unmatched: { transfer: ObservedTransfer; reason: Unmatched }[]
  open: ExpectedPayment[]
  /** What left the account. What for, its direction alone does not say. */
  outgoing: ObservedTransfer[]
}

/**
 * Requests against the transfers of one account, in the order of the chain. With a memo, the memo decides and the
 * amount must agree; without one, token and amount decide, and only where a single open request asks for just that.
 */
export function reconcile(
  account: Address,
  requests: readonly ExpectedPayment[],
  transfers: readonly ObservedTransfer[],
): Reconciliation {
  const mine = requests.filter(request => request.account === account)
  const paidBy = new Map<string, ObservedTransfer>()
  const unmatched: Reconciliation['unmatched'] = []
  // Anyone can send 0, and with some tokens in anyone's name.
  const inOrder = transfers
    .filter(({ amount }) => amount > 0n)
    .sort((left, right) => left.blockNumber - right.blockNumber || left.logIndex - right.logIndex)
  for (const transfer of inOrder) {
    // To oneself, nothing was paid.
    if (transfer.to !== account || transfer.from === account) continue
    const found = match(transfer, mine, paidBy)
    if (typeof found === 'string') unmatched.push({ transfer, reason: found })
    else paidBy.set(found.id, transfer)
  }
  return {
    paid: mine.flatMap(request => {
      const transfer = paidBy.get(request.id)
      return transfer === undefined ? [] : [{ request, transfer }]
    }),
    unmatched,
    open: mine.filter(({ id }) => !paidBy.has(id)),
    outgoing: inOrder.filter(({ from, to }) => from === account && to !== account),
  }
}

function match(
  transfer: ObservedTransfer,
  requests: readonly ExpectedPayment[],
  paidBy: ReadonlyMap<string, ObservedTransfer>,
): ExpectedPayment | Unmatched {
  const candidates = requests.filter(
    ({ token, memo, fromBlock }) =>
      token === transfer.token && memo === transfer.memo && transfer.blockNumber > fromBlock,
  )
  const fitting = candidates.filter(({ amount }) => amount === null || amount === transfer.amount)
  const open = fitting.filter(({ id, closed }) => !paidBy.has(id) && !isAfter(transfer, closed))
  const [first] = open
  if (first !== undefined) return open.length === 1 ? first : 'ambiguous'
  if (fitting.some(({ id }) => paidBy.has(id))) return 'paid-twice'
  if (fitting.length > 0) return 'no-request'
  return transfer.memo !== null && candidates.length > 0 ? 'other-amount' : 'no-request'
}

function isAfter({ blockNumber, at }: ObservedTransfer, closed: Closing | null): boolean {
  if (closed === null) return false
  return closed.block === null ? at > closed.at : blockNumber > closed.block
}
