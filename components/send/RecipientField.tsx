import BookUser from 'lucide-react/icons/book-user'
import { AddressText } from '@/components/elements/AddressText'
import { Field } from '@/components/elements/Field'
import type { JudgedAddress } from '@/components/format/address'
import { judgeAddress } from '@/components/format/address'
import { addressErrorWords } from '@/components/format/address-error'
import { t } from '@/components/i18n'

interface RecipientFieldProps {
  text: string
  judged: JudgedAddress
  /** Nothing is called wrong while it is being typed. */
  left: boolean
  name: string | null
  onText(text: string): void
  onChoose(): void
  onLeave(): void
}

/** Who gets it: typed or pasted, and read back in groups to be compared. */
export function RecipientField({ text, judged, left, name, onText, onChoose, onLeave }: RecipientFieldProps) {
  const error = left ? addressErrorWords(judged) : undefined
  return (
    <>
      <Field
        id="send-to"
        label={t('send_to')}
        error={error}
        aside={
          <button type="button" className="button button-small" data-testid="recipients" onClick={onChoose}>
            <BookUser size={14} aria-hidden="true" /> {t('recipients')}
          </button>
        }
        hint={
          judged.ok ? t(judged.checksum === 'matches' ? 'address_checksum_matches' : 'address_no_checksum') : undefined
        }
      >
        <textarea
          id="send-to"
          className="input address-input"
          rows={2}
          dir="ltr"
          // biome-ignore lint/a11y/noAutofocus: the first thing to fill in
          autoFocus
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={200}
          placeholder="0x"
          aria-describedby="send-to-note"
          aria-invalid={error === undefined ? undefined : true}
          data-testid="send-to"
          value={text}
          onBlur={onLeave}
          onPaste={event => {
            // A pasted address replaces what is there and is cleaned at once.
            const pasted = judgeAddress(event.clipboardData.getData('text'))
            if (!pasted.ok) return
            event.preventDefault()
            onText(pasted.address)
          }}
          onChange={event => onText(event.target.value.replace(/\n/g, ''))}
          onKeyDown={event => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            event.currentTarget.form?.requestSubmit()
          }}
        />
      </Field>
      <p className="send-reading" aria-live="polite">
        {judged.ok ? (
          <>
            {name !== null && <span className="counterparty-name">{name}</span>}
            <AddressText address={judged.address} />
          </>
        ) : (
          <span className="quiet">{t('send_reading')}</span>
        )}
      </p>
    </>
  )
}
