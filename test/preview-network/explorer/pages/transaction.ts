import { html } from 'hono/html'
import { type Address, type Hex, size } from 'viem'
import { feeOf, isSealed, isSystemTransaction, type Receipt, type Transaction } from '../chain-reader.ts'
import { type Decoder, memoText, type Token, type TokenTransfer } from '../decode.ts'
import { amount, ether, gwei, instant, integer, percent } from '../format.ts'
import type { AddressBook } from '../names.ts'
import { levelOf, type Stop } from '../progress.ts'
import type { Summary } from '../summary.ts'
import {
  addressLink,
  blockLink,
  decodedValues,
  empty,
  facts,
  type Html,
  nothing,
  rawHex,
  sentence,
  track,
} from './parts.ts'

export interface TransactionView {
  transaction: Transaction
  receipt: Receipt | null
  stops: Stop[]
  summary: Summary
  transfers: { transfer: TokenTransfer; token: Token | undefined }[]
  /** ms since the epoch, of the block it stands in */
  timestamp: number | undefined
}

export function transactionPage(book: AddressBook, decoder: Decoder, view: TransactionView): Html {
  return html`<div class="heading"><h1>Transaction</h1></div>
<p class="hex wrap identity">${view.transaction.hash}</p>
<div id="transaction" data-live>${transactionSection(book, decoder, view)}</div>`
}

/** All of the page that may still change. */
export function transactionSection(book: AddressBook, decoder: Decoder, view: TransactionView): Html {
  const { transaction, stops, summary } = view
  return html`<p class="sentence">${sentence(book, transaction.from, summary, 'full')}</p>
${isSystemTransaction(transaction) ? nothing : track(stops)}
${overview(book, view)}
${transferSection(book, view)}
${inputSection(book, decoder, transaction)}
${logSection(book, decoder, view)}`
}

function overview(book: AddressBook, { transaction, receipt, stops, timestamp }: TransactionView): Html {
  return facts([
    ['Result', resultOf(receipt, levelOf(stops))],
    [
      'Block',
      receipt?.blockNumber == null
        ? 'none yet'
        : html`${blockLink(receipt.blockNumber)} ${isSealed(receipt) ? nothing : html`<span class="quiet">being built</span>`}`,
    ],
    timestamp === undefined
      ? undefined
      : ['Block time', html`<time datetime="${new Date(timestamp).toISOString()}">${instant(timestamp)}</time>`],
    ['From', addressLink(book, transaction.from, 'full')],
    ['To', destination(book, transaction, receipt)],
    ['Value', ether(transaction.value)],
    ['Fee', receipt === null ? 'known once it is in a block' : fee(receipt)],
    [
      'Gas',
      receipt === null
        ? html`at most ${integer(transaction.gas)}`
        : html`${integer(receipt.gasUsed)} <span class="quiet">of ${integer(transaction.gas)}, ${percent(receipt.gasUsed, transaction.gas)}</span>`,
    ],
    gasPrice(transaction, receipt),
    ['Nonce', integer(transaction.nonce)],
    ['Type', typeNames[transaction.type] ?? transaction.type],
    transaction.authorizationList == null
      ? undefined
      : [
          'Delegates to',
          html`${transaction.authorizationList.map(item => html`<div>${addressLink(book, item.address, 'full')}</div>`)}`,
        ],
  ])
}

const typeNames: Record<Hex, string> = {
  '0x0': 'Legacy',
  '0x1': 'With access list (EIP-2930)',
  '0x2': 'With fee ceiling (EIP-1559)',
  '0x4': 'Sets account code (EIP-7702)',
  '0x7e': 'Of the network itself',
}

function resultOf(receipt: Receipt | null, level: string): Html {
  if (receipt === null) return html`Waiting <span class="quiet">in the pool</span>`
  const isDone = isSealed(receipt)
  if (receipt.status === 0n) {
    return html`<span class="bad">${isDone ? 'Failed' : 'Will fail'}</span> <span class="quiet">reverted, the fee is spent</span>`
  }
  return isDone ? html`Succeeded` : html`Will succeed <span class="quiet">${level}, not sealed</span>`
}

function destination(book: AddressBook, { to }: Transaction, receipt: Receipt | null): Html {
  if (to != null) return addressLink(book, to, 'full')
  if (receipt?.contractAddress == null) return html`a new contract`
  return html`${addressLink(book, receipt.contractAddress, 'full')} <span class="quiet">created</span>`
}

function fee(receipt: Receipt): Html {
  const { execution, publication, operator, total } = feeOf(receipt)
  const share = (wei: bigint) => `${amount(wei, 9)} gwei`
  if (total === execution) return html`${amount(total, 18)} ETH`
  const operatorShare = operator > 0n ? `, operator: ${share(operator)}` : ''
  return html`${amount(total, 18)} ETH <span class="quiet">execution: ${share(execution)}, layer 1: ${share(publication)}${operatorShare}</span>`
}

function gasPrice(transaction: Transaction, receipt: Receipt | null): [string, Html] {
  const { maxFeePerGas, maxPriorityFeePerGas } = transaction
  const paid = receipt?.effectiveGasPrice ?? transaction.gasPrice
  const ceiling =
    maxFeePerGas == null
      ? nothing
      : html` <span class="quiet">at most ${gwei(maxFeePerGas)}, tip at most ${gwei(maxPriorityFeePerGas ?? 0n)}</span>`
  return ['Gas price', html`${paid == null ? 'not set' : gwei(paid)}${ceiling}`]
}

function transferSection(book: AddressBook, { transfers }: TransactionView): Html {
  if (transfers.length === 0) return nothing
  return html`<section><h2>Token transfers</h2><table>
<thead><tr><th scope="col">From</th><th scope="col">To</th><th scope="col" class="wide">Memo</th><th scope="col" class="right">Amount</th></tr></thead>
<tbody>${transfers.map(
    ({
      transfer,
      token,
    }) => html`<tr><td>${addressLink(book, transfer.from)}</td><td>${addressLink(book, transfer.to)}</td><td class="wide">${memo(transfer.memo)}</td>
<td class="right">${tokenAmount(book, transfer, token)}</td></tr>`,
  )}</tbody></table></section>`
}

export function memo(value: Hex | undefined): Html {
  if (value === undefined) return nothing
  const text = memoText(value)
  return text === undefined
    ? html`<span class="hex" title="${value}">${value.slice(0, 10)}…</span>`
    : html`<span class="memo" title="${value}">${text}</span>`
}

export function tokenAmount(
  book: AddressBook,
  { token: address, value }: { token: Address; value: bigint },
  token: Token | undefined,
): Html {
  const text = token === undefined ? integer(value) : amount(value, token.decimals, Math.min(2, token.decimals))
  const symbol =
    token === undefined ? addressLink(book, address) : html`<a href="/explorer/address/${address}">${token.symbol}</a>`
  return html`<span class="number">${text}</span> ${symbol}`
}

function inputSection(book: AddressBook, decoder: Decoder, transaction: Transaction): Html {
  if (transaction.input === '0x') return nothing
  const call = transaction.to == null ? undefined : decoder.call(transaction)
  return html`<section><h2>${transaction.to == null ? 'Creation code' : 'Call'}</h2>
${call === undefined ? nothing : html`<h3><code>${call.name}</code></h3>${decodedValues(book, call.values)}`}
${call === undefined && size(transaction.input) > 32 ? rawHex(transaction.input) : html`<details><summary>Raw data</summary><pre class="hex" tabindex="0">${transaction.input}</pre></details>`}</section>`
}

function logSection(book: AddressBook, decoder: Decoder, { receipt }: TransactionView): Html {
  if (receipt === null) return nothing
  const body =
    receipt.logs.length === 0
      ? empty('It left no log.')
      : html`<ol class="logs">${receipt.logs.map(log => {
          const decoded = decoder.log(log)
          return html`<li><h3><code>${decoded?.name ?? 'Unknown event'}</code> <span class="quiet">by</span> ${addressLink(book, log.address)} <span class="quiet">log ${integer(log.logIndex)}</span></h3>
${decoded === undefined ? rawLog(log.topics, log.data) : decodedValues(book, decoded.values)}</li>`
        })}</ol>`
  return html`<section><h2>Logs</h2>${body}</section>`
}

function rawLog(topics: Hex[], data: Hex): Html {
  return html`<dl class="values">${topics.map((topic, index) => html`<div><dt>topic ${index}</dt><dd class="hex wrap">${topic}</dd></div>`)}<div><dt>data</dt><dd>${rawHex(data)}</dd></div></dl>`
}
