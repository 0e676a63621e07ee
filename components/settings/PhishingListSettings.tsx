import { useEffect, useRef, useState } from 'react'
import { useClient, useReportFault } from '@/components/client-context'
import { Button, Buttons } from '@/components/elements/Button'
import { Card } from '@/components/elements/Card'
import { FailureNotice } from '@/components/elements/FailureNotice'
import { Setting } from '@/components/elements/Setting'
import { VisibleText } from '@/components/elements/VisibleText'
import { format, t } from '@/components/i18n'
import { useAction } from '@/components/use-action'
import type { PhishingListView } from '@/lib/messaging/ui'

/** More than a list of a million hosts needs. */
const mostBytes = 8_000_000

/** The list of phishing sites in use, and the way to replace it from a file. */
export function PhishingListSettings() {
  const client = useClient()
  const reportFault = useReportFault()
  const file = useRef<HTMLInputElement>(null)
  const [list, setList] = useState<PhishingListView | null>(null)
  useEffect(() => {
    let isShown = true
    client
      .call('phishing-list.read', {})
      .then(read => {
        if (isShown) setList(read)
      })
      .catch(reportFault)
    return () => {
      isShown = false
    }
  }, [client, reportFault])
  const replace = useAction(async (chosen: File) => {
    // A file that is cut off here is too large to be such a list, and is refused as unreadable.
    const text = await chosen.slice(0, mostBytes).text()
    setList(await client.call('phishing-list.replace', { text }))
  })
  const remove = useAction(async () => setList(await client.call('phishing-list.remove', {})))
  return (
    <Card title={t('phishing_list')} testId="phishing-list">
      <p className="quiet">{t('phishing_list_note')}</p>
      {list !== null && (
        <Setting
          label={
            <span role="status">
              {t('phishing_list_facts', { count: format.integer(list.count), date: format.day(list.date) })}
            </span>
          }
          note={<VisibleText text={t('phishing_list_source', { source: list.source, licence: list.licence })} />}
        >
          <span className={list.own ? 'badge badge-accent' : 'badge'}>
            {t(list.own ? 'phishing_list_own' : 'phishing_list_bundled')}
          </span>
        </Setting>
      )}
      <Buttons>
        <Button size="small" testId="phishing-list-update" busy={replace.busy} onClick={() => file.current?.click()}>
          {t('phishing_list_update')}
        </Button>
        <input
          ref={file}
          type="file"
          hidden
          accept="application/json,.json"
          data-testid="phishing-list-file"
          onChange={event => {
            const chosen = event.target.files?.[0]
            // Emptied, so that choosing the same file again is a change.
            event.target.value = ''
            if (chosen !== undefined) void replace.run(chosen)
          }}
        />
        {list?.own === true && (
          <Button size="small" testId="phishing-list-remove" action={remove}>
            {t('phishing_list_remove')}
          </Button>
        )}
      </Buttons>
      <FailureNotice failure={replace.failure ?? remove.failure} />
    </Card>
  )
}
