import { t } from '@/components/app'
import { CopyButton, Row } from '@/components/elements/later'

/** A transaction's hash, to compare and to copy. */
export function HashRow({ hash, label = t('transaction_hash') }: { hash: string; label?: string }) {
  return (
    <Row label={label} stacked>
      <div className="with-button">
        <span className="raw-text" dir="ltr" translate="no">
          {hash}
        </span>
        <CopyButton text={hash} label={t('copy_hash')} />
      </div>
    </Row>
  )
}
