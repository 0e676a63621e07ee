import { type MessageKey, plural, t, useAnswer, useClient } from '@/components/app'
import { Button, Buttons, Notice } from '@/components/elements'
import { saveFile } from '@/components/save-file'

/** In local storage: the time of the newest record that the person has dismissed. */
const seenKey = 'set-aside-seen'

const names: Readonly<Record<string, MessageKey>> = {
  accounts: 'accounts',
  networks: 'networks',
  transactions: 'activity',
  sites: 'sites',
  tokens: 'tokens',
}

/** Database records that could not be read at start-up, with a copy to save; nothing where all could be read. */
export function SetAside() {
  const client = useClient()
  // What cannot be asked for now is told the next time.
  const [found, setFound] = useAnswer(() => client.call('database.set-aside', {}), [])
  if (found === undefined) return null
  const seen = Number(localStorage.getItem(seenKey) ?? 0)
  const rows = found.rows.filter(({ at }) => at > seen)
  if (rows.length === 0) return null
  return (
    <Notice tone="caution">
      <div className="stack" data-testid="set-aside">
        <p>{plural('set_aside_note', rows.length, { what: kindsOf(rows) })}</p>
        <Buttons>
          <Button size="small" onClick={() => saveFile('prelude-set-aside.json', 'application/json', found.text)}>
            {t('set_aside_save')}
          </Button>
          <Button
            size="small"
            testId="set-aside-dismiss"
            onClick={() => {
              localStorage.setItem(seenKey, String(Math.max(...rows.map(({ at }) => at))))
              setFound(undefined)
            }}
          >
            {t('set_aside_dismiss')}
          </Button>
        </Buttons>
      </div>
    </Notice>
  )
}

/** The names of the pages that the records belong to, each once. */
function kindsOf(rows: readonly { store: string }[]): string {
  const kinds = new Set(rows.map(({ store }) => t(names[store] ?? 'set_aside_else')))
  return [...kinds].join(', ')
}
