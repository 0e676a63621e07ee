import { useEffect, useRef, useState } from 'react'
import { failureSentence, onDemand, t, useClient } from '@/components/app'
import { Button, Card, Form, Logo, Notice, PasswordField } from '@/components/elements'
import './first-run.css'

const loadWays = () => import('./ways')
const CreateWallet = onDemand(() => loadWays().then(ways => ways.CreateWallet))
const ImportPhrase = onDemand(() => loadWays().then(ways => ways.ImportPhrase))
const RestoreBackup = onDemand(() => loadWays().then(ways => ways.RestoreBackup))

type Way = 'create' | 'import' | 'restore'
/** `restore-partly`: the keys and accounts of a backup, and not all of the rest. */
type End = Way | 'restore-partly'
const words = {
  create: 'first_run_create',
  import: 'first_run_import',
  restore: 'first_run_restore',
} as const satisfies Record<Way, string>

/** The first run, in a full tab: a new wallet, one from a recovery phrase, or one from a backup file. */
export function FirstRun({ onReady, damaged = false }: { onReady(end: End): void; damaged?: boolean }) {
  const [way, setWay] = useState<Way | null>(null)
  const back = () => setWay(null)
  useEffect(() => {
    // They are there before one of them is chosen; a way that is chosen tells of what went wrong.
    loadWays().catch(() => undefined)
  }, [])
  return (
    <main className="first-run">
      <div className="first-run-brand">
        <Logo size={28} />
        <span>{t('extension_name')}</span>
      </div>
      {way === null && (damaged ? <Repair onChoose={setWay} /> : <Choose onChoose={setWay} />)}
      {way === 'create' && <CreateWallet onBack={back} onReady={() => onReady('create')} />}
      {way === 'import' && <ImportPhrase onBack={back} onReady={() => onReady('import')} />}
      {way === 'restore' && (
        <RestoreBackup onBack={back} onReady={isWhole => onReady(isWhole ? 'restore' : 'restore-partly')} />
      )}
    </main>
  )
}

function Choose({ onChoose }: { onChoose(way: Way): void }) {
  return (
    <Card className="first-run-card">
      <h1>{t('first_run_title')}</h1>
      <p className="lead">{t('first_run_lead')}</p>
      <Ways ways={['create', 'import', 'restore']} onChoose={onChoose} />
      <ul className="promises">
        <li>{t('first_run_promise_keys')}</li>
        <li>{t('first_run_promise_network')}</li>
        <li>{t('first_run_promise_truth')}</li>
      </ul>
    </Card>
  )
}

/**
 * Both copies of the vault are damaged: the password, which may open one of them all the same, and the two ways to
 * restore the wallet.
 */
function Repair({ onChoose }: { onChoose(way: Way): void }) {
  return (
    <Card className="first-run-card">
      <h1>{t('damaged_title')}</h1>
      <Notice tone="danger">{t('damaged_note')}</Notice>
      <TryPassword />
      <Ways ways={['import', 'restore']} onChoose={onChoose} />
    </Card>
  )
}

function TryPassword() {
  const client = useClient()
  const input = useRef<HTMLInputElement>(null)
  const [isTyped, setTyped] = useState(false)
  return (
    <Form
      button={t('damaged_try')}
      busyWords={t('unlock_busy')}
      look="plain"
      testId="damaged-try"
      isReady={isTyped}
      submit={() => client.call('vault.unlock', { password: input.current?.value ?? '' })}
    >
      {({ failure, clear }) => (
        <PasswordField
          id="damaged-password"
          label={t('password')}
          hint={t('damaged_try_hint')}
          inputRef={input}
          error={failure === null ? undefined : failureSentence(failure)}
          onInput={text => {
            setTyped(text !== '')
            if (failure !== null) clear()
          }}
        />
      )}
    </Form>
  )
}

/** A button for each way. The first is the main one. */
function Ways({ ways, onChoose }: { ways: readonly Way[]; onChoose(way: Way): void }) {
  return (
    <div className="stack">
      {ways.map((way, index) => (
        <Button
          key={way}
          look={index === 0 ? 'primary' : 'plain'}
          size="large"
          testId={`first-run-${way}`}
          onClick={() => onChoose(way)}
        >
          {t(words[way])}
        </Button>
      ))}
    </div>
  )
}
