import { html } from 'hono/html'
import type { Block, Transaction } from '../chain-reader.ts'
import { type FrontState, peopleTransactions } from '../feed.ts'
import { duration, gwei, integer, percent, shortHex } from '../format.ts'
import type { AddressBook } from '../names.ts'
import type { Summary } from '../summary.ts'
import { addressLink, blockLink, empty, facts, type Html, moved, nothing, sentence, transactionLink } from './parts.ts'

export interface FrontView {
  state: FrontState
  summaries: Map<Transaction, Summary>
  now: number
}

const rowsOfBuilding = 8
const rowsOfLatest = 12

/** The parts of the front page that change, by the id of their element. */
export function frontSections(book: AddressBook, view: FrontView): Record<string, Html> {
  return {
    building: building(view),
    'building-transactions': buildingTransactions(book, view),
    blocks: sealedBlocks(view),
    transactions: latestTransactions(book, view),
  }
}

export function frontPage(book: AddressBook, view: FrontView): Html {
  const sections = frontSections(book, view)
  const section = (id: string, holds = false) =>
    html`<section id="${id}" data-live${holds ? html` data-hold` : nothing}>${sections[id]}</section>`
  return html`<div class="heading">
<h1>The chain, as it is built</h1>
<p class="live"><span class="live-state" role="status"></span> <button type="button" class="pause" aria-pressed="false" hidden>Pause</button></p>
<noscript><p class="live">As it was when you opened it. Reload to see more.</p></noscript>
</div>
<div class="pair lead">${section('building')}${section('building-transactions', true)}</div>
<div class="pair">${section('blocks', true)}${section('transactions', true)}</div>
<section class="contracts"><h2>Contracts on this network</h2>
<ul>${book.contracts.map(({ address }) => html`<li>${addressLink(book, address)} <span class="hex quiet">${shortHex(address)}</span></li>`)}</ul></section>`
}

function building({ state }: FrontView): Html {
  const [head] = state.sealed
  if (state.building === undefined) {
    if (head === undefined) return html`<h2>No block yet</h2>`
    return html`<h2>Block <span class="big">${blockLink(head.number)}</span></h2>
<p class="quiet">The newest sealed block. This network shows no block while it is built.</p>
${steps(state.sealed.map(block => peopleTransactions(block).length).reverse(), 'Transactions in the last sealed blocks')}
${blockFacts(head)}`
  }
  const { block, steps: counts } = state.building
  return html`<h2>Block <span class="big">${blockLink(block.number)}</span></h2>
<p class="quiet">Being built: what stands in it is pre-confirmed.</p>
${steps(counts, 'Transactions after each partial block')}
${blockFacts(block)}`
}

function blockFacts(block: Block): Html {
  return facts([
    ['Transactions', html`<span class="number">${integer(peopleTransactions(block).length)}</span>`],
    [
      'Gas used',
      html`<span class="number">${integer(block.gasUsed)}</span> <span class="quiet">${percent(block.gasUsed, block.gasLimit)}</span>`,
    ],
    ['Base fee', block.baseFeePerGas === undefined ? 'none' : gwei(block.baseFeePerGas)],
  ])
}

/** A bar for each step. SVG attributes carry the heights, as no style may stand in the page. */
function steps(counts: number[], label: string): Html {
  const places = 12
  const shown = counts.slice(-places)
  const highest = Math.max(4, ...shown)
  const bars = shown.map((count, index) => {
    const height = Math.max(2, Math.round((count / highest) * 84))
    return html`<rect class="${index === shown.length - 1 ? 'now' : 'step'}" x="${index * 20}" y="${88 - height}" width="14" height="${height}" rx="2"/>`
  })
  const slots = Array.from({ length: places - shown.length }, (_, index) => {
    return html`<rect class="slot" x="${(shown.length + index) * 20}" y="86" width="14" height="2" rx="1"/>`
  })
  return html`<svg class="steps" viewBox="0 0 ${places * 20 - 6} 88" role="img" aria-label="${label}: ${shown.join(', ')}">${slots}${bars}</svg>`
}

function buildingTransactions(book: AddressBook, view: FrontView): Html {
  const { state } = view
  if (state.building === undefined) return html`<h2>In it</h2>${newestRows(book, view, state.sealed.slice(0, 1))}`
  return html`<h2>Pre-confirmed in it</h2>${newestRows(book, view, [state.building.block])}`
}

function newestRows(book: AddressBook, view: FrontView, blocks: Block[]): Html {
  const transactions = blocks.flatMap(peopleTransactions).reverse()
  if (transactions.length === 0) return empty('Nothing in it yet. Send a transaction and watch it appear here.')
  const rest = transactions.length - rowsOfBuilding
  return html`${rows(book, view, transactions.slice(0, rowsOfBuilding), view.state.building === undefined)}
${rest > 0 ? html`<p class="quiet more">and ${integer(rest)} before these</p>` : nothing}`
}

function rows(
  book: AddressBook,
  { state, summaries }: FrontView,
  transactions: Transaction[],
  isSealed: boolean,
): Html {
  const blocks = isSealed || state.building === undefined ? state.sealed : [state.building.block]
  const failed = new Set(blocks.flatMap(block => [...block.failed]))
  return html`<ul class="rows">${transactions.map(transaction => {
    const summary = summaries.get(transaction)
    return html`<li data-key="${transaction.hash}">${transactionLink(transaction.hash)}
<span class="what">${summary === undefined ? nothing : sentence(book, transaction.from, summary)}</span>
<span class="amount">${moved(summary, failed.has(transaction.hash), isSealed)}</span></li>`
  })}</ul>`
}

function sealedBlocks({ state, now }: FrontView): Html {
  return html`<h2>Sealed blocks</h2>
<table><thead><tr><th scope="col">Block</th><th scope="col">Age</th><th scope="col" class="right">Transactions</th><th scope="col" class="right">Gas used</th></tr></thead>
<tbody>${state.sealed.map(
    block => html`<tr data-key="${block.hash}"><td>${blockLink(block.number)}</td><td class="quiet">${duration(Math.max(0, now - blockTime(block)))}</td>
<td class="right">${integer(peopleTransactions(block).length)}</td><td class="right">${integer(block.gasUsed)}</td></tr>`,
  )}</tbody></table>`
}

function latestTransactions(book: AddressBook, view: FrontView): Html {
  const transactions = view.state.sealed.flatMap(block => peopleTransactions(block).reverse()).slice(0, rowsOfLatest)
  if (transactions.length === 0) {
    return html`<h2>Sealed transactions</h2>${empty('None in the last blocks. Ask the faucet for test money to make the first.')}`
  }
  return html`<h2>Sealed transactions</h2>${rows(book, view, transactions, true)}`
}

/** ms since the epoch; blocks of one second share their timestamp, unless the chain also gives milliseconds. */
export function blockTime(block: Block): number {
  return Number(block.timestampMs ?? block.timestamp * 1000n)
}

/** The transactions that `frontSections` speaks of. */
export function frontTransactions({ building, sealed }: FrontState): Transaction[] {
  const inBuilding = building === undefined ? [] : peopleTransactions(building.block).slice(-rowsOfBuilding)
  const inSealed = sealed.flatMap(block => peopleTransactions(block).reverse()).slice(0, rowsOfLatest)
  return [...inBuilding, ...inSealed]
}
