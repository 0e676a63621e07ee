import type { Address } from 'viem'
import { getAddress } from 'viem/utils'
import type { EffectView } from '@/lib/base/effect-views'
import { firstNetworkOf } from '@/lib/base/network-id'
import { kindOf } from '@/lib/decisions/kinds/kinds'
import type { ApprovalRequest, AtomicBatch, FeeChoice, Requester, TransactionPreview } from '@/lib/language/requests'
import type { ApprovalView } from '@/lib/language/ui'
import type { Description } from '@/lib/reading/calls/description'
import type { TransactionRequest } from '@/lib/reading/calls/transaction-request'
import type { Risk } from '@/lib/reading/risk/risk'
import type { SimulationView } from '@/lib/reading/simulation/simulation'
import {
  anna,
  approvalOf,
  dollar,
  ether,
  gwei,
  now,
  previewChain,
  previewNetwork,
  savings,
  shop,
  stranger,
  transferOf,
  units,
  unlocked,
} from '../samples.ts'
import type { GalleryState } from '../state.ts'

const coffee: Requester = {
  kind: 'site',
  origin: 'https://pay.coffee.example',
  topOrigin: null,
  tabId: 1,
  documentId: 'a',
}
const maximum = 2n ** 256n - 1n

let made = 0
function approval(request: ApprovalRequest, changes: Partial<ApprovalView> = {}): ApprovalView {
  made += 1
  const { preview = null } = changes
  return {
    id: `approval-${made}`,
    digest: `0x${made.toString(16).padStart(64, '0')}`,
    requester: coffee,
    isConnected: true,
    firstTime: false,
    networkId: previewNetwork,
    chainId: previewChain,
    account: anna,
    request,
    preview,
    lacks: lackOf(request, preview),
    risks: [],
    createdAt: now,
    expiresAt: now + 600_000,
    ...changes,
  }
}

/** What the worker says is lacking. The states of payments are in `http402.ts`. */
function lackOf(request: ApprovalRequest, preview: TransactionPreview | null): ApprovalView['lacks'] {
  const { needs } = kindOf(request)
  return needs === 'fee' && preview?.fee != null ? null : needs
}

const fee: NonNullable<TransactionPreview['fee']> = {
  pricing: 'eip1559',
  choices: [
    {
      speed: 'slow',
      maxFeePerGas: gwei('0.006'),
      maxPriorityFeePerGas: gwei('0.001'),
      expected: ether('0.000000126'),
      ceiling: ether('0.000000189'),
      expectedMs: 412,
    },
    {
      speed: 'normal',
      maxFeePerGas: gwei('0.011'),
      maxPriorityFeePerGas: gwei('0.001'),
      expected: ether('0.000000147'),
      ceiling: ether('0.000000231'),
      expectedMs: 191,
    },
    {
      speed: 'fast',
      maxFeePerGas: gwei('0.02'),
      maxPriorityFeePerGas: gwei('0.005'),
      expected: ether('0.000000231'),
      ceiling: ether('0.00000042'),
      expectedMs: 191,
    },
  ],
  chosen: 'normal',
  l1Fee: ether('0.0000000124'),
  operatorFee: null,
  addedFeeCeiling: ether('0.0000000155'),
  ceiling: ether('0.000000231'),
}
/** All of the gas price is paid. */
const legacyChoice = (choice: FeeChoice): FeeChoice => ({
  ...choice,
  maxPriorityFeePerGas: choice.maxFeePerGas,
  expected: choice.ceiling,
})
const legacyFee: typeof fee = {
  ...{ ...fee, pricing: 'legacy', chosen: 'custom', l1Fee: null, addedFeeCeiling: null },
  choices: [...fee.choices, { ...fee.choices[1], speed: 'custom', expectedMs: null } as FeeChoice].map(legacyChoice),
}

type AssetView = Extract<EffectView, { kind: 'pays' }>['asset']
const simulated = { source: 'simulated' } as const
const pays = (asset: AssetView, amount: `0x${string}`, to: Address): EffectView => ({
  ...simulated,
  ...{ kind: 'pays', asset, amount, to },
})
const receives = (asset: AssetView, amount: `0x${string}`, from: Address): EffectView => ({
  ...simulated,
  ...{ kind: 'receives', asset, amount, from },
})
const allows = (asset: AssetView, amount: `0x${string}` | 'all', taker: Address): EffectView => ({
  ...simulated,
  ...{ kind: 'allows', asset, amount, taker, until: null, every: null, adds: false },
})
const usdv: AssetView = { kind: 'token', address: dollar }

function preview(changes: Partial<TransactionPreview> = {}): TransactionPreview {
  return {
    transaction: { to: shop, value: ether('0.02'), data: '0x', gas: units(21_000n) },
    purpose: 'send',
    description: { code: 'send-native', values: { amount: '20000000000000000', to: shop }, counterparty: shop },
    fee,
    nonce: { policy: 'next', expected: 41 },
    simulation: { status: 'succeeds', complete: true },
    effects: [pays({ kind: 'native' }, ether('0.02'), shop)],
    inside: [],
    contracts: { [dollar.toLowerCase()]: { symbol: 'USDV', name: 'Test Dollar', decimals: 6 } },
    remaining: '1462192773411000000',
    failure: null,
    ...changes,
  }
}

const payment: ApprovalRequest = {
  kind: 'transaction',
  transaction: { to: shop, value: ether('0.02'), data: '0x' },
  purpose: 'send',
  replaces: null,
}
const listing: TransactionRequest = {
  to: shop,
  value: ether('0.02'),
  data: '0x',
  accessList: [
    { address: dollar, storageKeys: [`0x${'0'.repeat(63)}2`, `0x${'5e'.repeat(32)}`] },
    { address: shop, storageKeys: [] },
  ],
}
const clearing: TransactionRequest = {
  ...{ to: savings, value: '0x0', data: '0x', delegate: `0x${'00'.repeat(20)}`, authority: savings },
}
const library = '0x63c0c19a282a1b52b07dd5a65b58948a07dae32b'
const delegating: TransactionRequest = {
  ...{ to: `0x${'00'.repeat(20)}`, value: '0x0', data: '0x', delegate: library },
}
/** An account delegates to a contract of the person's choice. */
function delegation(codes: readonly string[], changes: Partial<TransactionPreview> = {}): ApprovalView {
  return approval(
    { kind: 'transaction', transaction: delegating, purpose: 'delegate', replaces: null },
    {
      requester: { kind: 'wallet' },
      risks: [...codes.map(code => ({ code, level: 'danger' as const, values: {} })), firstTime],
      preview: preview({
        transaction: { ...delegating, gas: units(46_000n) },
        purpose: 'delegate',
        description: { code: 'delegate', values: { to: library }, counterparty: library },
        effects: [
          {
            source: 'stated',
            kind: 'hands-over',
            power: 'account',
            of: anna,
            to: library,
            until: null,
          },
        ],
        contracts: { [library]: { symbol: '', name: 'Modular Account', decimals: null } },
        ...changes,
      }),
    },
  )
}
const call = (data: `0x${string}`, to = dollar): ApprovalRequest => ({
  kind: 'transaction',
  transaction: { to, value: '0x0', data },
  purpose: 'send',
  replaces: null,
})
const approving = (amount: bigint): TransactionRequest => ({
  to: dollar,
  value: '0x0',
  data: approvalOf(shop, amount),
})
const allowing = (amount: bigint): Description => ({
  code: 'allow-token',
  values: { token: dollar, symbol: 'USDV', decimals: '6', spender: shop, amount: amount.toString() },
  counterparty: shop,
})
/** A site asked for an allowance without limit, and the account has 25 USDV. */
function limitedTo(amount: bigint, changes: Partial<TransactionPreview> = {}): ApprovalView {
  const transaction: TransactionRequest = {
    ...approving(amount),
    allowance: { asked: approvalOf(shop, maximum), proposed: { amount: units(25_000_000n), from: 'balance' } },
  }
  return approval(
    { kind: 'transaction', transaction, purpose: 'send', replaces: null },
    {
      preview: preview({
        transaction: { ...transaction, gas: units(48_000n) },
        description: allowing(amount),
        effects: [allows(usdv, amount === maximum ? 'all' : units(amount), shop)],
        ...changes,
      }),
      risks: amount === maximum ? [{ code: 'allowance-unlimited', level: 'danger', values: {} }] : [],
    },
  )
}
/** A call inside another, made by the shop's contract. */
const inner = { caller: shop, effects: [], risks: [], isCertain: true, inner: [] }
/** A smart account lets somebody take its dollars. */
const offering: EffectView = {
  ...{ source: 'stated', kind: 'allows', asset: usdv, amount: 'all', taker: stranger },
  ...{ until: null, every: null, adds: false, owner: shop },
}
const art = { [dollar.toLowerCase()]: { symbol: 'ART', name: 'Art', decimals: null } }
/** Kinds of a collection (ERC-1155), and how many of each. */
function moving(tokenId: string, count: string, more: EffectView[] = []): ApprovalView {
  return approval(call('0x2eb2c2d6'), {
    preview: preview({
      transaction: { to: dollar, value: '0x0', data: '0x2eb2c2d6', gas: units(90_000n) },
      description: {
        code: 'move-items',
        values: { token: dollar, symbol: 'ART', tokenId, count, from: anna, to: stranger },
        counterparty: stranger,
      },
      effects: [
        ...tokenId
          .split(',')
          .map((id, index) =>
            pays(
              { kind: 'item', address: dollar, id: units(BigInt(id)) },
              units(BigInt(count.split(',')[index] ?? 0)),
              stranger,
            ),
          ),
        ...more,
      ],
      contracts: art,
    }),
    risks: [firstTime],
  })
}
function threeCalls(
  simulation?: SimulationView,
  atomic?: AtomicBatch,
  { nonce, risks = [] }: { nonce?: number; risks?: Risk[] } = {},
): ApprovalView {
  const calls: TransactionRequest[] = [
    {
      ...approving(40_000_000n),
      allowance: { asked: approvalOf(shop, maximum), proposed: { amount: units(40_000_000n), from: 'calls' } },
    },
    { to: shop, value: ether('0.01'), data: '0xd0e30db0' },
    { to: savings, value: ether('0.5'), data: '0x' },
  ]
  const descriptions: Description[] = [
    allowing(40_000_000n),
    {
      code: 'call-contract',
      values: { amount: '10000000000000000', to: shop, function: '0xd0e30db0' },
      counterparty: shop,
    },
    { code: 'send-native', values: { amount: '500000000000000000', to: savings }, counterparty: savings },
  ]
  return approval(
    { kind: 'calls', batchId: '0x01', calls, ...(atomic === undefined ? {} : { atomic }) },
    {
      preview: preview({
        calls: descriptions,
        ...(simulation === undefined ? {} : { simulation }),
        ...(nonce === undefined ? {} : { nonce: { policy: 'fixed', value: nonce } }),
      }),
      risks: simulation?.status === 'reverts' ? [willFail, ...risks] : risks,
    },
  )
}
const willFail: Risk = { code: 'would-fail', level: 'danger', values: { reason: '', code: '' } }
const firstTime: Risk = { code: 'first-time-counterparty', level: 'note', values: {} }

const message = (text: string): `0x${string}` =>
  `0x${[...new TextEncoder().encode(text)].map(byte => byte.toString(16).padStart(2, '0')).join('')}`

const order = JSON.stringify({
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'version', type: 'string' },
      { name: 'chainId', type: 'uint256' },
      { name: 'verifyingContract', type: 'address' },
    ],
    Person: [
      { name: 'name', type: 'string' },
      { name: 'wallets', type: 'address[]' },
    ],
    Order: [
      { name: 'buyer', type: 'Person' },
      { name: 'contents', type: 'string' },
      { name: 'amount', type: 'uint256' },
    ],
  },
  primaryType: 'Order',
  domain: { name: 'Coffee', version: '1', chainId: previewChain, verifyingContract: shop },
  message: { buyer: { name: 'Account 1', wallets: [anna, savings] }, contents: 'Two espressi', amount: '4500000' },
})

const authorization = JSON.stringify({
  types: {
    TransferWithAuthorization: [
      { name: 'from', type: 'address' },
      { name: 'to', type: 'address' },
      { name: 'value', type: 'uint256' },
      { name: 'validAfter', type: 'uint256' },
      { name: 'validBefore', type: 'uint256' },
      { name: 'nonce', type: 'bytes32' },
    ],
  },
  primaryType: 'TransferWithAuthorization',
  domain: { name: 'Test Dollar', version: '2', chainId: previewChain, verifyingContract: dollar },
  message: {
    from: anna,
    to: shop,
    value: '4500000',
    validAfter: '0',
    validBefore: `${Math.floor(now / 1_000) + 600}`,
    nonce: `0x${'5e'.repeat(32)}`,
  },
})
const permit = JSON.stringify({
  types: {
    Permit: [
      { name: 'owner', type: 'address' },
      { name: 'spender', type: 'address' },
      { name: 'value', type: 'uint256' },
      { name: 'nonce', type: 'uint256' },
      { name: 'deadline', type: 'uint256' },
    ],
  },
  primaryType: 'Permit',
  domain: { name: 'Test Dollar', version: '2', chainId: previewChain, verifyingContract: dollar },
  message: { owner: anna, spender: stranger, value: maximum.toString(), nonce: '0', deadline: maximum.toString() },
})
const signIn = `pay.coffee.example wants you to sign in with your Ethereum account:
${getAddress(anna)}

Your espresso card, with ten stamps.

URI: https://pay.coffee.example/login
Version: 1
Chain ID: ${previewChain}
Nonce: 7f3kq90aLx
Issued At: 2026-11-21T12:00:00.000Z
Expiration Time: 2026-11-21T12:10:00.000Z
Resources:
- https://pay.coffee.example/card`
const permissions = `urn:recap:${btoa('{"att":{"https://files.example/anna":{"crud/read":[{}],"crud/update":[{}]}}}').replaceAll('=', '')}`
const signInWithPermissions = signIn
  .replace(
    'Your espresso card, with ten stamps.',
    "I further authorize the stated URI to perform the following actions on my behalf: (1) 'crud': 'read', 'update' for 'https://files.example/anna'.",
  )
  .concat(`\n- ${permissions}`)

const show = (name: string, approvals: ApprovalView[], more: Partial<GalleryState> = {}): GalleryState => ({
  name,
  page: 'approval',
  slices: { ...unlocked, approvals },
  ...more,
})

export const approvalStates: GalleryState[] = [
  {
    name: 'approval-locked',
    page: 'approval',
    slices: { session: { vault: 'locked', lockAt: null, retryAt: null }, networks: unlocked.networks },
  },
  show('approval-none-left', []),
  show(
    'approval-conditions',
    [
      approval(
        {
          ...payment,
          transaction: {
            ...{ to: shop, value: ether('0.02'), data: '0x' },
            conditions: [
              { type: 'block_number', params: { op: '<=', value: '0x1168' } },
              { type: 'balance', params: { address: anna, op: '>=', value: ether('1') } },
            ],
          },
        },
        { preview: preview() },
      ),
    ],
    {
      answers: { 'send.conditions': { isTaken: true, block: '0x1136', blockMs: 201 } },
      steps: [{ click: 'conditions-fold' }, { click: 'condition-in-60000' }],
    },
  ),
  show('approval-conditions-storage', [
    approval(
      {
        ...payment,
        transaction: {
          ...{ to: shop, value: ether('0.02'), data: '0x' },
          conditions: [
            { type: 'storage', params: { address: dollar, slot: '0x8', mask: '0xff', op: '=', value: '0x2a' } },
            { type: 'nonce', params: { address: savings, op: '<', value: '0x5' } },
          ],
        },
      },
      { preview: preview() },
    ),
  ]),
  show('approval-connect', [approval({ kind: 'connect' }, { isConnected: false, firstTime: true })]),
  show('approval-connect-frame', [
    approval(
      { kind: 'connect' },
      {
        isConnected: false,
        firstTime: true,
        requester: {
          kind: 'site',
          origin: 'https://xn--pypal-4ve.co.uk',
          topOrigin: 'https://news.github.io',
          tabId: 1,
          documentId: 'a',
        },
        risks: [{ code: 'a-rule-of-tomorrow', level: 'caution', values: {} }],
      },
    ),
  ]),
  show('approval-payment', [approval(payment, { preview: preview(), risks: [firstTime] })]),
  show('approval-payment-fees', [approval(payment, { preview: preview() })], { steps: [{ click: 'fee' }] }),
  show('approval-payment-raw', [approval(payment, { preview: preview() })], { steps: [{ click: 'key=raw_data' }] }),
  show(
    'approval-access-list',
    [
      approval(
        { kind: 'transaction', transaction: listing, purpose: 'send', replaces: null },
        { preview: preview({ transaction: { ...listing, gas: units(38_250n) } }) },
      ),
    ],
    { steps: [{ click: 'key=raw_data' }, { click: 'raw-last' }] },
  ),
  show('approval-payment-reading', [approval(payment, { preview: null })]),
  show('approval-danger-reading', [
    approval(payment, {
      preview: null,
      risks: [{ code: 'allowance-unlimited', level: 'danger', values: {} }],
    }),
  ]),
  show('approval-payment-running', [
    approval(payment, { preview: preview({ fee: null, simulation: { status: 'running' }, remaining: null }) }),
  ]),
  show('approval-payment-poor', [
    approval(payment, {
      preview: preview({ remaining: '-3100000000000000' }),
      risks: [{ code: 'insufficient-funds', level: 'danger', values: {} }],
    }),
  ]),
  show('approval-payment-fee-not-given', [
    approval(payment, { preview: preview({ fee: { ...fee, choices: [], chosen: 'custom', ceiling: '0x0' } }) }),
  ]),
  show('approval-payment-legacy', [approval(payment, { preview: preview({ fee: legacyFee }) })], {
    steps: [{ click: 'key=fee' }],
  }),
  show('approval-payment-fee-high', [
    approval(payment, {
      preview: preview(),
      risks: [
        { code: 'fee-high', level: 'caution', values: { fee: '60000000000000000', symbol: 'ETH' } },
        { code: 'fee-times-amount', level: 'caution', values: { times: '3' } },
      ],
    }),
  ]),
  show('approval-payment-fee-unproven', [
    approval(payment, {
      preview: preview(),
      risks: [
        { code: 'fee-unproven', level: 'danger', values: { fee: '4620000000000000000', symbol: 'PLS' } },
        { code: 'fee-half-of-amount', level: 'caution', values: {} },
      ],
    }),
  ]),
  show('approval-payment-beside-fork', [
    approval(payment, {
      ...{ networkId: firstNetworkOf(8453), chainId: 8453 },
      preview: preview(),
      risks: [
        {
          ...{ code: 'shared-chain', level: 'caution' },
          values: { network: 'Base', other: 'Base fork', id: '8453' },
        },
      ],
    }),
  ]),
  show('approval-payment-offline', [
    approval(payment, {
      preview: preview({
        fee: null,
        simulation: { status: 'unavailable', reason: 'the endpoint does not answer' },
        failure: { code: 'endpoint-unreachable', details: {} },
      }),
      risks: [{ code: 'simulation-unavailable', level: 'caution', values: {} }],
    }),
  ]),
  show('approval-token', [
    approval(call(transferOf(shop, 12_500_000n)), {
      preview: preview({
        transaction: { to: dollar, value: '0x0', data: transferOf(shop, 12_500_000n), gas: units(48_000n) },
        description: {
          code: 'send-token',
          values: { amount: '12500000', token: dollar, symbol: 'USDV', decimals: '6', to: shop },
          counterparty: shop,
        },
        effects: [pays(usdv, units(12_500_000n), shop), receives({ kind: 'native' }, ether('0.004'), shop)],
      }),
    }),
  ]),
  show('approval-unlimited', [
    approval(call(approvalOf(stranger, maximum)), {
      preview: preview({
        transaction: { to: dollar, value: '0x0', data: approvalOf(stranger, maximum), gas: units(48_000n) },
        description: {
          code: 'allow-unlimited',
          values: { token: dollar, symbol: 'USDV', decimals: '6', spender: stranger },
          counterparty: stranger,
        },
        simulation: { status: 'succeeds', complete: false },
        effects: [allows(usdv, 'all', stranger)],
      }),
      risks: [{ code: 'allowance-unlimited', level: 'danger', values: {} }, firstTime],
    }),
  ]),
  show('approval-limited', [limitedTo(25_000_000n)]),
  show('approval-limited-choices', [limitedTo(25_000_000n)], { steps: [{ click: 'limit' }, { click: 'limit-own' }] }),
  show('approval-limited-by-person', [limitedTo(7_500_000n)], { steps: [{ click: 'limit' }] }),
  show('approval-limited-undone', [
    limitedTo(maximum, {
      description: {
        code: 'allow-unlimited',
        values: { token: dollar, symbol: 'USDV', decimals: '6', spender: shop },
        counterparty: shop,
      },
    }),
  ]),
  show('approval-will-fail', [
    approval(call(transferOf(shop, 12_500_000_000n)), {
      preview: preview({
        description: {
          code: 'send-token',
          values: { amount: '12500000000', token: dollar, symbol: 'USDV', decimals: '6', to: shop },
          counterparty: shop,
        },
        simulation: { status: 'reverts', reason: 'ERC20InsufficientBalance', code: 'balance-low' },
      }),
      risks: [
        { code: 'would-fail', level: 'danger', values: { reason: 'ERC20InsufficientBalance', code: 'balance-low' } },
      ],
    }),
  ]),
  show(
    'approval-danger-understood',
    [
      approval(call('0xa22cb46500000000000000000000000000000000000000000000000000000000000000010000'), {
        preview: preview({
          transaction: { to: dollar, value: '0x0', data: '0xa22cb465', gas: units(60_000n) },
          description: {
            code: 'allow-everything',
            values: { token: dollar, symbol: 'ART', operator: stranger },
            counterparty: stranger,
          },
          effects: [allows({ kind: 'collection', address: dollar }, 'all', stranger)],
          contracts: art,
        }),
        risks: [{ code: 'allowance-of-everything', level: 'danger', values: {} }, firstTime],
      }),
    ],
    { steps: [{ click: 'understood' }] },
  ),
  show('approval-drained', [
    approval(call('0xac9650d8'), {
      preview: preview({
        transaction: { to: shop, value: '0x0', data: '0xac9650d8', gas: units(190_000n) },
        description: {
          code: 'call-contract',
          values: { amount: '0', to: shop, function: 'multicall' },
          counterparty: shop,
        },
        effects: [
          pays({ kind: 'item', address: dollar, id: '0x7' }, '0x1', stranger),
          pays({ kind: 'item', address: dollar, id: units(2n ** 255n + 19n) }, '0x1', stranger),
          allows({ kind: 'collection', address: dollar }, 'all', stranger),
          { ...simulated, kind: 'hands-over', power: 'owner', of: shop, to: stranger, until: null },
        ],
        contracts: art,
      }),
      risks: [
        { code: 'drains', level: 'danger', values: {} },
        { code: 'allowance-of-everything', level: 'danger', values: {} },
        { code: 'hands-over-owner', level: 'danger', values: { power: 'owner', of: shop, to: stranger } },
      ],
    }),
  ]),
  show('approval-token-or-item', [
    approval(call(approvalOf(stranger, 7_804n)), {
      preview: preview({
        transaction: { to: dollar, value: '0x0', data: approvalOf(stranger, 7_804n), gas: units(60_000n) },
        description: {
          code: 'allow-token-or-item',
          values: { token: dollar, symbol: '', word: '7804', spender: stranger },
          counterparty: stranger,
        },
        simulation: { status: 'succeeds', complete: false },
        effects: [
          {
            ...{ source: 'stated', kind: 'allows', amount: 'unknown', taker: stranger },
            ...{ asset: { kind: 'token-or-item', address: dollar, word: units(7_804n) } },
            ...{ until: null, every: null, adds: false },
          },
        ],
        contracts: {},
      }),
      risks: [{ code: 'allowance-of-unknown', level: 'caution', values: {} }],
    }),
  ]),
  show('approval-calls-inside', [
    approval(call('0x6a761202', shop), {
      preview: preview({
        transaction: { to: shop, value: '0x0', data: '0x6a761202', gas: units(240_000n) },
        description: {
          code: 'call-contract',
          values: { amount: '0', to: shop, function: 'execTransaction' },
          counterparty: shop,
        },
        effects: [offering],
        inside: [
          [
            {
              ...inner,
              description: {
                code: 'run-code',
                values: { to: stranger, from: shop, function: 'multiSend' },
                counterparty: stranger,
              },
              risks: [{ code: 'foreign-code', level: 'danger', values: { target: stranger } }],
              inner: [
                {
                  ...inner,
                  description: {
                    code: 'move-token',
                    values: {
                      token: dollar,
                      symbol: 'USDV',
                      decimals: '6',
                      amount: '25000000',
                      from: shop,
                      to: stranger,
                    },
                    counterparty: stranger,
                  },
                },
                {
                  ...inner,
                  description: {
                    code: 'allow-unlimited',
                    values: { token: dollar, symbol: 'USDV', decimals: '6', spender: stranger },
                    counterparty: stranger,
                  },
                  effects: [offering],
                  risks: [
                    { code: 'allowance-unlimited', level: 'danger', values: {} },
                    { code: 'allowance-to-account', level: 'danger', values: {} },
                  ],
                },
                ...[0, 1, 2, 3, 4].map(index => ({
                  ...inner,
                  description: {
                    code: 'call-contract',
                    values: { amount: '0', to: shop, function: index === 0 ? '0x1f2e3d4c' : 'claimRewards' },
                    counterparty: shop,
                  },
                })),
              ],
            },
            {
              ...inner,
              caller: null,
              isCertain: false,
              description: {
                code: 'send-token',
                values: { token: dollar, symbol: 'USDV', decimals: '6', amount: '5000000', to: stranger },
                counterparty: stranger,
              },
            },
          ],
        ],
      }),
      risks: [
        { code: 'foreign-code', level: 'danger', values: { target: stranger } },
        { code: 'allowance-unlimited', level: 'danger', values: {} },
      ],
    }),
  ]),
  show('approval-not-tried', [
    approval(call('0x4e71d92d'), {
      preview: preview({
        transaction: { to: shop, value: '0x0', data: '0x4e71d92d', gas: units(60_000n) },
        description: {
          code: 'call-contract',
          values: { amount: '0', to: shop, function: '0x4e71d92d' },
          counterparty: shop,
        },
        simulation: { status: 'succeeds', complete: false },
        effects: [],
      }),
      risks: [{ code: 'not-tried', level: 'caution', values: {} }],
    }),
  ]),
  show('approval-unreadable', [
    approval(call('0xa9059cbb000000'), {
      preview: preview({
        transaction: { to: dollar, value: '0x0', data: '0xa9059cbb000000', gas: units(60_000n) },
        description: {
          code: 'unreadable-call',
          values: { amount: '10000000000000000', to: dollar, selector: '0xa9059cbb', function: 'transfer' },
          counterparty: dollar,
        },
        simulation: { status: 'unavailable', reason: '' },
        effects: [],
      }),
      risks: [
        { code: 'simulation-unavailable', level: 'caution', values: {} },
        { code: 'unreadable-call', level: 'danger', values: { function: 'transfer' } },
      ],
    }),
  ]),
  show('approval-items', [moving('7,8', '40,2', [receives({ kind: 'native' }, ether('0.15'), stranger)])]),
  show('approval-items-of-many-kinds', [
    moving(
      ['7', '8', '900', (2n ** 255n + 19n).toString(), '11', '12', '13'].join(),
      ['40', '2', '12500', '1', '3', '3', '1'].join(),
    ),
  ]),
  show(
    'approval-items-listed',
    [moving(['7', '8', '900', '10', '11', '12', '13'].join(), ['40', '2', '12500', '1', '3', '3', '1'].join())],
    { steps: [{ click: 'key=items_moved' }] },
  ),
  show('approval-clearing-of-another', [
    approval(
      { kind: 'transaction', transaction: clearing, purpose: 'clear-delegation', replaces: null },
      {
        preview: preview({
          transaction: { ...clearing, gas: units(46_000n) },
          purpose: 'clear-delegation',
          description: { code: 'clear-delegation-of', values: { of: savings }, counterparty: savings },
          effects: [],
        }),
      },
    ),
  ]),
  show('approval-delegating', [delegation(['delegates-account'])]),
  show('approval-delegating-to-proxy', [
    delegation(['delegates-account', 'delegate-is-proxy'], {
      proxies: { [library]: { kind: 'upgradeable', runs: shop } },
    }),
  ]),
  show('approval-delegating-without-code', [
    delegation(['delegate-without-code', 'delegates-account'], { contracts: {} }),
  ]),
  show('approval-cancel-all', [
    approval(
      {
        ...{ kind: 'calls', batchId: '0x03', cancels: ['a', 'b', 'c'] },
        calls: [41, 42, 43].map(nonce => ({ to: savings, value: '0x0', data: '0x', nonce })),
      },
      {
        preview: preview({
          ...{ purpose: 'cancel', effects: [] },
          calls: Array(3).fill({ code: 'cancel-transaction', values: {}, counterparty: null }),
        }),
      },
    ),
  ]),
  show(
    'approval-nonce-gap',
    [
      approval(
        { ...payment, transaction: { ...payment.transaction, nonce: 43 } },
        {
          preview: preview({ nonce: { policy: 'fixed', value: 43 } }),
          risks: [
            { level: 'caution', code: 'nonce-ahead', values: { nonce: '43', expected: '41' } },
            { level: 'caution', code: 'nonce-gap', values: { free: '41' } },
          ],
        },
      ),
    ],
    { steps: [{ click: 'decision-nonce' }, { see: 'decision-nonce-field' }] },
  ),
  show(
    'approval-gas-low',
    [
      approval(
        { ...payment, transaction: { ...payment.transaction, gas: '0x5dc0' } },
        { preview: preview({}), risks: [{ level: 'caution', code: 'gas-low', values: {} }] },
      ),
    ],
    { steps: [{ click: 'fee' }, { see: 'decision-gas-field' }] },
  ),
  show('approval-calls', [threeCalls()]),
  show('approval-calls-together', [threeCalls(undefined, { choice: 'once', isRequired: true, isDelegated: false })]),
  show('approval-calls-choice', [threeCalls(undefined, { choice: 'apart', isRequired: false, isDelegated: false })], {
    steps: [{ click: 'together-apart' }],
  }),
  show(
    'approval-calls-together-choice',
    [threeCalls(undefined, { choice: 'keep', isRequired: true, isDelegated: false })],
    { steps: [{ click: 'together-keep' }] },
  ),
  show('approval-calls-again', [threeCalls(undefined, { choice: 'keep', isRequired: false, isDelegated: true })]),
  show(
    'approval-calls-number',
    [
      threeCalls(
        undefined,
        { choice: 'keep', isRequired: false, isDelegated: true },
        {
          nonce: 43,
          risks: [
            { level: 'caution', code: 'nonce-ahead', values: { nonce: '43', expected: '41' } },
            { level: 'caution', code: 'nonce-gap', values: { free: '41' } },
          ],
        },
      ),
    ],
    { steps: [{ click: 'decision-nonce' }, { see: 'decision-nonce-field' }] },
  ),
  show('approval-calls-together-fails', [
    threeCalls(
      {
        status: 'reverts',
        reason: 'ERC20InsufficientBalance',
        code: 'balance-low',
        calls: [{ index: 1, reason: 'ERC20InsufficientBalance', code: 'balance-low' }],
      },
      { choice: 'once', isRequired: false, isDelegated: false },
    ),
  ]),
  show('approval-calls-one-fails', [
    threeCalls({
      status: 'reverts',
      reason: 'ERC20InsufficientBalance',
      code: 'balance-low',
      calls: [{ index: 1, reason: 'ERC20InsufficientBalance', code: 'balance-low' }],
    }),
  ]),
  show('approval-calls-some-fail', [
    threeCalls({
      status: 'reverts',
      reason: 'Only on Sundays',
      calls: [
        { index: 0, reason: 'Only on Sundays' },
        { index: 1, reason: '' },
      ],
    }),
  ]),
  show('approval-calls-short', [
    approval(
      {
        kind: 'calls',
        batchId: '0x02',
        calls: [{ to: savings, value: ether('0.5'), data: '0x' }],
      },
      {
        preview: preview({
          calls: [
            { code: 'send-native', values: { amount: '500000000000000000', to: savings }, counterparty: savings },
          ],
          remaining: '-120000000000000000',
          failure: { code: 'endpoint-unreachable', details: {} },
        }),
        risks: [{ code: 'insufficient-funds', level: 'danger', values: {} }],
      },
    ),
  ]),
  show('approval-message', [
    approval({ kind: 'message', message: message('Welcome to Coffee.\n\nSign to log in.\nNumber: 7731') }),
  ]),
  show('approval-message-hidden', [
    approval({ kind: 'message', message: message('Pay 1 ETH to \u202eecila\u202c and\u200b no more ✌️') }),
  ]),
  show('approval-message-bytes', [
    approval({ kind: 'message', message: '0xdeadbeefff00a1b2c3d4e5f60718293a4b5c6d7e8f900112233445566778899a' }),
  ]),
  show('approval-typed-data', [approval({ kind: 'typed-data', typedData: order })]),
  show('approval-authorization', [
    approval(
      { kind: 'typed-data', typedData: authorization },
      { risks: [{ code: 'signature-is-payment', level: 'note', values: {} }] },
    ),
  ]),
  show('approval-permit', [
    approval(
      { kind: 'typed-data', typedData: permit },
      {
        risks: [
          { code: 'permit-never-ends', level: 'caution', values: {} },
          { code: 'permit-unlimited', level: 'danger', values: { token: dollar } },
          { code: 'permit-to-account', level: 'danger', values: { spender: stranger } },
        ],
      },
    ),
  ]),
  show('approval-clock-ahead', [
    approval(
      { kind: 'typed-data', typedData: permit },
      {
        risks: [
          { code: 'network-clock-ahead', level: 'caution', values: { seconds: '10845' } },
          { code: 'permit-starts-later', level: 'caution', values: { seconds: '10740' } },
        ],
      },
    ),
  ]),
  show('approval-permit-refused', [
    approval(
      { kind: 'typed-data', typedData: permit },
      { risks: [{ code: 'contract-missing', level: 'danger', values: { contract: dollar } }] },
    ),
  ]),
  show('approval-own-account-as-contract', [
    approval(
      { kind: 'typed-data', typedData: order },
      { risks: [{ code: 'contract-is-own-account', level: 'danger', values: { contract: dollar } }] },
    ),
  ]),
  show('approval-sign-in', [approval({ kind: 'message', message: message(signIn) })]),
  show('approval-sign-in-permissions', [
    approval(
      { kind: 'message', message: message(signInWithPermissions) },
      { risks: [{ code: 'sign-in-recap', level: 'caution', values: { uri: 'https://pay.coffee.example/login' } }] },
    ),
  ]),
  show('approval-sign-in-elsewhere', [
    approval(
      { kind: 'message', message: message(signIn) },
      {
        requester: {
          kind: 'site',
          origin: 'https://coffee-rewards.example',
          topOrigin: null,
          tabId: 1,
          documentId: 'a',
        },
        isConnected: false,
        firstTime: true,
        risks: [
          { code: 'sign-in-domain', level: 'danger', values: { domain: 'pay.coffee.example' } },
          { code: 'sign-in-uri', level: 'caution', values: { host: 'pay.coffee.example' } },
        ],
      },
    ),
  ]),
  show('approval-typed-data-broken', [approval({ kind: 'typed-data', typedData: '{"types":{}}' })]),
  show('approval-switch', [approval({ kind: 'switch-network', networkId: firstNetworkOf(84532) })]),
  show('approval-switch-then-sign', [
    approval({ kind: 'switch-network', networkId: firstNetworkOf(8453), thenSign: order }),
  ]),
  show('approval-add-network', [
    approval({
      kind: 'add-network',
      chainId: 1301,
      name: 'Unichain Sepolia',
      rpcUrls: ['https://sepolia.unichain.example/rpc'],
      symbol: 'ETH',
      explorerUrl: 'https://sepolia.uniscan.example',
    }),
  ]),
  show(
    'approval-add-network-probed',
    [
      approval({
        kind: 'add-network',
        chainId: 1301,
        name: 'Unichain Sepolia',
        rpcUrls: ['https://sepolia.unichain.example/rpc'],
        symbol: 'ETH',
        explorerUrl: null,
      }),
    ],
    {
      answers: {
        'network.probe': {
          chainId: 1302,
          latencyMs: 84,
          pending: true,
          socket: false,
          preconfirmation: false,
          simulate: true,
          syncSend: false,
          development: false,
        },
      },
      steps: [{ click: 'key=probe_ask' }, { see: 'probe' }],
    },
  ),
  show('approval-add-token', [approval({ kind: 'add-token', address: dollar, symbol: 'USDV', decimals: 6 })]),
  show('approval-add-item', [
    approval({ kind: 'add-item', address: stranger, id: '7', name: 'Harbour Lights', standard: 'erc721' }),
  ]),
  show('approval-add-item-long', [
    approval({ kind: 'add-item', address: stranger, id: (2n ** 255n).toString(), name: '', standard: 'erc1155' }),
  ]),
  show('approval-add-token-alike', [
    approval(
      { kind: 'add-token', address: stranger, symbol: 'UЅDV', decimals: 6 },
      {
        risks: [
          { code: 'token-look-alike', level: 'danger', values: { token: stranger, symbol: 'USDV', known: dollar } },
          { code: 'token-like-native', level: 'danger', values: { token: stranger, symbol: 'ETH' } },
        ],
      },
    ),
  ]),
  show('approval-queue', [
    approval(payment, { preview: preview() }),
    approval({ kind: 'message', message: message('Hello') }),
    approval({ kind: 'connect' }),
  ]),
  show('approval-changed', [approval(payment, { preview: preview() })], {
    answers: { 'approval.approve': { failure: { code: 'approval-changed', details: {} } } },
    steps: [{ see: 'armed' }, { click: 'approve' }, { see: 'alert' }],
  }),
  {
    name: 'popup-review',
    page: 'popup',
    slices: {
      ...unlocked,
      approvals: [approval(payment, { requester: { kind: 'wallet' }, preview: preview(), risks: [firstTime] })],
    },
    steps: [{ see: 'decision' }],
  },
  {
    name: 'popup-review-danger',
    page: 'popup',
    slices: {
      ...unlocked,
      approvals: [
        approval(payment, {
          requester: { kind: 'wallet' },
          preview: preview({ simulation: { status: 'reverts', reason: 'the recipient refuses money' } }),
          risks: [willFail],
        }),
      ],
    },
    steps: [{ see: 'decision' }],
  },
  // Opened by the link of a page: without a warning of that page, and with one, before and after it is read.
  ...(['link', 'listed-link', 'listed-link-shown'] as const).map((name): GalleryState => {
    const host = 'claim.uniswap-rewards.example'
    const linkOrigin = name === 'link' ? 'https://pay.corner-shop.example' : `https://${host}`
    const listed = { host, list: 'Ethereum phishing detect', date: '2026-11-20' }
    const warning: Risk = { code: 'site-phishing', level: 'danger', values: listed }
    const risks = name === 'link' ? [firstTime] : [warning, firstTime]
    return {
      name: `approval-${name}`,
      page: 'approval',
      slices: {
        ...unlocked,
        approvals: [approval(payment, { requester: { kind: 'wallet', linkOrigin }, preview: preview(), risks })],
      },
      steps:
        name === 'listed-link-shown' ? [{ click: 'listed-site-show' }, { see: 'understood' }] : [{ see: 'decision' }],
    }
  }),
  { name: 'popup-waiting-site', page: 'popup', slices: { ...unlocked, approvals: [approval({ kind: 'connect' })] } },
]
