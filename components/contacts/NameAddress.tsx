import { useState } from 'react'
import type { Address } from 'viem'
import { onDemand, t } from '@/components/app'
import { Button, Dialog } from '@/components/elements'
import { useNames } from './use-names'

const ContactForm = onDemand(() => import('./ContactForm').then(part => part.ContactForm))

/** Saves an address that has no name under one. Nothing for an address that has one. */
export function NameAddress({ address }: { address: Address | null }) {
  const nameOf = useNames()
  const [isOpen, setOpen] = useState(false)
  if (address === null || nameOf(address) !== null) return null
  return (
    <>
      <Button testId="name-address" onClick={() => setOpen(true)} label={t('contact_name_address')} />
      {isOpen && (
        <Dialog title={t('contact_name_address')} onClose={() => setOpen(false)}>
          <ContactForm address={address} onDone={() => setOpen(false)} />
        </Dialog>
      )}
    </>
  )
}
