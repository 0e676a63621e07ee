import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Address, type Hex, numberToHex } from 'viem'
import { type StoreName, storeNames, stores } from '../../lib/storage/stores.ts'
import { root } from '../commands/project.ts'

/**
 * What a wallet in long use holds, at 100 ×: the line on growth of docs/architecture.md, and the other stores in
 * proportion. The wallet itself bounds `arrivals` (for each account), `faults`, `requests` and `approvals`.
 */
export const grown = {
  transactions: 10_000,
  transfers: 10_000,
  authorizations: 5_000,
  payments: 5_000,
  pastTransactions: 5_000,
  arrivals: 2_000,
  sites: 1_000,
  contacts: 1_000,
  paymentRequests: 1_000,
  captures: 1_000,
  paymentSites: 500,
  approvals: 500,
  refunds: 500,
  payouts: 500,
  tokens: 200,
  items: 200,
  requests: 200,
  faults: 200,
  accounts: 100,
  channels: 100,
  paymentCaps: 100,
  paymentLimits: 100,
  nonces: 100,
  pastSearches: 100,
  transferCursors: 100,
  networks: 50,
  epochs: 50,
  fees: 50,
} as const satisfies Record<GrownStore, number>

/** What does not grow with use. The lists are measured by themselves (`list-look-up.ts`). */
export const notGrown = storeNames.filter(name => !stores[name].grows)

type GrownStore = { [Name in StoreName]: (typeof stores)[Name]['grows'] extends true ? Name : never }[StoreName]
/** A row as version 9 of the database wrote it: the worker that starts next encrypts it. */
export type Row = Record<string, unknown>
export interface Owner {
  chainId: number
  account: Address
}

const minute = 60_000
const day = 86_400_000

/**
 * Rows of every store that grows: `factor` hundredths of {@link grown}. Almost all are of one account on one network,
 * which is the most that a screen of the wallet has to read.
 */
export async function grownRows(factor: number, of: Owner): Promise<Record<GrownStore, Row[]>> {
  const golden = await goldenRows()
  const now = Date.now()
  const makers = rowMakers({ chainId: of.chainId, account: lower(of.account) }, now)
  const names = Object.keys(grown) as GrownStore[]
  const rowsOf = (name: GrownStore) =>
    Array.from({ length: Math.ceil((grown[name] * factor) / 100) }, (_, index) => ({
      ...golden(name),
      ...makers[name](index),
    }))
  return Object.fromEntries(names.map(name => [name, rowsOf(name)])) as Record<GrownStore, Row[]>
}

/** Final transactions of the account, the newest a minute old. */
export async function oldTransactions(of: Owner, count: number): Promise<Row[]> {
  const golden = (await goldenRows())('transactions')
  const { transactions } = rowMakers({ chainId: of.chainId, account: lower(of.account) }, Date.now())
  return Array.from({ length: count }, (_, index) => ({ ...golden, ...transactions(index) }))
}

function rowMakers({ chainId, account }: Owner, now: number): Record<GrownStore, (index: number) => Row> {
  // The first network of a chain has its chain id.
  const networkId = chainId
  const own = { networkId, epoch: 0, account }
  const before = (index: number, step = minute) => now - (index + 1) * step
  const other = (index: number) => addressOf(0xac, index)
  const site = (index: number) => `https://site-${index}.example`
  const network = (index: number) => 900_000 + (index % grown.networks)
  const token = (index: number) => addressOf(0x70, index % 20)
  /** One in so many. */
  const isOneIn = (many: number, index: number) => index % many === 0

  return {
    transactions: index => ({
      ...{ networkId, chainId, epoch: 0, from: account, to: addressOf(0xc0, index % 300), nonce: index },
      ...{ id: `grown-${index}`, hash: wordOf(1, index), level: 'final', inFlight: 0, createdAt: before(index) },
      origin: isOneIn(3, index) ? site(index % 1_000) : null,
      // Every second one is a transfer of a token.
      data: isOneIn(2, index) ? bytesOf('a9059cbb', 68) : '0x',
      raw: bytesOf('02f8', isOneIn(2, index) ? 176 : 110),
    }),
    transfers: index => ({
      ...own,
      key: [networkId, 0, account, wordOf(2, index), wordOf(1, index), 0].join(':'),
      ...{ token: token(index), from: account, to: addressOf(0xc0, index % 300), memo: null },
      ...{
        hash: wordOf(1, index),
        blockHash: wordOf(2, index),
        blockNumber: index + 1,
        logIndex: 0,
        at: before(index),
      },
    }),
    authorizations: index => ({
      ...own,
      ...{ chainId, id: `grown-payment-${index}:0`, digest: wordOf(3, index), nonce: wordOf(4, index) },
      ...{ token: token(index), contract: token(index), origin: site(index % 1_000), createdAt: before(index) },
      paymentId: `grown-payment-${index}`,
      ...(isOneIn(100, index) ? outstanding : {}),
      typedData: transferAuthorization(chainId, account, wordOf(4, index)),
    }),
    payments: index => ({
      ...{ id: `grown-payment-${index}`, origin: site(index % 500), url: `${site(index % 500)}/article/${index}` },
      ...{ networkId, chainId, account, token: token(index), payee: addressOf(0xc0, index % 300) },
      ...{ createdAt: before(index), signedAt: before(index) + 900, endedAt: before(index) + 1_400 },
      ...{ terms: termsOf(chainId, token(index)), plan: transferAuthorization(chainId, account, wordOf(4, index)) },
      ...{ payload: Buffer.from('x'.repeat(900)).toString('base64'), transaction: wordOf(1, index) },
      settlement: JSON.stringify({ success: true, transaction: wordOf(1, index), network: `eip155:${chainId}` }),
    }),
    // A search of one account ends after 200 changes.
    pastTransactions: index => ({
      ...{ networkId, epoch: 0, account: index < 200 ? account : other(index % 100) },
      ...{
        id: `${networkId}:${wordOf(5, index)}`,
        hash: wordOf(5, index),
        nonce: index,
        at: before(index, 5 * minute),
      },
      ...{ to: addressOf(0xc0, index % 300), blockNumber: BigInt(index + 1), value: BigInt(index) },
    }),
    // The wallet keeps 100 of an account in each of three kinds of money.
    arrivals: index => {
      const isOwn = index < 300
      const of = isOwn ? account : other(index % 100)
      const money = index % 3 === 0 ? null : token(index % 2)
      const hash = wordOf(6, index)
      return {
        ...{
          id: `${networkId}:${of}:${hash}:${money ?? 'native'}`,
          networkId,
          epoch: 0,
          account: of,
          token: money,
          hash,
        },
        ...{
          from: addressOf(0xc0, index % 300),
          blockNumber: index + 1,
          at: before(index),
          sealedAt: before(index) + 900,
        },
      }
    },
    sites: index => ({ origin: site(index), networkId, accounts: [account], lastUsedAt: before(index) }),
    contacts: index => ({ address: addressOf(0xc0, index), name: `Contact ${index}`, createdAt: before(index) }),
    paymentRequests: index => ({
      ...own,
      ...{ id: `grown-request-${index}`, token: token(index), memo: wordOf(7, index), label: `Invoice ${index}` },
      ...{ createdAt: before(index), closedAt: isOneIn(20, index) ? null : before(index) + 1_000 },
    }),
    captures: index => ({
      ...own,
      ...{ id: `grown-capture-${index}`, token: token(index), contract: token(index), nonce: wordOf(8, index) },
      ...{ payer: addressOf(0xc0, index % 300), label: `Order ${index}`, createdAt: before(index) },
      typedData: transferAuthorization(chainId, account, wordOf(8, index)),
    }),
    paymentSites: index => ({
      ...{ origin: site(index), switchedOn: isOneIn(10, index), createdAt: before(index) },
      payees: [{ networkId, token: token(index), payee: addressOf(0xc0, index % 300) }],
    }),
    // Approvals of the last day: older ended approvals are deleted.
    approvals: index => ({
      ...{ id: `grown-approval-${index}`, networkId, chainId, account, origin: site(index), digest: wordOf(9, index) },
      ...{ requestKey: `${site(index)} ${index}`, createdAt: before(index), expiresAt: before(index) + 600_000 },
      ...{
        request: JSON.stringify({ data: bytesOf('a9059cbb', 68) }),
        shown: JSON.stringify({ text: 'x'.repeat(1_500) }),
      },
    }),
    refunds: index => ({
      ...own,
      ...{
        id: `grown-refund-${index}`,
        transfer: `${wordOf(1, index)}:0`,
        token: token(index),
        createdAt: before(index),
      },
    }),
    payouts: index => ({
      ...own,
      key: [networkId, 0, addressOf(0xc1, 0), wordOf(10, index)].join(':'),
      ...{ contract: addressOf(0xc1, 0), reference: wordOf(10, index), label: `Wages ${index}`, token: token(index) },
      ...{ approvalId: `grown-payout-${index}`, createdAt: before(index, day) },
      legs: Array.from({ length: 10 }, (_, leg) => ({ to: addressOf(0xc0, leg), amount: 2_000_000n })),
    }),
    tokens: index => ({
      ...{ key: `${networkId}:${addressOf(0x70, index)}`, networkId, address: addressOf(0x70, index) },
      ...{ symbol: `T${index}`, name: `Token ${index}`, source: 'person' },
    }),
    items: index => ({
      ...{ key: `${networkId}:${addressOf(0x1e, 0)}:${index}`, networkId, address: addressOf(0x1e, 0) },
      ...{ tokenId: String(index), addedAt: before(index) },
    }),
    // Requests of the last minutes: older answered requests are deleted.
    requests: index => ({
      ...{ key: `${site(index)} grown-${index}`, origin: site(index), approvalId: null, method: 'personal_sign' },
      ...{ createdAt: before(index, 1_000), answeredAt: before(index, 1_000) + 500 },
    }),
    faults: index => ({
      key: `grown fault ${index}`,
      ...{ networkId, position: `background:1:${index}`, firstAt: before(index, day), at: before(index) },
    }),
    accounts: index => ({
      ...{ address: other(index), source: { kind: 'watch' }, name: `Watched ${index}`, order: index + 10 },
    }),
    // Spent: open ones are asked about wherever they are.
    channels: index => ({
      ...{ key: `${networkId}:${wordOf(11, index)}`, networkId, chainId, epoch: 0, channelId: wordOf(11, index) },
      ...{ origin: site(index), payer: account, state: 'closed', createdAt: before(index), checkedAt: before(index) },
      config: JSON.stringify({
        payer: account,
        salt: wordOf(12, index),
        receiver: addressOf(0xc0, 1),
        token: token(0),
      }),
    }),
    paymentCaps: index => ({
      ...{
        key: `day:${site(index)}:${networkId}:${token(index)}`,
        origin: site(index),
        networkId,
        token: token(index),
      },
    }),
    paymentLimits: index => ({
      ...{
        key: `${site(index)} ${site(index + 1)} ${account} ${networkId} ${token(index)} ${other(index)}`,
        page: site(index),
        seller: site(index + 1),
        networkId,
      },
      ...{ token: token(index), account, payee: other(index), createdAt: before(index) },
    }),
    nonces: index => ({ key: `${network(index)}:0:${other(index)}`, next: index }),
    pastSearches: index => ({ key: `${networkId}:${other(index)}`, networkId, epoch: 0 }),
    transferCursors: index => ({ key: `${networkId}:0:${other(index)}` }),
    networks: index => ({
      ...{ id: network(index), chainId: network(index), name: `Network ${index}`, source: 'person' },
      ...{ order: index + 10, faucetUrl: null },
      // Nothing listens there, and no page of the wallet asks.
      endpoints: [{ http: `http://127.0.0.1:9/${index}`, socket: null }],
    }),
    epochs: index => ({ networkId: network(index), claims: {} }),
    fees: index => ({
      networkId: network(index),
      samples: Array.from({ length: 60 }, (_, sample) => ({ at: before(sample), baseFeePerGas: 1_000_000_000n })),
    }),
  }
}

/** A signature that nobody has used yet. */
const outstanding: Row = {
  ...{ state: 'live', used: 0n, remaining: 5_000_000n, evidence: [], isClosed: false, paymentId: null },
  ...{ validBefore: 4_000_000_000n, deadline: 4_000_000_000n },
}

/** The first row of each store in the golden database. */
async function goldenRows(): Promise<(store: string) => Row> {
  const text = await readFile(join(root, 'test/fixtures/database/v9.json'), 'utf8')
  const { stores }: { stores: { name: string; rows: Row[] }[] } = JSON.parse(text, (_key, value) =>
    typeof value?.$bigint === 'string' ? BigInt(value.$bigint) : value,
  )
  return name => stores.find(store => store.name === name)?.rows[0] ?? {}
}

function addressOf(first: number, index: number): Address {
  return numberToHex((BigInt(first) << 152n) + BigInt(index + 1), { size: 20 })
}

/** 32 bytes that are another value for each kind and index. */
function wordOf(kind: number, index: number): Hex {
  return numberToHex((BigInt(kind) << 200n) + BigInt(index + 1), { size: 32 })
}

function bytesOf(start: string, length: number): Hex {
  return `0x${start.padEnd(length * 2, '5c')}`
}

function lower(address: Address): Address {
  return `0x${address.slice(2).toLowerCase()}`
}

/** JSON text of an EIP-3009 authorization, as one is signed for a payment. */
function transferAuthorization(chainId: number, from: Address, nonce: Hex): string {
  const field = (name: string, type: string) => ({ name, type })
  return JSON.stringify({
    types: {
      EIP712Domain: [
        field('name', 'string'),
        field('version', 'string'),
        field('chainId', 'uint256'),
        field('verifyingContract', 'address'),
      ],
      TransferWithAuthorization: [
        field('from', 'address'),
        field('to', 'address'),
        field('value', 'uint256'),
        field('validAfter', 'uint256'),
        field('validBefore', 'uint256'),
        field('nonce', 'bytes32'),
      ],
    },
    primaryType: 'TransferWithAuthorization',
    domain: { name: 'Test dollar', version: '1', chainId, verifyingContract: addressOf(0x70, 0) },
    message: { from, to: addressOf(0xc0, 0), value: '5000000', validAfter: '0', validBefore: '1790000900', nonce },
  })
}

/** JSON text of the terms of a seller (x402 version 2). */
function termsOf(chainId: number, asset: Address): string {
  return JSON.stringify({
    x402Version: 2,
    error: 'PAYMENT-SIGNATURE header is required',
    resource: { url: 'https://site-1.example/article/1', description: 'An article', mimeType: 'text/html' },
    accepts: [
      {
        ...{ scheme: 'exact', network: `eip155:${chainId}`, amount: '5000000', asset, payTo: addressOf(0xc0, 0) },
        ...{ maxTimeoutSeconds: 60, extra: { name: 'Test dollar', version: '1' } },
      },
    ],
  })
}
