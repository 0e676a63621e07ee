import { useEffect, useState } from 'react'
import { useClient } from '@/components/client-context'
import { Notice } from '@/components/elements/Notice'
import { type MessageKey, plural, t } from '@/components/i18n'
import type { ProcedureOutput } from '@/lib/messaging/ui'

/** The time of the newest one that the person has waved away. */
const seenKey = 'set-aside-seen'

const names: Readonly<Record<string, MessageKey>> = {
  accounts: 'accounts',
  networks: 'networks',
  transactions: 'activity',
  sites: 'sites',
  tokens: 'tokens',
}

/** Records that could not be read when the browser started: what they were, and a copy of them. Nothing where all is well. */
export function SetAside() {
  const client = useClient()
  const [found, setFound] = useState<ProcedureOutput<'database.set-aside'> | null>(null)
  useEffect(() => {
    let isCurrent = true
    client.call('database.set-aside', {}).then(
      answer => {
        if (isCurrent) setFound(answer)
      },
      // What cannot be asked for now is told the next time.
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [client])
  if (found === null) return null
  const seen = Number(localStorage.getItem(seenKey) ?? 0)
  const rows = found.rows.filter(({ at }) => at > seen)
  if (rows.length === 0) return null
  return (
    <Notice tone="caution">
      <div className="stack" data-testid="set-aside">
        <p>{plural('set_aside_note', rows.length, { what: kindsOf(rows) })}</p>
        <div className="item-actions">
          <button type="button" className="button button-small" onClick={() => download(found.text)}>
            {t('set_aside_save')}
          </button>
          <button
            type="button"
            className="button button-small"
            data-testid="set-aside-dismiss"
            onClick={() => {
              localStorage.setItem(seenKey, String(Math.max(...rows.map(({ at }) => at))))
              setFound(null)
            }}
          >
            {t('set_aside_dismiss')}
          </button>
        </div>
      </div>
    </Notice>
  )
}

/** Each kind once, by the name of the page it belongs to. */
function kindsOf(rows: readonly { store: string }[]): string {
  const kinds = new Set(rows.map(({ store }) => t(names[store] ?? 'set_aside_else')))
  return [...kinds].join(', ')
}

function download(text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = 'prelude-set-aside.json'
  link.click()
  URL.revokeObjectURL(url)
}
