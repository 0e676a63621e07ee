import { ask, fieldById } from './dom.ts'
import { agree, inDollars, onClick, type Recorded, showRecord } from './flows.ts'

interface Subscription extends Recorded {
  permission: { allowance: string; period: number }
  charges: { amount: string; hash: string }[]
  reason?: string
}

let subscription: Subscription | null = null
let following: number | undefined

function show(): void {
  if (!subscription) return
  const { permission, charges, state, reason } = subscription
  showRecord('subscription', state, [
    ['You allow', `${inDollars(permission.allowance)} every ${permission.period} seconds`],
    ['State', reason ?? state],
    ...charges.map(({ hash }, index) => [`Bag ${index + 1}`, hash] as const),
  ])
}

/** The shop charges by itself: look now and then. */
async function follow(): Promise<void> {
  if (!subscription) return
  subscription = await ask<Subscription>(`/api/subscriptions/${subscription.id}`)
  show()
  if (subscription.state !== 'active') clearInterval(following)
}

onClick('agree-subscription', async () => {
  const periodSeconds = Number(fieldById('period').value)
  subscription = await agree<Subscription>('/api/subscriptions', 'signature', account => ({
    account,
    allowance: fieldById('allowance').value,
    periodSeconds,
    ...(fieldById('endless').checked ? {} : { periods: 12 }),
  }))
  show()
  clearInterval(following)
  if (subscription) following = window.setInterval(() => void follow(), 2000)
})
onClick('charge-subscription', async () => {
  if (!subscription) throw new Error('There is no subscription yet.')
  subscription = await ask<Subscription>(`/api/subscriptions/${subscription.id}/charge`, { amount: '1' })
  show()
})
onClick('cancel-subscription', async () => {
  if (!subscription) throw new Error('There is no subscription yet.')
  subscription = await ask<Subscription>(`/api/subscriptions/${subscription.id}/cancel`, {})
  show()
})
