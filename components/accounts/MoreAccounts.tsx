import { useEffect, useState } from 'react'
import type { Address } from 'viem'
import { useClient, useReportFault, useSlice } from '@/components/client-context'
import { AddressText } from '@/components/elements/AddressText'
import { Button } from '@/components/elements/Button'
import { FailureNotice } from '@/components/elements/FailureNotice'
import { Form } from '@/components/elements/Form'
import { Notice } from '@/components/elements/Notice'
import { SelectField } from '@/components/elements/Select'
import { TextField } from '@/components/elements/TextField'
import { locale, plural, t } from '@/components/i18n'
import { useAction } from '@/components/use-action'
import { accountPath, type Numbering, numberings, readPath } from '@/lib/values/derivation-paths'

const numberingNames = {
  bip44: 'ledger_numbering_bip44',
  'ledger-live': 'ledger_numbering_live',
  legacy: 'ledger_numbering_legacy',
} as const satisfies Record<Numbering, string>

/** Accounts of a phrase that other wallets have: found on all networks, or at a place that the person names. */
export function MoreAccounts({ phraseId, onDone }: { phraseId: string; onDone(): void }) {
  return (
    <div className="stack">
      <SearchEverywhere phraseId={phraseId} />
      <AddAtPath phraseId={phraseId} onDone={onDone} />
    </div>
  )
}

function SearchEverywhere({ phraseId }: { phraseId: string }) {
  const client = useClient()
  const networks = useSlice('networks') ?? []
  const [found, setFound] = useState<{ added: readonly Address[]; silent: readonly number[] } | null>(null)
  const search = useAction(async () => setFound(await client.call('account.discover', { phraseId, everywhere: true })))
  const nameOf = (chainId: number) => networks.find(each => each.chainId === chainId)?.name ?? String(chainId)
  return (
    <section className="stack">
      <p>{t('discover_everywhere_note')}</p>
      <Button testId="discover-everywhere" action={search} busyWords={t('discover_busy')}>
        {t('discover_everywhere')}
      </Button>
      <div role="status" data-testid="discovered-everywhere">
        {found !== null && <p>{plural('discovered', found.added.length)}</p>}
        {found !== null && found.silent.length > 0 && (
          <Notice tone="caution">
            {t('delegations_silent', { networks: new Intl.ListFormat(locale()).format(found.silent.map(nameOf)) })}
          </Notice>
        )}
      </div>
      <FailureNotice failure={search.failure} />
    </section>
  )
}

/** The account with a number in the numbering of another wallet, or at a path; its address is shown before. */
function AddAtPath({ phraseId, onDone }: { phraseId: string; onDone(): void }) {
  const client = useClient()
  const [numbering, setNumbering] = useState<Numbering | 'own'>('ledger-live')
  const [number, setNumber] = useState('1')
  const [own, setOwn] = useState("m/44'/60'/0'/0/0")
  const path = numbering === 'own' ? readPath(own) : pathOf(numbering, number)
  const [shown, setShown] = useState<{ path: string; address: Address } | null>(null)
  const reportFault = useReportFault()
  useEffect(() => {
    let isWanted = true
    if (path === null) return
    client
      .call('account.at-path', { phraseId, path })
      .then(({ address }) => {
        if (isWanted) setShown({ path, address })
      })
      .catch(reportFault)
    return () => {
      isWanted = false
    }
  }, [client, path, phraseId, reportFault])
  const address = shown?.path === path ? shown.address : null
  return (
    <Form
      button={t('account_add')}
      testId="add-at-path"
      isReady={address !== null}
      submit={async () => {
        if (path === null) return
        await client.call('account.add-at-path', { phraseId, path })
        onDone()
      }}
    >
      <SelectField
        label={t('ledger_numbering')}
        testId="path-numbering"
        choices={[
          ...numberings.map(value => ({ value, label: t(numberingNames[value]) })),
          { value: 'own' as const, label: t('path_own') },
        ]}
        value={numbering}
        onChange={setNumbering}
      />
      {numbering === 'own' ? (
        <TextField id="path-own" label={t('path_own')} maxLength={128} value={own} onChange={setOwn} />
      ) : (
        <TextField
          id="path-number"
          label={t('path_number')}
          hint={t('path_number_hint')}
          maxLength={4}
          value={number}
          onChange={setNumber}
        />
      )}
      <div className="path-address" role="status" data-testid="path-address">
        {path === null ? t('path_none') : address === null ? '' : <AddressText address={address} />}
        {path !== null && <code className="mono">{path}</code>}
      </div>
    </Form>
  )
}

/** @param number counted from 1, as a person counts */
function pathOf(numbering: Numbering, number: string): string | null {
  return /^[1-9]\d{0,3}$/.test(number.trim()) ? accountPath(numbering, Number(number) - 1) : null
}
