import { type MessageKey, onDemand } from '@/components/app'
import { type DeskPageProps, DeskWait } from './desk-page'

function place<Label extends MessageKey>(
  path: string,
  label: Label,
  load: () => Promise<React.ComponentType<DeskPageProps>>,
) {
  return { path, label, Page: onDemand(load, DeskWait) }
}

/** The three questions of most people. Each page of the desk is a chunk of its own. */
export const questions = [
  place('/payments/pay', 'pay', () => import('./pay/Pay').then(desk => desk.Pay)),
  place('/payments/requests', 'requests_ask', () => import('./desk/Requests').then(desk => desk.Requests)),
  place('/payments', 'payments_agreed', () => import('./Outstanding').then(desk => desk.Outstanding)),
] as const

/** Pages beside the last question: paid answers and channels are agreements too. */
export const agreements = [
  place('/payments/answers', 'answers', () => import('./answers/Answers').then(desk => desk.Answers)),
  place('/payments/channels', 'channels', () => import('./channels/Channels').then(desk => desk.Channels)),
] as const

/** For those who are paid often, or pay many. */
export const merchantPlaces = [
  place('/payments/several', 'several', () => import('./several/Several').then(desk => desk.Several)),
  place('/payments/captures', 'captures', () => import('./desk/Captures').then(desk => desk.Captures)),
  place('/payments/books', 'books', () => import('./desk/Books').then(desk => desk.Books)),
  place('/payments/verify', 'verify', () => import('./Verify').then(desk => desk.Verify)),
] as const
