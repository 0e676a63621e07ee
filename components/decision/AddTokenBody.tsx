import { AddressText } from '@/components/elements/AddressText'
import { Notice } from '@/components/elements/Notice'
import { t } from '@/components/i18n'
import type { ApprovalRequest } from '@/lib/approvals/types'
import { Row } from './Row'

/** A site proposes a token for the list. Nothing moves. */
export function AddTokenBody({ request }: { request: Extract<ApprovalRequest, { kind: 'add-token' }> }) {
  return (
    <>
      <dl className="rows">
        <Row label={t('token_contract')} stacked>
          <AddressText address={request.address} />
        </Row>
        <Row label={t('token_decimals')}>{request.decimals}</Row>
      </dl>
      <Notice tone="note">{t('add_token_note')}</Notice>
    </>
  )
}
