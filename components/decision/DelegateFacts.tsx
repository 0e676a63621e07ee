import type { Address } from 'viem'
import { AddressRow } from '@/components/contacts/AddressRow'
import { useNames } from '@/components/contacts/use-names'
import { Row, Rows } from '@/components/elements/Row'
import { t } from '@/components/i18n'
import { batchDelegate } from '@/lib/base/batch-delegate'
import { cleanForeignText } from '@/lib/base/foreign-text'
import type { TransactionPreview } from '@/lib/language/requests'
import { ProxyFacts } from './ProxyFacts'

/** Shows the contract whose code the account is to run: its names, its code as the endpoint tells it, its proxy. */
export function DelegateFacts({ delegate, preview }: { delegate: Address; preview: TransactionPreview }) {
  const nameOf = useNames()
  const own = nameOf(delegate) ?? (delegate === batchDelegate ? t('delegate_known_batch') : null)
  const contract = preview.contracts[delegate.toLowerCase()]
  const claimed = cleanForeignText(contract?.name || contract?.symbol || '', 40)
  return (
    <>
      <Rows testId="delegate-facts">
        <AddressRow label={t('delegate_runs')} address={delegate} name={own} />
        {claimed !== '' && <Row label={t('delegate_calls_itself')}>{<q className="foreign">{claimed}</q>}</Row>}
        {contract !== undefined && <Row label={t('delegate_code')}>{t('delegate_code_told')}</Row>}
      </Rows>
      <ProxyFacts contract={delegate} proxies={preview.proxies} />
    </>
  )
}
