import { useState } from 'react'
import { t, useAction, useClient } from '@/components/app'
import { FailureNotice, Form } from '@/components/elements'
import { FileButton, SelectField, TextField } from '@/components/elements/later'
import { fileBudget } from '@/lib/base/budgets'
import { type ListKind, listKinds } from '@/lib/base/list-kind'
import { giveWay } from '@/lib/base/slices'
import { kindWords } from './words'

/** A list of the person's own: from an address, or from a file. */
export function AddList({ onDone }: { onDone(): void }) {
  const client = useClient()
  const [kind, setKind] = useState<ListKind>('fraud-hosts')
  const [name, setName] = useState('')
  const [url, setUrl] = useState('')
  const fromFile = useAction(async (file: File) => {
    // A file that is cut off here is too large to be such a list, and is refused as unreadable.
    const content = file.slice(0, fileBudget.listCharacters)
    const text = kind === 'descriptors' ? await textOfRegistry(content) : await content.text()
    await client.call('list.import', { kind, name: name.trim() || file.name.slice(0, 64), text })
    onDone()
  })
  return (
    <Form
      button={t('list_add_address')}
      busyWords={t('list_fetching')}
      testId="list-add-address"
      isReady={name.trim() !== '' && url.trim() !== ''}
      submit={async () => {
        await client.call('list.add', { kind, name: name.trim(), url: url.trim() })
        onDone()
      }}
      beside={
        <FileButton
          accept="application/json,text/plain,application/gzip,.json,.txt,.gz,.tgz"
          testId="list-file"
          onFile={file => void fromFile.run(file)}
        >
          {t('list_add_file')}
        </FileButton>
      }
    >
      <SelectField
        label={t('list_kind')}
        testId="list-kind"
        choices={listKinds.map(value => ({ value, label: t(kindWords[value].title) }))}
        value={kind}
        onChange={setKind}
      />
      <TextField label={t('list_name')} testId="list-name" maxLength={64} value={name} onChange={setName} />
      <TextField
        label={t('list_address')}
        hint={t('list_address_hint')}
        testId="list-url"
        kind="url"
        maxLength={2_000}
        placeholder="https://"
        value={url}
        onChange={setUrl}
      />
      <FailureNotice failure={fromFile.failure} />
    </Form>
  )
}

/** A registry as JSON of path → descriptor, also where the file is the archive of its repository. */
async function textOfRegistry(content: Blob): Promise<string> {
  const { readDescriptorFiles } = await import('@/lib/reading/list-formats/read-descriptors')
  const files = await readDescriptorFiles(new Uint8Array(await content.arrayBuffer()), giveWay)
  return `{${[...files].map(([path, text]) => `${JSON.stringify(path)}:${text}`).join(',')}}`
}
