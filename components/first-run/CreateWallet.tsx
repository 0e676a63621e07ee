import { useRef, useState } from 'react'
import { useClient } from '@/components/client-context'
import { FailureNotice } from '@/components/elements/FailureNotice'
import { Field } from '@/components/elements/Field'
import { Notice } from '@/components/elements/Notice'
import { ScreenHead } from '@/components/elements/ScreenHead'
import { t } from '@/components/i18n'
import { useNewPassword } from '@/components/keys/NewPassword'
import { pickPositions } from '@/components/keys/phrase-check'
import { SecretWords } from '@/components/keys/SecretWords'
import { useAction } from '@/components/use-action'
import { useSecret } from '@/components/use-secret'
import { Steps } from './Steps'

const wordsAsked = 3
type Length = 12 | 24

/** Password, the words, and proof that they were written down. Nothing is kept before the last step. */
export function CreateWallet({ onBack, onReady }: { onBack(): void; onReady(): void }) {
  const client = useClient()
  const [step, setStep] = useState<1 | 2 | 3>(1)
  const [password, holdPassword] = useSecret()
  const [phrase, holdPhrase] = useSecret()

  const begin = useAction(async (chosen: string) => {
    const { phrase: made } = await client.call('phrase.generate', {})
    holdPassword(chosen)
    holdPhrase(made)
    setStep(2)
  })
  const lengthen = useAction(async (words: Length) => {
    holdPhrase((await client.call('phrase.generate', { words })).phrase)
  })
  const create = useAction(async () => {
    if (password === null || phrase === null) return
    await client.call('vault.create', { password, phrase })
    holdPassword(null)
    holdPhrase(null)
    onReady()
  })

  return (
    <div className="card first-run-card">
      <Steps step={step} of={3} />
      {step === 1 && <ChoosePassword onBack={onBack} onChosen={chosen => void begin.run(chosen)} />}
      {step === 2 && phrase !== null && (
        <WriteDown
          phrase={phrase}
          onBack={() => setStep(1)}
          onLength={words => void lengthen.run(words)}
          onDone={() => setStep(3)}
        />
      )}
      {step === 3 && phrase !== null && (
        <ProveBackup phrase={phrase} busy={create.busy} onBack={() => setStep(2)} onProved={() => void create.run()} />
      )}
      <FailureNotice failure={begin.failure ?? lengthen.failure ?? create.failure} />
    </div>
  )
}

function ChoosePassword({ onBack, onChosen }: { onBack(): void; onChosen(password: string): void }) {
  const { fields, take } = useNewPassword()
  return (
    <>
      <ScreenHead title={t('create_password_title')} onBack={onBack} />
      <p className="lead">{t('create_password_lead')}</p>
      <form
        className="stack"
        onSubmit={event => {
          event.preventDefault()
          const password = take()
          if (password !== null) onChosen(password)
        }}
      >
        {fields}
        <button type="submit" className="button button-primary button-wide" data-testid="continue">
          {t('continue')}
        </button>
      </form>
    </>
  )
}

interface WriteDownProps {
  phrase: string
  onBack(): void
  /** Another phrase, of this many words. */
  onLength(words: Length): void
  onDone(): void
}

function WriteDown({ phrase, onBack, onLength, onDone }: WriteDownProps) {
  const length = phrase.split(' ').length
  const other = length === 12 ? 24 : 12
  return (
    <>
      <ScreenHead title={t('phrase_title')} onBack={onBack} />
      <p className="lead">{length === 12 ? t('phrase_lead') : t('phrase_lead_long')}</p>
      <SecretWords key={phrase} phrase={phrase} />
      <button type="button" className="button button-small" data-testid="phrase-length" onClick={() => onLength(other)}>
        {other === 24 ? t('phrase_longer') : t('phrase_shorter')}
      </button>
      <Notice tone="caution">{t('phrase_warning')}</Notice>
      <button type="button" className="button button-primary button-wide" data-testid="continue" onClick={onDone}>
        {t('phrase_written')}
      </button>
    </>
  )
}

interface ProveBackupProps {
  phrase: string
  busy: boolean
  onBack(): void
  onProved(): void
}

function ProveBackup({ phrase, busy, onBack, onProved }: ProveBackupProps) {
  const words = phrase.split(' ')
  const [positions] = useState(() => pickPositions(words.length, wordsAsked, Math.random))
  const [wrong, setWrong] = useState<readonly number[]>([])
  const inputs = useRef(new Map<number, HTMLInputElement>())
  return (
    <>
      <ScreenHead title={t('backup_title')} onBack={onBack} />
      <p className="lead">{t('backup_lead')}</p>
      <form
        className="stack"
        autoComplete="off"
        onSubmit={event => {
          event.preventDefault()
          const missed = positions.filter(
            position => inputs.current.get(position)?.value.trim().toLowerCase() !== words[position - 1],
          )
          setWrong(missed)
          const [first] = missed
          if (first === undefined) onProved()
          else inputs.current.get(first)?.focus()
        }}
      >
        <div className="backup-words">
          {positions.map((position, index) => (
            <Field
              key={position}
              id={`backup-word-${position}`}
              label={t('backup_word', { position })}
              error={wrong.includes(position) ? t('backup_word_wrong') : undefined}
            >
              <input
                id={`backup-word-${position}`}
                ref={element => {
                  if (element !== null) inputs.current.set(position, element)
                }}
                className="input"
                // A text field may be saved with the browser's session; a password field is not.
                type="password"
                autoComplete="new-password"
                autoCapitalize="none"
                spellCheck={false}
                // biome-ignore lint/a11y/noAutofocus: the first thing to fill in
                autoFocus={index === 0}
                aria-describedby={`backup-word-${position}-note`}
                aria-invalid={wrong.includes(position) ? true : undefined}
                data-testid={`backup-word-${position}`}
                onInput={() => setWrong(wrong.filter(other => other !== position))}
              />
            </Field>
          ))}
        </div>
        <button
          type="submit"
          className="button button-primary button-wide"
          data-testid="continue"
          aria-busy={busy}
          disabled={busy}
        >
          {busy ? t('create_busy') : t('create_finish')}
        </button>
      </form>
    </>
  )
}
