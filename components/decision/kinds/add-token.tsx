import { AddressText } from '@/components/elements/AddressText'
import { Notice } from '@/components/elements/Notice'
import { Row, Rows } from '@/components/elements/Row'
import { t } from '@/components/i18n'
import { Sentence } from '@/components/Sentence'
import { cleanForeignText } from '@/lib/base/foreign-text'
import type { ShownKind } from './kind'

/** A site proposes a token for the list. Nothing moves. */
export const addToken: ShownKind<'add-token'> = {
  Approve: () => t('approve_add_token'),
  Statement: ({ request }) => (
    <Sentence of="does_add_token" values={{ symbol: <strong>{cleanForeignText(request.symbol, 16)}</strong> }} />
  ),
  Body: ({ request }) => (
    <>
      <Rows>
        <Row label={t('token_contract')} stacked>
          <AddressText address={request.address} />
        </Row>
        <Row label={t('token_decimals')}>{request.decimals}</Row>
      </Rows>
      <Notice tone="note">{t('add_token_note')}</Notice>
    </>
  ),
  Beneath: () => null,
  contracts: () => [],
}
