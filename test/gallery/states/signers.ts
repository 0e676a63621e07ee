import { stringToHex } from 'viem/utils'
import type { QrSigningRequest, SigningRequest } from '@/lib/base/devices'
import type { ApprovalView } from '@/lib/language/ui'
import { anna, now, previewChain, previewNetwork, unlocked } from '../samples.ts'
import type { GalleryState } from '../state.ts'

/** What a device shares: the public key of the accounts of the phrase that Anvil uses. */
const sharedKey =
  'ur:crypto-hdkey/oxaxhdclaoamrocwpslnbshtjyfwpdhfieteeslanlgoqdpsnyhglfcxaemdbgknstlepyjsykaahdcxcphdchnyyktosklkvdmuzonbjnfmyapsiebtfdcsaovtplessosffhskpdtocsbgamtaaddyoeadlncsdwykcsfnykaeykaocycmptfmtiasisgrihkkjkjyjljtihyljzrhzs'

const message = stringToHex('Sign in to the coffee shop')
const waiting: ApprovalView = {
  id: 'on-a-device',
  digest: `0x${'d5'.repeat(32)}`,
  requester: {
    kind: 'site',
    origin: 'https://pay.coffee.example',
    topOrigin: null,
    tabId: 1,
    documentId: 'a',
  },
  isConnected: true,
  firstTime: false,
  networkId: previewNetwork,
  chainId: previewChain,
  account: anna,
  request: { kind: 'message', message },
  preview: null,
  lacks: null,
  risks: [],
  createdAt: now,
  expiresAt: now + 600_000,
}

const request: QrSigningRequest = {
  kind: 'qr',
  id: '9b1deb4d3b7d4bad9bdd2b0d7b3dcb6d',
  approvalId: waiting.id,
  address: anna,
  path: "m/44'/60'/0'/0/0",
  fingerprint: '16a53ad1',
  chainId: previewChain,
  content: 'message',
  data: message,
}

const { fingerprint: _, ...shared } = request
const onLedger: SigningRequest = { ...shared, kind: 'ledger' }

function show(name: string, device: ApprovalView['device'], more: Partial<GalleryState> = {}): GalleryState {
  return { name, page: 'approval', slices: { ...unlocked, approvals: [{ ...waiting, device }] }, ...more }
}

/** Accounts whose keys are on a device. The gallery's browser has no camera. */
export const signerStates: GalleryState[] = [
  {
    name: 'signers-connect',
    page: 'home',
    route: '/accounts',
    slices: unlocked,
    steps: [{ click: 'account-device' }, { see: 'signer-other-ways' }],
  },
  {
    name: 'signers-accounts',
    page: 'home',
    route: '/accounts',
    slices: unlocked,
    steps: [
      { click: 'account-device' },
      { click: 'signer-other-ways' },
      { fill: 'signer-text', with: sharedKey },
      { see: 'signer-add' },
    ],
  },
  {
    name: 'ledger-connect',
    page: 'home',
    route: '/accounts',
    slices: unlocked,
    steps: [{ click: 'account-ledger' }, { see: 'ledger-read' }],
  },
  show('ledger-request', onLedger, { steps: [{ see: 'ledger-sign' }] }),
  {
    ...show('ledger-popup', onLedger),
    page: 'popup',
    slices: { ...unlocked, approvals: [{ ...waiting, requester: { kind: 'wallet' }, device: onLedger }] },
    steps: [{ see: 'signer-in-tab' }],
  },
  show('signers-preparing', null, { steps: [{ see: 'signer-take-back' }] }),
  show('signers-request', request, { steps: [{ see: 'signer-code' }] }),
  show('signers-answer', request, { steps: [{ click: 'signer-scan' }, { see: 'signer-show' }] }),
  {
    ...show('signers-popup', request),
    page: 'popup',
    slices: { ...unlocked, approvals: [{ ...waiting, requester: { kind: 'wallet' }, device: request }] },
    steps: [{ see: 'signer-in-tab' }],
  },
]
