import { useState } from 'react'
import { useClient } from '@/components/client-context'
import { AddressField } from '@/components/elements/AddressField'
import { useAddressEntry } from '@/components/elements/address-entry'
import { Form } from '@/components/elements/Form'
import { TextField } from '@/components/elements/TextField'
import { t } from '@/components/i18n'
import { Failure } from '@/lib/base/failure'

/** Lists an item by its contract's address and its number. */
export function AddItem({ onDone }: { onDone(): void }) {
  const client = useClient()
  const [entry, enter] = useAddressEntry()
  const [number, setNumber] = useState('')
  /** What was asked for and is no item. */
  const [missing, setMissing] = useState<string | null>(null)
  const id = /^\d{1,78}$/.test(number.trim()) && BigInt(number.trim()) < 1n << 256n ? number.trim() : null
  const asked = `${entry.address} ${id}`
  return (
    <Form
      button={t('token_add_to_list')}
      testId="item-add-confirm"
      isReady={entry.address !== null && id !== null}
      submit={async () => {
        if (entry.address === null || id === null) return
        try {
          await client.call('item.add', { address: entry.address, id: BigInt(id).toString() })
        } catch (error) {
          if (!(error instanceof Failure) || error.code !== 'invalid-input') throw error
          setMissing(asked)
          return
        }
        onDone()
      }}
    >
      <AddressField label={t('item_contract')} testId="item-address" autoFocus entry={entry} onChange={enter} />
      <TextField
        label={t('item_number')}
        testId="item-number"
        kind="number"
        maxLength={78}
        value={number}
        error={
          number !== '' && id === null ? t('item_number_wrong') : missing === asked ? t('item_is_none') : undefined
        }
        onChange={setNumber}
      />
    </Form>
  )
}
