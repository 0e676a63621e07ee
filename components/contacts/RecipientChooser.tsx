import type { Address } from 'viem'
import { t, useSlice } from '@/components/app'
import { AccountMark, Button, Dialog } from '@/components/elements'
import { shortAddress } from '@/components/format/address'
import { choicesOf } from './choices'
import '@/components/chooser/chooser.css'

/** Chooses a recipient among the contacts, the person's own accounts and recent recipients. */
export function RecipientChooser({ onChoose, onClose }: { onChoose(address: Address): void; onClose(): void }) {
  const contacts = useSlice('contacts') ?? []
  const accounts = useSlice('accounts') ?? []
  const activity = useSlice('activity') ?? []
  const selection = useSlice('selection')
  const groups = choicesOf({ contacts, accounts, activity, own: selection?.address ?? null })
  const titles = { contacts: 'contacts', accounts: 'recipients_own', recent: 'recipients_recent' } as const
  const isEmpty = groups.every(({ choices }) => choices.length === 0)
  return (
    <Dialog title={t('send_to')} onClose={onClose}>
      {isEmpty && <p className="quiet">{t('recipients_empty')}</p>}
      {groups
        .filter(({ choices }) => choices.length > 0)
        .map(({ group, choices }) => (
          <section key={group} aria-label={t(titles[group])}>
            <h3 className="choices-title">{t(titles[group])}</h3>
            <ul className="choices">
              {choices.map(({ address, name }) => (
                <li key={address}>
                  <Button
                    look="row"
                    className="choice"
                    testId="recipient"
                    data-address={address}
                    onClick={() => onChoose(address)}
                  >
                    <AccountMark address={address} size={28} />
                    <span className="choice-words">
                      {name !== null && <span className="choice-name">{name}</span>}
                      <bdi className="choice-note">{shortAddress(address)}</bdi>
                    </span>
                  </Button>
                </li>
              ))}
            </ul>
          </section>
        ))}
    </Dialog>
  )
}
