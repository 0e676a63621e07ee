import { useRef, useState } from 'react'
import { ImportKeystore } from '@/components/accounts/ImportKeystore'
import { format, locale, plural, t, useClient } from '@/components/app'
import { Button, Field, Fold, Form, Notice } from '@/components/elements'
import { Failure } from '@/lib/base/failure'
import { readKeyLines } from './key-lines'
import type { Moving } from './use-moving'

interface Outcome {
  added: number
  known: number
  faults: readonly number[]
}

/** Private keys, several at once, and keystore files. */
export function KeyStep({ moving }: { moving: Moving }) {
  const client = useClient()
  const input = useRef<HTMLTextAreaElement>(null)
  const [shown, setShown] = useState(false)
  const [empty, setEmpty] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [files, setFiles] = useState(0)

  async function take(): Promise<void> {
    const { keys, faults } = readKeyLines(input.current?.value ?? '')
    setOutcome(null)
    setEmpty(keys.length === 0)
    if (keys.length === 0) return
    let added = 0
    let known = 0
    for (const privateKey of keys)
      try {
        await client.call('account.import-key', { privateKey })
        added += 1
      } catch (error) {
        if (!(error instanceof Failure) || error.code !== 'account-exists') throw error
        known += 1
      }
    // With lines that are no keys the text stays, to be looked at.
    if (faults.length === 0 && input.current !== null) input.current.value = ''
    setOutcome({ added, known, faults })
    if (faults.length > 0) moving.settle([{ part: 'line', reason: 'no-key', count: faults.length, examples: [] }])
  }

  return (
    <>
      <Form button={t('moving_keys_import')} testId="moving-keys-import" submit={take}>
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
              onInput={() => setEmpty(false)}
            />
          )}
        </Field>
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
      <Fold title={t('moving_keystores')} testId="moving-keystores">
        <ImportKeystore key={files} onDone={() => setFiles(files + 1)} />
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
