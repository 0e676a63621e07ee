import { useEffect, useState } from 'react'
import type { Address } from 'viem'
import { useClient, useSlice } from '@/components/client-context'
import { AddressText } from '@/components/elements/AddressText'
import { FailureNotice } from '@/components/elements/FailureNotice'
import { Field } from '@/components/elements/Field'
import { Notice } from '@/components/elements/Notice'
import { Row, Rows } from '@/components/elements/Row'
import { judgeAddress } from '@/components/format/address'
import { addressErrorWords } from '@/components/format/address-error'
import { t } from '@/components/i18n'
import { useAction } from '@/components/use-action'
import { likenesses } from './alike'
import { likenessWords } from './likeness-words'
import { tokenWords } from './token-words'
import { useMoney } from './use-money'

interface Metadata {
  symbol: string
  name: string
  decimals: number
}

/**
 * By its contract's address. What the contract says of itself is read on the chain and shown before anything is listed.
 */
export function AddToken({ onDone }: { onDone(): void }) {
  const client = useClient()
  const [text, setText] = useState('')
  const [left, setLeft] = useState(false)
  const [answer, setAnswer] = useState<{ address: Address; metadata: Metadata | null } | null>(null)
  const judged = judgeAddress(text)
  const address = judged.ok ? judged.address : null
  const lookUp = useAction(async (token: Address) => {
    setAnswer({ address: token, metadata: await client.call('token.look-up', { address: token }) })
  })
  const add = useAction(async (token: Address) => {
    await client.call('token.add', { address: token })
    onDone()
  })
  const { run } = lookUp
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again for another address, or when an older question is answered
  useEffect(() => {
    if (address !== null && answer?.address !== address && !lookUp.busy) void run(address)
  }, [address, lookUp.busy])
  const known = address !== null && answer?.address === address ? answer : null
  const error =
    known !== null && known.metadata === null ? t('token_is_none') : left ? addressErrorWords(judged) : undefined
  return (
    <form
      className="stack"
      onSubmit={event => {
        event.preventDefault()
        setLeft(true)
        if (known !== null && known.metadata !== null) void add.run(known.address)
      }}
    >
      <Field id="token-address" label={t('token_contract')} error={error} hint={lookUp.busy ? t('loading') : undefined}>
        <input
          id="token-address"
          className="input mono"
          dir="ltr"
          // biome-ignore lint/a11y/noAutofocus: the only thing to fill in
          autoFocus
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={200}
          placeholder="0x"
          aria-describedby="token-address-note"
          aria-invalid={error === undefined ? undefined : true}
          data-testid="token-address"
          value={text}
          onBlur={() => setLeft(true)}
          onChange={event => {
            setText(event.target.value)
            setLeft(false)
          }}
        />
      </Field>
      {known !== null && known.metadata !== null && <Found address={known.address} metadata={known.metadata} />}
      <button
        type="submit"
        className="button button-primary button-wide"
        data-testid="token-add-confirm"
        disabled={known === null || known.metadata === null || add.busy}
        aria-busy={add.busy}
      >
        {t('token_add_to_list')}
      </button>
      <FailureNotice failure={lookUp.failure ?? add.failure} />
    </form>
  )
}

function Found({ address, metadata }: { address: Address; metadata: Metadata }) {
  const tokens = useSlice('tokens') ?? []
  const money = useMoney()
  const { symbol, name } = tokenWords(metadata)
  const listed = tokens.find(token => token.address.toLowerCase() === address.toLowerCase())
  return (
    <div className="token-found-out" data-testid="token-metadata" aria-live="polite">
      <Rows>
        <Row label={t('token_symbol')}>
          <bdi>
            <strong>{symbol}</strong>
          </bdi>
        </Row>
        <Row label={t('token_name')}>
          <bdi>{name === '' ? t('token_nameless') : name}</bdi>
        </Row>
        <Row label={t('token_decimals')}>{metadata.decimals}</Row>
        <Row label={t('token_contract')} stacked>
          <AddressText address={address} />
        </Row>
      </Rows>
      {likenesses({ address, ...metadata }, money).map(likeness => (
        <Notice key={likeness.kind} tone={likeness.kind === 'nameless' ? 'caution' : 'danger'}>
          {likenessWords(likeness)}
        </Notice>
      ))}
      <Notice tone="note">
        {t(
          listed !== undefined && listed.source !== 'found' && !listed.hidden
            ? 'token_listed_already'
            : 'token_own_words',
        )}
      </Notice>
    </div>
  )
}
