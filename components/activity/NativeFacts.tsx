import { format, t } from '@/components/app'
import { AddressRow } from '@/components/contacts/AddressRow'
import { Row, Rows } from '@/components/elements/later'
import type { TransactionView } from '@/lib/language/ui'
import type { NativeFacts as Facts } from '@/lib/reading/native/changes'
import { changesOf } from './changes-of'
import { ChangeWords, outlastsDelegation } from './PowerChanges'

/** The key under which transactions count that use no number at all. */
const numberless = `0x${'f'.repeat(64)}`

/** The parts, payer and times of a native account's transaction (EIP-8130), and the changes of its keys. */
export function NativeFacts({ row }: { row: TransactionView }) {
  const { changes, isKnown } = changesOf(row)
  const { phases = [], payer = null, key = '0x0', after = null, before = null }: Partial<Facts> = row.native ?? {}
  const done = phases.filter(phase => phase === 'success').length
  return (
    <section data-testid="native-facts">
      <Rows>
        {phases.length > 1 && (
          <Row label={t('native_parts')}>
            {t('native_parts_done', { done: format.integer(done), count: format.integer(phases.length) })}
          </Row>
        )}
        {payer !== null && <AddressRow label={t('delegation_payer')} address={payer} />}
        {BigInt(key) > 0n && (
          <Row label={t('native_key')}>{key === numberless ? t('native_key_none') : <code>{key}</code>}</Row>
        )}
        {after !== null && <Row label={t('native_after')}>{format.dateTime(after)}</Row>}
        {before !== null && <Row label={t('native_before')}>{format.dateTime(before)}</Row>}
      </Rows>
      {changes.length > 0 && !isKnown && <p>{t('powers_not_known')}</p>}
      {changes.length > 0 && (
        <ul className="powers">
          {changes.map((change, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: what a transaction did never changes its place
            <li key={index}>
              <ChangeWords change={change} account={row.from} />
            </li>
          ))}
        </ul>
      )}
      {changes.some(outlastsDelegation) && <p className="quiet">{t('powers_stay')}</p>}
    </section>
  )
}
