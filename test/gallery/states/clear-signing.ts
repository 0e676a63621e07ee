import { type Hex, toFunctionSelector } from 'viem'
import type { TransactionRequest } from '@/lib/approvals/types'
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
const quantity = (value: bigint): Hex => `0x${value.toString(16)}`

/** A call of a contract that a descriptor of the wallet's own is for. */
const show = (
  name: string,
  transaction: TransactionRequest,
  steps: NonNullable<GalleryState['steps']>,
  answers?: GalleryState['answers'],
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
        firstTime: false,
        chainId: 8453,
        account: anna,
        request: { kind: 'transaction', transaction, purpose: 'send', replaces: null },
        preview: {
          transaction: { ...transaction, gas: quantity(46_000n) },
          purpose: 'send',
          description: {
            code: 'call-contract',
            values: {
              amount: BigInt(transaction.value).toString(),
              to: wrappedEther,
              selector: transaction.data.slice(0, 10),
            },
            counterparty: wrappedEther,
          },
          effects: [],
          inside: [],
          contracts: {},
          fee: null,
          nonce: { policy: 'next', expected: 41 },
          simulation: { status: 'unavailable', reason: 'unsupported' },
          remaining: '1462192773411000000',
          failure: null,
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
]
