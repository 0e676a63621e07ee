import { useState } from 'react'
import { t, useClient, useSlice } from '@/components/app'
import { Form } from '@/components/elements'
import { AmountField, SelectField, TextField, useAmountEntry } from '@/components/elements/later'
import { originOf } from '@/components/sites/origin'
import { toQuantity } from '@/lib/base/hex'
import type { CapView } from '@/lib/language/http402'
import { capScopes } from './amounts'

const scopes = ['payment', 'session', 'day', 'month'] as const satisfies CapView['scope'][]

/** Sets a limit for paid answers in one token, for one site or for all together. */
export function AddCap() {
  const client = useClient()
  const selection = useSlice('selection')
  const tokens = (useSlice('tokens') ?? []).filter(({ hidden, source }) => !hidden && source !== 'found')
  const [scope, setScope] = useState<CapView['scope']>('day')
  const [address, setAddress] = useState<`0x${string}` | null>(null)
  const token = tokens.find(one => one.address === address) ?? tokens[0]
  const [amount, enter] = useAmountEntry(token)
  const [site, setSite] = useState('')
  const [isWrong, setWrong] = useState(false)
  if (token === undefined) return null
  return (
    <Form
      card
      title={t('answers_cap_add')}
      button={t('answers_cap_set')}
      look="plain"
      size="small"
      testId="cap-add"
      isReady={amount.value !== null}
      submit={async () => {
        const origin = site.trim() === '' ? null : originOf(site)
        const isUnreadable = origin === null && site.trim() !== ''
        setWrong(isUnreadable)
        if (selection == null || amount.value === null || isUnreadable) return
        await client.call('payment.set-cap', {
          scope,
          origin,
          networkId: selection.networkId,
          token: token.address,
          most: toQuantity(amount.value),
        })
        enter('')
        setSite('')
      }}
    >
      <p className="quiet">{t('answers_cap_note')}</p>
      <SelectField
        label={t('answers_cap_scope')}
        testId="cap-scope"
        choices={scopes.map(value => ({ value, label: t(capScopes[value]) }))}
        value={scope}
        onChange={setScope}
      />
      <SelectField
        label={t('verify_token')}
        choices={tokens.map(one => ({ value: one.address, label: one.symbol }))}
        value={token.address}
        onChange={setAddress}
      />
      <TextField
        label={t('pose_address')}
        error={isWrong ? t('pose_address_wrong') : undefined}
        testId="cap-site"
        kind="url"
        placeholder={t('answers_all_sites')}
        value={site}
        onChange={setSite}
      />
      <AmountField label={t('answers_cap_most')} testId="cap-most" entry={amount} onChange={enter} />
    </Form>
  )
}
