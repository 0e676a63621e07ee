import type { Address, Hex } from 'viem'
import * as z from 'zod/mini'
import { fileBudget } from '@/lib/base/budgets'
import { conditionsSchema } from '@/lib/base/conditions'
import { Failure } from '@/lib/base/failure'
import {
  addressSchema as address,
  hashSchema as hash,
  hexSchema as hex,
  quantitySchema as quantity,
} from '@/lib/base/hex-schemas'
import { listKinds } from '@/lib/base/list-kind'
import { type NetworkId, networkIdSchema as networkId } from '@/lib/base/network-id'
import { type FaultView, faultNature, type NetworkFaultsView } from './faults'
import type { DescriptorsView } from './lists'
import { paymentProcedures } from './payment-procedures'
import {
  always,
  anywhere,
  developerPanel,
  everyPage,
  gives,
  home,
  nothing,
  once,
  proposal,
  repeatable,
  row,
  tab,
  unlocked,
  wallet,
  withCamera,
} from './procedure-row'
import type { ConditionSupport } from './requests'
import type {
  ArrivalView,
  ChainReadView,
  DescriptorFileView,
  EndpointHealthView,
  ItemView,
  ListedTokenView,
  NetworkTimesView,
  PasskeysView,
  PastProgressView,
  PhraseCheck,
  PhraseView,
  ProbeView,
  TransactionView,
} from './views'

/**
 * What a page may ask of the worker. Columns: where it may be called, whether the wallet must be unlocked, whether two
 * calls have the effect of one, the type of the answer, the fields of the input.
 *
 * Before a handler runs, the worker's edge refuses a call with one of these failures, and nothing has happened:
 * `procedure-unknown`, `wrong-surface`, `locked`, `invalid-input` {field}.
 */

const password = z.string().check(z.minLength(1), z.maxLength(1024))
const phrase = z.string().check(z.maxLength(1024))
const passphrase = z.optional(phrase)
const wordCount = z.optional(z.union([z.literal(12), z.literal(24)]))
const phraseId = z.optional(z.string().check(z.maxLength(64)))
const name = z.string().check(z.minLength(1), z.maxLength(64))
const devicePath = z.string().check(z.regex(/^m(?:\/\d{1,10}'?){1,10}$/))
/** The path as a person writes it; the keyring reads it. */
const path = z.string().check(z.maxLength(128))
const optionalName = z.optional(z.string().check(z.maxLength(64)))
const privateKey = z.string().check(z.maxLength(128))
const keystore = z.string().check(z.maxLength(fileBudget.keystoreBytes))
const backup = z.string().check(z.maxLength(fileBudget.backupBytes))
const credentialId = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,2048}$/))
const id = z.string()
const origin = z.string()
const chainId = z.number()
/** Decimal text. */
const tokenId = z.string().check(z.refine(text => /^\d{1,78}$/.test(text) && BigInt(text) < 1n << 256n))
const listId = z.string().check(z.maxLength(64))
const listHead = { kind: z.enum(listKinds), name }
const endpoint = () => ({ http: z.url(), socket: z.nullable(z.url()) })
const endpoints = () => z.array(z.object(endpoint())).check(z.minLength(1))
const networkHead = () => ({
  name,
  symbol: z.string().check(z.minLength(1), z.maxLength(12)),
  explorerUrl: z.nullable(z.url()),
  faucetUrl: z.nullable(z.url()),
  testing: z.boolean(),
})

/** Methods that change nothing. */
const readMethods = [
  ...['eth_blockNumber', 'eth_call', 'eth_getBalance', 'eth_getBlockByNumber', 'eth_getCode', 'eth_getLogs'],
  ...['eth_getTransactionByHash', 'eth_getTransactionReceipt', 'eth_simulateV1'],
  ...['mevcommit_getTransactionCommitments'],
] as const

export const procedures = {
  // ---- Recovery phrases, keys and the vault ----

  /** A new recovery phrase of 12 words (or 24). Nothing is kept until `vault.create` or `phrase.add`. */
  'phrase.generate': row(tab, always, repeatable, gives<{ phrase: string }>, () => ({ words: wordCount })),
  /** Whether words are a recovery phrase, and what is wrong with them. Nothing is kept. */
  'phrase.check': row(tab, always, repeatable, gives<PhraseCheck>, () => ({ phrase })),
  /** Ids and creation times of the recovery phrases. */
  'phrase.list': row(home, unlocked, repeatable, gives<{ phrases: PhraseView[] }>),
  'phrase.name': row(home, unlocked, repeatable, nothing, () => ({ phraseId: id, name })),
  /** Takes all accounts of a phrase off the list, and the phrase out of the vault. */
  'phrase.remove': row(tab, unlocked, once, nothing, () => ({ phraseId: id, password })),
  /** Adds a recovery phrase and its first account. */
  'phrase.add': row(tab, unlocked, once, gives<{ phraseId: string; address: Address }>, () => ({ phrase, passphrase })),
  /** Creates the vault with a new or imported phrase and unlocks it. */
  'vault.create': row(tab, always, once, nothing, () => ({ password, phrase, passphrase })),
  'vault.unlock': row(anywhere, always, repeatable, nothing, () => ({ password })),
  'vault.lock': row(anywhere, always, repeatable, nothing),
  'vault.change-password': row(home, unlocked, once, nothing, () => ({ password, newPassword: password })),
  /** `passphrase`: that of BIP-39, `null` where there is none. */
  'vault.reveal-phrase': row(tab, unlocked, repeatable, gives<{ phrase: string; passphrase: string | null }>, () => ({
    password,
    phraseId,
  })),
  'vault.reveal-key': row(tab, unlocked, repeatable, gives<{ privateKey: Hex }>, () => ({ password, address })),
  /** Deletes keys, activity and sites from this device. */
  'vault.erase': row(home, always, once, nothing, () => ({ confirmation: z.literal('erase') })),
  /** The text of an encrypted backup file. */
  'vault.export-backup': row(tab, unlocked, repeatable, gives<{ backup: string }>, () => ({ password })),
  'vault.import-backup': row(tab, always, once, nothing, () => ({ backup, password })),
  /** Opens the file and keeps nothing of it. `createdAt`: ms since the epoch; `lacks`: accounts that are not in it. */
  'vault.check-backup': row(tab, unlocked, repeatable, gives<{ createdAt: number; lacks: number }>, () => ({
    ...{ backup, password },
  })),
  /** Adds what the open wallet has not. */
  'vault.merge-backup': row(tab, unlocked, repeatable, gives<{ added: Address[] }>, () => ({ backup, password })),
  /** Passkeys that can unlock, and their PRF input; `null` without a wallet. */
  'passkey.list': row(anywhere, always, repeatable, gives<PasskeysView | null>),
  /** `prfOutput`: the passkey's secret, 32 bytes. */
  'passkey.add': row(tab, unlocked, once, nothing, () => ({
    password,
    credentialId,
    prfOutput: hash,
    name: optionalName,
  })),
  'passkey.unlock': row(anywhere, always, repeatable, nothing, () => ({ credentialId, prfOutput: hash })),
  'passkey.remove': row(home, unlocked, once, nothing, () => ({ credentialId })),
  /** Empties the clipboard in a minute, whether or not the page is still open. */
  'clipboard.clear-later': row(tab, always, repeatable, nothing),

  // ---- Accounts ----

  /** Selects the account or the network of the wallet's own screens, or both. */
  select: row(wallet, unlocked, repeatable, nothing, () => ({
    networkId: z.optional(networkId),
    address: z.optional(address),
  })),
  /** The account's key as a keystore file (version 3), encrypted with `filePassword`. */
  'account.export-keystore': row(tab, unlocked, repeatable, gives<{ keystore: string }>, () => ({
    address,
    password,
    filePassword: password,
  })),
  /** Adds the next account of a recovery phrase, of the first phrase where none is named, and selects it. */
  'account.add': row(wallet, unlocked, once, gives<{ address: Address }>, () => ({ name: optionalName, phraseId })),
  /**
   * The addresses of a phrase (absent: the first) at these paths, and on which of these networks each has money or has
   * sent a transaction. `silent`: the networks without an answer for all of them. Nothing is added.
   */
  'account.look': row(
    home,
    unlocked,
    repeatable,
    gives<{ accounts: { path: string; address: Address; usedOn: NetworkId[] }[]; silent: NetworkId[] }>,
    () => ({
      phraseId,
      paths: z.array(path).check(z.maxLength(10)),
      networkIds: z.array(networkId).check(z.maxLength(200)),
    }),
  ),
  /** Adds the accounts of a phrase at these paths in one step, but for those that the wallet has. */
  'account.add-at-paths': row(home, unlocked, repeatable, nothing, () => ({
    phraseId,
    paths: z.array(path).check(z.maxLength(1_000)),
  })),
  'account.add-at-path': row(home, unlocked, once, gives<{ address: Address }>, () => ({ phraseId: id, path })),
  /** Lists these accounts first, in this order. */
  'account.order': row(home, unlocked, repeatable, nothing, () => ({
    addresses: z.array(address).check(z.maxLength(10_000)),
  })),
  /** The contract whose code the account runs on the selected network. @see EIP-7702 */
  'account.delegate': row(home, unlocked, repeatable, gives<{ delegate: Address | null }>, () => ({ address })),
  /** Which of these have money or have sent a transaction, on the selected network. */
  'account.used': row(home, unlocked, repeatable, gives<{ used: Address[] }>, () => ({
    addresses: z.array(address).check(z.maxLength(20)),
  })),
  /**
   * Asks every network for the delegations of every account. `silent`: the networks that did not answer. @see EIP-7702
   */
  'account.delegations': row(
    home,
    unlocked,
    repeatable,
    gives<{ found: { networkId: NetworkId; address: Address; delegate: Address }[]; silent: NetworkId[] }>,
  ),
  /** Proposes the transaction that makes the account run the code of this contract. @see EIP-7702 */
  'account.delegate-to': row(home, unlocked, once, proposal, () => ({ address, networkId, delegate: address })),
  /**
   * Proposes the transaction that ends the account's delegation. `payer`: another account of the wallet that sends and
   * pays it.
   */
  'account.clear-delegation': row(home, unlocked, once, proposal, () => ({
    address,
    networkId,
    payer: z.optional(address),
  })),
  /** The address of a private key; nothing is kept. */
  'account.open-key': row(tab, unlocked, repeatable, gives<{ address: Address }>, () => ({ privateKey })),
  'account.import-key': row(tab, unlocked, once, gives<{ address: Address }>, () => ({ privateKey })),
  /** The address whose key a keystore file has; nothing is kept. `password`: the file's. */
  'account.open-keystore': row(tab, unlocked, repeatable, gives<{ address: Address }>, () => ({ keystore, password })),
  'account.import-keystore': row(tab, unlocked, once, gives<{ address: Address }>, () => ({ keystore, password })),
  'account.watch': row(home, unlocked, repeatable, nothing, () => ({ address })),
  /** Adds accounts whose keys are on a device, and selects the first. `device`: what it calls itself. */
  'account.add-device': row(tab, unlocked, once, gives<{ added: Address[] }>, () => ({
    accounts: z
      .array(
        z.discriminatedUnion('kind', [
          z.object({
            kind: z.literal('qr'),
            address,
            path: devicePath,
            fingerprint: z.string().check(z.regex(/^[0-9a-f]{8}$/)),
          }),
          z.object({ kind: z.literal('ledger'), address, path: devicePath }),
        ]),
      )
      .check(z.minLength(1), z.maxLength(100)),
    device: z.nullable(z.string().check(z.minLength(1), z.maxLength(64))),
  })),
  'account.rename': row(home, unlocked, repeatable, nothing, () => ({ address, name })),
  /** Takes an account off the list. `password` where the key or phrase goes with it. */
  'account.remove': row(tab, unlocked, once, nothing, () => ({ address, password: z.optional(password) })),
  'account.hide': row(home, unlocked, repeatable, nothing, () => ({ address, hidden: z.boolean() })),
  /** Names addresses, new or known. */
  'contact.name': row(wallet, unlocked, repeatable, nothing, () => ({
    contacts: z.array(z.object({ address, name })).check(z.minLength(1), z.maxLength(10_000)),
  })),
  'contact.remove': row(home, unlocked, repeatable, nothing, () => ({ address })),

  // ---- Transactions and decisions ----

  /**
   * Proposes a payment from the selected account. `value` null: all of it. `nonce` left out: the next free one.
   * `linkOrigin`: of the page whose payment link it comes from. `statedPurpose`: what the link says that it is for.
   */
  'send.propose': row(wallet, unlocked, once, proposal, () => ({
    to: address,
    value: z.nullable(quantity),
    token: z.optional(z.nullable(address)),
    data: z.optional(hex),
    nonce: z.optional(z.nullable(z.int().check(z.gte(0)))),
    conditions: z.optional(conditionsSchema),
    linkOrigin: z.optional(z.url()),
    statedPurpose: z.optional(z.string().check(z.maxLength(200))),
  })),
  /** Tries whether a network takes conditions. */
  'send.conditions': row(anywhere, unlocked, repeatable, gives<ConditionSupport>, () => ({ networkId })),
  /** Proposes several calls without value from the selected account. */
  'send.propose-several': row(wallet, unlocked, once, proposal, () => ({
    calls: z.array(z.object({ to: address, data: hex })).check(z.minLength(2), z.maxLength(20)),
  })),
  'transaction.speed-up': row(wallet, unlocked, once, proposal, () => ({ id })),
  'transaction.cancel': row(wallet, unlocked, once, proposal, () => ({ id })),
  /** Proposes the cancellation of everything of this transaction's account that waits, in one decision. */
  'transaction.cancel-all': row(wallet, unlocked, once, proposal, () => ({ id })),
  /** Sets the gas limit; `null`: what the wallet finds to be enough. The digest changes. */
  'approval.choose-gas': row(anywhere, unlocked, repeatable, nothing, () => ({ id, gas: z.nullable(quantity) })),
  /** Proposes a transaction with the lowest missing nonce that this transaction waits for. */
  'transaction.fill-nonce': row(wallet, unlocked, once, proposal, () => ({ id })),
  /** Sends the same bytes again. */
  'transaction.resend': row(wallet, unlocked, repeatable, nothing, () => ({ id })),
  /** Reads the selected account's transaction numbers from the chain anew. @returns the next free one */
  'account.read-numbers': row(wallet, unlocked, repeatable, gives<{ next: number }>),
  /** One step of the search for what past blocks did to the selected account; call it again until it is done. */
  'activity.look-back': row(wallet, unlocked, repeatable, gives<PastProgressView>),
  /** The newest transactions and arrivals of every account on every network. */
  'activity.everywhere': row(wallet, unlocked, repeatable, gives<{ rows: TransactionView[]; arrivals: ArrivalView[] }>),
  /** Every transaction and arrival of an account, on every network. */
  'activity.export': row(
    home,
    unlocked,
    repeatable,
    gives<{ rows: TransactionView[]; arrivals: ArrivalView[] }>,
    () => ({ address }),
  ),
  /**
   * `digest`: of what was shown; another one is refused with `approval-changed`. `accounts`: those chosen for
   * `connect`, the active one first.
   */
  'approval.approve': row(anywhere, unlocked, repeatable, nothing, () => ({
    id,
    digest: hex,
    accounts: z.optional(z.array(address)),
  })),
  'approval.reject': row(anywhere, unlocked, repeatable, nothing, () => ({ id })),
  'approval.reject-all': row(anywhere, unlocked, repeatable, nothing),
  /** Sets the fee. The ceiling is part of the digest, so the digest changes. */
  'approval.choose-fee': row(anywhere, unlocked, repeatable, nothing, () => ({
    id,
    speed: z.enum(['slow', 'normal', 'fast', 'custom']),
    maxFeePerGas: z.optional(quantity),
    maxPriorityFeePerGas: z.optional(quantity),
  })),
  /** Sets the nonce; `null`: the next one. The digest changes. */
  'approval.choose-nonce': row(anywhere, unlocked, repeatable, nothing, () => ({
    id,
    nonce: z.nullable(z.int().check(z.gte(0))),
  })),
  /** Sets what has to hold for it to be included; `null`: nothing. The digest changes. */
  'approval.choose-conditions': row(anywhere, unlocked, repeatable, nothing, () => ({
    id,
    conditions: z.nullable(conditionsSchema),
  })),
  /** Proposes a transaction with the lowest missing nonce of the account that would sign this one. */
  'approval.fill-nonce': row(anywhere, unlocked, once, proposal, () => ({ id })),
  /**
   * Sets the amount that call number `index` allows, in the token's smallest unit; `null`: the amount it asked for. The
   * digest changes.
   */
  'approval.limit-allowance': row(anywhere, unlocked, repeatable, nothing, () => ({
    id,
    amount: z.nullable(quantity),
    index: z.int().check(z.gte(0)),
  })),
  /** Sets how several calls are made. The digest changes. */
  'approval.choose-together': row(anywhere, unlocked, repeatable, nothing, () => ({
    id,
    choice: z.enum(['once', 'keep', 'apart']),
  })),

  /**
   * Hands in the signature that a device gave for a request. `waits`: the device is asked for the next of several
   * calls. Refused with `signer-wrong-key` where it is not the account's, and the request goes on waiting.
   */
  'signer.answer': row(withCamera, unlocked, once, gives<{ waits: boolean }>, () => ({
    id,
    requestId: z.string().check(z.regex(/^[0-9a-f]{32}$/)),
    signature: hex.check(z.refine(signature => signature.length <= 200)),
  })),
  /** Withdraws a request for a signature from a device. */
  'signer.take-back': row(anywhere, unlocked, repeatable, nothing, () => ({ id })),

  // ---- Tokens and networks ----

  /**
   * What the contract says of itself on a network, the selected one where none is named; `null` where it is no token.
   */
  'token.look-up': row(
    anywhere,
    unlocked,
    repeatable,
    gives<{ symbol: string; name: string; decimals: number } | null>,
    () => ({ address, networkId: z.optional(networkId) }),
  ),
  /**
   * Lists a token on a network, the selected one where none is named; a `found` one becomes one of the person's.
   */
  'token.add': row(wallet, unlocked, repeatable, nothing, () => ({ address, networkId: z.optional(networkId) })),
  /** Listed tokens of every network. */
  'token.everywhere': row(home, unlocked, repeatable, gives<{ tokens: ListedTokenView[] }>),
  'token.hide': row(wallet, unlocked, repeatable, nothing, () => ({ address, hidden: z.boolean() })),
  /** Items on the selected network, newest first. Whether an account has them, a page reads by itself. */
  'item.list': row(wallet, unlocked, repeatable, gives<{ items: ItemView[] }>),
  /** Reads an item's contract and lists the item. */
  'item.add': row(wallet, unlocked, repeatable, gives<ItemView>, () => ({ address, id: tokenId })),
  'item.remove': row(wallet, unlocked, repeatable, nothing, () => ({ address, id: tokenId })),
  'faucet.drip': row(wallet, unlocked, once, nothing, () => ({ kind: z.optional(z.enum(['native', 'token'])) })),
  /** Reads a chain for a page that decodes the replies itself. Each call fails alone. */
  'chain.read': row(anywhere, unlocked, repeatable, gives<{ results: ChainReadView[] }>, () => ({
    networkId,
    calls: z.array(z.object({ method: z.enum(readMethods), params: z.array(z.unknown()) })).check(z.maxLength(100)),
  })),
  /** How the endpoints have answered so far. No request is made. */
  'network.health': row(
    home,
    unlocked,
    repeatable,
    gives<{ networks: { networkId: NetworkId; endpoints: EndpointHealthView[] }[] }>,
  ),
  /** How long transactions of this wallet took on each network where some were measured. No request is made. */
  'network.times': row(home, unlocked, repeatable, gives<{ networks: NetworkTimesView[] }>),
  /** Measures what an endpoint can do. */
  'network.probe': row(anywhere, unlocked, repeatable, gives<ProbeView>, endpoint),
  /** Forgets the block that an endpoint called final, and verifies the endpoints anew. */
  'network.forget-landmarks': row(home, unlocked, repeatable, nothing, () => ({ networkId, http: z.string() })),
  'network.set-endpoints': row(home, unlocked, repeatable, nothing, () => ({ networkId, endpoints: endpoints() })),
  'network.add': row(home, unlocked, once, nothing, () => ({
    chainId,
    endpoints: endpoints(),
    ...networkHead(),
  })),
  /** Changes all of a network but its chain id and its endpoints, also of a preset. */
  'network.edit': row(home, unlocked, repeatable, nothing, () => ({ networkId, ...networkHead() })),
  /** Removes a network, or what was changed of a preset. */
  'network.remove': row(home, unlocked, repeatable, nothing, () => ({ networkId })),

  // ---- Public lists ----

  /** Subscribes to lists that the wallet offers, and starts to fetch them. */
  'list.subscribe': row(home, unlocked, repeatable, nothing, () => ({
    presets: z.array(listId).check(z.maxLength(50)),
  })),
  /** Fetches a list from an address of the person's (https, or this machine) and subscribes to it. */
  'list.add': row(home, unlocked, once, nothing, () => ({ ...listHead, url: z.string().check(z.maxLength(2_000)) })),
  /** Keeps a list from a file. One of that kind and name is replaced. */
  'list.import': row(home, unlocked, repeatable, nothing, () => ({
    ...listHead,
    text: z.string().check(z.maxLength(fileBudget.listCharacters)),
  })),
  'list.switch': row(home, unlocked, repeatable, nothing, () => ({ id: listId, on: z.boolean() })),
  /** Fetches the list now; with `anyway`, takes it also where it is older, or far smaller or larger, than before. */
  'list.update': row(home, unlocked, repeatable, nothing, () => ({ id: listId, anyway: z.optional(z.boolean()) })),
  'list.remove': row(home, unlocked, repeatable, nothing, () => ({ id: listId })),

  // ---- Sites and settings ----

  'site.disconnect': row(wallet, unlocked, repeatable, nothing, () => ({ origin })),
  'site.set-chain': row(wallet, unlocked, repeatable, nothing, () => ({ origin, networkId })),
  /** Presents this wallet to the site as another one from its next load on; `null` ends it. */
  'site.pose': row(wallet, unlocked, repeatable, nothing, () => ({
    origin: z.string().check(z.maxLength(300)),
    as: z.nullable(z.literal('metamask')),
  })),
  /** Ignores the site until that time (ms since the epoch); `null` ends it. */
  'site.mute': row(anywhere, unlocked, repeatable, nothing, () => ({ origin, untilMs: z.nullable(z.number()) })),
  /** The clear-signing descriptors (ERC-7730) that the person added, in order. */
  'descriptor.list': row(anywhere, unlocked, repeatable, gives<{ files: DescriptorFileView[] }>),
  /**
   * Descriptors for a contract, or for messages of a domain, from the registries that the person subscribed to.
   * `domain`: name of the domain (EIP-712); `null` for a call.
   */
  'descriptor.listed': row(anywhere, unlocked, repeatable, gives<{ lists: DescriptorsView[] }>, () => ({
    chainId,
    contract: z.nullable(address),
    domain: z.nullable(z.string().check(z.maxLength(200))),
  })),
  /** Keeps these files and no others. A page has read each of them, and reads it again before it is used. */
  'descriptor.keep': row(home, unlocked, repeatable, nothing, () => ({
    files: z
      .array(z.object({ name: z.string().check(z.maxLength(200)), text: z.string().check(z.maxLength(1_048_576)) }))
      .check(z.maxLength(50)),
  })),
  /** `lockAfterMinutes`: null for never. `confirmations`: blocks. Fields left out stay as they are. */
  'settings.change': row(home, unlocked, repeatable, nothing, () => ({
    lockAfterMinutes: z.optional(z.nullable(z.number().check(z.gte(1), z.lte(10_080)))),
    claimWindowEthereum: z.optional(z.boolean()),
    notifications: z.optional(z.boolean()),
    confirmations: z.optional(z.int().check(z.gte(1), z.lte(10_000))),
    developerPanel: z.optional(z.boolean()),
  })),
  /** The whole texts of an entry of the slice `requestLog`; `null` if it is gone. */
  'request-log.read': row(
    developerPanel,
    unlocked,
    repeatable,
    gives<{ texts: { params: string; answer: string | null } | null }>,
    () => ({ number: z.int() }),
  ),
  /** Replaces a database that cannot be opened with an empty one. The vault comes back from its second copy. */
  'database.rebuild': row(anywhere, always, once, nothing, () => ({
    /** `rebuild-without-keys`: although no whole second copy of the vault could be read. */
    confirmation: z.enum(['rebuild', 'rebuild-without-keys']),
  })),
  /** Why the wallet did not start, and whether the second copy of its vault is whole. */
  'database.start-failure': row(
    anywhere,
    always,
    repeatable,
    gives<{ reason: string; vaultCopy: 'valid' | 'doubted' | 'absent' | 'damaged' | 'newer' | 'unreadable' }>,
  ),
  /** The second copy of the vault, encrypted as it is, as a backup file. Only where the wallet did not start. */
  'database.vault-copy': row(tab, always, repeatable, gives<{ backup: string }>),
  /** Starts the wallet again, where it did not start. */
  'database.start-again': row(anywhere, always, repeatable, nothing),
  /**
   * Rows that did not have their shape when the browser started: store and time (ms since the epoch) of each, and all
   * of them as JSON text.
   */
  'database.set-aside': row(home, unlocked, repeatable, gives<{ rows: { store: string; at: number }[]; text: string }>),

  // ---- Faults ----

  /** An error that no code of a page caught. */
  'fault.report': row(everyPage, always, once, nothing, faultNature),
  /** Every kind of fault, newest first. Works without a database. */
  'fault.list': row(home, always, repeatable, gives<{ faults: FaultView[] }>),
  'fault.clear': row(home, always, repeatable, nothing),
  /** How each network has answered and how fast it confirmed. No request is made. */
  'fault.networks': row(home, unlocked, repeatable, gives<{ networks: NetworkFaultsView[] }>),

  ...paymentProcedures,
}

export type ProcedureName = keyof typeof procedures
type Row<Name extends ProcedureName> = (typeof procedures)[Name]
export type ProcedureInput<Name extends ProcedureName> = z.infer<
  z.ZodMiniObject<ReturnType<NonNullable<Row<Name>['input']>>>
>
export type ProcedureOutput<Name extends ProcedureName> = Parameters<Row<Name>['output']>[0]

/** What the worker does for each procedure. Surface, lock and shape of the input have been checked before. */
export type ProcedureHandlers = {
  [Name in ProcedureName]: (
    input: ProcedureInput<Name>,
  ) => Promise<[ProcedureOutput<Name>] extends [null] ? void : ProcedureOutput<Name>>
}
/** The handlers of the procedures whose names begin so: `HandlersOf<'vault' | 'passkey'>`. */
export type HandlersOf<Area extends string> = Pick<
  ProcedureHandlers,
  Extract<ProcedureName, Area | `${Area}.${string}`>
>
export type PaymentHandlers = Pick<ProcedureHandlers, keyof typeof paymentProcedures>

export function isProcedure(name: string): name is ProcedureName {
  return Object.hasOwn(procedures, name)
}

/**
 * The input, checked against its row.
 * @throws Failure `invalid-input` {procedure, field}: the path of the field, never its value, which may be a secret
 */
export function readInput<Name extends ProcedureName>(procedure: Name, input: unknown): ProcedureInput<Name> {
  const parsed = z.object(procedures[procedure].input?.() ?? {}).safeParse(input)
  if (parsed.success) return parsed.data as ProcedureInput<Name>
  throw new Failure('invalid-input', { procedure, field: parsed.error.issues[0]?.path.join('.') ?? '' })
}
