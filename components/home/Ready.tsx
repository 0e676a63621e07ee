import { useState } from 'react'
import { format, onDemand, plural, t, useAction, useClient, useGo, useSlice } from '@/components/app'
import { BalanceHeading } from '@/components/balance/BalanceHeading'
import { Button, Card, Dialog, FailureNotice, Fold, Logo, Notice } from '@/components/elements'
import { AddressText, CopyButton, ScreenHead, Switch } from '@/components/elements/later'
import { Faucet } from '@/components/faucet/Faucet'
import { withChecksum } from '@/components/format/address'
import { keeperWords, kindWords } from '@/components/lists/words'
import { listPresets } from '@/lib/reading/list-formats/presets'
import '@/components/lists/lists.css'

const FindAccounts = onDemand(() => import('@/components/accounts/FindAccounts').then(part => part.FindAccounts))

/**
 * The end of the first run: the new address, money to try it with, where to find the wallet again, and whether to fetch
 * public lists.
 * @param props `way`: `imported` after a phrase that was in use before and may have more accounts, `partly` where not
 * all of a backup beside the keys could be stored
 */
export function Ready({ way }: { way?: string }) {
  const go = useGo()
  const isImported = way === 'imported'
  const move = () => go('/accounts/move')
  const selection = useSlice('selection')
  const networks = useSlice('networks') ?? []
  const hasFaucet = networks.find(({ id }) => id === selection?.networkId)?.faucetUrl != null
  const ofPhrase = (useSlice('accounts') ?? []).filter(({ kind }) => kind === 'phrase').length
  const [finding, setFinding] = useState(false)
  return (
    <Card as="main" className="ready" testId="ready">
      <Logo size={44} />
      <ScreenHead title={t('ready_title')} />
      <p className="lead">{t('ready_lead')}</p>
      {selection != null && (
        <p className="ready-address">
          <AddressText address={selection.address} />
          <CopyButton text={withChecksum(selection.address)} label={t('copy_address')} />
        </p>
      )}
      {hasFaucet && (
        <section className="ready-try" aria-label={t('ready_try')}>
          <BalanceHeading />
          <Faucet />
        </section>
      )}
      {way === 'partly' && <Notice tone="caution">{t('failure_backup_partly')}</Notice>}
      {isImported && (
        <section className="ready-more">
          <p>{ofPhrase > 1 ? plural('ready_accounts', ofPhrase) : t('ready_more')}</p>
          <Button testId="ready-discover" onClick={() => setFinding(true)} label={t('discover')} />
          <Button testId="ready-move" onClick={move} label={t('moving_ready')} />
        </section>
      )}
      {finding && (
        <Dialog title={t('discover')} onClose={() => setFinding(false)}>
          <FindAccounts onDone={() => setFinding(false)} />
        </Dialog>
      )}
      <p className="quiet">{t('ready_pin')}</p>
      {!isImported && <Button look="link" testId="ready-move" onClick={move} label={t('moving_ready_link')} />}
      <OfferLists onDone={() => go('/')} />
    </Card>
  )
}

/** The question at the end of the first run: whether public lists may be fetched, and which. */
function OfferLists({ onDone }: { onDone(): void }) {
  const client = useClient()
  const [chosen, setChosen] = useState(() => listPresets.filter(preset => preset.isSuggested).map(({ id }) => id))
  const [isWanted, setWanted] = useState(false)
  const finish = useAction(async () => {
    if (isWanted && chosen.length > 0) await client.call('list.subscribe', { presets: chosen })
    onDone()
  })
  const megabytes = listPresets.filter(({ id }) => chosen.includes(id)).reduce((sum, each) => sum + each.megabytes, 0)
  return (
    <section className="stack offer-lists" aria-label={t('lists_title')}>
      <Switch
        label={t('lists_offer')}
        note={t('lists_offer_note', { size: format.integer(megabytes) })}
        checked={isWanted}
        disabled={finish.busy}
        testId="lists-wanted"
        onChange={setWanted}
      />
      {isWanted && (
        <Fold testId="lists-chosen" title={plural('lists_chosen', chosen.length, { size: format.integer(megabytes) })}>
          {listPresets.map(({ id, kind, name, keeper, licence, megabytes }) => (
            <label key={id} className="check">
              <input
                type="checkbox"
                checked={chosen.includes(id)}
                onChange={event =>
                  setChosen(event.target.checked ? [...chosen, id] : chosen.filter(other => other !== id))
                }
              />
              <span>
                {name}
                <span className="offered-list-note quiet">
                  {t(kindWords[kind].title)} · {keeperWords(keeper, licence)} ·{' '}
                  {t('list_size', { size: format.integer(megabytes) })}
                </span>
              </span>
            </label>
          ))}
        </Fold>
      )}
      <FailureNotice failure={finish.failure} />
      <Button look="primary" wide testId="first-run-done" action={finish} label={t('ready_done')} />
    </section>
  )
}
