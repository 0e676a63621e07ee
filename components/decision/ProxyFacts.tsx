import type { Address } from 'viem'
import { AddressRow } from '@/components/contacts/AddressRow'
import { Rows } from '@/components/elements/Row'
import { t } from '@/components/i18n'
import type { TransactionPreview } from '@/lib/language/requests'

/** Whose code a called contract runs, and whether that can change. Nothing for a contract that is no proxy. */
export function ProxyFacts({
  contract,
  proxies,
}: {
  contract: Address | null
  proxies: TransactionPreview['proxies'] | undefined
}) {
  const proxy = contract === null ? undefined : proxies?.[contract.toLowerCase()]
  if (proxy === undefined) return null
  return (
    <div data-testid="proxy">
      <Rows>
        <AddressRow label={t(`proxy_${proxy.kind}`)} address={proxy.kind === 'beacon' ? proxy.beacon : proxy.runs} />
      </Rows>
    </div>
  )
}
