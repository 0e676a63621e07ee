import { useEffect, useState } from 'react'
import type { Address } from 'viem'
import { t, useAction, useClient, useSlice } from '@/components/app'
import { FailureNotice, Form, Notice } from '@/components/elements'
import { AddressField, AddressText, Row, Rows, useAddressEntry } from '@/components/elements/later'
import { isSameAddress } from '@/lib/base/hex'
import { likenesses } from './alike'
import { likenessWords } from './likeness-words'
import { tokenWords } from './token-words'
import { useMoney } from './use-money'

interface Metadata {
  symbol: string
  name: string
  decimals: number
}

/** Adds a token by its contract's address, after showing what the contract says of itself on the chain. */
export function AddToken({ onDone }: { onDone(): void }) {
  const client = useClient()
  const [entry, enter] = useAddressEntry()
  const { address } = entry
  const [answer, setAnswer] = useState<{ address: Address; metadata: Metadata | null } | null>(null)
  const lookUp = useAction(async (token: Address) => {
    setAnswer({ address: token, metadata: await client.call('token.look-up', { address: token }) })
  })
  const { run } = lookUp
  // biome-ignore lint/correctness/useExhaustiveDependencies: for another address, or after an earlier question
  useEffect(() => {
    if (address !== null && answer?.address !== address && !lookUp.busy) void run(address)
  }, [address, lookUp.busy])
  const known = address !== null && answer?.address === address ? answer : null
  const metadata = known?.metadata ?? null
  return (
    <Form
      button={t('token_add_to_list')}
      testId="token-add-confirm"
      isReady={metadata !== null}
      submit={async () => {
        if (known === null) return
        await client.call('token.add', { address: known.address })
        onDone()
      }}
    >
      <AddressField
        label={t('token_contract')}
        testId="token-address"
        autoFocus
        entry={entry}
        hint={lookUp.busy ? t('loading') : undefined}
        error={known !== null && metadata === null ? t('token_is_none') : undefined}
        onChange={enter}
      />
      {known !== null && metadata !== null && <Found address={known.address} metadata={metadata} />}
      <FailureNotice failure={lookUp.failure} />
    </Form>
  )
}

function Found({ address, metadata }: { address: Address; metadata: Metadata }) {
  const tokens = useSlice('tokens') ?? []
  const money = useMoney()
  const { symbol, name } = tokenWords(metadata)
  const listed = tokens.find(token => isSameAddress(token.address, address))
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
