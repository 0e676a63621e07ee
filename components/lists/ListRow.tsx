import { failureSentence, format, plural, t, useAction, useClient } from '@/components/app'
import { Button, Buttons, FailureNotice, Notice } from '@/components/elements'
import { Setting, VisibleText } from '@/components/elements/later'
import type { ListView } from '@/lib/language/lists'
import type { ListPreset } from '@/lib/reading/list-formats/presets'
import { keeperWords } from './words'
import './lists.css'

/** A list with its switch: one that the wallet offers, subscribed to or not, or one of the person's own. */
export function ListRow({ preset, list }: { preset: ListPreset | null; list: ListView | null }) {
  const client = useClient()
  const { id, name, keeper, licence, url } = list ?? preset ?? { id: '', name: '', keeper: '', licence: '', url: null }
  const change = useAction(async (on: boolean) => {
    if (list === null) await client.call('list.subscribe', { presets: [id] })
    else await client.call('list.switch', { id, on })
  })
  const update = useAction((anyway: boolean) => client.call('list.update', { id, anyway }))
  const remove = useAction(() => client.call('list.remove', { id }))
  const failed = list?.failure ?? null
  return (
    <div className="list-row" data-testid="list" data-list={id}>
      <Setting
        as="label"
        label={<VisibleText text={name} />}
        note={
          <>
            {keeper !== '' && <>{keeperWords(keeper, licence)} · </>}
            {url === null ? t('list_from_file') : (URL.parse(url)?.host ?? url)}
            <br />
            <span role="status">{stateWords(preset, list)}</span>
          </>
        }
      >
        <input
          type="checkbox"
          className="switch"
          role="switch"
          data-testid="list-switch"
          checked={list?.on ?? false}
          aria-checked={list?.on ?? false}
          disabled={change.busy}
          onChange={event => void change.run(event.target.checked)}
        />
      </Setting>
      {list?.on === true && (list.url !== null || preset === null) && (
        <Buttons>
          {list.url !== null && (
            <Button
              size="small"
              about={name}
              testId="list-update"
              busy={list.isFetching || update.busy}
              busyWords={t('list_fetching')}
              onClick={() => void update.run(false)}
            >
              {t('list_update')}
            </Button>
          )}
          {preset === null && (
            <Button look="danger-quiet" size="small" about={name} testId="list-remove" action={remove}>
              {t('remove')}
            </Button>
          )}
        </Buttons>
      )}
      <FailureNotice failure={change.failure ?? update.failure ?? remove.failure} />
      {failed !== null && (list?.on === true || failed.code === 'list-stopped') && (
        <Notice tone="caution">{failureSentence(failed)}</Notice>
      )}
      {failed !== null && list?.on === true && doubted.has(failed.code) && (
        <Button size="small" about={name} testId="list-use-anyway" onClick={() => void update.run(true)}>
          {t('list_use_anyway')}
        </Button>
      )}
    </div>
  )
}

/** Failures of lists that can be read: the person may know better. */
const doubted: ReadonlySet<string> = new Set(['list-grown', 'list-older', 'list-shrunk'])

function stateWords(preset: ListPreset | null, list: ListView | null): string {
  if (list === null) return t('list_size', { size: format.integer(preset?.megabytes ?? 0) })
  if (list.date === null) return t(list.isFetching ? 'list_fetching' : 'list_not_fetched')
  return plural('list_entries', list.count, { date: format.day(list.date) })
}
