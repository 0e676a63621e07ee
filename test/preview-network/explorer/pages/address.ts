import { html } from 'hono/html'
import { type Address, getAddress, type Hash, type Hex, isAddressEqual, size } from 'viem'
import type { Activity } from '../activity-index.ts'
import type { Transaction } from '../chain-reader.ts'
import type { Token, TokenTransfer } from '../decode.ts'
import { amount, duration, ether, integer } from '../format.ts'
import type { AddressBook } from '../names.ts'
import type { Summary } from '../summary.ts'
import { addressLink, blockLink, empty, facts, type Html, moved, nothing, sentence, transactionLink } from './parts.ts'
import { memo, tokenAmount } from './transaction.ts'

export interface AddressView {
  address: Address
  balance: { sealed: bigint; pending: bigint }
  nonce: bigint
  code: Hex
  tokens: { address: Address; token: Token; balance: bigint }[]
  activity: Activity
  summaries: Map<Transaction, Summary>
  failed: ReadonlySet<Hash>
  transfers: {
    transfer: TokenTransfer
    token: Token | undefined
    transactionHash: Hex
    blockNumber: bigint | undefined
  }[]
  now: number
}

export const rowsShown = 50
const delegationPrefix = '0xef0100'

export function addressPage(book: AddressBook, view: AddressView): Html {
  const { address, code } = view
  const isContract = code !== '0x' && !code.startsWith(delegationPrefix)
  const name = book.nameOf(address)
  return html`<div class="heading"><h1>${name ?? (isContract ? 'Contract' : 'Account')}</h1></div>
<p class="hex wrap identity">${getAddress(address)}</p>
${facts([
  ['Balance', balance(view.balance)],
  ...view.tokens.map(({ address: tokenAddress, token, balance: held }): [string, Html] => [
    token.symbol,
    html`<span class="number">${amount(held, token.decimals, Math.min(2, token.decimals))}</span> <span class="quiet">${addressLink(book, tokenAddress)}</span>`,
  ]),
  isContract
    ? ['Code', html`${integer(size(code))} <span class="quiet">bytes</span>`]
    : ['Transactions sent', integer(view.nonce)],
  code.startsWith(delegationPrefix)
    ? ['Delegates to', addressLink(book, `0x${code.slice(delegationPrefix.length)}`, 'full')]
    : undefined,
])}
${transferSection(book, view)}
${activitySection(book, view)}`
}

/** The sealed balance and what is only pre-confirmed are never mixed. */
function balance({ sealed, pending }: AddressView['balance']): Html {
  const difference = pending - sealed
  if (difference === 0n) return html`<span class="number">${amount(sealed, 18)}</span> ETH`
  const sign = difference > 0n ? '+' : ''
  return html`<span class="number">${amount(sealed, 18)}</span> ETH <span class="quiet">${sign}${ether(difference)} pre-confirmed</span>`
}

function transferSection(book: AddressBook, { address, transfers }: AddressView): Html {
  if (transfers.length === 0) return nothing
  return html`<section><h2>Token transfers</h2><table>
<thead><tr><th scope="col">Transaction</th><th scope="col" class="wide">Block</th><th scope="col">With</th><th scope="col" class="wide">Memo</th><th scope="col" class="right">Amount</th></tr></thead>
<tbody>${transfers.slice(0, rowsShown).map(({ transfer, token, transactionHash, blockNumber }) => {
    const isOutgoing = isAddressEqual(transfer.from, address)
    const other = isOutgoing ? transfer.to : transfer.from
    return html`<tr><td>${transactionLink(transactionHash)}</td><td class="wide">${blockNumber === undefined ? nothing : blockLink(blockNumber)}</td>
<td><span class="quiet wide">${isOutgoing ? 'to' : 'from'}</span> ${addressLink(book, other)}</td><td class="wide">${memo(transfer.memo)}</td>
<td class="right">${isOutgoing ? '−' : '+'}${tokenAmount(book, transfer, token)}</td></tr>`
  })}</tbody></table>${cut(transfers.length)}</section>`
}

function activitySection(book: AddressBook, { activity, summaries, failed, now }: AddressView): Html {
  const { rows, since } = activity
  const limits =
    since === 0n ? nothing : html`<p class="quiet">Blocks from ${blockLink(since)} on. Reload to look further back.</p>`
  const body =
    rows.length === 0
      ? empty('It has sent nothing and been called by nobody.')
      : html`<table><thead><tr><th scope="col">Transaction</th><th scope="col" class="wide">Block</th><th scope="col" class="wide">Age</th><th scope="col">What</th><th scope="col" class="right">Amount</th></tr></thead>
<tbody>${rows.slice(0, rowsShown).map(({ transaction, timestamp }) => {
          const summary = summaries.get(transaction)
          return html`<tr><td>${transactionLink(transaction.hash)}</td><td class="wide">${transaction.blockNumber == null ? nothing : blockLink(transaction.blockNumber)}</td>
<td class="quiet wide">${duration(Math.max(0, now - Number(timestamp) * 1000))}</td><td class="what">${summary === undefined ? nothing : sentence(book, transaction.from, summary)}</td>
<td class="right">${moved(summary, failed.has(transaction.hash), true)}</td></tr>`
        })}</tbody></table>${cut(rows.length)}`
  return html`<section><h2>Transactions</h2>${body}${limits}</section>`
}

function cut(total: number): Html {
  return total > rowsShown ? html`<p class="quiet more">The newest ${rowsShown} of ${integer(total)}.</p>` : nothing
}
