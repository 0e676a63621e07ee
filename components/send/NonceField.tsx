import { Field } from '@/components/elements/Field'
import { Fold } from '@/components/elements/Fold'
import { t } from '@/components/i18n'

/** For those who ask: under which number the transaction goes. */
export function NonceField({ text, isWrong, onText }: { text: string; isWrong: boolean; onText(text: string): void }) {
  return (
    <Fold title={t('send_number')} testId="send-number-fold">
      <Field
        id="send-number"
        label={t('raw_nonce')}
        hint={t('send_number_hint')}
        error={isWrong ? t('send_number_wrong') : undefined}
      >
        <input
          id="send-number"
          className="input"
          inputMode="numeric"
          autoComplete="off"
          maxLength={20}
          aria-describedby="send-number-note"
          aria-invalid={isWrong ? true : undefined}
          data-testid="send-number"
          value={text}
          onChange={event => onText(event.target.value)}
        />
      </Field>
    </Fold>
  )
}
