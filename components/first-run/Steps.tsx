import { format, t } from '@/components/i18n'

/** `Step 2 of 3`, with a mark for each step. */
export function Steps({ step, of }: { step: number; of: number }) {
  return (
    <p className="steps">
      <span className="steps-marks" aria-hidden="true">
        {Array.from({ length: of }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a fixed row of marks
          <span key={index} className={index < step ? 'steps-mark steps-done' : 'steps-mark'} />
        ))}
      </span>
      {t('step_of', { step: format.integer(step), count: format.integer(of) })}
    </p>
  )
}
