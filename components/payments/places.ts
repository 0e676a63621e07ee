import { lazy } from 'react'
import type { MessageKey } from '@/components/i18n'

/** The properties of a page of the desk. `onProposed` is called with a new approval of the wallet's own, to show it. */
export interface DeskPageProps {
  onProposed(approvalId: string): void
}

interface DeskPlace {
  path: string
  label: MessageKey
  Page: React.ComponentType<DeskPageProps>
}

/** The pages of the desk in groups, in the order of their tabs. Each is a chunk of its own. */
export const deskGroups = [
  {
    label: 'desk_paying',
    places: [
      {
        path: '/payments',
        label: 'payments_outstanding',
        Page: lazy(() => import('./Outstanding').then(({ Outstanding }) => ({ default: Outstanding }))),
      },
      {
        path: '/payments/pay',
        label: 'pay',
        Page: lazy(() => import('./pay/Pay').then(({ Pay }) => ({ default: Pay }))),
      },
      {
        path: '/payments/answers',
        label: 'answers',
        Page: lazy(() => import('./answers/Answers').then(({ Answers }) => ({ default: Answers }))),
      },
      {
        path: '/payments/channels',
        label: 'channels',
        Page: lazy(() => import('./channels/Channels').then(({ Channels }) => ({ default: Channels }))),
      },
    ],
  },
  {
    label: 'desk_being_paid',
    places: [
      {
        path: '/payments/requests',
        label: 'requests',
        Page: lazy(() => import('./desk/Requests').then(({ Requests }) => ({ default: Requests }))),
      },
      {
        path: '/payments/captures',
        label: 'captures',
        Page: lazy(() => import('./desk/Captures').then(({ Captures }) => ({ default: Captures }))),
      },
      {
        path: '/payments/payouts',
        label: 'payouts',
        Page: lazy(() => import('./desk/Payouts').then(({ Payouts }) => ({ default: Payouts }))),
      },
      {
        path: '/payments/books',
        label: 'books',
        Page: lazy(() => import('./desk/Books').then(({ Books }) => ({ default: Books }))),
      },
    ],
  },
  {
    label: 'desk_looking_up',
    places: [
      {
        path: '/payments/transfers',
        label: 'transfers',
        Page: lazy(() => import('./Transfers').then(({ Transfers }) => ({ default: Transfers }))),
      },
      {
        path: '/payments/verify',
        label: 'verify',
        Page: lazy(() => import('./Verify').then(({ Verify }) => ({ default: Verify }))),
      },
    ],
  },
] as const satisfies readonly { label: MessageKey; places: readonly DeskPlace[] }[]

export const deskPlaces: readonly DeskPlace[] = deskGroups.flatMap(({ places }): readonly DeskPlace[] => places)
