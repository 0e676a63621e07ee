import { useClient } from '@/components/client-context'
import { Card } from '@/components/elements/Card'
import { Form } from '@/components/elements/Form'
import { ScreenHead } from '@/components/elements/ScreenHead'
import { t } from '@/components/i18n'
import { useNewPassword } from '@/components/keys/NewPassword'
import { usePhrase } from '@/components/keys/PhraseFields'

/** A wallet from an existing recovery phrase, with a new password for this device. */
export function ImportPhrase({ onBack, onReady }: { onBack(): void; onReady(): void }) {
  const client = useClient()
  const phrase = usePhrase()
  const { fields, take } = useNewPassword()
  return (
    <Card className="first-run-card">
      <ScreenHead title={t('import_title')} onBack={onBack} />
      <p className="lead">{t('import_lead')}</p>
      <Form
        button={t('import_finish')}
        busyWords={t('create_busy')}
        testId="continue"
        submit={async () => {
          const typed = phrase.read()
          if (typed === null) return
          const password = take()
          if (password === null) return
          await client.call('vault.create', { ...typed, password })
          phrase.clear()
          onReady()
        }}
      >
        {phrase.fields}
        {fields}
      </Form>
    </Card>
  )
}
