import { type MessageKey, onDemand } from '@/components/app'
import { type DeskPageProps, DeskWait } from './desk-page'

function place<Label extends MessageKey>(
  path: string,
  label: Label,
  load: () => Promise<React.ComponentType<DeskPageProps>>,
) {
  return { path, label, Page: onDemand(load, DeskWait) }
}

/** The pages of the desk in groups, in the order of their tabs. Each is a chunk of its own. */
export const deskGroups = [
  {
    label: 'desk_paying',
    places: [
      place('/payments', 'payments_outstanding', () => import('./Outstanding').then(desk => desk.Outstanding)),
      place('/payments/pay', 'pay', () => import('./pay/Pay').then(desk => desk.Pay)),
      place('/payments/several', 'several', () => import('./several/Several').then(desk => desk.Several)),
      place('/payments/answers', 'answers', () => import('./answers/Answers').then(desk => desk.Answers)),
      place('/payments/channels', 'channels', () => import('./channels/Channels').then(desk => desk.Channels)),
    ],
  },
  {
    label: 'desk_being_paid',
    places: [
      place('/payments/requests', 'requests', () => import('./desk/Requests').then(desk => desk.Requests)),
      place('/payments/captures', 'captures', () => import('./desk/Captures').then(desk => desk.Captures)),
      place('/payments/books', 'books', () => import('./desk/Books').then(desk => desk.Books)),
      place('/payments/verify', 'verify', () => import('./Verify').then(desk => desk.Verify)),
    ],
  },
] as const

export const deskPlaces = deskGroups.flatMap(({ places }) => [...places])
