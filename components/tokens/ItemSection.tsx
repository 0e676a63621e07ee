import Plus from 'lucide-react/icons/plus'
import SendIcon from 'lucide-react/icons/send'
import Trash from 'lucide-react/icons/trash-2'
import { useEffect, useState } from 'react'
import { readThrough } from '@/components/allowances/chain-reads'
import { format, t, useAction, useClient, useReportFault, useSlice } from '@/components/app'
import { Button, Dialog, FailureNotice, Form, IconButton } from '@/components/elements'
import { AddressField, TextField, useAddressEntry } from '@/components/elements/later'
import { shortAddress } from '@/components/format/address'
import { Failure } from '@/lib/base/failure'
import type { NetworkId } from '@/lib/base/network-id'
import type { ItemView } from '@/lib/language/ui'
import { readHeld } from './item-calls'
import { itemName } from './item-name'
import { SendItem } from './SendItem'

interface Listed extends ItemView {
  /** How many the account has; `undefined` until read, `null` where the contract does not say. */
  held?: bigint | null
}

/** Items of collections that the person wants to see, by name and number. No picture is fetched from anywhere. */
export function ItemSection() {
  const client = useClient()
  const reportFault = useReportFault()
  const selection = useSlice('selection')
  const [items, setItems] = useState<Listed[]>([])
  const [asked, setAsked] = useState(0)
  const [adding, setAdding] = useState(false)
  const [sending, setSending] = useState<Listed | null>(null)
  const networkId = selection?.networkId
  const owner = selection?.address
  // biome-ignore lint/correctness/useExhaustiveDependencies: `asked` rises when the list was changed here
  useEffect(() => {
    if (networkId === undefined || owner === undefined) return
    let current = true
    async function read(on: NetworkId, account: `0x${string}`): Promise<void> {
      const { items: listed } = await client.call('item.list', {})
      if (current) setItems(listed)
      const held = await readHeld(readThrough(client, on), account, listed)
      if (current) setItems(listed.map((item, index) => ({ ...item, held: held[index] ?? null })))
    }
    setItems([])
    read(networkId, owner).catch(reportFault)
    return () => {
      current = false
    }
  }, [asked, networkId, client, owner, reportFault])
  const remove = useAction(async ({ address, tokenId }: ItemView) => {
    await client.call('item.remove', { address, id: tokenId })
    setAsked(before => before + 1)
  })
  return (
    <section aria-labelledby="items" data-testid="items">
      <header className="section-head">
        <h2 id="items">{t('items')}</h2>
        <Button size="small" icon={Plus} about={t('items')} testId="item-add" onClick={() => setAdding(true)}>
          {t('add')}
        </Button>
      </header>
      {items.length === 0 && <p className="quiet">{t('items_empty')}</p>}
      {items.length > 0 && (
        <ul className="token-list">
          {items.map(item => {
            const name = itemName({ ...item, id: item.tokenId })
            return (
              <li
                key={`${item.address} ${item.tokenId}`}
                className="token"
                data-testid="item-row"
                data-held={item.held === undefined || item.held === null ? undefined : item.held.toString()}
              >
                <span className="token-mark item-mark" aria-hidden="true">
                  #
                </span>
                <span className="token-words">
                  <bdi className="token-symbol">{name}</bdi>
                  <span className="token-note">
                    <bdi>{shortAddress(item.address)}</bdi>
                    {item.held === 0n && <> · {t('item_not_held')}</>}
                  </span>
                </span>
                <span className="token-end">
                  <Held held={item.held} />
                </span>
                {item.held != null && item.held > 0n && (
                  <IconButton
                    icon={SendIcon}
                    iconSize={18}
                    label={t('item_send_named', { item: name })}
                    testId="item-send"
                    onClick={() => setSending(item)}
                  />
                )}
                <IconButton
                  icon={Trash}
                  iconSize={18}
                  label={t('item_remove_named', { item: name })}
                  testId="item-remove"
                  onClick={() => void remove.run(item)}
                />
              </li>
            )
          })}
        </ul>
      )}
      <FailureNotice failure={remove.failure} />
      {adding && (
        <Dialog title={t('item_add')} onClose={() => setAdding(false)}>
          <AddItem
            onDone={() => {
              setAdding(false)
              setAsked(before => before + 1)
            }}
          />
        </Dialog>
      )}
      {sending?.held != null && owner !== undefined && (
        <Dialog title={itemName({ ...sending, id: sending.tokenId })} onClose={() => setSending(null)}>
          <SendItem item={sending} held={sending.held} owner={owner} />
        </Dialog>
      )}
    </section>
  )
}

/** How many of it the account has; nothing while that is not known. */
function Held({ held }: { held: bigint | null | undefined }) {
  if (held === undefined) return null
  if (held === null) return <span className="quiet">{t('token_amount_unknown')}</span>
  // None is said beside the name; one needs no number.
  return held <= 1n ? null : <span className="token-amount">{format.integer(held)}</span>
}

/** Lists an item by its contract's address and its number. */
function AddItem({ onDone }: { onDone(): void }) {
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
