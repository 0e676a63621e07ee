import type { toLimitProof } from './limit-proof'
import type { createPayments } from './payments'

/** What the script leaves for the worker. */
interface PaymentsScript {
  createPayments: typeof createPayments
  toLimitProof: typeof toLimitProof
}

const script = '/payments.js'

declare global {
  var preludePayments: PaymentsScript | undefined
  function importScripts(...urls: string[]): void
}

/** Called by the script itself. */
export function announcePayments(given: PaymentsScript): void {
  globalThis.preludePayments = given
}

/**
 * A worker may only import later what it imported once while it was being installed (Service Workers §3.3, the script resource map): so it does. Where the background is a
 * document (Firefox), its manifest names the script.
 */
export function offerPayments(): void {
  if (typeof importScripts === 'function') globalThis.addEventListener('install', () => importScripts(script))
}

/** Payments are a fifth of the worker's code, and most of its lives need none of it: it is read when the first of them does. */
export function loadPayments(): PaymentsScript {
  if (globalThis.preludePayments === undefined) importScripts(script)
  const { preludePayments } = globalThis
  if (preludePayments === undefined) throw new Error('the payments script said nothing')
  return preludePayments
}
