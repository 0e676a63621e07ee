import { useId } from 'react'
import { useClient } from '@/components/client-context'
import { AddressText } from '@/components/elements/AddressText'
import { FailureNotice } from '@/components/elements/FailureNotice'
import { t } from '@/components/i18n'
import { useAction } from '@/components/use-action'
import { batchDelegate } from '@/lib/base/batch-delegate'
import type { AtomicBatch } from '@/lib/language/requests'
import './together.css'

type Choice = AtomicBatch['choice']

/** How several calls are made: in one transaction of which all happens or nothing, or one after the other. */
export function Together({ approvalId, atomic, count }: { approvalId: string; atomic: AtomicBatch; count: number }) {
  const client = useClient()
  const group = useId()
  const choose = useAction((choice: Choice) => client.call('approval.choose-together', { id: approvalId, choice }))
  const { choice, isDelegated, isRequired } = atomic
  const offered: Choice[] = [
    ...(isDelegated ? [] : ['once' as const]),
    'keep',
    ...(isRequired ? [] : ['apart' as const]),
  ]
  return (
    <fieldset className="together" disabled={choose.busy} data-testid="together">
      <legend>{t(count === 1 ? 'together_title_one' : 'together_title')}</legend>
      {offered.map(each => (
        <label key={each} className="together-choice">
          <input
            type="radio"
            name={group}
            checked={choice === each}
            data-testid={`together-${each}`}
            onChange={() => void choose.run(each)}
          />
          <span>
            <span className="together-name">{t(nameOf(each, isDelegated))}</span>
            <span className="together-note">{t(noteOf(each, isDelegated))}</span>
          </span>
        </label>
      ))}
      <FailureNotice failure={choose.failure} />
      {choice !== 'apart' && (
        <div className="together-code">
          {t('together_code')}
          <AddressText address={batchDelegate} />
        </div>
      )}
    </fieldset>
  )
}

function nameOf(choice: Choice, isDelegated: boolean) {
  if (choice === 'apart') return 'together_apart'
  return choice === 'once' ? 'together_once' : isDelegated ? 'together_again' : 'together_keep'
}

function noteOf(choice: Choice, isDelegated: boolean) {
  if (choice === 'apart') return 'together_apart_note'
  return choice === 'once' ? 'together_once_note' : isDelegated ? 'together_again_note' : 'together_keep_note'
}
