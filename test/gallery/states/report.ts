import { firstNetworkOf } from '@/lib/base/network-id'
import type { FaultView, NetworkFaultsView } from '@/lib/language/faults'
import { now, unlocked } from '../samples.ts'
import type { GalleryState } from '../state.ts'

const nothing = { cause: null, message: null, code: null, position: null, networkId: null } as const
const faults: FaultView[] = [
  {
    ...nothing,
    where: 'endpoint',
    kind: 'RpcError/not-json-rpc',
    position: 'background:1:182311',
    networkId: firstNetworkOf(8453),
    firstAt: now - 7_200_000,
    at: now - 40_000,
    count: 212,
  },
  {
    ...nothing,
    where: 'socket',
    kind: 'RpcError/unreachable',
    networkId: firstNetworkOf(8453),
    firstAt: now - 95_000,
    at: now - 90_000,
    count: 2,
  },
  {
    ...nothing,
    where: 'screen',
    kind: 'TypeError',
    message: 'property-of-nothing',
    position: 'SettingsPage:1:9083',
    firstAt: now - 3_600_000,
    at: now - 3_600_000,
    count: 1,
  },
  {
    ...nothing,
    where: 'keys',
    kind: 'QuotaExceededError',
    message: 'quota',
    firstAt: now - 86_400_000,
    at: now - 86_400_000,
    count: 4,
  },
  {
    ...nothing,
    where: 'screen-call',
    kind: 'Failure/locked',
    firstAt: now - 172_800_000,
    at: now - 172_800_000,
    count: 1,
  },
  {
    ...nothing,
    where: 'payments',
    kind: 'Failure/payment-mismatch',
    cause: 'RpcError/node-error',
    code: -32_000,
    firstAt: now - 604_800_000,
    at: now - 518_400_000,
    count: 7,
  },
]
const networks: NetworkFaultsView[] = []
const answers = { 'fault.list': { faults }, 'fault.networks': { networks }, 'fault.clear': null } as const
const page = { page: 'home', route: '/settings/report', slices: unlocked } as const

/** The list of errors that no screen showed. */
export const reportStates: GalleryState[] = [
  { ...page, name: 'report', answers },
  { ...page, name: 'report-details', answers, steps: [{ click: 'key=report_details' }] },
  { ...page, name: 'report-empty', answers: { ...answers, 'fault.list': { faults: [] } } },
  { ...page, name: 'report-cleared', answers, steps: [{ click: 'report-clear' }, { see: 'report-empty' }] },
  { ...page, name: 'report-panel', sidePanel: true, answers },
  {
    name: 'report-damaged',
    page: 'home',
    slices: { session: { vault: 'database-damaged', lockAt: null, retryAt: null } },
    answers,
    steps: [{ click: 'key=report_title' }],
  },
]
