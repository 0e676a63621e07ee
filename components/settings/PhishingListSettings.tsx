import { useEffect, useRef, useState } from 'react'
import { useClient } from '@/components/client-context'
import { FailureNotice } from '@/components/elements/FailureNotice'
import { VisibleText } from '@/components/elements/VisibleText'
import { format, t } from '@/components/i18n'
import { useAction } from '@/components/use-action'
import type { PhishingListView } from '@/lib/messaging/ui'

/** More than a list of a million hosts takes. */
const mostBytes = 8_000_000

/** Which list of fraudulent sites is looked at, and the way to a newer one without a network. */
export function PhishingListSettings() {
  const client = useClient()
  const file = useRef<HTMLInputElement>(null)
  const [list, setList] = useState<PhishingListView | null>(null)
  useEffect(() => {
    let isShown = true
    client
      .call('phishing-list.read', {})
      .then(read => {
        if (isShown) setList(read)
      })
      .catch(() => undefined)
    return () => {
      isShown = false
    }
  }, [client])
  const replace = useAction(async (chosen: File) => {
    // What is too large is no such list; its beginning is enough to be told so.
    const text = await chosen.slice(0, mostBytes).text()
    setList(await client.call('phishing-list.replace', { text }))
  })
  const remove = useAction(async () => setList(await client.call('phishing-list.remove', {})))
  return (
    <section className="card settings" aria-labelledby="settings-phishing" data-testid="phishing-list">
      <h2 id="settings-phishing">{t('phishing_list')}</h2>
      <p className="quiet">{t('phishing_list_note')}</p>
      {list !== null && (
        <div className="setting">
          <span>
            <span role="status">
              {t('phishing_list_facts', { count: format.integer(list.count), date: format.day(list.date) })}
            </span>
            <span className="setting-note">
              <VisibleText text={t('phishing_list_source', { source: list.source, licence: list.licence })} />
            </span>
          </span>
          <span className={list.own ? 'badge badge-accent' : 'badge'}>
            {t(list.own ? 'phishing_list_own' : 'phishing_list_bundled')}
          </span>
        </div>
      )}
      <div className="page-actions">
        <button
          type="button"
          className="button button-small"
          data-testid="phishing-list-update"
          aria-disabled={replace.busy}
          onClick={() => file.current?.click()}
        >
          {t('phishing_list_update')}
        </button>
        <input
          ref={file}
          type="file"
          hidden
          accept="application/json,.json"
          data-testid="phishing-list-file"
          onChange={event => {
            const chosen = event.target.files?.[0]
            // The same file can be chosen again after it was changed.
            event.target.value = ''
            if (chosen !== undefined) void replace.run(chosen)
          }}
        />
        {list?.own === true && (
          <button
            type="button"
            className="button button-small"
            data-testid="phishing-list-remove"
            aria-disabled={remove.busy}
            onClick={() => void remove.run()}
          >
            {t('phishing_list_remove')}
          </button>
        )}
      </div>
      <FailureNotice failure={replace.failure ?? remove.failure} />
    </section>
  )
}
