import { useClient } from '@/components/client-context'
import { FailureNotice } from '@/components/elements/FailureNotice'
import { ScreenHead } from '@/components/elements/ScreenHead'
import { t } from '@/components/i18n'
import { useNewPassword } from '@/components/keys/NewPassword'
import { type TypedPhrase, usePhrase } from '@/components/keys/PhraseFields'
import { useAction } from '@/components/use-action'

/** A phrase from elsewhere, and a password for this device. */
export function ImportPhrase({ onBack, onReady }: { onBack(): void; onReady(): void }) {
  const client = useClient()
  const phrase = usePhrase()
  const { fields, take } = useNewPassword()

  const create = useAction(async (typed: TypedPhrase, password: string) => {
    await client.call('vault.create', { ...typed, password })
    phrase.clear()
    onReady()
  })

  return (
    <div className="card first-run-card">
      <ScreenHead title={t('import_title')} onBack={onBack} />
      <p className="lead">{t('import_lead')}</p>
      <form
        className="stack"
        autoComplete="off"
        onSubmit={event => {
          event.preventDefault()
          const typed = phrase.read()
          if (typed === null) return
          const password = take()
          if (password !== null) void create.run(typed, password)
        }}
      >
        {phrase.fields}
        {fields}
        <button
          type="submit"
          className="button button-primary button-wide"
          data-testid="continue"
          aria-busy={create.busy}
          disabled={create.busy}
        >
          {create.busy ? t('create_busy') : t('import_finish')}
        </button>
      </form>
      <FailureNotice failure={create.failure} />
    </div>
  )
}
