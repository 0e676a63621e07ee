import type { RequestEntryView, RequestLogView } from '@/lib/language/request-log'
import { anna as account, now, unlocked } from '../samples.ts'
import type { GalleryState } from '../state.ts'

const since = now - 60_000
const origin = 'https://harbour.example'
const hash = `0x${'5f'.repeat(32)}`
const text = (value: unknown) => {
  const whole = JSON.stringify(value)
  return { text: whole.slice(0, 300), length: whole.length }
}
const transfer = [{ from: account, to: `0x${'dd'.repeat(20)}`, value: '0x38d7ea4c68000', data: '0x' }]

let count = 0
const at = (ms: number) => ({ number: ++count, at: since + ms, tabId: 0, origin })
const asked = (
  ms: number,
  method: string,
  params: unknown,
  answer: RequestEntryView['answer'],
  rest: Partial<RequestEntryView> = {},
): RequestEntryView => ({
  ...at(ms),
  ...{ kind: 'request', method, answer, decisions: [], transactions: [] },
  params: params === undefined ? { text: '', length: 0 } : text(params),
  ...rest,
})
const answered = (ms: number, value: unknown, isError = false) => ({ at: since + ms, isError, value: text(value) })

const entries: RequestLogView['entries'] = [
  { ...at(0), kind: 'event', event: 'state', value: text({ chainId: '0x7a69', accounts: [] }) },
  asked(12, 'eth_chainId', undefined, answered(13, '0x7a69')),
  asked(900, 'eth_requestAccounts', undefined, answered(4_210, [account]), {
    decisions: [{ id: 'a', kind: 'connect', status: 'done', at: since + 4_180 }],
  }),
  { ...at(4_215), kind: 'event', event: 'state', value: text({ chainId: '0x7a69', accounts: [account] }) },
  asked(
    6_000,
    'eth_call',
    [{ to: `0x${'a0'.repeat(20)}`, data: `0x70a08231${'0'.repeat(640)}` }],
    answered(6_021, '0x'),
  ),
  asked(
    8_000,
    'wallet_switchEthereumChain',
    [{ chainId: '0x1' }],
    answered(9_800, { code: 4001, message: 'The person rejected the request.' }, true),
    {
      decisions: [{ id: 'b', kind: 'switch-network', status: 'rejected', at: since + 9_790 }],
    },
  ),
  asked(12_000, 'eth_sendTransaction', transfer, answered(15_310, hash), {
    decisions: [{ id: 'c', kind: 'transaction', status: 'done', at: since + 15_270 }],
    transactions: [
      {
        id: 'c',
        hash,
        levels: [
          { level: 'signed', at: since + 15_280 },
          { level: 'submitted', at: since + 15_290 },
          { level: 'accepted', at: since + 15_308 },
          { level: 'preconfirmed', at: since + 15_497 },
          { level: 'sealed', at: since + 17_020 },
        ],
      },
    ],
  }),
  {
    ...at(15_320),
    kind: 'event',
    event: 'message',
    value: text({ type: 'eth_subscription', data: { subscription: '0x1', result: { hash, level: 'preconfirmed' } } }),
  },
  asked(20_000, 'personal_sign', ['0x48656c6c6f', account], null, {
    decisions: [{ id: 'd', kind: 'message', status: 'waiting', at: since + 20_010 }],
  }),
]
const page = { page: 'panel', slices: { ...unlocked, requestLog: { since, entries } } } as const
const many = Array.from({ length: 200 }, (_, index) =>
  asked(index * 50, 'eth_blockNumber', [], answered(index * 50 + 2, '0x1')),
)

/** The panel in the browser's developer tools. */
export const panelStates: GalleryState[] = [
  { ...page, name: 'developer-panel' },
  {
    ...page,
    name: 'developer-panel-open',
    answers: { 'request-log.read': { texts: { params: JSON.stringify(transfer), answer: JSON.stringify(hash) } } },
    steps: [{ click: 'sent-entry' }, { see: 'key=panel_copy_test' }],
  },
  {
    ...page,
    name: 'developer-panel-no-test',
    answers: { 'request-log.read': { texts: null } },
    steps: [{ click: 'last-entry' }],
  },
  { ...page, name: 'developer-panel-many', slices: { ...page.slices, requestLog: { since, entries: many } } },
  { ...page, name: 'developer-panel-none', slices: { ...page.slices, requestLog: { since, entries: [] } } },
  { ...page, name: 'developer-panel-off', slices: unlocked },
  {
    ...page,
    name: 'developer-panel-locked',
    slices: { ...page.slices, session: { vault: 'locked', lockAt: null, retryAt: null } },
  },
]
