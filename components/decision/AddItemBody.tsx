import { AddressText } from '@/components/elements/AddressText'
import { Notice } from '@/components/elements/Notice'
import { Row, Rows } from '@/components/elements/Row'
import { t } from '@/components/i18n'
import type { ApprovalRequest } from '@/lib/language/requests'

/** A site proposes an item for the list. Nothing moves, and no picture is fetched. */
export function AddItemBody({ request }: { request: Extract<ApprovalRequest, { kind: 'add-item' }> }) {
  return (
    <>
      <Rows>
        <Row label={t('item_number')} stacked>
          <bdi className="item-number">{request.id}</bdi>
        </Row>
        <Row label={t('item_contract')} stacked>
          <AddressText address={request.address} />
        </Row>
      </Rows>
      <Notice tone="note">{t('add_token_note')}</Notice>
    </>
  )
}
