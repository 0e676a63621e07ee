import { useSlice } from '@/components/client-context'
import { AddressText } from '@/components/elements/AddressText'
import { Notice } from '@/components/elements/Notice'
import { t } from '@/components/i18n'
import type { TransactionRequest } from '@/lib/approvals/types'
import { describeTransaction } from '@/lib/decoding/describe'
import type { ApprovalView } from '@/lib/messaging/ui'
import { BalanceChanges } from './BalanceChanges'
import { DoesTransaction } from './DoesTransaction'
import { Fee } from './Fee'
import { Legs } from './Legs'
import { RawData } from './RawData'
import { useTokens } from './use-tokens'

/** Several transactions asked for at once; each with its own sentence, because any of them may fail alone. */
export function CallsBody({ approval, calls }: { approval: ApprovalView; calls: readonly TransactionRequest[] }) {
  const networks = useSlice('networks') ?? []
  const symbol = networks.find(network => network.chainId === approval.chainId)?.symbol ?? ''
  const { preview } = approval
  const tokenOf = useTokens(approval.chainId)
  return (
    <>
      <Notice tone="note">{t('calls_not_atomic')}</Notice>
      <ol className="calls">
        {calls.map((call, index) => {
          const description = describeTransaction(call, { purpose: 'send', tokenOf })
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a fixed list, and the same call may be in it twice
            <li key={index} className="call">
              <p>
                <DoesTransaction description={description} transaction={call} chainId={approval.chainId} />
              </p>
              <Legs transaction={call} chainId={approval.chainId} />
              {description.counterparty !== null && <AddressText address={description.counterparty} />}
              <RawData
                parts={[
                  [t('raw_to'), call.to ?? t('raw_new_contract')],
                  [t('raw_value'), `${BigInt(call.value)} wei`],
                  [t('raw_data_field'), call.data],
                ]}
              />
            </li>
          )
        })}
      </ol>
      {preview !== null && (
        <>
          <BalanceChanges simulation={preview.simulation} symbol={symbol} />
          <Fee approvalId={approval.id} fee={preview.fee} symbol={symbol} />
        </>
      )}
    </>
  )
}
