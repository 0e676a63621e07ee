import { useState } from 'react'
import { useClient, useSlice } from '@/components/client-context'
import { FailureNotice } from '@/components/elements/FailureNotice'
import { Field } from '@/components/elements/Field'
import { parseAmount } from '@/components/format/amount'
import { locale, t } from '@/components/i18n'
import { useAction } from '@/components/use-action'
import type { CapView } from '@/lib/messaging/http402'
import { toQuantity } from '@/lib/values/hex'

const scopes = {
  payment: 'payment_cap_payment',
  session: 'payment_cap_session',
  day: 'payment_cap_day',
  month: 'payment_cap_month',
} as const satisfies Record<CapView['scope'], string>

/** A limit on what may be signed for answers, in one token, for all sites together. */
export function AddCap() {
  const client = useClient()
  const selection = useSlice('selection')
  const tokens = (useSlice('tokens') ?? []).filter(({ hidden, source }) => !hidden && source !== 'found')
  const [scope, setScope] = useState<CapView['scope']>('day')
  const [address, setAddress] = useState<string | null>(null)
  const [text, setText] = useState('')
  const [tried, setTried] = useState(false)
  const token = tokens.find(one => one.address === address) ?? tokens[0]
  const parsed = token === undefined ? null : parseAmount(text, token.decimals, locale())
  const add = useAction(async () => {
    if (selection == null || token === undefined || parsed?.ok !== true) return
    const most = toQuantity(parsed.value)
    await client.call('payment.set-cap', {
      scope,
      origin: null,
      chainId: selection.chainId,
      token: token.address,
      most,
    })
    setText('')
    setTried(false)
  })
  if (token === undefined) return null
  const isWrong = tried && parsed?.ok !== true
  return (
    <form
      className="card settings"
      onSubmit={event => {
        event.preventDefault()
        setTried(true)
        void add.run()
      }}
    >
      <h2>{t('answers_cap_add')}</h2>
      <p className="quiet">{t('answers_cap_note')}</p>
      <Field id="cap-scope" label={t('answers_cap_scope')}>
        <select
          id="cap-scope"
          className="input select"
          data-testid="cap-scope"
          value={scope}
          onChange={event => setScope(scopeOf(event.target.value))}
        >
          {Object.entries(scopes).map(([value, key]) => (
            <option key={value} value={value}>
              {t(key)}
            </option>
          ))}
        </select>
      </Field>
      <Field id="cap-token" label={t('answers_cap_token')}>
        <select
          id="cap-token"
          className="input select"
          value={token.address}
          onChange={event => setAddress(event.target.value)}
        >
          {tokens.map(one => (
            <option key={one.address} value={one.address}>
              {one.symbol}
            </option>
          ))}
        </select>
      </Field>
      <Field id="cap-most" label={t('answers_cap_most')} {...(isWrong ? { error: t('answers_cap_wrong') } : {})}>
        <input
          id="cap-most"
          className="input"
          inputMode="decimal"
          autoComplete="off"
          data-testid="cap-most"
          aria-invalid={isWrong}
          value={text}
          onChange={event => setText(event.target.value)}
        />
      </Field>
      <div className="page-actions">
        <button type="submit" className="button button-small" data-testid="cap-add" aria-disabled={add.busy}>
          {t('answers_cap_set')}
        </button>
      </div>
      <FailureNotice failure={add.failure} />
    </form>
  )
}

function scopeOf(value: string): CapView['scope'] {
  return value === 'payment' || value === 'session' || value === 'month' ? value : 'day'
}
