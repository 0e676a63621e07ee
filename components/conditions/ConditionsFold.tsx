import { type ReactNode, useState } from 'react'
import { Fold } from '@/components/elements/Fold'
import { t } from '@/components/i18n'
import { onDemand } from '@/components/on-demand'
import type { ConditionFieldsProps } from './ConditionFields'

const ConditionFields = onDemand(() => import('./ConditionFields').then(part => part.ConditionFields))

/**
 * The fields for conditions, folded: no endpoint is asked for them before they are opened.
 * @param within puts the fields into a form
 */
export function ConditionsFold({
  within,
  ...fields
}: ConditionFieldsProps & { within?(fields: ReactNode): ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Fold
      title={t('send_conditions')}
      testId="conditions-fold"
      open={isOpen}
      onToggle={event => setOpen(event.currentTarget.open)}
    >
      {isOpen && (within ?? (it => it))(<ConditionFields {...fields} />)}
    </Fold>
  )
}
