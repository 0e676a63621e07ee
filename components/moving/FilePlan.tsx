import { type ReactNode, useState } from 'react'
import { format, plural, t, useAction, useClient, useSlice } from '@/components/app'
import { RiskLines } from '@/components/decision/Risks'
import { Button, FailureNotice, Fold, Notice } from '@/components/elements'
import { AddressText, TextField } from '@/components/elements/later'
import { useEndSignal } from '@/components/signers/use-end-signal'
import { isSecureOrLoopback } from '@/lib/base/addresses'
import { cleanSymbol } from '@/lib/base/foreign-text'
import type { ListedTokenView } from '@/lib/language/ui'
import type { Plan, PlannedNetwork, PlannedToken } from './plan'
import { type TakenOver, takeOver } from './take-over'

/** Rows that are listed; what is beyond them is counted. */
const mostShown = 50
const mostWithoutSearch = 12

interface FilePlanProps {
  plan: Plan
  listed: readonly ListedTokenView[]
  onTaken(result: TakenOver): void
}

/** What files have, to choose from, and the button that takes it over. */
export function FilePlan({ plan, listed, onTaken }: FilePlanProps) {
  const client = useClient()
  const here = useSlice('networks') ?? []
  const left = useEndSignal()
  const [withContacts, setWithContacts] = useState(true)
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set())
  const [stop, setStop] = useState(() => new AbortController())
  const [done, setDone] = useState(0)
  const flip = (key: string) =>
    setChanged(now => new Set(now.has(key) ? [...now].filter(each => each !== key) : [...now, key]))
  const isOffered = plan.origin === 'wallet'
  const isChosen = (key: string, isUsual: boolean) => changed.has(key) !== isUsual
  const isNetworkChosen = (network: PlannedNetwork) =>
    isChosen(networkKey(network), isOffered && network.risks.every(({ level }) => level !== 'danger'))
  const networks = plan.networks.filter(isNetworkChosen)
  const reaches = ({ needsNetwork, chainId }: PlannedToken) =>
    !needsNetwork || networks.some(network => network.chainId === chainId)
  const isTokenChosen = (token: PlannedToken) => reaches(token) && isChosen(tokenKey(token), isOffered)
  const tokens = plan.tokens.filter(isTokenChosen)
  const contacts = withContacts ? plan.contacts : []
  const take = useAction(async () => {
    const stopping = new AbortController()
    setStop(stopping)
    setDone(0)
    const result = await takeOver(
      { contacts, networks, tokens },
      {
        call: client.call,
        here,
        listed,
        onProgress: setDone,
        signal: AbortSignal.any([stopping.signal, left]),
      },
    )
    onTaken(result)
  })
  const total = contacts.length + networks.length + tokens.length
  const known = plan.known.contacts + plan.known.networks + plan.known.tokens
  return (
    <div className="stack" data-testid="moving-plan">
      {known > 0 && <p className="quiet">{plural('moving_known', known)}</p>}
      {plan.contacts.length > 0 && (
        <section className="moving-group" aria-label={t('contacts')}>
          <label className="check">
            <input
              type="checkbox"
              data-testid="moving-contacts"
              checked={withContacts}
              onChange={() => setWithContacts(!withContacts)}
            />
            <strong>{plural('moving_contacts', plan.contacts.length)}</strong>
          </label>
          <Fold title={t('moving_contacts_see')}>
            <ul className="moving-rows">
              {plan.contacts.slice(0, mostShown).map(({ address, name }) => (
                <li key={address}>
                  <span>
                    <bdi>{name}</bdi>
                  </span>
                  <AddressText address={address} />
                </li>
              ))}
            </ul>
            <More count={plan.contacts.length - mostShown} />
          </Fold>
          {plan.contacts
            .filter(({ resembles }) => resembles !== null)
            .slice(0, mostShown)
            .map(({ address, name, resembles }) => (
              <Notice key={address} tone="danger">
                {t('contacts_import_alike', { name, other: resembles ?? '' })}
              </Notice>
            ))}
        </section>
      )}
      <Choices
        title={plural('moving_networks', plan.networks.length)}
        rows={plan.networks}
        textOf={({ name, chainId }) => `${name} ${chainId}`}
      >
        {network => (
          <Choice
            key={network.chainId}
            testId="moving-network"
            isChosen={isNetworkChosen(network)}
            onChange={() => flip(networkKey(network))}
            note={<RiskLines risks={network.risks} />}
          >
            <span>
              <bdi>{network.name}</bdi>
            </span>
            <span className="quiet">
              {t('network_chain_id')} {network.chainId} · <bdi>{network.symbol}</bdi> ·{' '}
              <bdi dir="ltr">{network.endpoints.map(({ http }) => new URL(http).host).join(', ')}</bdi>
            </span>
            {network.fromCatalogue && <span className="quiet">{t('moving_network_endpoints')}</span>}
            {network.endpoints.some(({ http }) => !isSecureOrLoopback(http)) && (
              <span className="quiet">{t('endpoint_not_encrypted')}</span>
            )}
          </Choice>
        )}
      </Choices>
      <Choices
        title={plural('moving_tokens', plan.tokens.length)}
        note={t('moving_tokens_note')}
        rows={plan.tokens}
        textOf={({ symbol, network, address }) => `${symbol} ${network} ${address}`}
      >
        {token => (
          <Choice
            key={tokenKey(token)}
            testId="moving-token"
            isChosen={isTokenChosen(token)}
            isDisabled={!reaches(token)}
            onChange={() => flip(tokenKey(token))}
          >
            <span>
              <bdi>{cleanSymbol(token.symbol) || t('token_nameless')}</bdi>{' '}
              <span className="quiet">
                <bdi>{token.network}</bdi>
              </span>
            </span>
            <AddressText address={token.address} />
          </Choice>
        )}
      </Choices>
      <FailureNotice failure={take.failure} />
      {take.busy ? (
        <div className="stack">
          <p role="status" data-testid="moving-busy">
            {t('moving_busy', { done: format.integer(done), all: format.integer(tokens.length) })}
          </p>
          <Button testId="moving-stop" disabled={stop.signal.aborted} onClick={() => stop.abort()}>
            {t('discover_stop')}
          </Button>
        </div>
      ) : (
        plan.contacts.length + plan.networks.length + plan.tokens.length > 0 && (
          <Button look="primary" wide testId="moving-take" disabled={total === 0} action={take}>
            {plural('moving_take', total)}
          </Button>
        )
      )}
    </div>
  )
}

const networkKey = ({ chainId }: { chainId: number }) => `network ${chainId}`
const tokenKey = ({ chainId, address }: PlannedToken) => `token ${chainId}:${address}`

interface ChoicesProps<Row> {
  title: string
  note?: string
  rows: readonly Row[]
  /** What is searched in. */
  textOf(row: Row): string
  children(row: Row): ReactNode
}

/** Rows to choose from, with a search where they are many. */
function Choices<Row>({ title, note, rows, textOf, children }: ChoicesProps<Row>) {
  const [wanted, setWanted] = useState('')
  if (rows.length === 0) return null
  const found = rows.filter(row => textOf(row).toLowerCase().includes(wanted.trim().toLowerCase()))
  return (
    <fieldset className="moving-group">
      <legend>{title}</legend>
      {rows.length > mostWithoutSearch && (
        <TextField label={t('moving_search', { count: rows.length })} value={wanted} onChange={setWanted} />
      )}
      {found.slice(0, mostShown).map(children)}
      <More count={found.length - mostShown} />
      {note !== undefined && <p className="quiet">{note}</p>}
    </fieldset>
  )
}

interface ChoiceProps {
  testId: string
  isChosen: boolean
  isDisabled?: boolean
  onChange(): void
  /** Under the words; not part of the name of the control. */
  note?: ReactNode
  children: ReactNode
}

function Choice({ testId, isChosen, isDisabled = false, onChange, note, children }: ChoiceProps) {
  return (
    <div className="moving-choice">
      <label className="check">
        <input type="checkbox" data-testid={testId} checked={isChosen} disabled={isDisabled} onChange={onChange} />
        <span className="moving-words">{children}</span>
      </label>
      {note}
    </div>
  )
}

/** How many rows are not shown. */
function More({ count }: { count: number }) {
  return count > 0 ? <p className="quiet">{plural('moving_more', count)}</p> : null
}
