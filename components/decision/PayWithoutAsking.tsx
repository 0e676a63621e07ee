import { useState } from 'react'
import { useClient } from '@/components/client-context'
import { t } from '@/components/i18n'
import { useAction } from '@/components/use-action'
import type { PaymentOptionView } from '@/lib/messaging/http402'
import { toQuantity } from '@/lib/values/hex'

/** So many of the same payments in 24 hours, then it is asked for again. */
const timesADay = 10n

/** Offered beside a payment: from the next one on, a site is paid as much as this without asking, within a limit for the day. */
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
    <label className="setting payment-automatic">
      <span>
        {t('payment_automatic')}
        <span className="setting-note">
          {t('payment_automatic_note', { most: words(option.stake), day: words(perDay) })}
        </span>
      </span>
      <input
        type="checkbox"
        className="switch"
        role="switch"
        data-testid="payment-automatic"
        checked={isSet}
        aria-checked={isSet}
        disabled={set.busy}
        onChange={() => void set.run(!isSet)}
      />
    </label>
  )
}
