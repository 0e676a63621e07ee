import { html } from 'hono/html'
import { type Address, getAddress, type Hash, type Hex, isAddress, isHex } from 'viem'
import type { DecodedValue } from '../decode.ts'
import { duration, instant, integer, shortAddress, shortHex } from '../format.ts'
import type { AddressBook } from '../names.ts'
import type { Level, Stop } from '../progress.ts'
import type { Summary } from '../summary.ts'

export type Html = ReturnType<typeof html>

export const nothing: Html = html``

export function addressLink(book: AddressBook, address: Address, form: 'short' | 'full' = 'short'): Html {
  const full = getAddress(address)
  const name = book.nameOf(address)
  const text = form === 'full' ? full : shortAddress(full)
  const label = name === undefined ? html`<span class="hex">${text}</span>` : html`${name}`
  const link = html`<a href="/explorer/address/${full}" title="${full}">${label}</a>`
  return form === 'full' && name !== undefined ? html`${link} <span class="hex quiet">${full}</span>` : link
}

export function transactionLink(hash: Hash, form: 'short' | 'full' = 'short'): Html {
  return html`<a class="hex" href="/explorer/tx/${hash}" title="${hash}">${form === 'full' ? hash : shortHex(hash)}</a>`
}

export function blockLink(number: bigint): Html {
  return html`<a href="/explorer/block/${number}">${integer(number)}</a>`
}

/** One line: who did what with whom. In a list the amount stands in a column of its own. */
export function sentence(book: AddressBook, from: Address, summary: Summary, form: 'row' | 'full' = 'row'): Html {
  const { verb, counterparty, memo } = summary
  const amount = form === 'full' && summary.amount !== undefined ? html` <b>${summary.amount}</b>` : nothing
  const takesTo = ['sent', 'moved', 'minted'].includes(verb) || amount !== nothing
  const to = takesTo ? html` <span class="quiet">to</span>` : nothing
  const whom = counterparty === undefined ? nothing : html`${to} ${addressLink(book, counterparty)}`
  const reference = memo === undefined ? nothing : html` <span class="memo" title="Memo">${shortMemo(memo)}</span>`
  return html`${addressLink(book, from)} <span class="quiet">${verb}</span>${amount}${whom}${reference}`
}

/** What a transaction moved, or that it moved nothing. */
export function moved(summary: Summary | undefined, isFailed: boolean, isSealed: boolean): Html {
  if (isFailed) return html`<span class="bad">${isSealed ? 'Failed' : 'Will fail'}</span>`
  return html`${summary?.amount ?? ''}`
}

function shortMemo(memo: string): string {
  return memo.startsWith('0x') && memo.length === 66 ? `${memo.slice(0, 6)}…${memo.slice(-4)}` : memo
}

export function time(milliseconds: number, { now, precise = false }: { now: number; precise?: boolean }): Html {
  const iso = new Date(milliseconds).toISOString()
  const text = instant(milliseconds, precise)
  return html`<time datetime="${iso}">${text}</time> <span class="quiet">${duration(Math.max(0, now - milliseconds))} ago</span>`
}

export function facts(rows: ([string, Html | string] | undefined)[]): Html {
  return html`<dl class="facts">${rows.map(row => (row === undefined ? nothing : html`<div><dt>${row[0]}</dt><dd>${row[1]}</dd></div>`))}</dl>`
}

const words: Record<Level, string> = {
  accepted: 'Accepted',
  'pre-confirmed': 'Pre-confirmed',
  sealed: 'Sealed',
  safe: 'Safe',
  final: 'Final',
}

/** The confirmation track: each stop with the time it was reached, measured by the network from the acceptance on. */
export function track(stops: Stop[]): Html {
  return html`<ol class="track" aria-label="How far it has got">${stops.map((stop, index) => trackStop(stop, stops[index + 1]))}</ol>`
}

function trackStop({ level, reached, at, after }: Stop, next: Stop | undefined): Html {
  const state = next?.reached === true ? 'passed' : reached ? 'reached' : 'ahead'
  const measured =
    level === 'accepted' && at !== undefined
      ? html`<time datetime="${new Date(at).toISOString()}">${instant(at, true).slice(11, 23)}</time>`
      : after === undefined
        ? html`<span>${reached ? 'reached' : 'not yet'}</span>`
        : html`<span>+${integer(Math.round(after))} ms</span>`
  return html`<li class="${state}">${ring(level, reached)}<b>${words[level]}</b>${measured}</li>`
}

/** An empty ring lies ahead, a half-filled one is pre-confirmed, a full one with a tick is sealed or better. */
function ring(level: Level, reached: boolean): Html {
  const mark = !reached
    ? nothing
    : level === 'pre-confirmed'
      ? html`<path class="fill" d="M10 2.5a7.5 7.5 0 0 0 0 15z"/>`
      : level === 'accepted'
        ? html`<circle class="fill" cx="10" cy="10" r="3"/>`
        : html`<circle class="fill" cx="10" cy="10" r="7.5"/><path class="tick" d="m6.6 10.3 2.3 2.3 4.6-5"/>`
  return html`<svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true"><circle class="ring" cx="10" cy="10" r="7.5"/>${mark}</svg>`
}

export function decodedValues(book: AddressBook, values: DecodedValue[]): Html {
  if (values.length === 0) return nothing
  return html`<dl class="values">${values.map(
    item =>
      html`<div><dt>${item.name} <span class="type">${item.type}</span></dt><dd>${decodedValue(book, item)}</dd></div>`,
  )}</dl>`
}

function decodedValue(book: AddressBook, { name, type, value }: DecodedValue): Html {
  if (Array.isArray(value)) {
    const inner = type.replace(/\[\d*\]$/, '')
    return html`<ol class="list">${value.map(item => html`<li>${decodedValue(book, { name, type: inner, value: item })}</li>`)}</ol>`
  }
  if (type === 'address' && typeof value === 'string' && isAddress(value)) return addressLink(book, value, 'full')
  if (typeof value === 'bigint' || typeof value === 'number') return decodedNumber(name, BigInt(value))
  if (typeof value === 'object' && value !== null) {
    return html`<dl class="values">${Object.entries(value).map(
      ([part, item]) =>
        html`<div><dt>${part}</dt><dd>${decodedValue(book, { name: part, type: guessedType(item), value: item })}</dd></div>`,
    )}</dl>`
  }
  if (isHex(value) && type.startsWith('bytes')) return rawHex(value)
  return html`${String(value)}`
}

const namesOfTimes = /^(start|end)$|expiry$|expiration$|deadline$|^valid(After|Before)$|^finalizeAfter$/i

/** With the moment it stands for, when it is the time of something; nonces and salts are too long to be grouped. */
function decodedNumber(name: string, value: bigint): Html {
  const isTime = namesOfTimes.test(name) && value > 10n ** 9n && value < 10n ** 11n
  if (isTime)
    return html`<span class="number">${value}</span> <span class="quiet">${instant(Number(value) * 1000)}</span>`
  return html`<span class="number">${value < 10n ** 30n ? integer(value) : value}</span>`
}

/** The parts of a struct come without their types. */
function guessedType(value: unknown): string {
  if (typeof value !== 'string' || !value.startsWith('0x')) return ''
  return value.length === 42 ? 'address' : 'bytes'
}

/** Long data folds, so that a page of a large call stays readable. */
export function rawHex(value: Hex): Html {
  if (value.length <= 66) return html`<span class="hex wrap">${value}</span>`
  return html`<details><summary>${integer((value.length - 2) / 2)} bytes</summary><pre class="hex" tabindex="0">${value}</pre></details>`
}

export function empty(text: string): Html {
  return html`<p class="empty">${text}</p>`
}
