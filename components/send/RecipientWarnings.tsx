import type { Address } from 'viem'
import { t, useSlice } from '@/components/app'
import { lookAlike } from '@/components/contacts/alike'
import { Notice } from '@/components/elements'
import { AddressText } from '@/components/elements/later'
import { isSameAddress } from '@/lib/base/hex'

/** A recipient that looks like another address, is the account itself, or is the contract of a token. */
export function RecipientWarnings({ address }: { address: Address }) {
  const selection = useSlice('selection')
  const tokens = useSlice('tokens') ?? []
  const accounts = useSlice('accounts') ?? []
  const contacts = useSlice('contacts') ?? []
  const alike = lookAlike(address, [...accounts, ...contacts])
  const same = (other: string | undefined) => isSameAddress(other, address)
  return (
    <>
      {alike !== null && (
        <Notice tone="danger" live>
          {t('contact_alike', { name: alike.name })} <AddressText address={alike.address} />
        </Notice>
      )}
      {same(selection?.address) && <Notice tone="note">{t('send_to_self')}</Notice>}
      {tokens.some(token => same(token.address)) && <Notice tone="danger">{t('send_to_token_contract')}</Notice>}
    </>
  )
}
