import X from 'lucide-react/icons/x'
import { useRef, useState } from 'react'
import type { Address } from 'viem'
import { t, useGo, useSlice } from '@/components/app'
import { AccountMark, Button, Field, IconButton } from '@/components/elements'
import { type AddressEntry, AddressField, AddressText } from '@/components/elements/later'
import { shortAddress, withChecksum } from '@/components/format/address'
import { choicesOf, matching } from './choices'
import { useNames } from './use-names'
import '@/components/chooser/chooser.css'
import './recipient.css'

interface RecipientFieldProps {
  label?: string
  testId: string
  entry: AddressEntry
  onChange(text: string): void
  /** Takes pasted text that is more than an address; true where it dealt with it. */
  onPasted?(text: string): boolean
  /** Offers the likely recipients before anything is typed. */
  suggests?: boolean
  /** Says where nobody can be suggested, and leads to the contacts. */
  leadsOn?: boolean
  autoFocus?: boolean
}

/**
 * Whom to pay: an address, a name of the person's own, or one of the list beneath. Enter takes the list's first. What
 * was chosen stands in the field's place, until it is taken out again.
 */
export function RecipientField({
  label = t('send_to'),
  suggests = false,
  leadsOn = false,
  ...field
}: RecipientFieldProps) {
  const { entry, onChange, testId } = field
  const [isTouched, setTouched] = useState(false)
  const [isLeft, setLeft] = useState(false)
  const whole = useRef<HTMLDivElement>(null)
  const groups = useChoices()
  const { address, text, link } = entry
  const found = matching(groups, text)
  const change = (typed: string) => {
    setTouched(true)
    setLeft(false)
    onChange(typed)
  }
  const choose = (chosen: Address) => change(withChecksum(chosen))
  // A name may be the beginning of another one.
  const isWritten = address !== null && text.toLowerCase().includes(address.slice(2).toLowerCase())
  if (address !== null && (isWritten || isLeft || found.length < 2))
    return <Chosen {...{ label, testId, entry, address }} autoFocus={isTouched && !isLeft} onOther={() => change('')} />

  const [first] = found
  const reason =
    first === undefined ? entry.error : t('recipient_enter', { name: first.name ?? shortAddress(first.address) })
  return (
    <div ref={whole}>
      <AddressField
        {...field}
        label={label}
        placeholder={t('recipient_placeholder')}
        autoFocus={field.autoFocus === true || isTouched}
        hint={text === '' || link !== null ? undefined : reason}
        onChange={change}
        // A press on the list beneath chooses: what was typed is not taken before it.
        onLeave={to => setLeft(!(to instanceof Node && whole.current?.contains(to) === true))}
        onEnter={() => {
          if (text.trim() === '' || first === undefined) return false
          choose(first.address)
          return true
        }}
      />
      {(suggests || text !== '') && link === null && found.length > 0 && (
        <ul className="choices recipient-choices" aria-label={t('recipients')}>
          {found.map(({ address: each, name, group }) => (
            <li key={each}>
              <Button look="row" className="choice" testId="recipient" data-address={each} onClick={() => choose(each)}>
                <AccountMark address={each} size={32} />
                <span className="choice-words">
                  <span className="choice-name">{name ?? shortAddress(each)}</span>
                  <span className="choice-note">
                    {name !== null && <bdi>{shortAddress(each)} · </bdi>}
                    {t(groupNames[group])}
                  </span>
                </span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {leadsOn && groups.every(({ choices }) => choices.length === 0) && text === '' && <Nobody />}
    </div>
  )
}

const groupNames = { contacts: 'recipients_contact', accounts: 'recipients_own', recent: 'recipients_recent' } as const

/** The contacts, the person's own accounts and recent recipients. */
function useChoices() {
  const contacts = useSlice('contacts') ?? []
  const accounts = useSlice('accounts') ?? []
  const activity = useSlice('activity') ?? []
  const selection = useSlice('selection')
  return choicesOf({ contacts, accounts, activity, own: selection?.address ?? null })
}

function Nobody() {
  const go = useGo()
  return (
    <p className="recipient-none quiet">
      {t('recipients_empty')}
      <Button size="small" testId="recipients-add" onClick={() => go('/contacts')} label={t('contact_add')} />
    </p>
  )
}

interface ChosenProps {
  label: string
  testId: string
  entry: AddressEntry
  address: Address
  autoFocus: boolean
  onOther(): void
}

/** The recipient, by name or with the whole address to be compared. */
function Chosen({ label, testId, entry, address, autoFocus, onOther }: ChosenProps) {
  const name = useNames()(address)
  const hint = name === null && !entry.hasChecksum ? t('address_no_checksum') : undefined
  return (
    <Field label={label} error={entry.error} hint={hint}>
      {control => (
        <div className="recipient" data-testid={`${testId}-chosen`} data-address={address.toLowerCase()}>
          <AccountMark address={address} size={32} />
          <span className="choice-words">
            {name === null ? (
              <AddressText address={address} />
            ) : (
              <>
                <span className="choice-name">{name}</span>
                <bdi className="choice-note">{shortAddress(address)}</bdi>
              </>
            )}
          </span>
          <IconButton
            id={control.id}
            aria-describedby={control['aria-describedby']}
            icon={X}
            label={t('recipient_other', { name: name ?? shortAddress(address) })}
            testId={`${testId}-other`}
            autoFocus={autoFocus}
            onClick={onOther}
          />
        </div>
      )}
    </Field>
  )
}
