import { useRef, useState } from 'react'
import { t, useAction, useAnswer, useClient } from '@/components/app'
import { Button, Buttons, Card, FailureNotice, Notice } from '@/components/elements'
import { Setting, VisibleText } from '@/components/elements/later'
import { cleanForeignText } from '@/lib/base/foreign-text'
import type { DescriptorFileView } from '@/lib/language/ui'

/** Longer files are cut here, and refused as unreadable then. */
const mostBytes = 1_048_577

/** Clear-signing descriptors (ERC-7730) that the person added from files. They only describe. */
export function DescriptorSettings() {
  const client = useClient()
  const input = useRef<HTMLInputElement>(null)
  const [read, setFiles] = useAnswer(async () => (await client.call('descriptor.list', {})).files, [])
  const files: readonly DescriptorFileView[] = read ?? []
  const [unread, setUnread] = useState<string | null>(null)
  const keep = useAction(async (kept: readonly DescriptorFileView[]) => {
    await client.call('descriptor.keep', { files: [...kept] })
    setFiles([...kept])
  })
  const add = useAction(async (chosen: readonly File[]) => {
    const given = await Promise.all(
      chosen.map(async file => ({ name: file.name, text: await file.slice(0, mostBytes).text() })),
    )
    const { loadFiles } = await import('@/lib/reading/descriptors/own-files')
    const all = [...files.filter(({ name }) => !given.some(each => each.name === name)), ...given]
    const loaded = loadFiles(all)
    // A file that others include may have no version of its own.
    const refused = all.find(({ name }, index) => {
      const each = loaded[index]
      return each?.kind === 'fault' && each.fault.code !== 'unknown-version' && given.some(file => file.name === name)
    })
    setUnread(refused?.name ?? null)
    if (refused === undefined) await keep.run(all)
  })
  return (
    <Card title={t('descriptors')} testId="descriptors">
      <p className="quiet">{t('descriptors_note')}</p>
      {files.map(({ name }) => (
        <Setting key={name} label={<VisibleText text={name} />}>
          <Button
            size="small"
            testId="descriptor-remove"
            busy={keep.busy}
            onClick={() => void keep.run(files.filter(each => each.name !== name))}
          >
            {t('descriptors_remove')}
          </Button>
        </Setting>
      ))}
      <Buttons>
        <Button size="small" testId="descriptor-add" busy={add.busy} onClick={() => input.current?.click()}>
          {t('descriptors_add')}
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          multiple
          accept="application/json,.json"
          data-testid="descriptor-file"
          onChange={event => {
            const chosen = [...(event.target.files ?? [])]
            // Emptied, so that choosing the same file again is a change.
            event.target.value = ''
            if (chosen.length > 0) void add.run(chosen)
          }}
        />
      </Buttons>
      {unread !== null && (
        <Notice tone="caution" live>
          {t('descriptors_unread', { name: cleanForeignText(unread, 100) })}
        </Notice>
      )}
      <FailureNotice failure={add.failure ?? keep.failure} />
    </Card>
  )
}
