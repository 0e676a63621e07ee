import { useState } from 'react'
import { t, useClient, useSlice } from '@/components/app'
import { Button, EmptyState, Form, Notice } from '@/components/elements'
import { Row, Rows, TextField } from '@/components/elements/later'
import '@/components/chooser/chooser.css'
import { isLoopback } from '@/lib/base/addresses'
import { type CatalogueNetwork, catalogueSize, isClosed, searchCatalogue } from './catalogue'
import { isNameTaken } from './NetworkFields'
import { noPushWords } from './no-push'
import { namesOf, sameChain } from './same-chain'

const mostShown = 6

interface NetworkCatalogueProps {
  onDone(): void
  /** A network was chosen of which the catalogue has no endpoint. */
  onByHand(network: CatalogueNetwork): void
}

/** Finds a network in the catalogue of this version and adds it. Nothing is asked of any endpoint before that. */
export function NetworkCatalogue({ onDone, onByHand }: NetworkCatalogueProps) {
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<CatalogueNetwork | null>(null)
  const own = useSlice('networks') ?? []
  if (chosen !== null) return <Chosen network={chosen} onBack={() => setChosen(null)} onDone={onDone} />
  const found = searchCatalogue(text, mostShown)
  // A fork on this machine is not the chain itself.
  const isListed = ({ chainId }: CatalogueNetwork) =>
    sameChain(own, chainId).some(({ endpoints }) => endpoints.some(({ http }) => !isLoopback(http)))
  const choose = (network: CatalogueNetwork) => (network.endpoints.length > 0 ? setChosen(network) : onByHand(network))
  return (
    <>
      <form
        onSubmit={event => {
          event.preventDefault()
          const first = found.find(network => !isListed(network))
          if (text.trim() !== '' && first !== undefined) choose(first)
        }}
      >
        <TextField
          label={t('network_search', { count: catalogueSize })}
          hint={t('network_search_hint')}
          testId="network-search"
          autoFocus
          value={text}
          onChange={setText}
        />
      </form>
      {text.trim() === '' && <h3 className="network-found-head">{t('network_fast')}</h3>}
      {found.length === 0 ? (
        <EmptyState>{t('network_search_nothing')}</EmptyState>
      ) : (
        <Found networks={found} isListed={isListed} onChoose={choose} />
      )}
    </>
  )
}

function Found({
  networks,
  isListed,
  onChoose,
}: {
  networks: readonly CatalogueNetwork[]
  /** Whether the person has it. */
  isListed(network: CatalogueNetwork): boolean
  onChoose(network: CatalogueNetwork): void
}) {
  return (
    <ul className="choices" data-testid="network-found">
      {networks.map(network => {
        const isOwn = isListed(network)
        return (
          <li key={network.chainId}>
            <Button look="row" className="choice" disabled={isOwn} onClick={() => onChoose(network)}>
              <span className="choice-words">
                <span className="choice-name">{network.name}</span>
                <span className="choice-note">
                  {t('network_chain_id')} {network.chainId} · {network.symbol}
                </span>
              </span>
              {isOwn || isClosed(network) ? (
                <span className="badge">{t(isOwn ? 'network_is_listed' : 'network_closed')}</span>
              ) : (
                network.testing && <span className="badge badge-testing">{t('test_money')}</span>
              )}
            </Button>
          </li>
        )
      })}
    </ul>
  )
}

function Chosen({ network, onBack, onDone }: { network: CatalogueNetwork; onBack(): void; onDone(): void }) {
  const client = useClient()
  const { chainId, name, symbol, testing, explorerUrl, endpoints } = network
  const others = sameChain(useSlice('networks') ?? [], chainId)
  const isTaken = isNameTaken(name, others)
  const urls = endpoints.flatMap(({ http, socket }) => (socket === null ? [http] : [http, socket]))
  const hosts = [...new Set(urls.map(url => new URL(url).host))]
  return (
    <Form
      button={t('network_add')}
      beside={<Button onClick={onBack}>{t('back')}</Button>}
      testId="network-add-known"
      isReady={!isTaken}
      submit={async () => {
        await client.call('network.add', {
          ...{ chainId, name, symbol, testing, explorerUrl, faucetUrl: null },
          endpoints: [...endpoints],
        })
        onDone()
      }}
    >
      <Rows>
        <Row label={t('network_name')}>
          {name} {testing && <span className="badge badge-testing">{t('test_money')}</span>}
        </Row>
        <Row label={t('network_chain_id')}>{chainId}</Row>
        <Row label={t('network_currency')}>{symbol}</Row>
        {explorerUrl !== null && <Row label={t('network_explorer')}>{new URL(explorerUrl).host}</Row>}
        <Row label={t('network_edit_endpoints')} stacked>
          <ul className="network-endpoints">
            {hosts.map(host => (
              <li key={host}>{host}</li>
            ))}
          </ul>
        </Row>
      </Rows>
      {others.length > 0 && (
        <Notice tone="caution">
          {isTaken ? t('network_name_taken') : t('network_same_chain_add', { networks: namesOf(others) })}
        </Notice>
      )}
      {endpoints.every(({ socket }) => socket === null) && <p className="quiet">{noPushWords()}</p>}
      <p className="quiet">{t('network_add_note')}</p>
    </Form>
  )
}
