import { useState } from 'react'
import { Segments } from '@/components/elements/Segments'
import { t } from '@/components/i18n'
import '@/components/payments/desk/desk.css'
import type { DeskPageProps } from '@/components/payments/desk-page'
import { AuthorizationForm } from './AuthorizationForm'
import type { AuthorizationFormKind } from './authorization-data'
import { PayNow } from './PayNow'

type Way = 'now' | AuthorizationFormKind

const leads = {
  now: 'pay_now_lead',
  authorization: 'pay_later_lead',
  permit: 'pay_up_to_lead',
  'spend-permission': 'pay_recurring_lead',
} as const

/** Pays now, or signs an authorization to be taken later, up to a maximum, or every period. */
export function Pay({ onProposed }: DeskPageProps) {
  const [way, setWay] = useState<Way>('now')
  return (
    <section className="desk-section" aria-label={t('pay')}>
      <Segments
        label={t('pay_when')}
        name="pay-when"
        choices={[
          { value: 'now', label: t('pay_now') },
          { value: 'authorization', label: t('pay_later') },
          { value: 'permit', label: t('pay_up_to') },
          { value: 'spend-permission', label: t('pay_recurring') },
        ]}
        value={way}
        onChange={setWay}
      />
      <p className="quiet">{t(leads[way])}</p>
      {way === 'now' ? (
        <PayNow onProposed={onProposed} />
      ) : (
        <AuthorizationForm key={way} kind={way} onProposed={onProposed} />
      )}
    </section>
  )
}
