import { useSurface } from '@/components/client-context'
import { Button, Buttons } from '@/components/elements/Button'
import { Card } from '@/components/elements/Card'
import { Notice } from '@/components/elements/Notice'
import { Row, Rows } from '@/components/elements/Row'
import { ScreenHead } from '@/components/elements/ScreenHead'
import { Steps } from '@/components/first-run/Steps'
import { OnlyInTab } from '@/components/home/OnlyInTab'
import { format, t } from '@/components/i18n'
import { Skeleton } from '@/components/Skeleton'
import { FileStep } from './FileStep'
import { KeyStep } from './KeyStep'
import { PhraseStep } from './PhraseStep'
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
export function MovePage({ onDone }: { onDone(): void }) {
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
      <ScreenHead title={t('moving')} onBack={before === undefined ? onDone : () => moving.go(before)} />
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
              onDone()
            }}
          >
            {t('moving_done')}
          </Button>
        ) : (
          <Button testId="moving-next" onClick={() => moving.go(after)}>
            {t('moving_next')}
          </Button>
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
          <Button size="small" testId="moving-find-again" onClick={() => go('phrases')}>
            {t('discover')}
          </Button>
        </Notice>
      )}
      <p className="quiet">{t('moving_end_never')}</p>
    </>
  )
}
