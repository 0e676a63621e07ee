import { AddressText } from '@/components/elements/AddressText'
import { Notice } from '@/components/elements/Notice'
import { Row, Rows } from '@/components/elements/Row'
import { t } from '@/components/i18n'
import type { ApprovalRequest } from '@/lib/language/requests'

/** A site proposes a token for the list. Nothing moves. */
export function AddTokenBody({ request }: { request: Extract<ApprovalRequest, { kind: 'add-token' }> }) {
  return (
    <>
      <Rows>
        <Row label={t('token_contract')} stacked>
          <AddressText address={request.address} />
        </Row>
        <Row label={t('token_decimals')}>{request.decimals}</Row>
      </Rows>
      <Notice tone="note">{t('add_token_note')}</Notice>
    </>
  )
}
