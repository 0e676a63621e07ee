import type { AuthorizationView, TransferView } from '../../../lib/language/payments.ts'
import { anna, dollar, now, previewNetwork, savings, shop, stranger, units, unlocked } from '../samples.ts'
import type { GalleryState } from '../state.ts'

const seconds = Math.floor(now / 1_000)
const hash = (seed: number): `0x${string}` =>
  `0x${(0x9f3c51n * BigInt(seed) * 0x1d3f_77aa_91c3n).toString(16).padStart(64, 'a3')}`
const lower = (address: string) => address.toLowerCase() as `0x${string}`

let made = 0
function authorization(changes: Partial<AuthorizationView>): AuthorizationView {
  made += 1
  return {
    id: `sample-${made}:0`,
    kind: 'transfer-authorization',
    contract: lower(dollar),
    token: lower(dollar),
    spender: lower(shop),
    recipient: lower(shop),
    amount: units(5_000_000n),
    used: '0x0',
    remaining: changes.amount ?? units(5_000_000n),
    validAfterSeconds: 0,
    validBeforeSeconds: seconds + 14 * 60,
    deadlineSeconds: seconds + 14 * 60,
    period: null,
    nonce: hash(made),
    digest: hash(made + 100),
    origin: 'https://pay.coffee.example',
    paymentId: null,
    state: 'live',
    isOnChain: false,
    isProvisional: false,
    evidence: [],
    createdAt: now - 60_000,
    checkedAt: now - 4_000,
    ...changes,
  }
}
const taken = (amount: bigint, isSealed = true): AuthorizationView['evidence'][number] => ({
  event: 'taken',
  amount: units(amount),
  hash: hash(Number(amount)),
  blockNumber: 1_204_331,
  isSealed,
})

const authorizations: AuthorizationView[] = [
  authorization({}),
  authorization({
    kind: 'permit',
    amount: units(20_000_000n),
    used: units(7_500_000n),
    remaining: units(12_500_000n),
    state: 'partly-used',
    isOnChain: true,
    validBeforeSeconds: null,
    deadlineSeconds: seconds - 3_000,
    spender: lower(stranger),
    recipient: null,
    origin: 'https://checkout.example',
    nonce: '3',
    evidence: [{ ...taken(20_000_000n), event: 'allowed' }, taken(7_500_000n)],
  }),
  authorization({
    kind: 'spend-permission',
    amount: units(10_000_000n),
    used: units(33_000_000n),
    remaining: units(7_000_000n),
    state: 'partly-used',
    isOnChain: true,
    validAfterSeconds: seconds - 100 * 86_400,
    validBeforeSeconds: null,
    deadlineSeconds: null,
    period: 30 * 86_400,
    spender: lower(savings),
    recipient: null,
    origin: 'https://magazine.example',
  }),
  authorization({ kind: 'permit2-x402-upto', amount: units(500_000n), origin: null, spender: lower(stranger) }),
  authorization({
    kind: 'delegation',
    amount: null,
    remaining: null,
    token: null,
    state: 'unknown',
    spender: lower(stranger),
    recipient: null,
    validBeforeSeconds: null,
    deadlineSeconds: null,
    origin: 'https://agent.example',
  }),
  authorization({
    kind: 'delegation',
    amount: null,
    remaining: null,
    token: null,
    spender: lower(savings),
    recipient: null,
    validBeforeSeconds: null,
    deadlineSeconds: null,
    origin: 'https://helper.example',
    evidence: [{ ...taken(1n), amount: null }],
  }),
  authorization({
    state: 'used',
    used: units(5_000_000n),
    remaining: '0x0',
    isProvisional: true,
    evidence: [taken(5_000_000n, false)],
  }),
  authorization({ state: 'used', used: units(2_500_000n), remaining: '0x0', evidence: [taken(2_500_000n)] }),
  authorization({ state: 'cancelled', remaining: '0x0' }),
  authorization({
    state: 'expired',
    remaining: '0x0',
    validBeforeSeconds: seconds - 600,
    deadlineSeconds: seconds - 600,
  }),
]

const transfer = (index: number, changes: Partial<TransferView>): TransferView => ({
  key: `transfer-${index}`,
  networkId: previewNetwork,
  token: lower(dollar),
  from: lower(shop),
  to: lower(anna),
  amount: units(12_500_000n),
  memo: null,
  hash: hash(index + 500),
  blockNumber: 1_204_331 - index * 5,
  isSealed: true,
  logIndex: index,
  at: now - index * 47_000,
  ...changes,
})
const transfers: TransferView[] = [
  transfer(0, {
    isSealed: false,
    blockNumber: 1_204_336,
    memo: `0x${'496e766f69636520323032362d313134'.padEnd(64, '0')}`,
  }),
  transfer(1, { from: lower(anna), to: lower(savings), amount: units(40_000_000n) }),
  transfer(2, { from: lower(stranger), amount: units(3n) }),
  transfer(3, { token: lower(stranger), amount: units(1_000_000n) }),
]

const slices: GalleryState['slices'] = {
  ...unlocked,
  authorizations,
  transfers,
  chainHead: { number: 1_204_335, chainSeconds: seconds, readAt: now, blockMs: 2_000 },
}
const topic = (address: string): `0x${string}` => `0x${lower(address).slice(2).padStart(64, '0')}`
const receipt = {
  transactionHash: hash(501),
  from: anna,
  to: dollar,
  blockHash: hash(900),
  blockNumber: units(1_204_326n),
  status: '0x1',
  gasUsed: '0x5208',
  effectiveGasPrice: '0x1',
  logs: [
    {
      address: dollar,
      topics: ['0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef', topic(anna), topic(savings)],
      data: `0x${40_000_000n.toString(16).padStart(64, '0')}`,
      blockNumber: units(1_204_326n),
      blockHash: hash(900),
      transactionHash: hash(501),
      logIndex: '0x0',
    },
  ],
}

export const paymentStates: GalleryState[] = [
  { name: 'payments-outstanding', page: 'home', route: '/payments', slices, steps: [{ see: 'outstanding' }] },
  { name: 'payments-past', page: 'home', route: '/payments', slices, steps: [{ click: 'show-past' }] },
  {
    name: 'payments-exceeds',
    page: 'home',
    route: '/payments',
    slices: {
      ...slices,
      authorizations: authorizations.map(row =>
        row.kind === 'permit' ? { ...row, remaining: units(900_000_000n) } : row,
      ),
      chainHead: { number: 1_204_335, chainSeconds: seconds - 95, readAt: now, blockMs: 2_000 },
    },
    steps: [{ see: 'outstanding' }],
  },
  {
    name: 'payments-unread',
    page: 'home',
    route: '/payments',
    slices: {
      ...slices,
      authorizationsRead: {
        ...{ from: null, fromAt: null, to: 1_203_000, isRead: true },
        failure: { code: 'endpoint-rate-limited', details: {} },
      },
    },
    steps: [{ see: 'outstanding' }],
  },
  { name: 'payments-none', page: 'home', route: '/payments', slices: { ...slices, authorizations: [] } },
  {
    name: 'payments-detail',
    page: 'home',
    route: '/payments/authorization/sample-2:0',
    slices,
    answers: { 'authorization.read': { typedData: '{"types":{},"domain":{},"message":{}}', signature: '0x' } },
    steps: [{ see: 'take-back' }],
  },
  {
    name: 'payments-detail-code',
    page: 'home',
    route: '/payments/authorization/later:0',
    slices: { ...slices, authorizations: [authorization({ id: 'later:0', origin: null })] },
    answers: {
      'authorization.read': {
        typedData: JSON.stringify({
          types: {},
          domain: { name: 'Test Dollar', verifyingContract: dollar },
          message: {},
        }),
        signature: `0x${'5e'.repeat(65)}`,
      },
    },
    steps: [{ click: 'authorization-code' }],
  },
  {
    name: 'payments-detail-voucher',
    page: 'home',
    route: '/payments/authorization/voucher:0',
    slices: {
      ...slices,
      authorizations: [
        authorization({
          id: 'voucher:0',
          kind: 'x402-voucher',
          amount: units(340_000n),
          validBeforeSeconds: null,
          deadlineSeconds: null,
          nonce: hash(61),
        }),
      ],
    },
    answers: { 'authorization.read': { typedData: '{"types":{},"domain":{},"message":{}}', signature: '0x' } },
    steps: [{ see: 'to-channels' }],
  },
  {
    name: 'payments-detail-recurring',
    page: 'home',
    route: '/payments/authorization/sample-3:0',
    slices,
    answers: {
      'authorization.read': {
        typedData: JSON.stringify({
          types: {},
          domain: {},
          message: {
            account: anna,
            spender: savings,
            token: dollar,
            allowance: '10000000',
            period: '2592000',
            start: '0',
            end: '281474976710655',
            salt: '7',
            extraData: '0x',
          },
        }),
        signature: '0x',
      },
    },
    steps: [{ see: 'take-back' }],
  },
  {
    name: 'payments-detail-delegation',
    page: 'home',
    route: '/payments/authorization/delegation:0',
    slices: {
      ...slices,
      authorizations: [
        authorization({
          id: 'delegation:0',
          kind: 'delegation',
          amount: null,
          remaining: null,
          token: null,
          contract: lower(dollar),
          spender: lower(savings),
          recipient: null,
          validBeforeSeconds: null,
          deadlineSeconds: null,
          nonce: hash(62),
          evidence: [{ ...taken(1n), amount: null }],
        }),
      ],
    },
    answers: {
      'authorization.read': {
        typedData: JSON.stringify({
          types: {},
          domain: {},
          message: {
            delegate: savings,
            delegator: anna,
            authority: hash(63),
            caveats: [{ enforcer: shop, terms: '0x12' }],
            salt: '1',
          },
        }),
        signature: '0x',
      },
    },
    steps: [{ see: 'take-back' }],
  },
  { name: 'payments-verify', page: 'home', route: '/payments/verify', slices, steps: [{ see: 'verify' }] },
  {
    name: 'payments-verified',
    page: 'home',
    route: `/payments/verify/${hash(501)}`,
    slices,
    answers: {
      'chain.read': {
        results: [
          { ok: true, result: receipt },
          { ok: true, result: null },
          { ok: true, result: units(1_204_335n) },
        ],
      },
    },
    steps: [{ see: 'verification' }],
  },
  {
    name: 'panel-payments',
    page: 'home',
    sidePanel: true,
    route: '/payments',
    slices,
    steps: [{ see: 'outstanding' }],
  },
]
