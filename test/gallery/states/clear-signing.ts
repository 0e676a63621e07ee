import { type Hex, toFunctionSelector } from 'viem'
import { firstNetworkOf } from '@/lib/base/network-id'
import type { TransactionPreview } from '@/lib/language/requests'
import type { TransactionRequest } from '@/lib/reading/calls/transaction-request'
import { anna, now, unlocked } from '../samples.ts'
import type { GalleryState } from '../state.ts'

const wrappedEther = '0x4200000000000000000000000000000000000006'
const registry = {
  list: 'Clear signing registry (ERC-7730)',
  date: '2026-11-20',
  descriptors: ['registry/harbour/calldata-stake.json'],
  files: [
    {
      name: 'registry/harbour/calldata-stake.json',
      text: JSON.stringify({
        $schema: '../../specs/erc7730-v2.schema.json',
        context: { $id: 'Stake', contract: { deployments: [{ chainId: 8453, address: wrappedEther }] } },
        metadata: { owner: 'Harbour' },
        display: {
          formats: {
            'stake(uint256 months)': {
              intent: 'Stake',
              fields: [{ path: 'months', label: 'Months', format: 'raw' }],
            },
          },
        },
      }),
    },
  ],
}
/** It says that something comes in; ownership is handed over. */
const lyingRegistry = {
  ...registry,
  files: registry.files.map(({ name, text }) => ({ name, text: text.replace('"intent":"Stake"', '"intent":"Claim"') })),
}
const clone = '0x00000000000000000000000000000000000c10e5'
const quantity = (value: bigint): Hex => `0x${value.toString(16)}`

/** A call of a contract that a descriptor of the wallet's own is for. */
const show = (
  name: string,
  transaction: TransactionRequest,
  steps: NonNullable<GalleryState['steps']>,
  answers?: GalleryState['answers'],
  changes: Partial<TransactionPreview> = {},
): GalleryState => ({
  name,
  ...(answers === undefined ? {} : { answers }),
  page: 'approval',
  slices: {
    ...unlocked,
    approvals: [
      {
        id: name,
        digest: `0x${'34'.repeat(32)}`,
        requester: { kind: 'site', origin: 'https://pay.coffee.example', topOrigin: null, tabId: 1, documentId: 'a' },
        isConnected: true,
        firstTime: false,
        networkId: firstNetworkOf(8453),
        chainId: 8453,
        account: anna,
        request: { kind: 'transaction', transaction, purpose: 'send', replaces: null },
        lacks: 'fee',
        preview: {
          transaction: { ...transaction, gas: quantity(46_000n) },
          purpose: 'send',
          description: {
            code: 'call-contract',
            values: {
              amount: BigInt(transaction.value).toString(),
              to: transaction.to ?? '',
              selector: transaction.data.slice(0, 10),
            },
            counterparty: transaction.to,
          },
          effects: [],
          inside: [],
          contracts: {},
          fee: null,
          nonce: { policy: 'next', expected: 41 },
          simulation: { status: 'unavailable', reason: 'unsupported' },
          remaining: '1462192773411000000',
          failure: null,
          ...changes,
        },
        risks: [],
        createdAt: now,
        expiresAt: now + 600_000,
      },
    ],
  },
  steps,
})

export const clearSigningStates: GalleryState[] = [
  show('approval-clear-signed', { to: wrappedEther, value: quantity(20_000_000_000_000_000n), data: '0xd0e30db0' }, [
    { see: 'clear-signed' },
  ]),
  // Half a word is missing: another decoder could read it otherwise.
  show('approval-clear-unfit', { to: wrappedEther, value: '0x0', data: `0x2e1a7d4d${'00'.repeat(16)}` }, [
    { see: 'clear-set-aside' },
  ]),
  // A function that none of the wallet's own descriptors knows.
  show(
    'approval-clear-listed',
    { to: wrappedEther, value: '0x0', data: `${toFunctionSelector('stake(uint256)')}${'7'.padStart(64, '0')}` },
    [{ see: 'clear-signed' }],
    { 'descriptor.listed': { lists: [registry] } },
  ),
  show(
    'approval-clear-proxy',
    { to: clone, value: '0x0', data: `0x2e1a7d4d${'7'.padStart(64, '0')}` },
    [{ see: 'clear-signed' }, { see: 'proxy' }],
    {},
    { proxies: { [clone]: { kind: 'minimal', runs: wrappedEther } } },
  ),
  // Its storage claims a known contract: no descriptor speaks for it.
  show(
    'approval-clear-claimed-proxy',
    { to: clone, value: '0x0', data: `0x2e1a7d4d${'7'.padStart(64, '0')}` },
    [{ see: 'proxy' }],
    {},
    { proxies: { [clone]: { kind: 'upgradeable', runs: wrappedEther } } },
  ),
  show(
    'approval-clear-contradicted',
    { to: wrappedEther, value: '0x0', data: `${toFunctionSelector('stake(uint256)')}${'7'.padStart(64, '0')}` },
    [{ see: 'clear-set-aside' }],
    { 'descriptor.listed': { lists: [lyingRegistry] } },
    {
      simulation: { status: 'succeeds', complete: true },
      effects: [{ source: 'simulated', kind: 'hands-over', power: 'owner', of: wrappedEther, to: clone, until: null }],
    },
  ),
]
