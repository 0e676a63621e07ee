import { lowerCaseAddress } from '@/lib/base/hex'
import { firstNetworkOf, furtherNetwork } from '@/lib/base/network-id'
import type { Database } from '@/lib/storage/open'
import { defaultSettings } from '@/lib/storage/settings'
import { type PreludeSchema, type StoreName, type StoreShapedBy, storeNames } from '@/lib/storage/stores'
import { firstAddress, watched } from './keyring.fixture'

/** The keyring writes the accounts, `fillPaymentRows` what payments leave. A store without a row does not compile. */
type Filled = Exclude<StoreShapedBy<'worker'>, 'accounts' | 'contacts' | 'channels'> | 'settings' | 'listEntries'
type Rows = { [Name in Filled]: PreludeSchema[Name]['value'][] }

/** One row or more of every kind, as a wallet in use has them. */
export async function fillRows(target: Database): Promise<void> {
  const at = 1_790_000_000_000
  const chainId = 84538453
  const networkId = firstNetworkOf(chainId)
  const hash = `0x${'ab'.repeat(32)}` as const
  const from = lowerCaseAddress(firstAddress)
  const receipt = {
    blockHash: hash,
    blockNumber: 12n,
    status: 'success',
    gasUsed: 21_000n,
    effectiveGasPrice: 1_000_000_000n,
    l1Fee: 1_234n,
    contractAddress: null,
  } as const
  const sealed = {
    id: 'approval-1',
    networkId,
    chainId,
    epoch: 0,
    from,
    nonce: 0,
    to: watched,
    value: 10n ** 18n,
    data: '0x',
    gas: 21_000n,
    maxFeePerGas: 2_000_000_000n,
    maxPriorityFeePerGas: 1_000_000n,
    raw: '0x02f8',
    hash,
    origin: 'https://shop.example',
    purpose: 'send',
    replaces: null,
    level: 'sealed',
    ended: null,
    receipt,
    history: [
      { at, level: 'signed' },
      { at: at + 2, level: 'submitted' },
      { at: at + 9, level: 'accepted' },
      { at: at + 190, level: 'preconfirmed' },
      { at: at + 300, level: 'accepted', event: 'withdrawn' },
      { at: at + 390, level: 'preconfirmed' },
      { at: at + 1_900, level: 'sealed' },
    ],
    createdAt: at,
    inFlight: 1,
    refusal: null,
  } as const
  const network = {
    id: networkId,
    chainId,
    name: 'Preview',
    currency: { symbol: 'ETH', decimals: 18 },
    endpoints: [{ http: 'http://127.0.0.1:8545/', socket: 'ws://127.0.0.1:8545/' }],
    methodPrefix: 'base',
    preconfirmationSubscription: 'newFlashblockTransactions',
    faucetUrl: 'http://127.0.0.1:8545/api/preview/faucet',
    explorerUrl: null,
    testing: true,
    source: 'preset',
    order: 0,
  } as const
  const fork = furtherNetwork([networkId])
  const endpoints = network.endpoints.map(endpoint => ({ ...endpoint }))
  const rows: Rows = {
    transactions: [
      { ...sealed, history: [...sealed.history] },
      {
        ...sealed,
        id: 'approval-2',
        nonce: 1,
        to: null,
        level: 'submitted',
        ended: 'dropped',
        receipt: null,
        history: sealed.history.slice(0, 2),
        hash: `0x${'cd'.repeat(32)}`,
        inFlight: 0,
        refusal: 'transaction underpriced',
        origin: null,
      },
    ],
    nonces: [{ key: `${networkId}:0:${from}`, next: 2 }],
    fees: [{ networkId, samples: [{ at, baseFeePerGas: 1_000_000_000n }] }],
    networks: [
      { ...network, endpoints },
      { ...network, endpoints, id: fork, name: 'Fork', source: 'person', order: 1 },
    ],
    epochs: [
      { networkId: fork, epoch: 0, claims: {} },
      { networkId, epoch: 0, genesisHash: hash, highestBlock: 12n },
    ],
    sites: [
      {
        origin: 'https://shop.example',
        networkId,
        accounts: [from],
        firstSeenAt: at,
        lastUsedAt: at,
        refusals: 0,
        mutedUntil: null,
      },
    ],
    requests: [
      {
        key: 'https://shop.example 1',
        origin: 'https://shop.example',
        method: 'eth_sendTransaction',
        approvalId: 'approval-1',
        answer: `{"result":"${hash}"}`,
        createdAt: at,
        answeredAt: at + 9,
      },
    ],
    approvals: [
      {
        id: 'approval-1',
        origin: 'https://shop.example',
        topOrigin: null,
        tabId: 5,
        documentId: null,
        networkId,
        chainId,
        account: from,
        kind: 'transaction',
        request: '{}',
        shown: '{}',
        digest: hash,
        status: 'done',
        decision: '{}',
        requestKey: 'https://shop.example 1',
        createdAt: at,
        expiresAt: at + 600_000,
      },
    ],
    tokens: [
      {
        key: `${networkId}:${watched}`,
        networkId,
        address: watched,
        symbol: 'TUSD',
        name: 'Test dollar',
        decimals: 6,
        source: 'found',
        hidden: false,
      },
    ],
    items: [
      {
        key: `${networkId}:${watched}:7`,
        networkId,
        address: watched,
        tokenId: '7',
        standard: 'erc721',
        symbol: 'ART',
        name: 'Art',
        addedAt: at,
      },
    ],
    pastTransactions: [
      {
        id: `${networkId}:${hash}`,
        ...{ networkId, account: from, hash, nonce: 3, to: watched, value: 5n, data: '0x' },
        ...{ blockNumber: 12n, at, status: 'success', feePaid: 21_000n },
      },
    ],
    pastSearches: [
      {
        ...{ key: `${networkId}:${from}`, networkId },
        ...{ top: 90n, reached: 12n, floor: 0n, below: null, oldest: 0n, changes: 4 },
      },
    ],
    arrivals: [
      {
        id: `${networkId}:${from}:${hash}:native`,
        networkId,
        account: from,
        token: null,
        from: watched,
        amount: 10n ** 17n,
        hash,
        level: 'sealed',
        isWithdrawn: false,
        at,
        sealedAt: at + 900,
      },
    ],
    faults: [
      {
        key: 'endpoint RpcError/timeout  fetch-failed -32000 background:1:2345 1',
        where: 'endpoint',
        kind: 'RpcError/timeout',
        cause: 'TypeError',
        message: 'fetch-failed',
        code: -32_000,
        position: 'background:1:2345',
        networkId,
        firstAt: at,
        at: at + 5_000,
        count: 3,
      },
    ],
    lists: [
      {
        id: 'uniswap-tokens',
        kind: 'tokens',
        name: 'Uniswap Labs Default',
        keeper: 'Uniswap Labs',
        licence: 'MIT',
        url: 'https://tokens.uniswap.org/',
        on: true,
        etag: '"1"',
        lastModified: 'Tue, 03 Feb 2026 10:00:00 GMT',
        date: '2026-02-03T10:00:00.000Z',
        count: 1,
        bytes: 400,
        checkedAt: at,
        failure: { code: 'list-refused', details: { status: 503 } },
      },
    ],
    listEntries: [
      {
        list: 'uniswap-tokens',
        key: `${chainId}:${watched}`,
        value: { chainId, address: watched, symbol: 'TUSD', name: 'Test dollar', decimals: 6 },
        name: `tokens:${chainId}:tusd`,
      },
    ],
    settings: [
      {
        ...defaultSettings,
        selectedNetworkId: networkId,
        selectedAddress: from,
        lockAfterMinutes: 30,
      },
    ],
  }
  for (const name of storeNames)
    for (const row of (rows as Partial<Record<StoreName, unknown[]>>)[name] ?? []) await target.put(name, row as never)
}
