import type { Address } from 'viem'
import { format, t, useSlice } from '@/components/app'
import { Card, Notice } from '@/components/elements'
import { AddressText } from '@/components/elements/later'
import { isOwnKey, type PowerChange } from '@/lib/reading/native/changes'
import { changesOf } from './changes-of'
import './powers.css'

/** Whether a change stays when the delegation is removed. */
export function outlastsDelegation({ kind }: PowerChange): boolean {
  return kind !== 'delegated' && kind !== 'retired'
}

/**
 * Who was let act for the account by its own transactions as a native account (EIP-8130), newest first. The system
 * contract does not list keys, and others may have handed in what the account signed: the list may lack some.
 */
export function PowerChanges({ account }: { account: Address }) {
  const rows = useSlice('activity') ?? []
  const found = rows
    .flatMap(row => {
      const { changes, isKnown } = changesOf(row)
      return changes.map((change, index) => ({ change, isKnown, at: row.createdAt, key: `${row.id} ${index}` }))
    })
    .sort((one, other) => other.at - one.at)
  if (found.length === 0) return null
  return (
    <Card title={t('powers')} testId="powers">
      <p className="quiet">{t('powers_note')}</p>
      <ul className="powers">
        {found.map(({ change, isKnown, at, key }) => (
          <li key={key}>
            <ChangeWords change={change} account={account} /> {!isKnown && t('powers_not_known')}
            <div className="quiet">{format.dateTime(at)}</div>
          </li>
        ))}
      </ul>
      {found.some(({ change }) => outlastsDelegation(change)) && <Notice tone="caution">{t('powers_stay')}</Notice>}
    </Card>
  )
}

/** One change in words that stay true when the bits of a scope change their meaning. */
export function ChangeWords({ change, account }: { change: PowerChange; account: Address }) {
  switch (change.kind) {
    case 'added': {
      const isOwn = isOwnKey(change.key, account)
      return (
        <>
          {t(isOwn ? 'power_own_added' : change.isFull ? 'power_added_full' : 'power_added_less')}
          {change.until > 0 && <> {t('power_until', { time: format.dateTime(change.until * 1_000) })}</>}
          {!isOwn && (
            <>
              {' '}
              <code>{change.key}</code>
            </>
          )}
        </>
      )
    }
    case 'removed':
      return isOwnKey(change.key, account) ? (
        t('power_own_removed')
      ) : (
        <>
          {t('power_removed')} <code>{change.key}</code>
        </>
      )
    case 'locked':
      return t('power_locked', { time: format.duration(change.delay * 1_000) })
    case 'delegated':
      return change.to === null ? (
        t('power_undelegated')
      ) : (
        <>
          {t('power_delegated')} <AddressText address={change.to} />
        </>
      )
    case 'retired':
    case 'unlocked':
    case 'unread':
      return t(`power_${change.kind}`)
  }
}
