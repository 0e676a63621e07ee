import { AddressText } from '@/components/elements/AddressText'
import { Notice } from '@/components/elements/Notice'
import { Row, Rows } from '@/components/elements/Row'
import { t } from '@/components/i18n'
import { Sentence } from '@/components/Sentence'
import { itemName } from '@/components/tokens/item-name'
import type { ShownKind } from './kind'

/** A site proposes an item for the list. Nothing moves, and no picture is fetched. */
export const addItem: ShownKind<'add-item'> = {
  Approve: () => t('approve_add_token'),
  Statement: ({ request }) => <Sentence of="does_add_item" values={{ item: <strong>{itemName(request)}</strong> }} />,
  Body: ({ request }) => (
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
  ),
  Beneath: () => null,
  contracts: () => [],
}
