import { useState } from 'react'
import { Logo } from '@/components/elements/Logo'
import { Notice } from '@/components/elements/Notice'
import { t } from '@/components/i18n'
import { CreateWallet } from './CreateWallet'
import './first-run.css'
import { ImportPhrase } from './ImportPhrase'
import { RestoreBackup } from './RestoreBackup'

type Way = 'choose' | 'create' | 'import' | 'restore'

/** The beginning, in a full tab: a new wallet, one from a phrase, or one from a backup file. */
export function FirstRun({ onReady, damaged = false }: { onReady(): void; damaged?: boolean }) {
  const [way, setWay] = useState<Way>('choose')
  const back = () => setWay('choose')
  return (
    <main className="first-run">
      <div className="first-run-brand">
        <Logo size={28} />
        <span>{t('extension_name')}</span>
      </div>
      {way === 'choose' && (damaged ? <Repair onChoose={setWay} /> : <Choose onChoose={setWay} />)}
      {way === 'create' && <CreateWallet onBack={back} onReady={onReady} />}
      {way === 'import' && <ImportPhrase onBack={back} onReady={onReady} />}
      {way === 'restore' && <RestoreBackup onBack={back} onReady={onReady} />}
    </main>
  )
}

function Choose({ onChoose }: { onChoose(way: Way): void }) {
  return (
    <div className="card first-run-card">
      <h1>{t('first_run_title')}</h1>
      <p className="lead">{t('first_run_lead')}</p>
      <div className="stack">
        <button
          type="button"
          className="button button-primary button-large"
          data-testid="first-run-create"
          onClick={() => onChoose('create')}
        >
          {t('first_run_create')}
        </button>
        <button
          type="button"
          className="button button-large"
          data-testid="first-run-import"
          onClick={() => onChoose('import')}
        >
          {t('first_run_import')}
        </button>
        <button
          type="button"
          className="button button-large"
          data-testid="first-run-restore"
          onClick={() => onChoose('restore')}
        >
          {t('first_run_restore')}
        </button>
      </div>
      <ul className="promises">
        <li>{t('first_run_promise_keys')}</li>
        <li>{t('first_run_promise_network')}</li>
        <li>{t('first_run_promise_truth')}</li>
      </ul>
    </div>
  )
}

/** Both copies of the vault are unreadable: what is lost, what is not, and the two ways back. */
function Repair({ onChoose }: { onChoose(way: Way): void }) {
  return (
    <div className="card first-run-card">
      <h1>{t('damaged_title')}</h1>
      <Notice tone="danger">{t('damaged_note')}</Notice>
      <div className="stack">
        <button
          type="button"
          className="button button-primary button-large"
          data-testid="first-run-import"
          onClick={() => onChoose('import')}
        >
          {t('first_run_import')}
        </button>
        <button
          type="button"
          className="button button-large"
          data-testid="first-run-restore"
          onClick={() => onChoose('restore')}
        >
          {t('first_run_restore')}
        </button>
      </div>
    </div>
  )
}
