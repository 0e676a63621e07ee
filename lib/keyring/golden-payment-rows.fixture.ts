import type { Database } from '@/lib/database/open'
import { lowerCaseAddress } from '@/lib/values/hex'
import { firstNetworkOf } from '@/lib/values/network-id'
import { firstAddress, watched } from './keyring.fixture'

/** One row or more of every kind that payments leave. */
export async function fillPaymentRows(target: Database): Promise<void> {
  const at = 1_790_000_000_000
  const chainId = 84538453
  const networkId = firstNetworkOf(chainId)
  const epoch = 0
  const account = lowerCaseAddress(firstAddress)
  const token = `0x${'d0'.repeat(20)}` as const
  const hash = `0x${'ab'.repeat(32)}` as const
  const signature = `0x${'5c'.repeat(65)}` as const
  const origin = 'https://shop.example'
  const seconds = 1_790_000_900n

  await target.put('contacts', { address: watched, name: 'Landlady', createdAt: at })
  const authorization = {
    id: 'approval-3:0',
    networkId,
    chainId,
    epoch,
    account,
    kind: 'transfer-authorization',
    contract: token,
    token,
    spender: watched,
    recipient: watched,
    amount: 5_000_000n,
    validAfter: 0n,
    validBefore: seconds,
    deadline: seconds,
    period: null,
    nonce: hash,
    digest: hash,
    typedData: '{}',
    signature,
    origin,
    paymentId: 'payment-1',
    state: 'used',
    used: 5_000_000n,
    remaining: 0n,
    isOnChain: false,
    isProvisional: false,
    evidence: [
      { event: 'taken', amount: 5_000_000n, periodStart: null, hash, blockHash: hash, blockNumber: 12, logIndex: 3 },
    ],
    fromBlock: 4,
    readTo: { number: 90, hash },
    isClosed: true,
    createdAt: at,
    checkedAt: at + 2_000,
  } as const
  await target.put('authorizations', { ...authorization, evidence: [...authorization.evidence] })
  await target.put('authorizations', {
    ...authorization,
    id: 'approval-4:0',
    kind: 'spend-permission',
    period: 86_400n,
    validBefore: (1n << 48n) - 1n,
    origin: null,
    paymentId: null,
    state: 'live',
    used: 0n,
    remaining: 5_000_000n,
    evidence: [],
    fromBlock: null,
    readTo: null,
    isClosed: false,
    checkedAt: null,
  })
  await target.put('payments', {
    id: 'payment-1',
    origin,
    pageOrigin: null,
    tabId: 7,
    carrier: 'navigation',
    method: 'GET',
    url: `${origin}/article`,
    bodyDigest: null,
    version: 2,
    terms: '{"x402Version":2}',
    termsFrom: 'seller',
    accepted: 0,
    way: 'eip3009',
    plan: '{}',
    networkId,
    chainId,
    account,
    token,
    payee: watched,
    amount: 5_000_000n,
    charged: 5_000_000n,
    payload: 'eyJ4NDAyVmVyc2lvbiI6Mn0=',
    validBefore: seconds,
    state: 'delivered',
    attempts: 1,
    automatic: false,
    settlement: '{"success":true}',
    transaction: hash,
    reason: null,
    createdAt: at,
    signedAt: at + 900,
    endedAt: at + 1_400,
  })
  await target.put('channels', {
    key: `${networkId}:${hash}`,
    networkId,
    chainId,
    epoch,
    channelId: hash,
    origin,
    payer: account,
    receiver: watched,
    token,
    config: '{}',
    withdrawDelaySeconds: 900,
    deposited: 10_000n,
    signed: 2_000n,
    charged: 2_000n,
    claimed: 0n,
    voucher: '{}',
    withdrawalAt: null,
    state: 'open',
    createdAt: at,
    checkedAt: null,
  })
  await target.put('paymentSites', {
    origin,
    switchedOn: true,
    payees: [{ networkId, token, payee: watched }],
    createdAt: at,
  })
  await target.put('paymentLimits', {
    key: `https://reader.example ${origin} ${account} ${networkId} ${token} ${watched}`,
    page: 'https://reader.example',
    seller: origin,
    networkId,
    token,
    account,
    payee: watched,
    most: 10_000n,
    perDay: 100_000n,
    createdAt: at,
  })
  await target.put('paymentCaps', {
    key: `day:*:${networkId}:${token}`,
    scope: 'day',
    origin: null,
    networkId,
    token,
    most: 20_000_000n,
  })
  await target.put('transfers', {
    key: `${networkId}:${epoch}:${account}:${hash}:${hash}:3`,
    networkId,
    epoch,
    account,
    token,
    from: account,
    to: watched,
    amount: 5_000_000n,
    memo: hash,
    hash,
    blockHash: hash,
    blockNumber: 12,
    logIndex: 3,
    at,
  })
  await target.put('transferCursors', { key: `${networkId}:${epoch}:${account}`, from: 0, to: 12, hash })
  await target.put('paymentRequests', {
    id: 'request-1',
    networkId,
    epoch,
    account,
    token,
    amount: 7_000_000n,
    memo: hash,
    label: 'Bicycle repair',
    fromBlock: 12,
    closedAt: null,
    createdAt: at,
  })
  await target.put('captures', {
    id: 'capture-1',
    networkId,
    epoch,
    account,
    kind: 'receive-authorization',
    token,
    contract: token,
    payer: watched,
    amount: 3_000_000n,
    validAfter: 0n,
    validBefore: seconds,
    nonce: hash,
    typedData: '{}',
    signature,
    orderId: null,
    approvalIds: ['approval-1'],
    label: 'Order 12',
    createdAt: at,
  })
  await target.put('refunds', {
    id: 'approval-5',
    networkId,
    epoch,
    account,
    transfer: `${hash}:3`,
    token,
    to: watched,
    amount: 1_000_000n,
    createdAt: at,
  })
  await target.put('payouts', {
    key: `${networkId}:${epoch}:${watched}:${hash}`,
    networkId,
    epoch,
    account,
    kind: 'payout',
    contract: watched,
    reference: hash,
    label: 'Wages, September',
    token,
    legs: [{ to: watched, amount: 2_000_000n }],
    approvalId: 'approval-6',
    calls: 2,
    createdAt: at,
  })
}
