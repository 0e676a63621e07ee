import { AddressText } from '@/components/elements/AddressText'
import { Notice } from '@/components/elements/Notice'
import { t } from '@/components/i18n'
import { Sentence } from '@/components/Sentence'
import type { ApprovalRequest } from '@/lib/approvals/types'
import type { ApprovalView } from '@/lib/messaging/ui'
import { cleanForeignText } from '@/lib/values/foreign-text'
import { Risks } from './Risks'
import { Row } from './Row'

/** A site proposes a token for the list. Nothing moves. */
export function AddTokenBody({
  approval,
  request,
}: {
  approval: ApprovalView
  request: Extract<ApprovalRequest, { kind: 'add-token' }>
}) {
  return (
    <>
      <p className="does">
        <Sentence of="does_add_token" values={{ symbol: <strong>{cleanForeignText(request.symbol, 16)}</strong> }} />
      </p>
      <dl className="rows">
        <Row label={t('token_contract')} stacked>
          <AddressText address={request.address} />
        </Row>
        <Row label={t('token_decimals')}>{request.decimals}</Row>
      </dl>
      <Notice tone="note">{t('add_token_note')}</Notice>
      <Risks risks={approval.risks} />
    </>
  )
}
