import { useEffect, useState } from 'react'
import { browser } from 'wxt/browser'
import { type DebugView, debugMessage } from '@/lib/language/debug'
import './debug.css'

const everyMs = 1_000

/** What the worker holds now, once a second. For developers: English only, and in no build that is published. */
export function Debug() {
  const [isPaused, setPaused] = useState(false)
  const [view, setView] = useState<DebugView | null>(null)
  const [trouble, setTrouble] = useState('')
  useEffect(() => {
    if (isPaused) return
    let isOver = false
    const look = async () => {
      const answer: DebugView | { error: string } = await browser.runtime.sendMessage(debugMessage)
      if (isOver) return
      if ('error' in answer) setTrouble(answer.error)
      else {
        setView(answer)
        setTrouble('')
      }
    }
    const lookOrSay = () => {
      look().catch(error => setTrouble(String(error)))
    }
    lookOrSay()
    const timer = setInterval(lookOrSay, everyMs)
    return () => {
      isOver = true
      clearInterval(timer)
    }
  }, [isPaused])
  return (
    <main>
      <h1>Prelude: debug</h1>
      <p>
        <button type="button" onClick={() => setPaused(!isPaused)}>
          {isPaused ? 'Go on' : 'Pause: the worker may sleep'}
        </button>{' '}
        <output>{trouble}</output>
      </p>
      {view !== null && <Everything view={view} />}
    </main>
  )
}

function Everything({ view }: { view: DebugView }) {
  const { at, workerStartedAt, contexts, networks, inFlight, queues, stores, storage, faults } = view
  return (
    <>
      <p>Worker started {seconds(at - workerStartedAt)} ago</p>
      <Rows title="Contexts" rows={contexts} />
      <Rows
        title="Sockets"
        rows={networks.map(({ networkId, name, socket, regime }) => ({ networkId, name, socket, regime }))}
      />
      <Rows
        title="Endpoints"
        rows={networks.flatMap(({ networkId, endpoints }) => endpoints.map(endpoint => ({ networkId, ...endpoint })))}
      />
      <Rows
        title="In flight"
        rows={inFlight.map(({ createdAt, ...row }) => ({ ...row, age: seconds(at - createdAt) }))}
      />
      <Rows title="Queues" rows={pairs(queues)} />
      <Rows title="Rows by store" rows={pairs(stores)} />
      <Rows title="Storage in bytes" rows={pairs(storage)} />
      <Rows
        title="Faults"
        rows={faults.map(({ at: lastAt, firstAt: _firstAt, ...fault }) => ({ ...fault, last: seconds(at - lastAt) }))}
      />
    </>
  )
}

function Rows({ title, rows }: { title: string; rows: readonly Readonly<Record<string, unknown>>[] }) {
  const columns = Object.keys(rows[0] ?? {})
  return (
    <section>
      <h2>{title}</h2>
      {rows.length === 0 ? (
        <p>None.</p>
      ) : (
        <table aria-label={title}>
          <thead>
            <tr>
              {columns.map(column => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(row => (
              <tr key={JSON.stringify(row)}>
                {columns.map(column => (
                  <td key={column}>{String(row[column] ?? '')}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

function pairs(counts: Readonly<Record<string, number>>) {
  return Object.entries(counts).map(([name, count]) => ({ name, count }))
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`
}
