import BookUser from 'lucide-react/icons/book-user'
import { useNames } from '@/components/contacts/use-names'
import { AddressField } from '@/components/elements/AddressField'
import { AddressText } from '@/components/elements/AddressText'
import type { AddressEntry } from '@/components/elements/address-entry'
import { Button } from '@/components/elements/Button'
import { t } from '@/components/i18n'

interface RecipientFieldProps {
  entry: AddressEntry
  onText(text: string): void
  onChoose(): void
}

/** The recipient, typed, pasted or chosen, and read back in groups to be compared. */
export function RecipientField({ entry, onText, onChoose }: RecipientFieldProps) {
  const nameOf = useNames()
  const name = entry.address === null ? null : nameOf(entry.address)
  return (
    <>
      <AddressField
        label={t('send_to')}
        testId="send-to"
        rows={2}
        autoFocus
        entry={entry}
        aside={
          <Button size="small" icon={BookUser} testId="recipients" onClick={onChoose}>
            {t('recipients')}
          </Button>
        }
        onChange={onText}
      />
      <p className="send-reading" aria-live="polite">
        {entry.address === null ? (
          <span className="quiet">{t('send_reading')}</span>
        ) : (
          <>
            {name !== null && <span className="counterparty-name">{name}</span>}
            <AddressText address={entry.address} />
          </>
        )}
      </p>
    </>
  )
}
