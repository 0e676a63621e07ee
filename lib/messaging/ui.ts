import type { Address, Hex } from 'viem'
import * as z from 'zod/mini'
import { addressSchema, hashSchema, hexSchema, quantitySchema } from '@/lib/values/hex'
import { type PaymentProcedureResults, paymentProcedureInputs } from './payments'
import type { EndpointHealthView, FailureView, SliceName, Slices, TransactionView } from './views'

/**
 * The whole language between the extension's own pages and the worker, over the runtime port `ui`.
 * A page calls procedures (one answer each) and subscribes to slices (whole value first, then a new value with every change).
 * Amounts are hex quantities in the smallest unit; times are milliseconds since the epoch.
 */

export type * from './views'

// ---- Procedures: what pages ask for -----------------------------------------------------------------------------------------

const password = z.string().check(z.minLength(1), z.maxLength(1024))
const phrase = z.string().check(z.maxLength(1024))
const phraseId = z.optional(z.string().check(z.maxLength(64)))
const credentialId = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,2048}$/))
/** 32 bytes. */
const prfOutput = hashSchema
const none = z.object({})

const readMethods = [
  'eth_blockNumber',
  'eth_call',
  'eth_getBalance',
  'eth_getBlockByNumber',
  'eth_getCode',
  'eth_getLogs',
  'eth_getTransactionByHash',
  'eth_getTransactionReceipt',
  'eth_simulateV1',
] as const

/** Name → what makes the schema of what goes in: of all of them, a worker needs few in its life. What comes out is in `ProcedureOutput`. */
export const procedureInputs = {
  /** A new phrase of 12 words, or 24, shown once; nothing is kept until `vault.create` or `phrase.add`. Only a top-level tab may ask. */
  'phrase.generate': () => z.object({ words: z.optional(z.union([z.literal(12), z.literal(24)])) }),
  /** The recovery phrases there are, by their ids alone. */
  'phrase.list': () => none,
  /** One more recovery phrase, with its first account. Only a top-level tab may ask. */
  'phrase.add': () => z.object({ phrase, passphrase: z.optional(z.string().check(z.maxLength(1024))) }),
  /** Creates the vault with the phrase (new or imported) and unlocks it. */
  'vault.create': () => z.object({ password, phrase, passphrase: z.optional(z.string().check(z.maxLength(1024))) }),
  'vault.unlock': () => z.object({ password }),
  'vault.lock': () => none,
  'vault.change-password': () => z.object({ password, newPassword: password }),
  /** Only a top-level tab may ask. */
  'vault.reveal-phrase': () => z.object({ password, phraseId }),
  'vault.reveal-key': () => z.object({ password, address: addressSchema }),
  /** Forgets everything on this device: keys, activity, sites. */
  'vault.erase': () => z.object({ confirmation: z.literal('erase') }),
  'vault.export-backup': () => z.object({ password }),
  'vault.import-backup': () => z.object({ backup: z.string().check(z.maxLength(1_000_000)), password }),
  /** The next account of a recovery phrase; of the first, where none is named. */
  'account.add': () => z.object({ name: z.optional(z.string().check(z.maxLength(64))), phraseId }),
  /** Looks on the selected network for accounts of a phrase that were used, and adds them (BIP-44 §Account discovery). */
  'account.discover': () => z.object({ phraseId }),
  /** All or some accounts in the wanted order. */
  'account.order': () => z.object({ addresses: z.array(addressSchema).check(z.maxLength(10_000)) }),
  /** Whose code the account runs on the selected network (EIP-7702). */
  'account.delegate': () => z.object({ address: addressSchema }),
  /** Makes an approval that takes the account's delegation back. */
  'account.clear-delegation': () => z.object({ address: addressSchema }),
  'account.import-key': () => z.object({ privateKey: z.string().check(z.maxLength(128)) }),
  'account.watch': () => z.object({ address: addressSchema }),
  'account.rename': () => z.object({ address: addressSchema, name: z.string().check(z.minLength(1), z.maxLength(64)) }),
  'account.hide': () => z.object({ address: addressSchema, hidden: z.boolean() }),
  /** Passkeys that can unlock, and what to ask them; also while locked. `null` without a wallet. */
  'passkey.list': () => none,
  /** Only a top-level tab may ask, as for `passkey.unlock`: the passkey's output is a secret. */
  'passkey.add': () =>
    z.object({ password, credentialId, prfOutput, name: z.optional(z.string().check(z.maxLength(64))) }),
  'passkey.unlock': () => z.object({ credentialId, prfOutput }),
  'passkey.remove': () => z.object({ credentialId }),
  /** A secret was copied: the clipboard is emptied in a minute, whether or not the page is still there. */
  'clipboard.clear-later': () => none,
  /** Where the database cannot be opened: deletes it and makes an empty one. The vault comes back from its second copy. */
  'database.rebuild': () => z.object({ confirmation: z.literal('rebuild') }),
  /** Records that did not have their shape when the browser started. */
  'database.set-aside': () => none,
  select: () => z.object({ chainId: z.optional(z.number()), address: z.optional(addressSchema) }),
  'settings.change': () =>
    z.object({
      lockAfterMinutes: z.optional(z.nullable(z.number().check(z.gte(1), z.lte(10_080)))),
      claimWindowEthereum: z.optional(z.boolean()),
      notifications: z.optional(z.boolean()),
      confirmations: z.optional(z.int().check(z.gte(1), z.lte(10_000))),
    }),
  /** Makes an approval of the wallet's own; the answer is its id. `value` null sends everything. */
  'send.propose': () =>
    z.object({
      to: addressSchema,
      value: z.nullable(quantitySchema),
      token: z.optional(z.nullable(addressSchema)),
      data: z.optional(hexSchema),
      /** The next free one where none is given. */
      nonce: z.optional(z.nullable(z.int().check(z.gte(0)))),
    }),
  'transaction.speed-up': () => z.object({ id: z.string() }),
  'transaction.cancel': () => z.object({ id: z.string() }),
  /** Fills the lowest number that nobody holds and this transaction waits for. */
  'transaction.fill-nonce': () => z.object({ id: z.string() }),
  /** Sends the same bytes again. */
  'transaction.resend': () => z.object({ id: z.string() }),
  /** `digest` is the one of what was shown; another one is refused with `approval-changed`. */
  'approval.approve': () =>
    z.object({
      id: z.string(),
      digest: hexSchema,
      /** For `connect`: the accounts chosen, the first is the active one. */
      accounts: z.optional(z.array(addressSchema)),
    }),
  /**
   * Allows another amount than a transaction asks to, in the token's smallest unit, or (`null`) what it asked to after all; `index`: of which call, where
   * there are several. A new digest follows.
   */
  'approval.limit-allowance': () =>
    z.object({
      id: z.string(),
      amount: z.nullable(quantitySchema),
      index: z.int().check(z.gte(0)),
    }),
  'approval.reject': () => z.object({ id: z.string() }),
  'approval.reject-all': () => none,
  /** Chooses a fee; the ceiling is part of the digest, so a new digest follows. */
  'approval.choose-fee': () =>
    z.object({
      id: z.string(),
      speed: z.enum(['slow', 'normal', 'fast', 'custom']),
      maxFeePerGas: z.optional(quantitySchema),
      maxPriorityFeePerGas: z.optional(quantitySchema),
    }),
  /** Gives names to addresses, new or known ones. */
  'contact.name': () =>
    z.object({
      contacts: z
        .array(z.object({ address: addressSchema, name: z.string().check(z.minLength(1), z.maxLength(64)) }))
        .check(z.minLength(1), z.maxLength(10_000)),
    }),
  'contact.remove': () => z.object({ address: addressSchema }),
  /** The newest transactions of every account on every network, as they are now. */
  'activity.everywhere': () => none,
  'faucet.drip': () => z.object({ kind: z.optional(z.enum(['native', 'token'])) }),
  /** What the contract at this address says of itself, on the selected network or another. Nothing is listed yet. */
  'token.look-up': () => z.object({ address: addressSchema, chainId: z.optional(z.number()) }),
  /** Lists a token, or keeps one that was found: from now on the person vouches for it. */
  'token.add': () => z.object({ address: addressSchema }),
  'token.hide': () => z.object({ address: addressSchema, hidden: z.boolean() }),
  /** Reads of a chain, for what only pages can decode. Each fails alone. */
  'chain.read': () =>
    z.object({
      chainId: z.number(),
      calls: z.array(z.object({ method: z.enum(readMethods), params: z.array(z.unknown()) })).check(z.maxLength(100)),
    }),
  /** How every endpoint has been doing, as far as the worker knows; none is asked for this. */
  'network.health': () => none,
  'network.probe': () => z.object({ http: z.url(), socket: z.nullable(z.url()) }),
  'network.set-endpoints': () =>
    z.object({
      chainId: z.number(),
      endpoints: z.array(z.object({ http: z.url(), socket: z.nullable(z.url()) })).check(z.minLength(1)),
    }),
  'network.add': () =>
    z.object({
      chainId: z.number(),
      name: z.string().check(z.minLength(1), z.maxLength(64)),
      symbol: z.string().check(z.minLength(1), z.maxLength(12)),
      endpoints: z.array(z.object({ http: z.url(), socket: z.nullable(z.url()) })).check(z.minLength(1)),
      explorerUrl: z.nullable(z.url()),
      testing: z.boolean(),
    }),
  'network.remove': () => z.object({ chainId: z.number() }),
  /** Which list of fraudulent sites is in use. */
  'phishing-list.read': () => none,
  /** Uses the list in this file from now on (its format is in docs/phishing-list.md); it must be of a later day than the one in use. */
  'phishing-list.replace': () => z.object({ text: z.string().check(z.maxLength(8_000_000)) }),
  /** Goes back to the list that came with the wallet. */
  'phishing-list.remove': () => none,
  'site.disconnect': () => z.object({ origin: z.string() }),
  'site.set-chain': () => z.object({ origin: z.string(), chainId: z.number() }),
  /** Shows this wallet to a site as another one, from the next load of its pages on; `null` ends it. */
  'site.pose': () => z.object({ origin: z.string().check(z.maxLength(300)), as: z.nullable(z.literal('metamask')) }),
  'site.mute': () => z.object({ origin: z.string(), untilMs: z.nullable(z.number()) }),
  ...paymentProcedureInputs,
} as const

export type ProcedureName = keyof typeof procedureInputs
export type ProcedureInput<Name extends ProcedureName> = z.infer<ReturnType<(typeof procedureInputs)[Name]>>

/** `result` is as the node gave it: whoever reads it judges it. */
export type ChainReadView =
  | { ok: true; result: unknown }
  | {
      ok: false
      failure: FailureView /** What the contract gave as its reason, if it was that. */
      revertData: unknown
    }

export interface ProbeView {
  chainId: number
  latencyMs: number
  pending: boolean
  socket: boolean
  preconfirmation: boolean
  simulate: boolean
  syncSend: boolean
}

export interface PasskeysView {
  /** PRF input (WebAuthn Level 3 §10.1.4), 32 bytes. */
  prfSalt: Hex
  /** `credentialId` in base64url. */
  credentials: { credentialId: string; name: string; createdAt: number }[]
}

export interface PhishingListView {
  source: string
  /** ISO day. */
  date: string
  licence: string
  count: number
  /** From a file of the person's. */
  own: boolean
}

interface ProcedureResults extends PaymentProcedureResults {
  'phrase.generate': { phrase: string }
  'phrase.list': { phrases: { id: string; createdAt: number }[] }
  'phrase.add': { phraseId: string; address: Address }
  /** `passphrase`: BIP-39's, `null` where there is none. */
  'vault.reveal-phrase': { phrase: string; passphrase: string | null }
  'vault.reveal-key': { privateKey: Hex }
  'vault.export-backup': { backup: string }
  /** Where each came from and when it was found (ms since the epoch), and all of them as JSON. */
  'database.set-aside': { rows: { store: string; at: number }[]; text: string }
  'account.add': { address: Address }
  'account.import-key': { address: Address }
  'account.discover': { added: Address[] }
  'account.delegate': { delegate: Address | null }
  'account.clear-delegation': { approvalId: string }
  'passkey.list': PasskeysView | null
  'activity.everywhere': { rows: TransactionView[] }
  'send.propose': { approvalId: string }
  'transaction.speed-up': { approvalId: string }
  'transaction.cancel': { approvalId: string }
  'transaction.fill-nonce': { approvalId: string }
  'network.health': { networks: { chainId: number; endpoints: EndpointHealthView[] }[] }
  'network.probe': ProbeView
  'phishing-list.read': PhishingListView
  'phishing-list.replace': PhishingListView
  'phishing-list.remove': PhishingListView
  'chain.read': { results: ChainReadView[] }
  /** `null` where nothing behaves like a token. */
  'token.look-up': { symbol: string; name: string; decimals: number } | null
}
export type ProcedureOutput<Name extends ProcedureName> = Name extends keyof ProcedureResults
  ? ProcedureResults[Name]
  : null

// ---- Frames -----------------------------------------------------------------------------------------------------------------

export const uiPortName = 'ui'

export type UiRequest =
  | { kind: 'call'; id: number; procedure: ProcedureName; input: unknown }
  | { kind: 'subscribe'; slices: SliceName[] }
  /** Decisions arm only while their window is really visible; also keeps the lock deadline moving on use. */
  | { kind: 'active' }
export type UiResponse =
  | { kind: 'result'; id: number; output: unknown }
  | { kind: 'failure'; id: number; failure: FailureView }
  | { [Name in SliceName]: { kind: 'slice'; name: Name; value: Slices[Name] } }[SliceName]
  /** One row of `activity`, new or changed; spares sending all of them. */
  | { kind: 'activity-row'; row: TransactionView }
