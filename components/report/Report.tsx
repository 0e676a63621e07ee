import { browser } from 'wxt/browser'
import { format, locale, plural, t, useAction, useAnswer, useClient, useSlice } from '@/components/app'
import { RawData } from '@/components/decision/RawData'
import { Button, Buttons, Card, FailureNotice } from '@/components/elements'
import { saveFile } from '@/components/save-file'
import type { FaultView } from '@/lib/language/faults'
import { whatHappened, whereItHappened } from './fault-words'
import { reportText, timingsOf } from './report-file'
import './report.css'

/** The fault log in words, and the file of it that a person can send to somebody who helps. */
export function Report() {
  const client = useClient()
  const [faults, setFaults] = useAnswer(async () => (await client.call('fault.list', {})).faults, [])
  const save = useAction(async () => {
    const newest = await client.call('fault.list', {})
    setFaults(newest.faults)
    // A locked wallet, and one whose database cannot be opened, tell nothing of their networks.
    const known = await client.call('fault.networks', {}).catch(() => null)
    const text = reportText({
      version: browser.runtime.getManifest().version,
      browser: navigator.userAgent,
      language: locale(),
      savedAt: Date.now(),
      faults: newest.faults,
      networks: known?.networks ?? null,
      timings: timingsOf(performance),
    })
    saveFile('prelude-report.json', 'application/json', text)
  })
  const clear = useAction(async () => {
    await client.call('fault.clear', {})
    setFaults([])
  })
  return (
    <div className="report stack">
      <p className="lead">{t('report_lead')}</p>
      <Card title={t('report_file')}>
        <dl className="report-contents">
          <div>
            <dt>{t('report_contains')}</dt>
            <dd>{t('report_contains_list')}</dd>
          </div>
          <div>
            <dt>{t('report_leaves_out')}</dt>
            <dd>{t('report_leaves_out_list')}</dd>
          </div>
        </dl>
        <p className="quiet">{t('report_stays')}</p>
        <Buttons>
          <Button look="primary" testId="report-save" action={save} label={t('report_save')} />
          {faults !== undefined && faults.length > 0 && (
            <Button testId="report-clear" action={clear} label={t('report_clear')} />
          )}
        </Buttons>
        <FailureNotice failure={save.failure ?? clear.failure} />
      </Card>
      {faults !== undefined && <Faults faults={faults} />}
    </div>
  )
}

function Faults({ faults }: { faults: readonly FaultView[] }) {
  return (
    <Card
      title={t('report_faults')}
      aside={
        <output className="quiet" data-testid="report-count">
          {plural('report_count', faults.length)}
        </output>
      }
    >
      {faults.length === 0 ? (
        <p className="quiet" data-testid="report-empty">
          {t('report_empty')}
        </p>
      ) : (
        <ul className="report-list">
          {faults.map(fault => (
            <li key={Object.values({ ...fault, firstAt: 0, at: 0, count: 0 }).join(' ')} data-testid="fault">
              <Fault fault={fault} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function Fault({ fault }: { fault: FaultView }) {
  const networks = useSlice('networks')
  const network = networks?.find(({ id }) => id === fault.networkId)?.name
  return (
    <>
      <p className="report-what">{whatHappened(fault)}</p>
      <p className="quiet report-when">
        <span>{whereItHappened(fault)}</span>
        {network !== undefined && <span>{network}</span>}
        <span>{plural('report_times', fault.count)}</span>
        <time dateTime={new Date(fault.at).toISOString()}>{format.dateTime(fault.at)}</time>
      </p>
      <RawData label={t('report_details')} parts={detailsOf(fault)} />
    </>
  )
}

/** What a developer looks for; the words are the log's own. */
function detailsOf({ where, kind, cause, message, code, position, networkId, firstAt }: FaultView) {
  const parts: [name: string, value: string | number | null][] = [
    [t('report_kind'), `${where}: ${kind}`],
    [t('report_cause'), cause],
    [t('report_message'), message],
    [t('report_code'), code],
    [t('report_position'), position],
    [t('report_chain'), networkId],
    [t('report_first'), format.dateTime(firstAt)],
  ]
  return parts.flatMap(([name, value]) => (value === null ? [] : [[name, String(value)] as const]))
}
