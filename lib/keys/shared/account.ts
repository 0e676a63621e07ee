import type { AccountView } from '@/lib/language/views'

/** An account as screens list it, and when it was added. */
export interface Account extends AccountView {
  device: string | null
  createdAt: number
}
