import type { MessageKey } from '@/components/i18n'
import { onDemand } from '@/components/on-demand'
import { DeskWait } from './DeskWait'
import type { DeskPageProps } from './desk-page'

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
        Page: onDemand(() => import('./Outstanding').then(({ Outstanding }) => Outstanding), DeskWait),
      },
      {
        path: '/payments/pay',
        label: 'pay',
        Page: onDemand(() => import('./pay/Pay').then(({ Pay }) => Pay), DeskWait),
      },
      {
        path: '/payments/several',
        label: 'several',
        Page: onDemand(() => import('./several/Several').then(({ Several }) => Several), DeskWait),
      },
      {
        path: '/payments/answers',
        label: 'answers',
        Page: onDemand(() => import('./answers/Answers').then(({ Answers }) => Answers), DeskWait),
      },
      {
        path: '/payments/channels',
        label: 'channels',
        Page: onDemand(() => import('./channels/Channels').then(({ Channels }) => Channels), DeskWait),
      },
    ],
  },
  {
    label: 'desk_being_paid',
    places: [
      {
        path: '/payments/requests',
        label: 'requests',
        Page: onDemand(() => import('./desk/Requests').then(({ Requests }) => Requests), DeskWait),
      },
      {
        path: '/payments/captures',
        label: 'captures',
        Page: onDemand(() => import('./desk/Captures').then(({ Captures }) => Captures), DeskWait),
      },
      {
        path: '/payments/books',
        label: 'books',
        Page: onDemand(() => import('./desk/Books').then(({ Books }) => Books), DeskWait),
      },
      {
        path: '/payments/verify',
        label: 'verify',
        Page: onDemand(() => import('./Verify').then(({ Verify }) => Verify), DeskWait),
      },
    ],
  },
] as const satisfies readonly { label: MessageKey; places: readonly DeskPlace[] }[]

export const deskPlaces: readonly DeskPlace[] = deskGroups.flatMap(({ places }): readonly DeskPlace[] => places)
