import { html } from 'hono/html'
import type { Hash } from 'viem'
import { type Block, isSystemTransaction, type Transaction } from '../chain-reader.ts'
import { peopleTransactions } from '../feed.ts'
import { gwei, integer, percent } from '../format.ts'
import type { AddressBook } from '../names.ts'
import type { Summary } from '../summary.ts'
import { blockTime } from './front.ts'
import {
  addressLink,
  blockLink,
  empty,
  facts,
  type Html,
  moved,
  nothing,
  sentence,
  time,
  transactionLink,
} from './parts.ts'

export interface BlockView {
  block: Block
  summaries: Map<Transaction, Summary>
  failed: ReadonlySet<Hash>
  latest: bigint
  safe: bigint | undefined
  finalized: bigint | undefined
  now: number
}

export function blockPage(book: AddressBook, view: BlockView): Html {
  const { block, latest, now } = view
  const isSealed = block.number <= latest
  const count = peopleTransactions(block).length
  const system = block.transactions.length - count
  return html`<div class="heading"><h1>Block <span class="number">${integer(block.number)}</span></h1>
<nav class="steps-nav" aria-label="Neighbouring blocks">
${block.number > 0n ? html`<a href="/explorer/block/${block.number - 1n}" rel="prev">Older</a>` : nothing}
${block.number <= latest ? html`<a href="/explorer/block/${block.number + 1n}" rel="next">Newer</a>` : nothing}</nav></div>
${facts([
  ['State', stateOf(view)],
  [isSealed ? 'Sealed at' : 'Time', time(blockTime(block), { now, precise: block.timestampMs !== undefined })],
  [
    'Transactions',
    html`${integer(count)}${system > 0 ? html` <span class="quiet">and ${integer(system)} of the network itself</span>` : nothing}`,
  ],
  [
    'Gas used',
    html`${integer(block.gasUsed)} <span class="quiet">of ${integer(block.gasLimit)}, ${percent(block.gasUsed, block.gasLimit)}</span>`,
  ],
  ['Base fee', block.baseFeePerGas === undefined ? 'none' : gwei(block.baseFeePerGas)],
  ['Fees go to', addressLink(book, block.miner, 'full')],
  ['Hash', block.hash === null ? 'none yet' : html`<span class="hex wrap">${block.hash}</span>`],
  [
    'Parent',
    block.number === 0n
      ? 'none: this is the genesis'
      : html`${blockLink(block.number - 1n)} <span class="hex wrap quiet">${block.parentHash}</span>`,
  ],
  ['State root', html`<span class="hex wrap">${block.stateRoot}</span>`],
  block.size === undefined ? undefined : ['Size', html`${integer(block.size)} <span class="quiet">bytes</span>`],
])}
<section><h2>Transactions</h2>${transactionTable(book, view)}</section>`
}

function stateOf({ block, latest, safe, finalized }: BlockView): Html {
  if (block.number > latest) return html`Being built <span class="quiet">what stands in it is pre-confirmed</span>`
  const reached = (tag: bigint | undefined) => tag !== undefined && block.number <= tag
  if (reached(finalized)) return html`Final`
  if (reached(safe)) return html`Safe <span class="quiet">not final yet</span>`
  return html`Sealed <span class="quiet">not safe yet</span>`
}

function transactionTable(book: AddressBook, { block, summaries, failed, latest }: BlockView): Html {
  if (block.transactions.length === 0) return empty('Nobody sent anything in this block.')
  return html`<table><thead><tr><th scope="col" class="right index">#</th><th scope="col">Transaction</th><th scope="col">What</th><th scope="col" class="right">Amount</th></tr></thead>
<tbody>${block.transactions.map((transaction, index) => {
    const summary = summaries.get(transaction)
    return html`<tr${isSystemTransaction(transaction) ? html` class="system"` : nothing}><td class="right quiet index">${index}</td><td>${transactionLink(transaction.hash)}</td>
<td class="what">${summary === undefined ? nothing : sentence(book, transaction.from, summary)}</td><td class="right">${moved(summary, failed.has(transaction.hash), block.number <= latest)}</td></tr>`
  })}</tbody></table>`
}
