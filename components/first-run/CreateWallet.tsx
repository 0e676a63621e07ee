import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { useEffect, useRef, useState } from 'react'
import { format, t, useAction, useClient } from '@/components/app'
import { Button, Card, FailureNotice, Form, Notice, PasswordField } from '@/components/elements'
import { ScreenHead } from '@/components/elements/later'
import { useNewPassword } from '@/components/keys/NewPassword'
import { PhraseWords } from '@/components/keys/PhraseWords'
import { pickPositions } from '@/components/keys/pick-positions'
import { useSecret } from '@/components/use-secret'

const wordsAsked = 3
type Length = 12 | 24

/** A new wallet in three steps: password, phrase, proof of the backup. Nothing is stored before the last step. */
export function CreateWallet({ onBack, onReady }: { onBack(): void; onReady(): void }) {
  const client = useClient()
  const [step, setStep] = useState<1 | 2 | 3>(1)
  const [password, holdPassword] = useSecret()
  const [phrase, holdPhrase] = useSecret()

  const lengthen = useAction(async (words: Length) => {
    holdPhrase((await client.call('phrase.generate', { words })).phrase)
  })
  async function begin(chosen: string): Promise<void> {
    const { phrase: made } = await client.call('phrase.generate', {})
    holdPassword(chosen)
    holdPhrase(made)
    setStep(2)
  }
  async function create(): Promise<void> {
    if (password === null || phrase === null) return
    await client.call('vault.create', { password, phrase })
    holdPassword(null)
    holdPhrase(null)
    onReady()
  }
  return (
    <Card className="first-run-card">
      <Steps step={step} of={3} />
      {step === 1 && <ChoosePassword onBack={onBack} onChosen={begin} />}
      {step === 2 && phrase !== null && (
        <WriteDown
          phrase={phrase}
          onBack={() => setStep(1)}
          onLength={words => void lengthen.run(words)}
          onDone={() => setStep(3)}
        />
      )}
      {step === 3 && phrase !== null && <ProveBackup phrase={phrase} onBack={() => setStep(2)} onProved={create} />}
      <FailureNotice failure={lengthen.failure} />
    </Card>
  )
}

function ChoosePassword({ onBack, onChosen }: { onBack(): void; onChosen(password: string): Promise<void> }) {
  const { fields, take } = useNewPassword()
  return (
    <>
      <ScreenHead title={t('create_password_title')} onBack={onBack} />
      <p className="lead">{t('create_password_lead')}</p>
      <Form
        button={t('continue')}
        testId="continue"
        submit={async () => {
          const password = take()
          if (password !== null) await onChosen(password)
        }}
      >
        {fields}
      </Form>
    </>
  )
}

interface WriteDownProps {
  phrase: string
  onBack(): void
  /** Asks for another phrase with this many words. */
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
      <Button size="small" testId="phrase-length" onClick={() => onLength(other)}>
        {other === 24 ? t('phrase_longer') : t('phrase_shorter')}
      </Button>
      <Notice tone="caution">{t('phrase_warning')}</Notice>
      <Button look="primary" wide testId="continue" onClick={onDone} label={t('phrase_written')} />
    </>
  )
}

interface ProveBackupProps {
  phrase: string
  onBack(): void
  onProved(): Promise<void>
}

/** Asks for a few words of the phrase, in password fields: text fields may be saved with the browser's session. */
function ProveBackup({ phrase, onBack, onProved }: ProveBackupProps) {
  const words = phrase.split(' ')
  const [positions] = useState(() => pickPositions(words.length, wordsAsked, Math.random))
  const [wrong, setWrong] = useState<readonly number[]>([])
  const inputs = useRef(new Map<number, HTMLInputElement>())
  async function prove(): Promise<void> {
    const missed = positions.filter(
      position => inputs.current.get(position)?.value.trim().toLowerCase() !== words[position - 1],
    )
    setWrong(missed)
    const [first] = missed
    if (first === undefined) await onProved()
    else inputs.current.get(first)?.focus()
  }
  return (
    <>
      <ScreenHead title={t('backup_title')} onBack={onBack} />
      <p className="lead">{t('backup_lead')}</p>
      <Form button={t('create_finish')} busyWords={t('create_busy')} testId="continue" submit={prove}>
        <div className="backup-words">
          {positions.map((position, index) => (
            <PasswordField
              key={position}
              id={`backup-word-${position}`}
              label={t('backup_word', { position })}
              error={wrong.includes(position) ? t('backup_word_wrong') : undefined}
              isNew
              autoFocus={index === 0}
              inputRef={element => {
                if (element !== null) inputs.current.set(position, element)
              }}
              onInput={() => setWrong(wrong.filter(other => other !== position))}
            />
          ))}
        </div>
      </Form>
    </>
  )
}

/** A recovery phrase to be written down. In the page only while it is shown, and hidden when the window loses focus. */
function SecretWords({ phrase }: { phrase: string }) {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    if (!shown) return
    const hide = () => setShown(false)
    window.addEventListener('blur', hide)
    document.addEventListener('visibilitychange', hide)
    return () => {
      window.removeEventListener('blur', hide)
      document.removeEventListener('visibilitychange', hide)
    }
  }, [shown])
  return (
    <div className="secret" data-shown={shown}>
      <PhraseWords phrase={phrase} shown={shown} />
      <Button
        wide
        icon={shown ? EyeOff : Eye}
        aria-pressed={shown}
        testId="phrase-show"
        onClick={() => setShown(!shown)}
      >
        {shown ? t('phrase_hide') : t('phrase_show')}
      </Button>
    </div>
  )
}

/** `Step 2 of 3`, with a mark for each step. */
export function Steps({ step, of }: { step: number; of: number }) {
  return (
    <p className="steps">
      <span className="steps-marks" aria-hidden="true">
        {Array.from({ length: of }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a fixed row of marks
          <span key={index} className={index < step ? 'steps-mark steps-done' : 'steps-mark'} />
        ))}
      </span>
      {t('step_of', { step: format.integer(step), count: format.integer(of) })}
    </p>
  )
}
