import { useSlice } from '@/components/client-context'
import { List } from '@/components/elements/Card'
import { t } from '@/components/i18n'
import { DeskWait } from '@/components/payments/DeskWait'
import type { DeskPageProps } from '@/components/payments/desk-page'
import '@/components/payments/desk/desk.css'
import { PastPayout } from './PastPayout'
import { SeveralForm } from './SeveralForm'
import './several.css'

/** Pays several at once: an amount each, or shares of one amount. */
export function Several({ onProposed }: DeskPageProps) {
  const desk = useSlice('desk')
  if (desk === undefined) return <DeskWait />
  return (
    <section className="desk-section" aria-label={t('several')}>
      <SeveralForm payouts={desk.payouts} onProposed={onProposed} />
      {desk.payouts.length > 0 && (
        <List testId="payouts">
          {desk.payouts.map(payout => (
            <PastPayout key={payout.key} payout={payout} />
          ))}
        </List>
      )}
    </section>
  )
}
