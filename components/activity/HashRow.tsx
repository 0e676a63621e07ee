import { CopyButton } from '@/components/elements/CopyButton'
import { Row } from '@/components/elements/Row'
import { t } from '@/components/i18n'

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
