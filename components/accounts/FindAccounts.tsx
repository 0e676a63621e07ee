import { useState } from 'react'
import { format, locale, plural, t, useAction, useClient, useSlice } from '@/components/app'
import { Button, FailureNotice, Form, Notice } from '@/components/elements'
import { AddressText } from '@/components/elements/later'
import { useEndSignal } from '@/components/signers/use-end-signal'
import { isSameAddress } from '@/lib/base/hex'
import type { NetworkId } from '@/lib/base/network-id'
import { nothingLooked, type SearchState, searchAccounts } from './search'
import './phrases.css'

interface FindAccountsProps {
  /** Absent: the wallet's first phrase. */
  phraseId?: string
  onDone(): void
}

/**
 * Looks for the used accounts of a phrase on the networks that the person chooses, and adds those that the person
 * chooses.
 */
export function FindAccounts({ phraseId, onDone }: FindAccountsProps) {
  const client = useClient()
  const networks = useSlice('networks') ?? []
  const left = useEndSignal()
  const [except, setExcept] = useState<ReadonlySet<NetworkId>>(new Set())
  const [state, setState] = useState<SearchState | null>(null)
  const [stop, setStop] = useState(() => new AbortController())
  const networkIds = networks.map(({ id }) => id).filter(id => !except.has(id))
  const ofPhrase = phraseId === undefined ? {} : { phraseId }
  const search = useAction(async () => {
    const stopping = new AbortController()
    setStop(stopping)
    setState(nothingLooked)
    await searchAccounts({
      networkIds,
      look: (paths, asked) => client.call('account.look', { ...ofPhrase, paths: [...paths], networkIds: [...asked] }),
      onProgress: setState,
      signal: AbortSignal.any([stopping.signal, left]),
    })
  })
  if (state === null || search.failure !== null)
    return (
      <Form
        button={t('discover_start')}
        testId="discover-start"
        isReady={networkIds.length > 0}
        submit={async () => void search.run()}
      >
        <p>{t('discover_note')}</p>
        <fieldset className="find-choices">
          <legend>{t('discover_networks')}</legend>
          {networks.map(({ id, name }) => (
            <label key={id} className="find-choice">
              <input
                type="checkbox"
                data-testid="discover-network"
                checked={!except.has(id)}
                onChange={() => setExcept(now => toggled(now, id))}
              />
              <span>{name}</span>
            </label>
          ))}
        </fieldset>
        <Notice tone="note">{t('discover_privacy')}</Notice>
        <FailureNotice failure={search.failure} />
      </Form>
    )
  if (state.ended === null)
    return (
      <div className="stack">
        <p data-testid="discover-progress">
          {t('discover_progress', {
            looked: format.integer(state.looked),
            found: format.integer(state.found.length),
          })}
        </p>
        <Button testId="discover-stop" disabled={stop.signal.aborted} onClick={() => stop.abort()}>
          {t('discover_stop')}
        </Button>
      </div>
    )
  return <Found state={state} ofPhrase={ofPhrase} onAgain={() => setState(null)} onDone={onDone} />
}

interface FoundProps extends Pick<FindAccountsProps, 'onDone'> {
  state: SearchState
  ofPhrase: { phraseId?: string }
  onAgain(): void
}

/** What a search found, and what it could not know. */
function Found({ state, ofPhrase, onAgain, onDone }: FoundProps) {
  const client = useClient()
  const networks = useSlice('networks') ?? []
  const accounts = useSlice('accounts') ?? []
  const [except, setExcept] = useState<ReadonlySet<string>>(new Set())
  const nameOf = (networkId: NetworkId) => networks.find(each => each.id === networkId)?.name ?? String(networkId)
  const namesOf = (networkIds: readonly NetworkId[]) => new Intl.ListFormat(locale()).format(networkIds.map(nameOf))
  const isKnown = (address: string) =>
    accounts.some(each => isSameAddress(each.address, address) && each.kind !== 'watch')
  const added = state.found.filter(({ path, address }) => !except.has(path) && !isKnown(address))
  const news = state.found.filter(({ address }) => !isKnown(address)).length
  return (
    <Form
      {...(news > 0 ? { button: plural('discover_add', added.length) } : {})}
      testId="discover-add"
      isReady={added.length > 0}
      submit={async () => {
        await client.call('account.add-at-paths', { ...ofPhrase, paths: added.map(({ path }) => path) })
        onDone()
      }}
    >
      <p role="status" data-testid="discovered">
        {news === 0 ? t('discovered_none') : plural('discovered', news)}{' '}
        <span className="quiet">{plural('discover_looked', state.looked)}</span>
      </p>
      {state.ended === 'stopped' && <Notice tone="caution">{t('discover_stopped')}</Notice>}
      {state.silent.length > 0 && (
        <Notice tone="caution">{t('discover_silent', { networks: namesOf(state.silent) })}</Notice>
      )}
      {state.found.length > 0 && (
        <fieldset className="find-choices">
          <legend className="visually-hidden">{t('accounts')}</legend>
          {state.found.map(({ path, address, usedOn }) => (
            <label key={path} className="find-choice">
              <input
                type="checkbox"
                data-testid="discovered-account"
                disabled={isKnown(address)}
                checked={!isKnown(address) && !except.has(path)}
                onChange={() => setExcept(now => toggled(now, path))}
              />
              <span className="find-account">
                <AddressText address={address} />
                <span className="quiet">
                  <bdi dir="ltr">{path}</bdi> · {isKnown(address) ? t('signer_known') : namesOf(usedOn)}
                </span>
              </span>
            </label>
          ))}
        </fieldset>
      )}
      {(state.ended !== 'whole' || state.silent.length > 0) && (
        <Button size="small" testId="discover-again" onClick={onAgain} label={t('discover_again')} />
      )}
      {news === 0 && <Button testId="discover-done" look="primary" onClick={onDone} label={t('close')} />}
    </Form>
  )
}

function toggled<Value>(values: ReadonlySet<Value>, value: Value): ReadonlySet<Value> {
  return new Set(values.has(value) ? [...values].filter(each => each !== value) : [...values, value])
}
