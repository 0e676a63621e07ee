import BookUser from 'lucide-react/icons/book-user'
import { t } from '@/components/app'
import { useNames } from '@/components/contacts/use-names'
import { Button } from '@/components/elements'
import { type AddressEntry, AddressField, AddressText } from '@/components/elements/later'

interface RecipientFieldProps {
  entry: AddressEntry
  onText(text: string): void
  /** Takes pasted text that is more than an address; true where it dealt with it. */
  onPasted?(text: string): boolean
  onChoose(): void
}

/** The recipient, typed, pasted or chosen, and read back in groups to be compared. */
export function RecipientField({ entry, onText, onPasted, onChoose }: RecipientFieldProps) {
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
        aside={<Button size="small" icon={BookUser} testId="recipients" onClick={onChoose} label={t('recipients')} />}
        onChange={onText}
        onPasted={onPasted}
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
