import { useState } from 'react'
import { format, plural, t, useAction, useClient, useGo, useSlice } from '@/components/app'
import { Button, Buttons, Card, Dialog, FailureNotice, Notice } from '@/components/elements'
import { ScreenHead, Setting, VisibleText } from '@/components/elements/later'
import { listKinds } from '@/lib/base/list-kind'
import type { ListsView } from '@/lib/language/lists'
import { listPresets } from '@/lib/reading/list-formats/presets'
import { AddList } from './AddList'
import { ListRow } from './ListRow'
import { kindWords } from './words'

/** Settings → Public lists: those the wallet offers and the person's own, by kind. */
export function ListsPage() {
  const go = useGo()
  const client = useClient()
  const view = useSlice('lists') ?? null
  const [adding, setAdding] = useState(false)
  const fetched = view?.lists.filter(({ on, url }) => on && url !== null) ?? []
  const updateAll = useAction(async () => {
    for (const { id } of fetched) await client.call('list.update', { id })
  })
  return (
    <main className="page">
      <ScreenHead title={t('lists_title')} onBack={() => go('/settings')} />
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
        <Button testId="list-add" onClick={() => setAdding(true)} label={t('list_add')} />
        {fetched.length > 0 && (
          <Button testId="lists-update" action={updateAll} busyWords={t('list_fetching')} label={t('lists_update')} />
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
