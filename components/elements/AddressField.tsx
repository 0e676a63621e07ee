import { useState } from 'react'
import { useGo } from '@/components/go'
import { t } from '@/components/i18n'
import { judgeAddress } from '@/lib/payments/shared/address-text'
import type { AddressEntry } from './address-entry'
import { Button } from './Button'
import { Notice } from './Notice'
import { TextField, type TextFieldProps } from './TextField'

interface AddressFieldProps
  extends Pick<TextFieldProps, 'hint' | 'error' | 'aside' | 'id' | 'testId' | 'rows' | 'autoFocus'> {
  label?: string
  placeholder?: string
  entry: AddressEntry
  onChange(text: string): void
  /** Takes pasted text that is more than an address; true where it dealt with it. */
  onPasted?: ((text: string) => boolean) | undefined
  /** Enter was pressed; true where that was dealt with. */
  onEnter?(): boolean
  /** The focus left it for another element, or for none. */
  onLeave?(to: EventTarget | null): void
}

/**
 * An address, typed or pasted. It is called wrong only after the person has left the field or pressed Enter. Without a
 * hint it says whether a checksum confirmed the address. A payment link that says more than an address is offered to
 * the payments desk.
 */
export function AddressField({
  label = t('address'),
  placeholder = '0x',
  entry,
  onChange,
  onPasted,
  onEnter,
  onLeave,
  hint,
  error,
  ...rest
}: AddressFieldProps) {
  const go = useGo()
  const [isLeft, setLeft] = useState(false)
  const checked = t(entry.hasChecksum ? 'address_checksum_matches' : 'address_no_checksum')
  const { link } = entry
  return (
    <>
      <TextField
        {...rest}
        maxLength={2_000}
        label={label}
        kind="code"
        placeholder={placeholder}
        value={entry.text}
        hint={hint ?? (entry.address === null ? undefined : checked)}
        error={error ?? (isLeft && link === null ? entry.error : undefined)}
        onChange={text => {
          setLeft(false)
          onChange(text.replace(/\n/g, ''))
        }}
        onBlur={event => {
          setLeft(true)
          onLeave?.(event.relatedTarget)
        }}
        onPaste={event => {
          const text = event.clipboardData.getData('text')
          if (onPasted?.(text) === true) return event.preventDefault()
          // A pasted address takes the place of the text there is, without blanks around it.
          const pasted = judgeAddress(text)
          if (!pasted.ok && pasted.reason !== 'payment-link') return
          event.preventDefault()
          onChange(pasted.ok && pasted.chainId === undefined ? pasted.address : text.trim())
        }}
        onKeyDown={event => {
          if (event.key !== 'Enter') return
          if (onEnter?.() === true) return event.preventDefault()
          setLeft(true)
          if (!(event.currentTarget instanceof HTMLTextAreaElement)) return
          event.preventDefault()
          event.currentTarget.form?.requestSubmit()
        }}
      />
      {link !== null && (
        <Notice tone="caution" live>
          <p>{entry.error}</p>
          <Button
            size="small"
            testId="address-link"
            onClick={() => go(`/payments/link/-/${encodeURIComponent(link.text)}`)}
          >
            {t('address_open_link')}
          </Button>
        </Notice>
      )}
    </>
  )
}
