import { Fold } from '@/components/elements/Fold'
import { TextField } from '@/components/elements/TextField'
import { t } from '@/components/i18n'

/** The transaction's nonce, folded: most people leave it to the wallet. */
export function NonceField({ text, isWrong, onText }: { text: string; isWrong: boolean; onText(text: string): void }) {
  return (
    <Fold title={t('send_number')} testId="send-number-fold">
      <TextField
        label={t('raw_nonce')}
        hint={t('send_number_hint')}
        error={isWrong ? t('send_number_wrong') : undefined}
        testId="send-number"
        kind="number"
        maxLength={20}
        value={text}
        onChange={onText}
      />
    </Fold>
  )
}
