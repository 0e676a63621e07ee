import { useRef, useState } from 'react'
import { failureSentence, plural, t, useClient } from '@/components/app'
import { Field, Form, Notice, PasswordField } from '@/components/elements'
import { AddressText } from '@/components/elements/later'
import { keystoresOf } from '@/components/moving/key-lines'
import { useSecret } from '@/components/use-secret'
import { fileBudget } from '@/lib/base/budgets'
import { Failure } from '@/lib/base/failure'
import type { ProcedureOutput } from '@/lib/language/ui'

/** Bytes; of several keystores in one file. */
const largestFile = 20 * fileBudget.keystoreBytes

interface OpenedFile extends ProcedureOutput<'account.open-keystore'> {
  keystore: string
}
interface ClosedFile {
  name: string
  failure: Failure
}
interface Opened {
  files: OpenedFile[]
  /** Files that the password did not open, or that are none. */
  closed: ClosedFile[]
}

/**
 * Adds accounts from keystore files with one password, after their addresses were shown. In a full tab only.
 * @param pasted texts of keystores, in place of files
 */
export function ImportKeystore({ pasted = null, onDone }: { pasted?: readonly string[] | null; onDone(): void }) {
  const client = useClient()
  const file = useRef<HTMLInputElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [password, hold] = useSecret()
  const [opened, setOpened] = useState<Opened | null>(null)
  const [missing, setMissing] = useState(false)

  async function openText(keystore: string, typed: string): Promise<OpenedFile> {
    if (keystore.length > fileBudget.keystoreBytes) throw new Failure('keystore-too-large')
    // Hardhat's own store has secrets under names, and no key of an account.
    if (/"masterKeyDerivation"/.test(keystore))
      throw new Failure('keystore-unsupported', { method: 'hardhat-keystore' })
    return { keystore, ...(await client.call('account.open-keystore', { keystore, password: typed })) }
  }

  async function open(): Promise<void> {
    const chosen = [...(file.current?.files ?? [])]
    const typed = input.current?.value ?? ''
    if ((chosen.length === 0 && pasted === null) || typed === '') {
      setMissing(true)
      return
    }
    const files: OpenedFile[] = []
    const closed: ClosedFile[] = []
    // One after the other: each takes the memory that its file asks for.
    for (const { name, text } of await textsOf(chosen, pasted))
      try {
        const found = await openText(text, typed)
        if (!files.some(({ address }) => address === found.address)) files.push(found)
      } catch (error) {
        if (!(error instanceof Failure) || error.code === 'locked') throw error
        closed.push({ name, failure: error })
      }
    const [first] = closed
    if (files.length === 0 && first !== undefined) throw first.failure
    if (input.current !== null) input.current.value = ''
    hold(typed)
    setOpened({ files, closed })
  }

  if (opened !== null && password !== null)
    return (
      <Form
        key="import"
        button={plural('keystore_import', opened.files.length)}
        busyWords={t('keystore_busy')}
        testId="keystore-import"
        submit={async () => {
          for (const { keystore } of opened.files)
            await client.call('account.import-keystore', { keystore, password }).catch(passKnown)
          hold(null)
          onDone()
        }}
      >
        <p>{plural('keystore_gives', opened.files.length)}</p>
        {opened.files.map(({ address }) => (
          <AddressText key={address} address={address} testId="keystore-address" />
        ))}
        {opened.files.some(
          ({ keystore }) => keystore.includes('"x-ethers"') && keystore.includes('mnemonicCiphertext'),
        ) && <Notice tone="caution">{t('keystore_phrase_inside')}</Notice>}
        {opened.closed.map(({ name, failure }) => (
          <Notice key={name} tone="caution">
            <bdi>{name}</bdi>: {failureSentence(failure)}
          </Notice>
        ))}
        <Notice tone="note">{t('account_import_key_note')}</Notice>
      </Form>
    )
  return (
    <Form key="open" button={t('keystore_open')} busyWords={t('keystore_busy')} testId="keystore-open" submit={open}>
      <p>{t('keystore_lead')}</p>
      {pasted === null && (
        <Field
          label={t('keystore_file')}
          hint={t('keystore_file_hint')}
          error={missing ? t('restore_missing') : undefined}
        >
          {control => (
            <input
              {...control}
              ref={file}
              className="input"
              type="file"
              multiple
              data-testid="keystore-file"
              onChange={() => setMissing(false)}
            />
          )}
        </Field>
      )}
      <PasswordField
        id="keystore-password"
        label={t('restore_password')}
        inputRef={input}
        isNew
        onInput={() => setMissing(false)}
      />
    </Form>
  )
}

/** A text for each keystore: web3.js writes several into one file. */
async function textsOf(
  chosen: readonly File[],
  pasted: readonly string[] | null,
): Promise<{ name: string; text: string }[]> {
  const files = await Promise.all(
    chosen.map(async each => {
      const text = await each.slice(0, largestFile).text()
      return (keystoresOf(text) ?? [text]).map(keystore => ({ name: each.name, text: keystore }))
    }),
  )
  return [...files.flat(), ...(pasted ?? []).map(text => ({ name: '', text }))]
}

/** The call before may have been lost on its way back. */
function passKnown(error: unknown): void {
  if (!(error instanceof Failure) || error.code !== 'account-exists') throw error
}
