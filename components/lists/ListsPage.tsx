import { useState } from 'react'
import { useClient, useSlice } from '@/components/client-context'
import { Button, Buttons } from '@/components/elements/Button'
import { Card } from '@/components/elements/Card'
import { Dialog } from '@/components/elements/Dialog'
import { FailureNotice } from '@/components/elements/FailureNotice'
import { Notice } from '@/components/elements/Notice'
import { ScreenHead } from '@/components/elements/ScreenHead'
import { Setting } from '@/components/elements/Setting'
import { VisibleText } from '@/components/elements/VisibleText'
import { format, plural, t } from '@/components/i18n'
import { useAction } from '@/components/use-action'
import { listKinds } from '@/lib/base/list-kind'
import type { ListsView } from '@/lib/language/lists'
import { listPresets } from '@/lib/reading/list-formats/presets'
import { AddList } from './AddList'
import { ListRow } from './ListRow'
import { kindWords } from './words'

/** Settings → Public lists: those the wallet offers and the person's own, by kind. */
export function ListsPage({ onBack }: { onBack(): void }) {
  const client = useClient()
  const view = useSlice('lists') ?? null
  const [adding, setAdding] = useState(false)
  const fetched = view?.lists.filter(({ on, url }) => on && url !== null) ?? []
  const updateAll = useAction(async () => {
    for (const { id } of fetched) await client.call('list.update', { id })
  })
  return (
    <main className="page">
      <ScreenHead title={t('lists_title')} onBack={onBack} />
      <p className="quiet">{t('lists_note')}</p>
      <Bundled view={view} />
      {listKinds.map(kind => (
        <Card key={kind} title={t(kindWords[kind].title)} testId={`lists-${kind}`}>
          <p className="quiet">{t(kindWords[kind].note)}</p>
          {listPresets
            .filter(preset => preset.kind === kind)
            .map(preset => (
              <ListRow key={preset.id} preset={preset} list={view?.lists.find(({ id }) => id === preset.id) ?? null} />
            ))}
          {view?.lists
            .filter(list => list.kind === kind && !listPresets.some(({ id }) => id === list.id))
            .map(list => (
              <ListRow key={list.id} preset={null} list={list} />
            ))}
        </Card>
      ))}
      <FailureNotice failure={updateAll.failure} />
      <Buttons>
        <Button testId="list-add" onClick={() => setAdding(true)}>
          {t('list_add')}
        </Button>
        {fetched.length > 0 && (
          <Button testId="lists-update" action={updateAll} busyWords={t('list_fetching')}>
            {t('lists_update')}
          </Button>
        )}
      </Buttons>
      {adding && (
        <Dialog title={t('list_add')} onClose={() => setAdding(false)}>
          <AddList onDone={() => setAdding(false)} />
        </Dialog>
      )}
    </main>
  )
}

/** The list that is part of this version of the wallet. */
function Bundled({ view }: { view: ListsView | null }) {
  if (view === null) return null
  const { bundled } = view
  if (bundled === null) return <Notice tone="caution">{t('risk_site_list_unavailable')}</Notice>
  return (
    <Card title={t('lists_bundled')} testId="lists-bundled">
      <Setting
        label={<VisibleText text={bundled.source} />}
        note={
          <>
            {plural('list_entries', bundled.count, {
              count: format.integer(bundled.count),
              date: format.day(bundled.date),
            })}
            <br />
            <VisibleText text={bundled.licence} />
          </>
        }
      >
        <span className="badge">{t('list_always_on')}</span>
      </Setting>
    </Card>
  )
}
