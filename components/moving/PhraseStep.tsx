import { useState } from 'react'
import { FindAccounts } from '@/components/accounts/FindAccounts'
import { usePhrases } from '@/components/accounts/Phrases'
import { useClient, useSlice } from '@/components/client-context'
import { Button } from '@/components/elements/Button'
import { Form } from '@/components/elements/Form'
import { Setting } from '@/components/elements/Setting'
import { format, plural, t } from '@/components/i18n'
import { usePhrase } from '@/components/keys/PhraseFields'

/** Recovery phrases one after the other; for each, used accounts are looked for where the person wants it. */
export function PhraseStep() {
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
        <Button size="small" testId="moving-not-now" onClick={() => setFinding(null)}>
          {t('moving_not_now')}
        </Button>
      </>
    )
  return (
    <>
      <div className="moving-here">
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
          const typed = phrase.read()
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
