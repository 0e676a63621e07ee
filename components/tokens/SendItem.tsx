import { useState } from 'react'
import type { Address } from 'viem'
import { format, t, usePropose } from '@/components/app'
import { RecipientField } from '@/components/contacts/RecipientField'
import { useRecipient } from '@/components/contacts/recipient'
import { Form } from '@/components/elements'
import { TextField } from '@/components/elements/later'
import { RecipientWarnings } from '@/components/send/RecipientWarnings'
import type { ItemView } from '@/lib/language/ui'
import { sendItemData } from './item-calls'
import '@/components/send/send.css'

/** Sends an item, or some of a kind. What is sent is decided on the wallet's own approval, which follows. */
export function SendItem({ item, held, owner }: { item: ItemView; held: bigint; owner: Address }) {
  const propose = usePropose()
  const [recipient, enter] = useRecipient()
  const [text, setText] = useState('1')
  const count = /^\d{1,78}$/.test(text) ? BigInt(text) : 0n
  const isCountWrong = count === 0n || count > held
  return (
    <Form
      button={t('send_review')}
      testId="item-review"
      className="send"
      isReady={recipient.address !== null && !isCountWrong}
      submit={async () => {
        if (recipient.address === null || isCountWrong) return
        const data = sendItemData(item, owner, recipient.address, count)
        await propose('send.propose', { to: item.address, value: '0x0', data })
      }}
    >
      <RecipientField testId="send-to" autoFocus suggests leadsOn entry={recipient} onChange={enter} />
      {held > 1n && (
        <TextField
          label={t('item_how_many', { held: format.integer(held) })}
          testId="item-count"
          kind="number"
          maxLength={78}
          value={text}
          error={text !== '' && isCountWrong ? t('item_count_wrong', { held: format.integer(held) }) : undefined}
          onChange={setText}
        />
      )}
      {recipient.address !== null && <RecipientWarnings address={recipient.address} />}
    </Form>
  )
}
