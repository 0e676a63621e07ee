import { useState } from 'react'
import { plural, t, useAction, useSlice } from '@/components/app'
import { FailureNotice, Field, Fold, Notice } from '@/components/elements'
import { fileText } from '@/lib/base/file-text'
import { catalogue } from './catalogue-facts'
import { isForMoving, isZip, unzip } from './export/zip'
import { FilePlan } from './FilePlan'
import { createLeft, type FileContents, type LeftOut } from './files/contents'
import { mostFileBytes, readFile } from './files/read-file'
import { type Plan, planOf } from './plan'
import type { TakenOver } from './take-over'
import type { Moving } from './use-moving'
import { leftExamples, leftSentence } from './words'

const mostFiles = 20

/** Contacts, networks and tokens from files: read in this page, and taken over after the person saw what is in them. */
export function FileStep({ moving }: { moving: Moving }) {
  const contacts = useSlice('contacts') ?? []
  const accounts = useSlice('accounts') ?? []
  const networks = useSlice('networks') ?? []
  const [files, setFiles] = useState<readonly FileContents[] | null>(null)
  const [taken, setTaken] = useState<TakenOver | null>(null)
  const read = useAction(async (chosen: readonly File[]) => {
    setTaken(null)
    const contents = (await Promise.all(chosen.slice(0, mostFiles).map(readChosen))).flat()
    setFiles(contents)
    const found = planFor(contents)
    // Nothing is left to decide.
    if (isEmpty(found)) moving.settle(found.left)
  })
  const planFor = (contents: readonly FileContents[]) =>
    planOf(contents, { contacts, accounts, networks, tokens: moving.tokens }, catalogue)
  const plan = files === null ? null : planFor(files)
  return (
    <>
      <Field label={t('moving_files_label')} hint={t('moving_files_hint')}>
        {control => (
          <input
            {...control}
            className="input"
            type="file"
            multiple
            accept=".csv,.json,.txt,.zip,text/csv,application/json,text/plain,application/zip"
            data-testid="moving-files"
            onChange={event => void read.run([...(event.target.files ?? [])])}
          />
        )}
      </Field>
      <Fold title={t('moving_where')}>
        <ul className="moving-where">
          {whereabouts.map(key => (
            <li key={key}>{t(key)}</li>
          ))}
        </ul>
      </Fold>
      <FailureNotice failure={read.failure} />
      {taken !== null && (
        <p role="status" data-testid="moving-taken">
          {t('moving_taken', {
            contacts: plural('moving_contacts', taken.contacts),
            networks: plural('moving_networks', taken.networks),
            tokens: plural('moving_tokens', taken.tokens),
          })}
        </p>
      )}
      {plan !== null && taken === null && isEmpty(plan) && (
        <p role="status" data-testid="moving-nothing">
          {t('moving_nothing')}
        </p>
      )}
      {plan !== null && taken === null && (
        <FilePlan
          plan={plan}
          listed={moving.tokens}
          onTaken={result => {
            setTaken(result)
            moving.settle([...plan.left, ...result.left])
          }}
        />
      )}
      {plan !== null && <LeftList left={taken === null ? plan.left : [...plan.left, ...taken.left]} />}
    </>
  )
}

function isEmpty({ contacts, networks, tokens }: Plan): boolean {
  return contacts.length + networks.length + tokens.length === 0
}

const whereabouts = [
  'moving_where_metamask',
  'moving_where_frame',
  'moving_where_others',
  'moving_where_lists',
] as const

/** One file, or those of an archive that have contacts, tokens or networks. */
async function readChosen(file: File): Promise<FileContents[]> {
  if (file.size <= mostFileBytes) {
    const content = new Uint8Array(await file.arrayBuffer())
    const archived = isZip(content) ? unzip(content, isForMoving) : null
    if (archived !== null && archived.length > 0) return archived.map(({ name, text }) => readFile(name, text))
    return [readFile(file.name, fileText(content))]
  }
  const left = createLeft()
  left.add('file', 'too-large', file.name.slice(0, 100))
  const all: LeftOut[] = left.list()
  return [{ contacts: [], tokens: [], networks: [], left: all, origin: 'wallet' }]
}

/** The entries that were not taken over: how many, why, and the first of them by name. */
function LeftList({ left }: { left: readonly LeftOut[] }) {
  if (left.length === 0) return null
  return (
    <Notice tone="caution">
      <p>{t('moving_left_title')}</p>
      <ul className="moving-left" data-testid="moving-left">
        {left.map(each => {
          const examples = leftExamples(each)
          return (
            <li key={`${each.part} ${each.reason}`}>
              {leftSentence(each)} {examples !== '' && <bdi className="quiet">{examples}</bdi>}
            </li>
          )
        })}
      </ul>
    </Notice>
  )
}
