import { useState } from 'react'
import { t, useAnswer, useClient, useSlice } from '@/components/app'
import { Form, Notice } from '@/components/elements'
import { AddressText, SelectField, TextField } from '@/components/elements/later'
import { accountPath, type Numbering, numberingOf, numberings, readPath } from '@/lib/base/derivation-paths'
import { isSameAddress } from '@/lib/base/hex'
import type { AccountView } from '@/lib/language/ui'

const numberingNames = {
  bip44: 'ledger_numbering_bip44',
  'ledger-live': 'ledger_numbering_live',
  legacy: 'ledger_numbering_legacy',
} as const satisfies Record<Numbering, string>

/** The account with a number in the numbering of another wallet, or at a path; its address is shown before. */
export function AddAtPath({ phraseId, onDone }: { phraseId: string; onDone(): void }) {
  const client = useClient()
  const accounts = useSlice('accounts') ?? []
  const [numbering, setNumbering] = useState<Numbering | 'own'>('bip44')
  /** `null`: the person has typed none, and the next one is meant. */
  const [typed, setTyped] = useState<string | null>(null)
  const [own, setOwn] = useState("m/44'/60'/0'/0/0")
  const number = typed ?? (numbering === 'own' ? '' : String(nextNumber(accounts, phraseId, numbering)))
  const path = numbering === 'own' ? readPath(own) : pathOf(numbering, number)
  const [looked] = useAnswer(
    () => (path === null ? null : client.call('account.look', { phraseId, paths: [path], networkIds: [] })),
    [path, phraseId],
  )
  const [shown] = looked?.accounts ?? []
  const address = shown?.path === path ? shown.address : null
  const known = accounts.find(each => isSameAddress(each.address, address) && each.kind !== 'watch')
  return (
    <Form
      button={t('account_add')}
      testId="add-at-path"
      isReady={address !== null && known === undefined}
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
        <TextField
          id="path-own"
          testId="path-own"
          label={t('path_own')}
          hint={t('path_own_hint')}
          kind="code"
          maxLength={128}
          value={own}
          onChange={setOwn}
        />
      ) : (
        <TextField
          id="path-number"
          label={t('path_number')}
          hint={t('path_number_hint')}
          kind="number"
          maxLength={4}
          value={number}
          onChange={setTyped}
        />
      )}
      <div className="path-address" role="status" data-testid="path-address">
        {path === null ? t('path_none') : address === null ? '' : <AddressText address={address} />}
        {path !== null && (
          <code className="mono">
            <bdi dir="ltr">{path}</bdi>
          </code>
        )}
        {known !== undefined && <Notice tone="note">{t('path_known', { name: known.name })}</Notice>}
        {path !== null && numberingOf(path) === null && <Notice tone="caution">{t('path_unusual')}</Notice>}
      </div>
    </Form>
  )
}

/** @param number counted from 1, as a person counts */
function pathOf(numbering: Numbering, number: string): string | null {
  return /^[1-9]\d{0,3}$/.test(number.trim()) ? accountPath(numbering, Number(number) - 1) : null
}

/** The lowest number, counted from 1, whose account the phrase does not have. */
function nextNumber(accounts: readonly AccountView[], phraseId: string, numbering: Numbering): number {
  const taken = new Set(accounts.filter(each => each.phraseId === phraseId).map(({ path }) => path))
  let number = 1
  while (taken.has(accountPath(numbering, number - 1))) number++
  return number
}
