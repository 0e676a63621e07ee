import { useRef, useState } from 'react'
import type { Address } from 'viem'
import { ImportKeystore } from '@/components/accounts/ImportKeystore'
import { format, locale, plural, t, useClient } from '@/components/app'
import { Button, Field, Fold, Form, Notice } from '@/components/elements'
import { AddressText } from '@/components/elements/later'
import { Failure } from '@/lib/base/failure'
import { type FoundKey, keystoresOf, readKeyLines } from './key-lines'
import type { Moving } from './use-moving'

interface Outcome {
  added: number
  known: number
  faults: readonly number[]
}

/** A key that was found, without it: the text stays in the field alone. */
interface OpenedKey extends Omit<FoundKey, 'privateKey'> {
  address: Address
  isChosen: boolean
}

/** Private keys, several at once, and keystore files. Each address is shown before its key is imported. */
export function KeyStep({ moving }: { moving: Moving }) {
  const client = useClient()
  const input = useRef<HTMLTextAreaElement>(null)
  const [shown, setShown] = useState(false)
  const [empty, setEmpty] = useState(false)
  const [opened, setOpened] = useState<OpenedKey[] | null>(null)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [keystores, setKeystores] = useState<string[] | null>(null)
  const [files, setFiles] = useState(0)

  async function open(text: string): Promise<void> {
    setOutcome(null)
    const found = keystoresOf(text)
    setKeystores(found)
    if (found !== null) {
      if (input.current !== null) input.current.value = ''
      return
    }
    const addresses: OpenedKey[] = []
    for (const { privateKey, ...key } of readKeyLines(text).keys)
      try {
        const { address } = await client.call('account.open-key', { privateKey })
        addresses.push({ ...key, address, isChosen: !key.isMended })
      } catch (error) {
        if (!(error instanceof Failure) || error.code !== 'invalid-private-key') throw error
      }
    if (input.current?.value !== text) return
    setEmpty(addresses.length === 0)
    setOpened(addresses.length === 0 ? null : addresses)
  }

  async function take(text: string, chosen: readonly OpenedKey[]): Promise<void> {
    const { keys, faults } = readKeyLines(text)
    let added = 0
    let known = 0
    for (const { privateKey } of keys)
      try {
        const { address } = await client.call('account.open-key', { privateKey })
        if (!chosen.some(each => each.isChosen && each.address === address)) continue
        await client.call('account.import-key', { privateKey })
        added += 1
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        if (error.code === 'account-exists') known += 1
        else if (error.code !== 'invalid-private-key') throw error
      }
    // With lines that are no keys the text stays, to be looked at.
    if (faults.length === 0 && input.current !== null) input.current.value = ''
    setOpened(null)
    setOutcome({ added, known, faults })
    if (faults.length > 0) moving.settle([{ part: 'line', reason: 'no-key', count: faults.length, examples: [] }])
  }

  const chosen = opened?.filter(({ isChosen }) => isChosen).length ?? 0
  return (
    <>
      <Form
        button={opened === null ? t('moving_keys_import') : plural('keystore_import', chosen)}
        testId="moving-keys-import"
        isReady={opened === null || chosen > 0}
        submit={() => {
          const text = input.current?.value ?? ''
          return opened === null ? open(text) : take(text, opened)
        }}
      >
        <Field
          label={t('moving_keys_label')}
          hint={t('moving_keys_hint')}
          error={empty ? t('failure_invalid_private_key') : undefined}
          aside={
            <Button size="small" aria-pressed={shown} onClick={() => setShown(!shown)}>
              {shown ? t('account_hide') : t('account_show')}
            </Button>
          }
        >
          {control => (
            <textarea
              {...control}
              ref={input}
              className={shown ? 'input phrase-input' : 'input phrase-input phrase-masked'}
              rows={3}
              dir="ltr"
              // `off` also keeps the browser from saving the content with its session.
              autoComplete="off"
              autoCapitalize="none"
              autoCorrect="off"
              spellCheck={false}
              maxLength={40_000}
              data-testid="moving-keys"
              onInput={({ currentTarget: { value } }) => {
                setEmpty(false)
                setOpened(null)
                // The button asks again, and says what is wrong.
                if (readKeyLines(value).keys.length > 0) open(value).catch(() => setOpened(null))
              }}
            />
          )}
        </Field>
        {opened !== null && (
          <fieldset className="stack" data-testid="moving-keys-found">
            <legend>{t('moving_keys_found')}</legend>
            {opened.map(({ address, line, isMended, isChosen }) => (
              <label key={address} className="check">
                <input
                  type="checkbox"
                  checked={isChosen}
                  onChange={() =>
                    setOpened(opened.map(each => (each.address === address ? { ...each, isChosen: !isChosen } : each)))
                  }
                />
                <span>
                  <AddressText address={address} testId="moving-key-address" />
                  {isMended && (
                    <Notice tone="caution">{t('moving_keys_mended', { line: format.integer(line) })}</Notice>
                  )}
                </span>
              </label>
            ))}
          </fieldset>
        )}
        {keystores !== null && <Notice tone="note">{t('moving_keys_keystore')}</Notice>}
        {outcome !== null && (
          <div role="status" className="stack" data-testid="moving-keys-done">
            <p>
              {plural('moving_keys_added', outcome.added)}
              {outcome.known > 0 && <> {plural('moving_keys_known', outcome.known)}</>}
            </p>
            {outcome.faults.length > 0 && (
              <Notice tone="caution">{t('moving_keys_faults', { lines: lineNumbers(outcome.faults) })}</Notice>
            )}
          </div>
        )}
        <Notice tone="note">{t('account_import_key_note')}</Notice>
      </Form>
      <Fold
        key={`${keystores === null}`}
        title={t('moving_keystores')}
        testId="moving-keystores"
        open={keystores !== null}
      >
        <ImportKeystore
          key={files}
          pasted={keystores}
          onDone={() => {
            setFiles(files + 1)
            setKeystores(null)
          }}
        />
        {files > 0 && (
          <p role="status" className="quiet">
            {t('moving_keystores_done')}
          </p>
        )}
      </Fold>
    </>
  )
}

function lineNumbers(lines: readonly number[]): string {
  const shown = lines.slice(0, 20).map(line => format.integer(line))
  return new Intl.ListFormat(locale()).format(lines.length > shown.length ? [...shown, '…'] : shown)
}
