import * as z from 'zod/mini'
import { accessListSchema } from '@/lib/base/access-list'
import { conditionsSchema } from '@/lib/base/conditions'
import { addressSchema, hashSchema, hexSchema } from '@/lib/base/hex-schemas'
import { levels, promisers, setbacks } from '@/lib/base/level'
import { listKinds } from '@/lib/base/list-kind'
import { networkFields } from '@/lib/base/network-fields'
import { networkIdSchema } from '@/lib/base/network-id'
import { transactionPurposes } from '@/lib/base/transaction-purpose'
import type { PowerChange } from '@/lib/reading/native/changes'

/**
 * The rows of the database, one schema per object store. Amounts are `bigint` in the smallest unit (IndexedDB stores
 * them as they are), times are milliseconds since the epoch, addresses in keys are lower case.
 */

const amount = z.bigint()
const time = z.number()

/** One stop of a transaction's history: a level reached, or a setback. */
export const historyEntrySchema = z.lazy(() =>
  z.object({ at: time, level: z.enum(levels), event: z.optional(z.enum(setbacks)) }),
)

export const receiptRecordSchema = z.lazy(() =>
  z.object({
    /** `null` while only pre-confirmed. */
    blockHash: z.nullable(hashSchema),
    /**
     * Who promised the block while it was not sealed: the validator that proposed it, until the others have voted; or
     * block builders, who committed to including the transaction and did not execute it, so that status and gas say
     * nothing. Absent: the sequencer, which executed it, or it is sealed.
     */
    promisedBy: z.optional(z.enum(promisers)),
    blockNumber: amount,
    /** `unread`: its block is known, and no endpoint's receipt says in a form that can be read whether it succeeded. */
    status: z.enum(['success', 'reverted', 'unread']),
    gasUsed: z.nullable(amount),
    /** The fields of the receipt that came and could not be read. */
    unread: z.optional(z.array(z.string())),
    /** `null` where the chain leaves it out. */
    effectiveGasPrice: z.nullable(amount),
    l1Fee: z.nullable(amount),
    contractAddress: z.nullable(addressSchema),
  }),
)
export type ReceiptRecord = z.infer<typeof receiptRecordSchema>

/** The journal: written, with nonce and signed bytes, before the first byte leaves (invariant 4). */
export const transactionRecordSchema = z.lazy(() =>
  z.object({
    /** The id of the approval it was signed for. */
    id: z.string(),
    networkId: networkIdSchema,
    /** The chain id that is signed. */
    chainId: z.number(),
    /** Counts the restarts of the network from another genesis. */
    epoch: z.number(),
    from: addressSchema,
    nonce: z.number(),
    to: z.nullable(addressSchema),
    value: amount,
    data: hexSchema,
    /** Absent: none. */
    accessList: z.optional(accessListSchema),
    /** Type 0x4: the contract whose code the account runs from then on; the zero address for none. */
    delegate: z.optional(addressSchema),
    /**
     * Type 0x4 that another account sends: whose delegation it ends, the nonce that this takes of that account, and
     * whether the chain has that account without code since; `null` until it was read there.
     */
    authority: z.optional(z.object({ address: addressSchema, nonce: z.number(), isCleared: z.nullable(z.boolean()) })),
    /** Without all of which it is not sent. Absent: there are none. */
    conditions: z.optional(conditionsSchema),
    /** Its conditions can no longer hold, and no endpoint that was asked has it. */
    isOver: z.optional(z.literal(true)),
    gas: amount,
    maxFeePerGas: amount,
    maxPriorityFeePerGas: amount,
    raw: hexSchema,
    hash: hashSchema,
    /** The site that asked, or `null` when it was made in the wallet. */
    origin: z.nullable(z.string()),
    purpose: z.enum(transactionPurposes),
    /** The row this one tries to replace (same nonce). */
    replaces: z.nullable(z.string()),
    level: z.enum(levels),
    /** How it ended without being included, if so. */
    ended: z.nullable(z.enum(['taken', 'replaced', 'dropped', 'lost'])),
    /**
     * What took its nonce, of a replaced one. `hash` is `null` where it was not found; `final`: no reorganisation can
     * undo it.
     */
    replacement: z.optional(z.object({ hash: z.nullable(hashSchema), final: z.boolean() })),
    receipt: z.nullable(receiptRecordSchema),
    history: z.array(historyEntrySchema),
    createdAt: time,
    /** 1 while it must still be watched (indexable; booleans are not). */
    inFlight: z.union([z.literal(0), z.literal(1)]),
    /** Why the endpoint refused it, in the endpoint's words. */
    refusal: z.nullable(z.string()),
    /** Not signed by this wallet: submitted for `origin`, and watched for that site alone. */
    foreign: z.optional(z.literal(true)),
  }),
)
export type TransactionRecord = z.infer<typeof transactionRecordSchema>

/** Next free nonce by this wallet's own reckoning, per network, epoch and address. */
export const nonceRecordSchema = z.object({
  /** `<networkId>:<epoch>:<address>` */
  key: z.string(),
  next: z.number(),
})
export type NonceRecord = z.infer<typeof nonceRecordSchema>

/** Prices of gas, tips included, over the last hours of a network: what an endpoint's figures are held against. */
export const feesRecordSchema = z.lazy(() =>
  z.object({
    networkId: networkIdSchema,
    samples: z.array(z.object({ at: time, baseFeePerGas: amount })),
  }),
)
export type FeesRecord = z.infer<typeof feesRecordSchema>

const devicePathSchema = z.lazy(() => z.string().check(z.regex(/^m(?:\/\d{1,10}'?){1,10}$/)))

export const accountRecordSchema = z.lazy(() =>
  z.object({
    address: addressSchema,
    name: z.string(),
    order: z.number(),
    hidden: z.boolean(),
    createdAt: time,
    /** Under which the vault has the address's imported key. Absent: under the address, or there is none. */
    keyId: z.exactOptional(z.string()),
    source: z.discriminatedUnion('kind', [
      /** BIP-44 `m/44'/60'/0'/0/index` of the phrase with this id. */
      z.object({ kind: z.literal('phrase'), phraseId: z.string(), path: z.string() }),
      z.object({ kind: z.literal('key') }),
      z.object({ kind: z.literal('watch') }),
      /** Its key is on a device that speaks through QR codes (EIP-4527). */
      z.object({
        kind: z.literal('qr'),
        path: devicePathSchema,
        fingerprint: z.string().check(z.regex(/^[0-9a-f]{8}$/)),
        device: z.nullable(z.string()),
      }),
      /** Its key is on a Ledger, reached by cable. */
      z.object({ kind: z.literal('ledger'), path: devicePathSchema, device: z.nullable(z.string()) }),
    ]),
  }),
)
export type AccountRecord = z.infer<typeof accountRecordSchema>

export const endpointSchema = z.lazy(() => z.object({ http: z.url(), socket: z.nullable(z.url()) }))
export type Endpoint = z.infer<typeof endpointSchema>

export const networkEntrySchema = z.lazy(() =>
  z.object({
    id: networkIdSchema,
    chainId: z.number(),
    name: z.string(),
    currency: z.object({ symbol: z.string(), decimals: z.literal(18) }),
    /** In order of preference; the first is the default endpoint. */
    endpoints: z.array(endpointSchema),
    /** `base` gives `base_transactionStatus`. */
    methodPrefix: z.string(),
    /** The kind given to `eth_subscribe` to hear of pre-confirmations. */
    preconfirmationSubscription: z.string(),
    /** Full address of the faucet's folder, e.g. `http://127.0.0.1:8545/api/preview/faucet`. */
    faucetUrl: z.nullable(z.url()),
    /** Base address; a transaction is at `<explorerUrl>/tx/<hash>`. */
    explorerUrl: z.nullable(z.url()),
    /** Test money, may be reset. */
    testing: z.boolean(),
    source: z.enum(['preset', 'person', 'site']),
    order: z.number(),
    /** What the person changed of a preset; its other fields are those of the version in use. */
    edited: z.optional(z.array(z.enum(networkFields))),
  }),
)
export type NetworkEntry = z.infer<typeof networkEntrySchema>

/** What is remembered of a network's chain to notice that it restarted. */
const landmarks = {
  genesisHash: hashSchema,
  highestBlock: amount,
  /**
   * A block the endpoint called final. Its chain has another one there only if it restarted, with the same genesis
   * even.
   */
  checkpoint: z.optional(z.object({ number: amount, hash: hashSchema })),
}
const landmarksSchema = z.lazy(() => z.object(landmarks))
export type Landmarks = z.infer<typeof landmarksSchema>

export const epochRecordSchema = z.lazy(() =>
  z.object({
    networkId: networkIdSchema,
    epoch: z.number(),
    /** What each endpoint said of the chain, by HTTP address. */
    claims: z.optional(z.record(z.string(), landmarksSchema)),
    // Landmarks of versions that kept one set for all endpoints.
    ...z.partial(z.object(landmarks)).shape,
  }),
)
export type EpochRecord = z.infer<typeof epochRecordSchema>

export const siteRecordSchema = z.lazy(() =>
  z.object({
    origin: z.string(),
    networkId: networkIdSchema,
    /** Accounts the person connected, the chosen one first; empty after a revoke. */
    accounts: z.array(addressSchema),
    firstSeenAt: time,
    lastUsedAt: time,
    /** Consecutive refusals since the last consent. */
    refusals: z.number(),
    /** Told −32005 until then; `null` when not muted. */
    mutedUntil: z.nullable(time),
    /** The wallet it is told this one is, where the person switched that on. */
    posesAs: z.optional(z.literal('metamask')),
  }),
)
export type SiteRecord = z.infer<typeof siteRecordSchema>

/** One request of a page, so that it gets exactly one answer (invariant 6). */
export const requestRecordSchema = z.lazy(() =>
  z.object({
    /** `<origin> <id>`; the id is a UUID made in the page. */
    key: z.string(),
    origin: z.string(),
    method: z.string(),
    approvalId: z.nullable(z.string()),
    /** JSON text of `{result}` or `{error}`; `null` until answered. */
    answer: z.nullable(z.string()),
    createdAt: time,
    answeredAt: z.nullable(time),
  }),
)
export type RequestRecord = z.infer<typeof requestRecordSchema>

/** Something a person must decide. `request` is one of the shapes of `lib/decisions/approvals`. */
export const approvalRecordSchema = z.lazy(() =>
  z.object({
    id: z.string(),
    /** `null` when it was made in the wallet itself. */
    origin: z.nullable(z.string()),
    /** Origin of the top frame where it is another one. */
    topOrigin: z.nullable(z.string()),
    /** Origin of the page whose payment link led to it; made in the wallet itself. */
    linkOrigin: z.optional(z.string()),
    /** What the payment link says that it is for. */
    statedPurpose: z.optional(z.string()),
    tabId: z.nullable(z.number()),
    documentId: z.nullable(z.string()),
    networkId: networkIdSchema,
    /** The network's chain id when the decision was asked: what is signed is for this chain. */
    chainId: z.number(),
    account: z.nullable(addressSchema),
    kind: z.string(),
    /** JSON text of the payload; amounts in it are hex quantities. */
    request: z.string(),
    /** JSON text of what is shown (fees, nonce policy, risks); part of the digest. */
    shown: z.string(),
    digest: hexSchema,
    status: z.enum(['waiting', 'approved', 'done', 'rejected', 'cancelled', 'chain-left', 'expired']),
    /** JSON text of what the person chose (accounts, fee), once approved. */
    decision: z.nullable(z.string()),
    requestKey: z.nullable(z.string()),
    createdAt: time,
    expiresAt: time,
  }),
)
export type ApprovalRecord = z.infer<typeof approvalRecordSchema>

export const tokenRecordSchema = z.lazy(() =>
  z.object({
    /** `<networkId>:<address>` */
    key: z.string(),
    networkId: networkIdSchema,
    address: addressSchema,
    symbol: z.string(),
    name: z.string(),
    decimals: z.number(),
    source: z.enum(['preset', 'person', 'site', 'found']),
    hidden: z.boolean(),
  }),
)
export type TokenRecord = z.infer<typeof tokenRecordSchema>

/** An item of a collection that a person wants to see. */
export const itemRecordSchema = z.lazy(() =>
  z.object({
    /** `<networkId>:<address>:<tokenId>` */
    key: z.string(),
    networkId: networkIdSchema,
    address: addressSchema,
    /** Decimal text. */
    tokenId: z.string(),
    standard: z.enum(['erc721', 'erc1155']),
    /** The collection's symbol, as its contract tells it; may be empty. */
    symbol: z.string(),
    name: z.string(),
    addedAt: z.number(),
  }),
)
export type ItemRecord = z.infer<typeof itemRecordSchema>

/**
 * Money that came to an account. What is told is what was seen: `hash` and `from` are `null` where only the balance
 * rose and no transaction in the newest blocks explains it (a contract paid).
 */
export const arrivalRecordSchema = z.lazy(() =>
  z.object({
    id: z.string(),
    networkId: networkIdSchema,
    /** The epoch of the chain. Absent in rows of earlier versions. */
    epoch: z.optional(z.number()),
    /** Lower case. */
    account: addressSchema,
    /** Contract of the token; `null` for the chain's own money. */
    token: z.nullable(addressSchema),
    from: z.nullable(addressSchema),
    /** Smallest unit. */
    amount: z.bigint(),
    hash: z.nullable(hashSchema),
    /** The sealed block it is in. Absent before, and where it is not known. */
    blockNumber: z.optional(z.number()),
    level: z.enum(['preconfirmed', 'sealed']),
    /** It was pre-confirmed, or in a block, and then was not. */
    isWithdrawn: z.boolean(),
    /** When it was first seen, and when it was seen sealed; ms since the epoch. */
    at: time,
    sealedAt: z.nullable(time),
    /** The network's faucet named it as what it gave. */
    isFromFaucet: z.optional(z.boolean()),
  }),
)
export type ArrivalRecord = z.infer<typeof arrivalRecordSchema>

/** `NativeFacts` */
const nativeSchema = z.lazy(() =>
  z.object({
    phases: z.array(z.enum(['success', 'reverted'])),
    payer: z.nullable(addressSchema),
    key: hexSchema,
    after: z.nullable(time),
    before: z.nullable(time),
    changes: z.array(z.custom<PowerChange>(change => typeof change === 'object')),
  }),
)

/** A transaction of an own account that another device or program sent, as it stands in a sealed block. */
export const pastTransactionRecordSchema = z.lazy(() =>
  z.object({
    /** `<networkId>:<hash>` */
    id: z.string(),
    networkId: networkIdSchema,
    /** The epoch of the chain. Absent in rows of earlier versions. */
    epoch: z.optional(z.number()),
    /** Lower case. */
    account: addressSchema,
    hash: hashSchema,
    nonce: z.number(),
    to: z.nullable(addressSchema),
    value: amount,
    /** The data of the call; only the selector of very long data. */
    data: hexSchema,
    blockNumber: amount,
    /** The block's time. */
    at: time,
    status: z.enum(['success', 'reverted']),
    /** `null` where the chain does not say. */
    feePaid: z.nullable(amount),
    /** Only of a native account's transaction (EIP-8130). */
    native: z.optional(nativeSchema),
  }),
)
export type PastTransactionRecord = z.infer<typeof pastTransactionRecordSchema>

/** How far the past blocks of an account were searched, from the newest to the oldest. */
export const pastSearchRecordSchema = z.lazy(() =>
  z.object({
    /** `<networkId>:<address>` */
    key: z.string(),
    networkId: networkIdSchema,
    /** The epoch of the chain. Absent in rows of earlier versions. */
    epoch: z.optional(z.number()),
    /** Searched from here … */
    top: amount,
    /** … down to here. */
    reached: amount,
    /** Where this piece ends. */
    floor: amount,
    /** Where the search goes on below this piece; `null`: nowhere. */
    below: z.nullable(amount),
    /** The oldest block whose state the endpoint has. */
    oldest: amount,
    /** Blocks in which something changed. */
    changes: z.number(),
    /** Up to this block the found transactions were read again when it was final. Absent in earlier versions. */
    finalTo: z.optional(amount),
  }),
)
export type PastSearchRecord = z.infer<typeof pastSearchRecordSchema>

/** Words of closed lists, as `lib/storage` writes them: no text of an error fits. */
const faultWord = z.string().check(z.regex(/^[$A-Za-z/-]{1,64}$/))

/** One kind of error at one place of the code, however often it happened. */
export const faultRecordSchema = z.lazy(() =>
  z.object({
    /** All fields that tell one fault from another, joined. */
    key: z.string().check(z.maxLength(400)),
    where: faultWord,
    kind: faultWord,
    cause: z.nullable(faultWord),
    message: z.nullable(faultWord),
    code: z.nullable(z.int()),
    /** `<script>:<line>:<column>` */
    position: z.nullable(z.string().check(z.regex(/^[A-Za-z-]{1,32}:\d{1,6}:\d{1,7}$/))),
    networkId: z.nullable(networkIdSchema),
    firstAt: time,
    /** The newest one. */
    at: time,
    count: z.int(),
  }),
)
export type FaultRecord = z.infer<typeof faultRecordSchema>

export const settingsRecordSchema = z.lazy(() =>
  z.object({
    key: z.literal('settings'),
    selectedNetworkId: z.nullable(networkIdSchema),
    selectedAddress: z.nullable(addressSchema),
    /** Minutes until the wallet locks itself; `null` for never. */
    lockAfterMinutes: z.nullable(z.number()),
    /** Take `window.ethereum` even where another wallet has it. */
    claimWindowEthereum: z.boolean(),
    notifications: z.boolean(),
    /** Blocks after which a payment counts as settled. */
    confirmations: z.number(),
    /** Requests of pages are written down for the developer tools, in memory. */
    developerPanel: z.boolean(),
  }),
)
export type SettingsRecord = z.infer<typeof settingsRecordSchema>

/** A public list that the person subscribed to, or took from a file. Its content is in `listEntries`. */
export const listRecordSchema = z.lazy(() =>
  z.object({
    id: z.string().check(z.maxLength(64)),
    kind: z.enum(listKinds),
    name: z.string(),
    /** Empty where the person added it. */
    keeper: z.string(),
    licence: z.string(),
    /** `null`: from a file. */
    url: z.nullable(z.url()),
    on: z.boolean(),
    /** `ETag` and `Last-Modified` of the content, for the next conditional request. */
    etag: z.nullable(z.string()),
    lastModified: z.nullable(z.string()),
    /** ISO 8601 time of the content; `null` before there is any. */
    date: z.nullable(z.string()),
    count: z.number(),
    /** Size of the file. */
    bytes: z.number(),
    /** Last attempt to fetch it. */
    checkedAt: z.nullable(time),
    /** Readings that began and whose end no worker saw. */
    begun: z.optional(z.number()),
    /** Why that failed. */
    failure: z.nullable(z.object({ code: z.string(), details: z.record(z.string(), z.unknown()) })),
  }),
)
export type ListRecord = z.infer<typeof listRecordSchema>

/** A part of a list: the packed hashes of its names, or one token, chain or file. Read with the schema of its kind. */
export interface ListEntryRecord {
  /** Id of the list. */
  list: string
  key: string
  value: unknown
  /** `<kind>:<name>`: tokens by chain and symbol, chains by name. */
  name?: string
}

/** Beside the settings: clear-signing descriptors (ERC-7730) that the person added. Pages read what is in the files. */
export const descriptorFilesRecordSchema = z.object({
  key: z.literal('descriptors'),
  files: z.array(z.object({ name: z.string(), text: z.string() })),
})
export type DescriptorFilesRecord = z.infer<typeof descriptorFilesRecordSchema>

/** The vault's header and the encrypted secrets are opaque here; `lib/keys` knows their shapes. */
export const keyringRecordSchema = z.object({ key: z.string(), value: z.unknown() })
export type KeyringRecord = z.infer<typeof keyringRecordSchema>

/** A row that did not have the shape of its store and was set aside, so that it stops nothing and is not lost. */
export const damagedRecordSchema = z.lazy(() =>
  z.object({ store: z.string(), key: z.unknown(), row: z.unknown(), at: time }),
)
export type DamagedRecord = z.infer<typeof damagedRecordSchema>
