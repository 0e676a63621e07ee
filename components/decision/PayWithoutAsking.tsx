import { useState } from 'react'
import { useClient } from '@/components/client-context'
import { Switch } from '@/components/elements/Setting'
import { t } from '@/components/i18n'
import { useAction } from '@/components/use-action'
import type { PaymentOptionView } from '@/lib/messaging/http402'
import { toQuantity } from '@/lib/values/hex'

/** The limit for 24 hours, in payments of this size. */
const timesADay = 10n

/**
 * Offered with a payment: the site's next payments of at most this size need no decision, within a limit for the day.
 */
export function PayWithoutAsking({
  origin,
  option,
  words,
}: {
  origin: string
  option: PaymentOptionView
  words(value: string): string
}) {
  const client = useClient()
  const [isSet, setIsSet] = useState(false)
  const most = BigInt(option.stake)
  const perDay = toQuantity(most * timesADay)
  const set = useAction(async (wanted: boolean) => {
    const { chainId, token, stake } = option
    if (chainId === null) return
    const automatic = wanted ? { chainId, token, most: stake, perDay } : null
    await client.call('payment.set-site', { origin, automatic })
    setIsSet(wanted)
  })
  return (
    <Switch
      label={t('payment_automatic')}
      note={t('payment_automatic_note', { most: words(option.stake), day: words(perDay) })}
      checked={isSet}
      disabled={set.busy}
      testId="payment-automatic"
      onChange={wanted => void set.run(wanted)}
    />
  )
}
