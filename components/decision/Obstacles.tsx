import { Notice } from '@/components/elements/Notice'
import { failureSentence } from '@/components/failure'
import { format, t } from '@/components/i18n'
import type { TransactionPreview } from '@/lib/language/requests'

/** Why the transaction cannot be approved: a shortfall, or a network that does not answer. */
export function Obstacles({ preview, symbol }: { preview: TransactionPreview; symbol: string }) {
  const { remaining, failure } = preview
  const isShort = remaining?.startsWith('-') === true
  return (
    <>
      {isShort && (
        <Notice tone="danger" failure="insufficient-funds">
          {t('shortfall', { amount: `${format.amount(-BigInt(remaining), 18, 'short')} ${symbol}` })}
        </Notice>
      )}
      {failure != null && (
        <Notice tone="caution" live>
          {failureSentence(failure)}
        </Notice>
      )}
    </>
  )
}
