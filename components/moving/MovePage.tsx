import { useState } from 'react'
import { FindAccounts } from '@/components/accounts/FindAccounts'
import { usePhrases } from '@/components/accounts/Phrases'
import { format, plural, t, useClient, useGo, useSlice, useSurface } from '@/components/app'
import { Button, Buttons, Card, Form, Notice } from '@/components/elements'
import { Row, Rows, ScreenHead, Setting } from '@/components/elements/later'
import { Steps } from '@/components/first-run/CreateWallet'
import { OnlyInTab } from '@/components/home/OnlyInTab'
import { usePhrase } from '@/components/keys/PhraseFields'
import { Skeleton } from '@/components/Skeleton'
import { FileStep } from './FileStep'
import { KeyStep } from './KeyStep'
import { type Step, steps, type Thing, things } from './progress'
import { type Moving, useMoving } from './use-moving'
import { isLeftOut, leftSentence } from './words'
import '@/components/first-run/first-run.css'
import './moving.css'

const titles = {
  phrases: 'moving_phrases_title',
  keys: 'moving_keys_title',
  files: 'moving_files_title',
  end: 'moving_end_title',
} as const satisfies Record<Step, string>
const leads = {
  phrases: 'moving_phrases_lead',
  keys: 'moving_keys_lead',
  files: 'moving_files_lead',
  end: 'moving_end_lead',
} as const satisfies Record<Step, string>

/** Takes over another wallet in one sitting: phrases, keys, then contacts, networks and tokens from files. */
export function MovePage() {
  const go = useGo()
  const surface = useSurface()
  const moving = useMoving()
  // Secrets are typed in a tab only.
  if (surface !== 'tab') return <OnlyInTab route="/accounts/move" />
  if (moving === null) return <Skeleton boxes={false} />
  const { step } = moving
  const at = steps.indexOf(step)
  const before = steps[at - 1]
  const after = steps[at + 1]
  return (
    <main className="page">
      <ScreenHead title={t('moving')} onBack={() => (before === undefined ? go('/accounts') : moving.go(before))} />
      <Steps step={at + 1} of={steps.length} />
      <Card key={step} title={t(titles[step])} testId={`moving-${step}-step`}>
        <p className="lead">{t(leads[step])}</p>
        {step === 'phrases' && <PhraseStep />}
        {step === 'keys' && <KeyStep moving={moving} />}
        {step === 'files' && <FileStep moving={moving} />}
        {step === 'end' && <End moving={moving} />}
      </Card>
      <Buttons>
        {after === undefined ? (
          <Button
            look="primary"
            testId="moving-done"
            onClick={() => {
              moving.end()
              go('/accounts')
            }}
          >
            {t('moving_done')}
          </Button>
        ) : (
          <Button testId="moving-next" onClick={() => moving.go(after)} label={t('moving_next')} />
        )}
      </Buttons>
    </main>
  )
}

const names = {
  phrases: 'phrases',
  accounts: 'accounts',
  contacts: 'contacts',
  networks: 'networks',
  tokens: 'tokens',
} as const satisfies Record<Thing, string>

/** What came, what did not and why, and what no file brings. */
function End({ moving: { now, came, left, go } }: { moving: Moving }) {
  return (
    <>
      <Rows testId="moving-came">
        {things.map(thing => (
          <Row key={thing} label={t(names[thing])}>
            {came[thing] === 0
              ? format.integer(now[thing])
              : t('moving_end_new', { count: format.integer(now[thing]), new: format.integer(came[thing]) })}
          </Row>
        ))}
      </Rows>
      {left.length > 0 && (
        <>
          <h3>{t('moving_left_title')}</h3>
          <ul className="moving-left" data-testid="moving-left">
            {left.filter(isLeftOut).map(each => (
              <li key={`${each.part} ${each.reason}`}>{leftSentence(each)}</li>
            ))}
          </ul>
        </>
      )}
      {came.networks > 0 && (
        <Notice tone="note">
          <p>{t('moving_end_networks')}</p>
          <Button size="small" testId="moving-find-again" onClick={() => go('phrases')} label={t('discover')} />
        </Notice>
      )}
      <p className="quiet">{t('moving_end_never')}</p>
    </>
  )
}

/** Recovery phrases one after the other; for each, used accounts are looked for where the person wants it. */
function PhraseStep() {
  const client = useClient()
  const accounts = useSlice('accounts') ?? []
  const [phrases] = usePhrases()
  const phrase = usePhrase()
  const [finding, setFinding] = useState<string | null>(null)
  if (finding !== null)
    return (
      <>
        <h3>{t('discover')}</h3>
        <FindAccounts key={finding} phraseId={finding} onDone={() => setFinding(null)} />
        <Button size="small" testId="moving-not-now" onClick={() => setFinding(null)} label={t('moving_not_now')} />
      </>
    )
  return (
    <>
      <div className="stack">
        {phrases.map(({ id, name }, index) => (
          <Setting
            key={id}
            testId="moving-phrase"
            label={name ?? t('phrase_number', { number: format.integer(index + 1) })}
            note={plural('phrase_accounts', accounts.filter(account => account.phraseId === id).length)}
          >
            <Button size="small" about={name ?? undefined} testId="moving-find" onClick={() => setFinding(id)}>
              {t('discover')}
            </Button>
          </Setting>
        ))}
      </div>
      <Form
        button={t('phrase_add')}
        testId="moving-phrase-add"
        submit={async () => {
          const typed = await phrase.read()
          if (typed === null) return
          const { phraseId } = await client.call('phrase.add', typed)
          phrase.clear()
          setFinding(phraseId)
        }}
      >
        {phrase.fields}
      </Form>
    </>
  )
}
